import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brandAtExample } from '../testing/brand.ts'
import { brandOf } from '../brands/brands.ts'
import { comparedAttributes } from '../modules/compare/comparison.ts'
import { priceMatchMail } from '../modules/pricematch/mail/price-match-mail.tsx'
import { databaseEngines } from '../testing/database.ts'
import { openTestShop, type TestShop } from '../testing/shop.server.ts'
import { until } from '../testing/shop/until.ts'
import type { Visitor } from '../testing/shop/visitor.ts'

/** What the back office changes besides fields of a list, and what the shop makes of it at once. */

describe.each(await databaseEngines())('on $name', (engine) => {
  let shop: TestShop
  let administrator: Visitor
  let sales: Visitor
  beforeAll(async () => {
    shop = await openTestShop({ engine, sandbox: false })
    administrator = await shop.colleague('administrator')
    sales = await shop.colleague('sales')
    for (const one of [administrator, sales]) await one.openPanel('/office')
  })
  afterAll(() => shop.close())

  const page = (path: string, who = administrator) => who.staff('GET', path)
  const post = (path: string, fields: Readonly<Record<string, string>>, who = administrator) =>
    who.staff('POST', path, {
      raw: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    })
  const create = async (list: string, fields: Readonly<Record<string, string>>) => {
    const made = await post(`/office/${list}/new`, { intent: 'create', ...fields })
    if (made.status !== 303)
      throw new Error(`${list}: ${/role="alert">([^]*?)<form/.exec(made.text)?.[1] ?? made.status}`)
    return String(made.headers.location).replace('?done=create', '')
  }
  /** Changes fields of a record as it stands. */
  const change = async (here: string, fields: Readonly<Record<string, string>>) => {
    const version = /name="version" value="([^"]*)"/.exec((await page(here)).text)?.[1] ?? ''
    expect((await post(here, { intent: 'save', version, ...fields })).status).toBe(303)
  }
  const remove = async (here: string) => {
    const version = /name="version" value="([^"]*)"/.exec((await page(here)).text)?.[1] ?? ''
    expect((await post(here, { intent: 'remove', version })).status).toBe(303)
  }
  const lastEntry = async () =>
    (
      await sql<{ act: string; outcome: string; before: unknown; after: unknown }>`
      select act, outcome, before, after from staff_audit order by id desc limit 1`.execute(shop.database.db)
    ).rows[0]
  const brand = brandAtExample('aol')

  test('a new attribute appears in the specifications, filters the list and decides which product compares better at once', async () => {
    const { catalogue } = shop.services
    const { listings } = shop.services.search
    const here = await create('attributes', {
      code: 'light_lm',
      title: 'Light',
      group: 'Light and colour',
      valueType: 'number',
      unit: 'lm',
      position: '1',
      facet: 'range',
      better: 'more',
      categories: 'lighting/lamps',
    })
    await until(() => catalogue.attribute('light_lm')?.better === 'more')
    for (const [sku, lumens] of [
      ['LAMP-1', '800'],
      ['A/B-1', '450'],
    ] as const) {
      const id = catalogue.productBySku(sku)?.id ?? 0
      await change(`/office/products/${id}`, { 'attribute:light_lm': lumens })
    }
    const choice = { page: 1, sort: 'relevance', filters: {}, ranges: {}, delivery: null, services: null } as const
    const facet = () =>
      listings
        .list(brand, { categoryUri: 'lighting/lamps' }, choice, 'lighting/lamps')
        .facets.find(({ code }) => code === 'light_lm')
    await until(() => facet() !== undefined)
    expect(facet()).toMatchObject({ title: 'Light', kind: 'range', unit: 'lm', min: 450, max: 800 })
    await change(here, { title: 'Brightness', unit: 'lumen', better: 'less' })
    await until(() => facet()?.title === 'Brightness')
    const specifications = await shop.visitor().get('/api/v2/product/slug/reading-lamp')
    expect(specifications.text).toContain('"title":"Light and colour"')
    expect(specifications.text).toContain('"name":"Brightness","unit":"lumen"')
    const lamps = [{ attributes: { light_lm: 800 } }, { attributes: { light_lm: 450 } }]
    expect(comparedAttributes(lamps, catalogue.attributes, { marksBetter: true })).toMatchObject([
      { name: 'Brightness', values: ['800 lumen', '450 lumen'], better: [false, true] },
    ])
    await change(here, { facet: '', categories: '' })
    await until(() => facet() === undefined)
    expect(
      (
        await post('/office/attributes/new', {
          intent: 'create',
          code: 'x',
          title: 'X',
          group: 'X',
          valueType: 'text',
          position: '1',
          facet: 'range',
        })
      ).text,
    ).toContain('Only numbers can be filtered by range.')
  })

  test('synonyms and pins apply from the next search and stop when deleted', async () => {
    const { listings } = shop.services.search
    const found = (term: string) =>
      listings.find(brand, { term, relax: false, autoCorrect: false }, { limit: 5 }).products.map(({ sku }) => sku)
    expect(found('luminaire')).toEqual([])
    const synonyms = await create('synonyms', { words: 'lamp\nluminaire\nlight source' })
    await until(() => found('luminaire').includes('LAMP-1'))
    expect(found('light source')).toContain('LAMP-1')
    expect(found('fridge')[0]).not.toBe('HOSE-1')
    const pin = await create('search-pins', { term: 'Fridge', app: 'aol', skus: 'HOSE-1\nLAMP-1' })
    await until(() => found('fridge')[0] === 'HOSE-1')
    expect(found('fridge')).toEqual(['HOSE-1', 'LAMP-1', 'FR-1'])
    expect(listings.find(brandOf('wa'), { term: 'fridge' }, { limit: 5 }).products.map(({ sku }) => sku)[0]).toBe(
      'FR-1',
    )
    expect(listings.suggest(brand, 'fridge', 3).products.map(({ sku }) => sku)[0]).toBe('HOSE-1')
    await remove(pin)
    await until(() => found('fridge')[0] === 'FR-1')
    await remove(synonyms)
    await until(() => found('luminaire').length === 0)
  })

  test('the dashboard and the search term list count zero-result searches and click positions', async () => {
    const visitor = shop.visitor()
    for (const term of ['fridge', 'zzyzx']) await visitor.get(`/api/analytics/search?searchTerm=${term}`)
    const event = { query: 'washer', url: '/search/washer', isRepeatUser: false }
    const place = shop.services.search.listings.placeOf('aol', 'washer', 'WM-1')
    expect(place).toBeGreaterThan(0)
    await visitor.post('/api/analytics/search', {
      ...event,
      analyticsEventType: 1,
      productList: [{ sku: 'WM-1', price: 999, quantity: 1 }],
    })
    await visitor.post('/api/analytics/search', { ...event, query: '', analyticsEventType: 4, productList: [] })
    const csv = (await page('/office/dashboard.csv?what=searches&days=7')).text
    expect(csv).toContain(`,2,1,1,${(place ?? 0).toFixed(1)}\r\n`)
    expect((await page('/office/dashboard.csv?what=terms&days=7')).text).toContain('zzyzx,1,1\r\n')
    expect((await page('/office/search-terms?which=nothing')).text).toContain('zzyzx')
    const term = (await page('/office/search-terms/aol%20zzyzx')).text
    for (const [label, form, field] of [
      ['Add a synonym', '/office/synonyms/new?words=zzyzx', 'words'],
      ['Add a redirect', '/office/search-redirects/new?term=zzyzx&app=aol', 'term'],
      ['Pin products', '/office/search-pins/new?term=zzyzx&app=aol', 'term'],
    ] as const) {
      expect(term).toContain(`href="${form.replaceAll('&', '&amp;')}"`)
      expect(term).toContain(label)
      expect((await page(form)).text).toMatch(new RegExp(`name="${field}"[^]{0,400}zzyzx`))
    }
    expect((await page('/office/dashboard.csv?what=conversion&days=7')).text).toMatch(/,1,0,0,0,0,0\.0 %\r\n/)
  })

  test('page speed is reported without personal data and shown by page type', async () => {
    const visitor = shop.visitor()
    for (const lcp of [900, 900, 900, 4_500])
      expect((await visitor.post('/api/analytics/speed', { pageType: 'product', lcp, cls: 20 })).status).toBe(204)
    expect((await visitor.post('/api/analytics/speed', { pageType: 'product', inp: 640 })).status).toBe(204)
    expect((await visitor.post('/api/analytics/speed', { pageType: 'moon', lcp: 1 })).status).toBe(400)
    const csv = (await page('/office/dashboard.csv?what=speed&days=7')).text
    expect(csv).toBe('Page,Visits,LCP,INP,CLS\r\nproduct,4,956 ms (good),653 ms (poor),0.02 (good)\r\n')
  })

  describe('price match', () => {
    const draft = {
      competitor: 'Other Shop',
      competitorUrl: 'https://other.example/washer',
      competitorPrice: 900_00,
      postcode: '2000',
      name: 'Ana Lee',
      email: 'ana@example.com',
      phone: null,
      message: null,
    }
    const ask = async () => {
      const id = shop.services.catalogue.productBySku('WM-1')?.id ?? 0
      const reference = await shop.services.pricematch.ask('aol', { id, price: 999_00 }, draft)
      const list = await page(`/office/price-matches?q=${reference}`)
      return { reference, here: /<th scope="row"><a href="([^"]*)"/.exec(list.text)?.[1] ?? '' }
    }
    const mailOf = async (reference: string, link: string | null) => {
      const requested = (await shop.services.pricematch.find(reference)) ?? expect.fail('not kept')
      return priceMatchMail(requested, { brand, from: undefined, link })
    }

    test('approval creates a quote at the agreed price that can be ordered by link, once', async () => {
      const { reference, here } = await ask()
      expect((await mailOf(reference, null)).subject).toBe(`We have received your price match request ${reference}`)
      expect((await post(here, { intent: 'accept', price: '1200' })).text).toContain(
        'The shop’s price is now lower than that.',
      )
      expect((await post(here, { intent: 'accept', price: '900' }, sales)).status).toBe(403)
      expect((await post(here, { intent: 'accept', price: '900.00' })).status).toBe(303)
      expect(await lastEntry()).toMatchObject({
        act: 'accept price match request',
        outcome: 'done',
        after: { price: 900_00 },
      })
      const job = await sql<{
        data: { token: string | null }
      }>`select data from pgboss.job where name = 'price-match-mail'
        and data ->> 'reference' = ${reference} and data ->> 'token' is not null`.execute(shop.database.db)
      const token = job.rows[0]?.data.token ?? expect.fail('no mail is queued')
      const quote = await shop.services.cart.shared.open(brand, token)
      expect([quote?.isQuote, quote?.cart.lines.map(({ productCode, quantity }) => [productCode, quantity])]).toEqual([
        true,
        [['WM-1', 1]],
      ])
      expect([...(quote?.agreed.values() ?? [])]).toEqual([expect.objectContaining({ cents: 900_00, upTo: 1 })])
      expect((await mailOf(reference, `https://shop.example/cart/${token}`)).plain).toContain('is yours for $900')
      expect((await post(here, { intent: 'accept', price: '900' })).status).toBe(404)
    })

    test('rejection gives a reason, and no price goes below the floor', async () => {
      const { reference, here } = await ask()
      const id = shop.services.catalogue.productBySku('WM-1')?.id ?? 0
      await change(`/office/prices/${id}.aol`, { floor: '950' })
      expect((await post(here, { intent: 'accept', price: '900' })).text).toContain(
        'The price must not be below the floor of $950.00.',
      )
      expect((await post(here, { intent: 'refuse', reason: '' })).status).toBe(400)
      expect((await post(here, { intent: 'refuse', reason: 'It is an older model.' }, sales)).status).toBe(303)
      const mail = await mailOf(reference, null)
      expect(mail.plain).toContain('It is an older model.')
      expect(mail.plain).not.toContain('Other Shop')
    })
  })

  test('only permitted staff export the newsletter list; an unsubscribed address leaves it', async () => {
    await shop.database.db
      .insertInto('newsletter_subscriber')
      .values({ app: 'aol', email: 'news@example.com', asked_at: shop.clock.now(), confirmed_at: shop.clock.now() })
      .execute()
    const list = await page('/office/newsletter?state=gets')
    const here = /<th scope="row"><a href="([^"]*)"/.exec(list.text)?.[1] ?? ''
    expect((await page('/office/newsletter.csv')).text).toContain('news@example.com,aol,gets')
    expect((await page('/office/newsletter.csv', sales)).status).toBe(403)
    expect((await post(here, { intent: 'unsubscribe' }, sales)).status).toBe(303)
    const entry = await lastEntry()
    expect(entry).toMatchObject({ act: 'unsubscribe subscriber', after: { state: 'ended' } })
    expect(JSON.stringify(entry)).not.toContain('news@example.com')
    expect((await page('/office/newsletter?state=gets')).text).not.toContain('news@example.com')
  })

  test('a released or added seat is offered to the waiting list', async () => {
    const here = await create('events', {
      title: 'Pasta',
      store: '1',
      startsAt: '2027-02-01T10:00',
      endsAt: '2027-02-01T12:00',
      capacity: '2',
      maxGuests: '4',
      demoType: '2',
      subEventType: '0',
      price: '0',
    })
    const cookingDemoId = here.split('/').at(-1) ?? ''
    const person = (email: string, guests: string) => ({
      firstName: 'Ana',
      lastName: 'Botha',
      email,
      phone: '0412 345 678',
      guests,
      orderNumber: '',
      dietaryRequirements: '',
      message: '',
      newsletter: 'false',
    })
    const app = (
      await shop.database.db.selectFrom('store').select('apps').where('id', '=', 1).executeTakeFirstOrThrow()
    ).apps[0] as 'aol'
    const { events: cookingDemos } = shop.services
    const at = brandOf(app)
    expect((await cookingDemos.book(at, { cookingDemoId, typed: person('one@example.com', '2') })).ok).toBe(true)
    expect((await cookingDemos.wait(at, { cookingDemoId, typed: person('two@example.com', '1') })).ok).toBe(true)
    expect((await cookingDemos.wait(at, { cookingDemoId, typed: person('three@example.com', '1') })).ok).toBe(true)
    const states = async () =>
      (await page(`/office/attendees.csv?demo=${cookingDemoId}&sort=lastName`)).text
        .trim()
        .split('\r\n')
        .slice(1)
        .map((row) => row.split(',').filter((cell) => /@|^(booked|cancelled|waiting|told)$/.test(cell)))
        .toSorted()
    expect(await states()).toEqual([
      ['booked', 'one@example.com'],
      ['waiting', 'three@example.com'],
      ['waiting', 'two@example.com'],
    ])
    await change(here, { capacity: '3' })
    expect(await states()).toEqual([
      ['booked', 'one@example.com'],
      ['told', 'two@example.com'],
      ['waiting', 'three@example.com'],
    ])
    const booked =
      /href="(\/office\/attendees\/[^"]*)"/.exec(
        (await page(`/office/attendees?demo=${cookingDemoId}&state=booked`)).text,
      )?.[1] ?? ''
    expect((await post(booked, { intent: 'cancel' }, sales)).status).toBe(403)
    expect((await post(booked, { intent: 'cancel' })).status).toBe(303)
    expect(await states()).toEqual([
      ['cancelled', 'one@example.com'],
      ['told', 'three@example.com'],
      ['told', 'two@example.com'],
    ])
    expect(JSON.stringify(await lastEntry())).not.toContain('example.com')
    expect(
      (
        await post(here, {
          intent: 'remove',
          version: /name="version" value="([^"]*)"/.exec((await page(here)).text)?.[1] ?? '',
        })
      ).text,
    ).toContain('It cannot be deleted because it has bookings')
  })

  test.skipIf(engine.name === 'PGlite')(
    'a change in one process reaches another within a moment: price, synonyms, pin, setting, payment method, page',
    async () => {
      const second = await shop.openSecond()
      const { catalogue, settings, content } = second.services
      const { listings } = second.services.search
      const id = catalogue.productBySku('HOSE-1')?.id ?? 0
      await change(`/office/prices/${id}.aol`, { price: '12.34' })
      await until(() => catalogue.product(id)?.offers.aol?.price === 12_34)
      await create('synonyms', { words: 'hose\nwater line' })
      const found = (term: string) =>
        listings.find(brand, { term, relax: false, autoCorrect: false }, { limit: 3 }).products.map(({ sku }) => sku)
      await until(() => found('water line').includes('HOSE-1'))
      await create('search-pins', { term: 'lamp', app: 'aol', skus: 'HOSE-1' })
      await until(() => found('lamp')[0] === 'HOSE-1')
      await change('/office/settings/aol.CallUsNowEnabled', { value: 'false' })
      await until(() => !settings.isOn(brand, 'CallUsNowEnabled'))
      await change('/office/payment-methods/aol.humm', { 'has:isEnabled': '1' })
      await until(() => second.services.payments.terms('humm', brand) === null)
      await create('content', { kind: 'static', app: 'aol', slug: 'second', title: 'Second' })
      await until(() => content.text(brand, 'second')?.heading === 'Second')
      await second.close()
    },
  )

  test('a payment method is switched off, limited and ordered for one shop at once; limits set by the provider are read-only', async () => {
    const configured = async (app: 'aol' | 'wa') =>
      (await shop.visitor(app).get('/api/checkout/v2/paymentconfiguration')).json<{
        paymentConfigurations: Record<string, { isEnabled: boolean; details: { maximumAmount: number } | null }>
      }>().paymentConfigurations
    const { payments: paymentConfiguration } = shop.services
    const order = () => Object.keys(paymentConfiguration.redirects(brand))
    expect(order()).toEqual(['paypal', 'afterpay', 'zip'])

    await change('/office/payment-methods/aol.zipmoney', { maximum: '900', position: '1' })
    await until(() => order()[0] === 'zip')
    expect((await configured('aol'))['zipmoney']?.details?.maximumAmount).toBe(900)
    expect((await configured('wa'))['zipmoney']?.details?.maximumAmount).toBe(50_000)
    expect(await lastEntry()).toMatchObject({
      act: 'change payment method',
      before: { maximum: 50_000_00 },
      after: { maximum: 900_00 },
    })
    expect((await page('/office/payment-methods/aol.zipmoney')).text).toMatch(/\$900.*Us</)

    await change('/office/payment-methods/aol.zipmoney', { 'has:isEnabled': '1' })
    await until(() => order().length === 2)
    expect((await configured('aol'))['zipmoney']).toEqual({ isEnabled: false, details: null })
    expect((await configured('wa'))['zipmoney']?.isEnabled).toBe(true)

    const afterpay = await page('/office/payment-methods/aol.afterpay')
    expect(afterpay.text).toContain('Afterpay sets its own limits')
    expect(afterpay.text).not.toContain('name="maximum"')
    await change('/office/payment-methods/aol.afterpay', { maximum: '5', position: '90' })
    await until(() => order().at(-1) === 'afterpay')
    expect((await configured('aol'))['afterpay']?.details?.maximumAmount).toBe(2_000)

    const back = 'Reset to the default terms'
    expect((await page('/office/payment-methods/aol.zipmoney')).text).toContain(back)
    await remove('/office/payment-methods/aol.zipmoney')
    await remove('/office/payment-methods/aol.afterpay')
    // There is nothing of its own left to take away.
    expect((await page('/office/payment-methods/aol.zipmoney')).text).not.toContain(back)
    await until(() => order().join() === 'paypal,afterpay,zip')
    expect((await configured('aol'))['zipmoney']?.details?.maximumAmount).toBe(50_000)
    const version = /name="version" value="([^"]*)"/.exec((await page('/office/payment-methods/aol.humm')).text)?.[1]
    const wrong = await post('/office/payment-methods/aol.humm', {
      intent: 'save',
      version: version ?? '',
      minimum: '10',
      maximum: '5',
    })
    expect([wrong.status, wrong.text.includes('The maximum must not be below the minimum.')]).toEqual([400, true])
    expect(
      (await post('/office/payment-methods/aol.humm', { intent: 'save', version: 'x', minimum: '10' }, sales)).status,
    ).toBe(403)
  })
})
