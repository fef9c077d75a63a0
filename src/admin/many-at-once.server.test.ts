import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseEngines } from '../testing/database.ts'
import { openTestShop, type TestShop } from '../testing/shop.server.ts'
import { until } from '../testing/shop/until.ts'
import type { Visitor } from '../testing/shop/visitor.ts'
import { backOfficeOf, decoded, formOf } from '../testing/staff-host.ts'

/** Many records changed at once, and tables that are imported. */

describe.each(await databaseEngines())('on $name', (engine) => {
  let shop: TestShop
  let people: Readonly<Record<'staff' | 'sales' | 'administrator', Visitor>>

  beforeAll(async () => {
    shop = await openTestShop({ engine, sandbox: false })
    people = {
      staff: await shop.colleague('staff'),
      sales: await shop.colleague('sales'),
      administrator: await shop.colleague('administrator'),
    }
    for (const one of Object.values(people)) await one.openPanel('/office')
  })
  afterAll(() => shop.close())
  const { page, post } = backOfficeOf(() => people.administrator)

  describe('bulk changes', () => {
    beforeAll(async () => {
      const id = shop.services.catalogue.productBySku('LAMP-1')?.id ?? 0
      const here = `/office/prices/${id}.aol`
      const set = await post(here, { ...formOf((await page(here)).text), price: '41.50', floor: '40' })
      expect(set.status).toBe(303)
      await until(() => shop.services.catalogue.product(id)?.offers.aol?.price === 4_150)
    })

    const finished = async (location: unknown) => {
      const path = String(location)
      let text = ''
      await until(async () => {
        text = (await page(path)).text
        return !text.includes('>Refresh<')
      })
      return text
    }

    test('prices are reduced by a percentage after a preview, each checked by its own rules; rejected ones can be downloaded', async () => {
      const product = shop.services.catalogue.productBySku('LAMP-1')
      const price = () => shop.services.catalogue.product(product?.id ?? 0)?.offers
      const [aol, wa] = [price()?.aol?.price ?? 0, price()?.wa?.price ?? 0]
      const here = '/office/bulk?list=prices&q=LAMP-1&field=price'
      const look = await post(here, { intent: 'preview', price: '−10 %' })
      expect(look.status).toBe(200)
      expect(look.text).toContain(
        `<td>${(wa / 100).toFixed(2)}</td><td>${(Math.round(wa * 0.9) / 100).toFixed(2)}</td>`,
      )
      expect(price()?.wa?.price).toBe(wa)
      const begun = await post(here, { intent: 'apply', price: '-10%' })
      expect(begun.status).toBe(303)
      const text = await finished(begun.headers.location)
      // Of aol's the floor is 40 dollars.
      expect(text).toContain('1 rejected.')
      await until(() => price()?.wa?.price === Math.round(wa * 0.9))
      expect(price()?.aol?.price).toBe(aol)
      const csv = await page(`${String(begun.headers.location)}.csv`)
      expect(csv.text).toBe(
        `Key,Of,Why\r\n${product?.id}.aol,"Reading lamp, Appliances Online (aol)",The price must not be below the floor of $40.00.\r\n`,
      )
      expect((await page(String(begun.headers.location), people.staff)).status).toBe(404)
    })

    test('staff are offered only lists they can edit', async () => {
      expect((await page('/office/bulk?list=prices', people.staff)).status).toBe(403)
      expect((await page('/office/bulk?list=products', people.staff)).status).toBe(200)
      expect((await page('/office/bulk', people.sales)).status).toBe(403)
    })

    test('pasted redirects: loops and invalid lines are returned with their line number', async () => {
      const rows = 'shop,old,new\naol,/one,/two\naol,/two,/one\naol,/three,"/four,five"\nmoon,/a,/b'
      const answer = await post('/office/redirect-import', { rows })
      expect(answer.status).toBe(400)
      expect(answer.text).toContain('2 redirects saved, 2 rejected.')
      expect(decoded(answer.text)).toContain('The new address is a redirect loop')
      expect((await page('/office/redirects/aol%20%2Fthree')).text).toContain('value="/four,five"')
      expect((await post('/office/redirect-import', { rows }, people.sales)).status).toBe(403)
    })

    const upload = (name: string, content: string | Uint8Array, who: Visitor = people.administrator) => {
      const edge = 'edge-of-a-part'
      const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/csv\r\n\r\n`
      const body = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${edge}--\r\n`)])
      return who.staff('POST', '/office/import', {
        raw: body,
        headers: { 'content-type': `multipart/form-data; boundary=${edge}`, 'sec-fetch-site': 'same-origin' },
      })
    }

    test('a product file is uploaded, mapped, tried and imported, and exactly the invalid rows are returned', async () => {
      const good = Array.from({ length: 40 }, (_, at) => `IMP-${at},Imported lamp ${at},Halden,${20 + at}.50,Lamps`)
      const bad = Array.from({ length: 7 }, (_, at) => `BAD ${at},Bad lamp,Halden,ten,Lamps`)
      const sent = await upload(
        'lamps.csv',
        ['Item code,Name,Brand,Price,Group', ...good.slice(0, 20), ...bad, ...good.slice(20)].join('\n'),
      )
      expect(sent.status).toBe(303)
      const here = String(sent.headers.location)
      const screen = await page(here)
      expect(screen.text).toContain('lamps.csv: 47 rows.')
      expect(formOf(screen.text)).toMatchObject({
        'column:sku': ['Item code'],
        'column:title': ['Name'],
        'column:price': ['Price'],
      })
      const named = {
        'column:sku': 'Item code',
        'column:title': 'Name',
        'column:brand': 'Brand',
        'column:price': 'Price',
      }
      expect((await post(here, { intent: 'try', ...named, apps: ['aol', 'aol-nz'] })).status).toBe(400)
      const input = { ...named, category: 'kitchen', apps: ['aol'] }
      const tried = await finished((await post(here, { intent: 'try', ...input })).headers.location)
      expect(tried).toContain('Test run, nothing was changed. Result: 40 added, 0 updated, 0 unchanged, 7 rejected')
      const begun = await post(here, { intent: 'import', ...input })
      expect(await finished(begun.headers.location)).toContain('40 added, 0 updated, 0 unchanged, 7 rejected')
      const csv = (await page(`${String(begun.headers.location)}.csv`)).text.trim().split('\r\n')
      expect(csv.slice(1).map((line) => line.split(',')[0])).toEqual(['22', '23', '24', '25', '26', '27', '28'])
      await until(() => shop.services.catalogue.productBySku('IMP-39')?.offers.aol?.price === 5_950)
    })

    test('rejects a file that is not UTF-8 CSV, and staff who cannot set prices', async () => {
      expect((await upload('lamps.exe', 'a,b\n1,2')).text).toContain('The file must be a CSV or TSV file.')
      expect((await upload('lamps.csv', new Uint8Array([97, 44, 255, 254, 10, 98]))).text).toContain(
        'The file is not in UTF-8.',
      )
      expect((await upload('lamps.csv', 'nothing')).status).toBe(400)
      expect((await upload('lamps.csv', 'a,b\n1,2', people.staff)).status).toBe(403)
      expect((await page('/office/import', people.staff)).status).toBe(403)
    })
  })
})
