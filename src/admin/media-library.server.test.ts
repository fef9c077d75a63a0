import sharp from 'sharp'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseEngines } from '../testing/database.ts'
import { openTestShop, type TestShop } from '../testing/shop.server.ts'
import { until } from '../testing/shop/until.ts'
import type { Visitor } from '../testing/shop/visitor.ts'
import { backOfficeOf, decoded, entryOf, formOf } from '../testing/staff-host.ts'

/** The media library: uploads, what staff say about files, where they are used, and their way onto products. */

const photo = (background: string, width = 900, height = 600) =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')

type SentFile = readonly [name: string, type: string, content: Buffer]

describe.each(await databaseEngines())('the media library on $name', (engine) => {
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
  const { page, post } = backOfficeOf(() => administrator)

  function send(
    path: string,
    files: readonly SentFile[],
    {
      who = administrator,
      fields = {},
      accept = 'text/html',
    }: { who?: Visitor; fields?: object; accept?: string } = {},
  ) {
    const edge = 'edge-of-a-part'
    const part = (head: string) => Buffer.from(`--${edge}\r\ncontent-disposition: form-data; ${head}\r\n`)
    const body = Buffer.concat([
      ...Object.entries(fields).flatMap(([name, value]) => [
        part(`name="${name}"`),
        Buffer.from(`\r\n${String(value)}\r\n`),
      ]),
      ...files.flatMap(([name, type, content]) => [
        part(`name="file"; filename="${name}"`),
        Buffer.from(`content-type: ${type}\r\n\r\n`),
        content,
        Buffer.from('\r\n'),
      ]),
      Buffer.from(`--${edge}--\r\n`),
    ])
    return who.staff('POST', path, {
      raw: body,
      headers: { 'content-type': `multipart/form-data; boundary=${edge}`, 'sec-fetch-site': 'same-origin', accept },
    })
  }

  /** Uploads a picture as the script does; answers its page and the address that records name. */
  async function upload(name: string, content: Buffer, type = 'image/jpeg') {
    const answer = await send('/office/media/new', [[name, type, content]], { accept: 'application/json' })
    const [file] = answer.json<{ files: { tile: { href: string; address: string; name: string } }[] }>().files
    return file?.tile ?? expect.fail(answer.text)
  }
  const lamp = () => shop.services.catalogue.productBySku('LAMP-1')?.id ?? 0
  const pictures = async () => (await shop.services.catalogue.detail(lamp()))?.images ?? []
  const change = async (here: string, fields: Parameters<typeof post>[1]) =>
    post(here, { ...formOf((await page(here)).text), ...fields })
  const lastEntry = async () =>
    (
      await sql<{ act: string; subject: string; before: unknown; after: object | null }>`
      select act, subject, before, after from staff_audit order by id desc limit 1`.execute(shop.database.db)
    ).rows[0]

  test('of several files those that are fit are stored, and each other one says why', async () => {
    const long = `${'long-'.repeat(60)}name.jpg`
    const bytes = await photo('#101010')
    const sent = await send('/office/media/new', [
      ['C:\\pictures\\../shelf.jpg', 'image/jpeg', bytes],
      [long, 'image/jpeg', await photo('#202020')],
      ['empty.jpg', 'image/jpeg', Buffer.alloc(0)],
      ['page.png', 'image/png', Buffer.from('<html>')],
      ['manual.pdf', 'application/pdf', pdf],
    ])
    expect(sent.status).toBe(200)
    const text = decoded(sent.text)
    expect(text).toContain('3 of 5 uploaded, 2 not stored.')
    expect(text).toContain('>shelf.jpg</a>')
    expect(text).toContain('The file is empty.')
    expect(text).toContain('The file must be a JPEG, PNG, WebP or AVIF picture, or a PDF.')
    const { rows } = await sql<{ name: string }>`select file_name as name from media order by id`.execute(
      shop.database.db,
    )
    expect(rows.map(({ name }) => name.length)).toEqual(['shelf.jpg'.length, 200, 'manual.pdf'.length])
    expect(rows[1]?.name).toMatch(/^long-.*\.jpg$/)
    expect(await lastEntry()).toMatchObject({ act: 'create file', after: { fileName: 'manual.pdf', kind: 'pdf' } })
    // The same bytes are the same file.
    const again = await upload('again.jpg', bytes)
    expect(again.href).toMatch(/\/0*1$/)
  })

  test('nothing is stored of a form without a file, of too many files, or for staff who may not change content', async () => {
    const count = async () => (await sql`select 1 from media`.execute(shop.database.db)).rows.length
    const before = await count()
    expect((await send('/office/media/new', [])).text).toContain('Please choose a file.')
    const many = Array.from({ length: 201 }, (_, at): SentFile => [`${at}.jpg`, 'image/jpeg', Buffer.from('x')])
    expect((await send('/office/media/new', many)).text).toContain(
      'Please choose at most 200 files at once; you chose 201.',
    )
    const file: SentFile = ['x.jpg', 'image/jpeg', await photo('#303030')]
    for (const accept of ['text/html', 'application/json'])
      expect((await send('/office/media/new', [file], { who: sales, accept })).status).toBe(403)
    expect((await page('/office/media/assign', sales)).status).toBe(403)
    expect((await post('/office/media', { intent: 'delete-unused', file: '1' }, sales)).status).toBe(403)
    expect(await count()).toBe(before)
  })

  test('the list is searched by file name, alt text and product, and filtered by type, source, use and alt text', async () => {
    const { href, address } = await upload('wardrobe.jpg', await photo('#404040'))
    expect((await change(href, { alt: 'An oak cupboard' })).status).toBe(303)
    expect((await change(`/office/products/${lamp()}`, pictured(address))).status).toBe(303)
    const found = async (query: string) => {
      const { text } = await page(`/office/media?${query}`)
      return /(\d+) files? found|(\d+) files?</.exec(text)?.slice(1).find(Boolean)
    }
    expect(await found('q=wardrobe')).toBe('1')
    expect(await found('q=oak')).toBe('1')
    expect(await found('q=LAMP-1')).toBe('1')
    expect(await found('q=nothing-like-it')).toBe('0')
    expect([await found('type=document'), await found('use=used'), await found('altText=missing')]).toEqual([
      '1',
      '1',
      '2',
    ])
    expect([await found('origin=feed'), await found('origin=upload')]).toEqual(['0', '4'])
    expect((await page('/office/media?use=unused')).text).not.toContain('wardrobe.jpg')
    const dialog = await page('/office/media/pick?type=picture&q=wardrobe')
    expect(dialog.json()).toMatchObject({ tiles: [{ address, name: 'wardrobe.jpg', alt: 'An oak cupboard' }] })
  })

  /** Fields of a product's form with these pictures. */
  const pictured = (...urls: string[]) => ({
    'images.count': String(urls.length),
    ...Object.fromEntries(
      urls.flatMap((url, at) => [
        [`images.${at}.type`, 'picture'],
        [`images.${at}.url`, url],
        [`images.${at}.alt`, ''],
      ]),
    ),
  })

  test('crop, focal point and default alt text are on the product a moment later, at another address', async () => {
    const { href, address } = await upload('crop.jpg', await photo('#505050'))
    await change(`/office/products/${lamp()}`, pictured(address))
    await until(async () => (await pictures())[0]?.url.includes('/900x600-') === true)
    const fields = { alt: 'A lamp', altNz: 'A Kiwi lamp', focusX: '0', focusY: '100' }
    const cropped = { cropLeft: '100', cropTop: '0', cropWidth: '300', cropHeight: '200' }
    expect((await change(href, { ...fields, ...cropped })).status).toBe(303)
    await until(async () => (await pictures())[0]?.url.includes('/300x200+100+0@0x100-') === true)
    expect(await pictures()).toMatchObject([{ alt: '', defaultAlt: { en_AU: 'A lamp', en_NZ: 'A Kiwi lamp' } }])
    const altAt = async (app: 'aol' | 'aol-nz') =>
      /"alt":"([^"]*)"/.exec((await shop.visitor(app).get('/api/v2/product/sku/LAMP-1')).text)?.[1]
    expect(await altAt('aol')).toBe('A lamp')
  })

  test.each([
    [
      { cropLeft: '800', cropTop: '0', cropWidth: '300', cropHeight: '200' },
      'Width of the crop must be at most 100: the picture is 900 pixels wide.',
    ],
    [
      { cropLeft: '0', cropTop: '600', cropWidth: '9', cropHeight: '9' },
      'Top edge must be at most 599: the picture is 600 pixels high.',
    ],
    [
      { cropLeft: '0', cropTop: '', cropWidth: '9', cropHeight: '9' },
      'Top edge is missing: a crop needs all four numbers, or none.',
    ],
    [{ focusX: '50' }, 'From the top (%) is missing: the focal point needs both numbers, or neither.'],
  ])('%o is refused: %s', async (fields, message) => {
    const { href } = await upload('wrong.jpg', await photo('#606060'))
    const refused = await change(href, fields)
    expect([refused.status, decoded(refused.text).includes(message)]).toEqual([400, true])
  })

  test('of two people who edit a file the second is told', async () => {
    const { href } = await upload('both.jpg', await photo('#707070'))
    const form = formOf((await page(href)).text)
    expect((await post(href, { ...form, alt: 'First' })).status).toBe(303)
    const second = await post(href, { ...form, alt: 'Second' })
    expect([second.status, second.text.includes('This was changed')]).toEqual([409, true])
    const replaced = await send(`${href}/files`, [['b.jpg', 'image/jpeg', await photo('#717171')]], {
      fields: { version: form['version'] },
    })
    expect([replaced.status, decoded(replaced.text).includes('changed by somebody else')]).toEqual([409, true])
  })

  test('a file says where it is used, and is deleted only when nothing uses it', async () => {
    const { href, address } = await upload('shelf-2.jpg', await photo('#808080'))
    const open = await page(href)
    expect(open.text).toContain('Nothing uses this file.')
    // It becomes used while the page is open.
    await change(`/office/products/${lamp()}`, pictured(address))
    const refused = await post(href, { intent: 'remove', version: formOf(open.text)['version'] ?? '' })
    expect([refused.status, decoded(refused.text).includes('It is used by product “Reading lamp (LAMP-1)”')]).toEqual([
      400,
      true,
    ])
    expect((await page(href)).text).toContain(`href="/office/products/${lamp()}"`)
    const key = href.split('/').at(-1) ?? ''
    const chosen = await post('/office/media', { intent: 'delete-unused', file: key })
    expect(decoded(chosen.text)).toContain('0 files were deleted. 1 was not:')
    await change(`/office/products/${lamp()}`, pictured())
    expect((await post('/office/media', { intent: 'delete-unused', file: key })).text).toContain('1 file was deleted.')
    expect(await lastEntry()).toMatchObject({ act: 'delete file', subject: `media ${key}`, after: null })
    expect((await page(href)).status).toBe(404)
    const undone = await post('/office/media', {
      intent: 'undo',
      entry: entryOf((await page('/office/media?done=remove')).text),
    })
    expect([undone.status, (await page(String(undone.headers.location))).text.includes('shelf-2.jpg')]).toEqual([
      303,
      true,
    ])
  })

  test('a file is replaced at its address, everything follows, and it can be undone', async () => {
    const old = await photo('#909090')
    const { href, address } = await upload('old.jpg', old)
    await change(`/office/products/${lamp()}`, pictured(address))
    await change(href, { focusX: '1', focusY: '1' })
    const version = async () => ({ version: formOf((await page(href)).text)['version'] })
    const refused = await send(`${href}/files`, [['manual.pdf', 'application/pdf', pdf]], { fields: await version() })
    expect([refused.status, refused.text.includes('The new file must be a picture, like this one.')]).toEqual([
      400,
      true,
    ])
    const sent = await send(`${href}/files`, [['new.jpg', 'image/jpeg', await photo('#919191', 400, 400)]], {
      fields: await version(),
    })
    expect(sent.status).toBe(303)
    await until(async () => (await pictures())[0]?.url.includes('/400x400-') === true)
    await until(async () => (await shop.visitor().get(address)).headers['etag'] !== undefined)
    // The first bytes again get an address of their own: the old one is another picture now.
    expect((await upload('old.jpg', old)).address).not.toBe(address)
    const undone = await post(href, { intent: 'undo', entry: entryOf((await page(`${href}?done=save`)).text) })
    expect(undone.status).toBe(303)
    await until(async () => (await pictures())[0]?.url.includes('/900x600@1x1-') === true)
  })

  test('pictures of a product are picked, dragged and moved without saving, and the order is saved', async () => {
    const [first, second] = [
      await upload('one.jpg', await photo('#a0a0a0')),
      await upload('two.jpg', await photo('#a1a1a1')),
    ]
    const here = `/office/products/${lamp()}`
    await change(here, pictured(first.address))
    const addressesIn = (text: string) =>
      Object.entries(formOf(text)).flatMap(([name, value]) => (/^images\.\d+\.url$/.test(name) ? value : []))
    const picked = await change(here, { 'images.do': `pick:${second.address} ${second.address}x` })
    expect(addressesIn(picked.text)).toEqual([first.address, second.address, `${second.address}x`])
    const dragged = await post(here, { ...formOf(picked.text), 'images.do': 'drag:2>0' })
    expect(addressesIn(dragged.text)).toEqual([`${second.address}x`, first.address, second.address])
    const removed = await post(here, { ...formOf(dragged.text), 'images.do': 'remove:0' })
    const moved = await post(here, { ...formOf(removed.text), 'images.do': 'up:1' })
    expect((await post(here, formOf(moved.text))).status).toBe(303)
    await until(async () => (await pictures()).length === 2)
    const { rows } = await sql<{
      images: { url: string }[]
      own: boolean
    }>`select images, has_own_pictures as own from product where id = ${lamp()}`.execute(shop.database.db)
    expect(rows[0]).toMatchObject({ images: [{ url: second.address }, { url: first.address }], own: true })
    const wrong = await change(here, pictured('lamp.jpg'))
    expect(decoded(wrong.text)).toContain('Pictures, 1: the address must begin with https:// or /.')
  })

  test('unused pictures that are named like a SKU are looked at first, and then assigned', async () => {
    const here = `/office/products/${lamp()}`
    const there = await upload('there.jpg', await photo('#b0b0b0'))
    await change(here, pictured(there.address))
    const named = [
      await upload('lamp-1_2.jpg', await photo('#b1b1b1')),
      await upload('LAMP-1.jpg', await photo('#b2b2b2')),
    ]
    await upload('MOON-9.jpg', await photo('#b3b3b3'))
    const preview = await page('/office/media/assign')
    expect(preview.text).toContain('Will be assigned (2)')
    expect(preview.text.slice(preview.text.indexOf('No product with this SKU'))).toContain('MOON-9.jpg')
    expect((await pictures()).length).toBe(1)
    const done = await post('/office/media/assign', { file: named.map(({ href }) => href.split('/').at(-1) ?? '') })
    expect(done.text).toContain('2 pictures assigned to 1 product.')
    const { rows } = await sql<{ images: { url: string }[] }>`select images from product where id = ${lamp()}`.execute(
      shop.database.db,
    )
    expect(rows[0]?.images.map(({ url }) => url)).toEqual([named[1]?.address, named[0]?.address, there.address])
    expect((await page('/office/media/assign')).text).toContain('Will be assigned (0)')
  })

  test('the report names sources that failed, products without pictures and addresses without a file', async () => {
    const foreign = 'https://192.168.0.1/lamp.jpg'
    const gone = '/media/files/00000000000000000000000000000000.jpg'
    await change(`/office/products/${lamp()}`, pictured(foreign, gone))
    await shop.services.media.sources.want([foreign], 'shown')
    await shop.services.media.sources.fetchSome()
    const report = decoded((await page('/office/media/problems')).text)
    expect(report).toContain('The address leads into a private network.')
    expect(report).toContain(gone)
    expect(report).toMatch(/Live products without pictures \([1-9]/)
    const source = /href="(\/office\/picture-sources\/\d+)"/.exec(report)?.[1] ?? ''
    const due = async () =>
      (
        await sql<{ attempts: number }>`select attempts from media_source where next_at <= ${shop.clock.now()}`.execute(
          shop.database.db,
        )
      ).rows.length
    expect(await due()).toBe(0)
    expect((await post(source, { intent: 'retry' })).status).toBe(303)
    expect(await due()).toBe(1)
    await shop.services.media.sources.fetchSome()
    expect((await post('/office/media/problems', { intent: 'retry' })).status).toBe(303)
    expect(await due()).toBe(1)
    expect((await post('/office/media/problems', {}, sales)).status).toBe(403)
  })
})
