import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brandAtExample } from '../testing/brand.ts'
import { databaseEngines } from '../testing/database.ts'
import { glbOf } from '../platform/files/glb-for-tests.ts'
import { openTestShop, type TestShop } from '../testing/shop.server.ts'
import { until } from '../testing/shop/until.ts'
import type { Visitor } from '../testing/shop/visitor.ts'

/** Pages, foots and sales typed part by part, and files that are uploaded to records. */

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

  test('editing a page: blocks are moved before saving, saved, and previewed by link before publication', async () => {
    const here = await create('content', { kind: 'page', app: 'aol', slug: 'spring', title: 'Spring', isDraft: 'true' })
    const version = async () => /name="version" value="([^"]*)"/.exec((await page(here)).text)?.[1] ?? ''
    const typed = {
      intent: 'save',
      'has:blocks': '1',
      'blocks.count': '2',
      'blocks.0.type': 'html',
      'blocks.0.body': '<p>Blossom</p><script>alert(1)</script>',
      'blocks.1.type': 'products',
      'blocks.1.title': '',
      'blocks.1.skus': 'WM-1',
    }
    const moved = await post(here, { ...typed, version: await version(), 'blocks.do': 'up:1' })
    expect(moved.status).toBe(200)
    expect(moved.text.indexOf('1. Products')).toBeLessThan(moved.text.indexOf('2. Text'))
    expect(moved.text).toMatch(/autofocus=""[^>]*value="down:0"|value="down:0"[^>]*autofocus=""/i)
    expect((await page(here)).text).not.toContain('Blossom')
    const refused = await post(here, { ...typed, version: await version() })
    expect([refused.status, refused.text.includes('Block 2 › title')]).toEqual([400, true])
    expect((await post(here, { ...typed, 'blocks.1.title': 'Washers', version: await version() })).status).toBe(303)
    const saved = await page(here)
    expect(saved.text).toContain('&lt;p&gt;Blossom&lt;/p&gt;')
    expect(saved.text).not.toContain('alert(1)')
    const link = new URL((/href="([^"]*\/preview\/[^"]*)"/.exec(saved.text)?.[1] ?? '').replaceAll('&amp;', '&'))
    const token = link.pathname.split('/').at(-1) ?? ''
    const { content } = shop.services
    const { previews } = shop.services.content
    expect(await previews.open('aol', token)).toMatchObject({
      kind: 'page',
      document: {
        blocks: [
          { type: 'html', body: '<p>Blossom</p>' },
          { type: 'products', products: ['WM-1'] },
        ],
      },
    })
    expect(content.page(brand, 'spring')).toBeNull()
    expect(await previews.open('wa', token)).toBeNull()
    expect(await previews.open('aol', token.replace(/^\d+/, '1'))).toBeNull()
    await change(here, { 'has:isDraft': '1' })
    await until(() => content.page(brand, 'spring') !== null)
    await shop.advance(61 * 60_000)
    expect(await previews.open('aol', token)).toBeNull()
    await shop.advance(-61 * 60_000)
  })

  test('masthead, footer and banners of a sale are edited section by section, and errors name their section', async () => {
    const entry = async (id: string) =>
      (
        await shop.database.db
          .selectFrom('content_entry')
          .select('document')
          .where('id', '=', Number(id))
          .executeTakeFirstOrThrow()
      ).document
    const idIn = (here: string) => here.split('/').at(-1) ?? ''
    const save = async (here: string, fields: Readonly<Record<string, string>>) =>
      post(here, {
        intent: 'save',
        version: /name="version" value="([^"]*)"/.exec((await page(here)).text)?.[1] ?? '',
        ...fields,
      })

    const autumn = await create('content', {
      kind: 'page',
      app: 'aol',
      slug: 'autumn',
      title: 'Autumn',
      isDraft: 'true',
    })
    const masthead = {
      mastheadClass: 'large-masthead',
      mastheadHeading: 'Leaves',
      mastheadSrc: '/media/a.jpg',
      mastheadAlt: 'Leaves',
      mastheadMediaSet: '/media/b.jpg | (max-width: 767px)',
      'has:mastheadButtons': '1',
      'mastheadButtons.count': '1',
      'mastheadButtons.0.type': 'button',
      'mastheadButtons.0.txt': 'Look',
      'mastheadButtons.0.does': 'link',
    }
    const unlinked = await save(autumn, masthead)
    expect([unlinked.status, unlinked.text.includes('masthead › buttons › 1: needs an address')]).toEqual([400, true])
    const lost = await save(autumn, { ...masthead, mastheadClass: 'none' })
    expect([lost.status, lost.text.includes('choose a masthead style')]).toEqual([400, true])
    await change(autumn, { ...masthead, 'mastheadButtons.0.href': '/sale' })
    expect(await entry(idIn(autumn))).toMatchObject({
      masthead: {
        class: 'large-masthead',
        heading: 'Leaves',
        background: {
          src: '/media/a.jpg',
          alt: 'Leaves',
          mediaSet: [{ source: '/media/b.jpg', media: '(max-width: 767px)' }],
        },
        buttons: [{ type: 'link', txt: 'Look', href: '/sale' }],
      },
    })

    const footer = await create('content', { kind: 'footer', app: 'wac', title: 'Help', isDraft: 'true' })
    const column = {
      'has:columns': '1',
      'columns.count': '1',
      'columns.0.type': 'column',
      'columns.0.heading': 'Help',
      'columns.0.links': 'FAQ | /faq\nCall us',
    }
    const more = await save(footer, { ...column, 'columns.do': 'add:column' })
    expect([more.status, more.text.includes('2. Column'), more.text.includes('FAQ | /faq')]).toEqual([200, true, true])
    const unled = await save(footer, column)
    expect([unled.status, unled.text.includes('columns › 1 › links › 2 › uri: must begin with')]).toEqual([400, true])
    await change(footer, { ...column, 'columns.0.links': 'FAQ | /faq', social: 'Us | https://us.example' })
    expect(await entry(idIn(footer))).toMatchObject({
      columns: [{ heading: 'Help', links: [{ title: 'FAQ', uri: '/faq' }] }],
      social: [{ name: 'Us', url: 'https://us.example' }],
    })

    const input = { name: 'Leaves', app: 'aol', startsAt: '2026-11-20T00:00', url: '/sale', colour: '#123456' }
    const banner = { 'has:images': '1', 'images.count': '1', 'images.0.type': 'cartBanner', 'images.0.href': '/sale' }
    const added = await post('/office/sales/new', {
      intent: 'create',
      ...input,
      'images.count': '0',
      'images.do': 'add:cartBanner',
    })
    expect([added.status, added.text.includes('1. Cart banner')]).toEqual([200, true])
    expect(added.text).not.toContain('value="add:cartBanner"')
    expect(added.text).toContain('value="Leaves"')
    const bare = await post('/office/sales/new', { intent: 'create', ...input, ...banner })
    expect([bare.status, bare.text.includes('Cart banner › Picture: must be an address')]).toEqual([400, true])
    const bad = await post('/office/sales/new', {
      intent: 'create',
      ...input,
      ...banner,
      'images.0.src': 'a.jpg',
      'images.0.href': 'javascript:1',
    })
    expect(bad.text).toContain('Cart banner › Link: must begin with')
    const sale = await create('sales', { ...input, ...banner, 'images.0.src': '/media/cart.jpg' })
    await until(() => shop.services.promotions.sale(brand).images.cartBanner?.src === '/media/cart.jpg')
    const stored = (await page(sale)).text
    expect(stored).toContain('value="/media/cart.jpg"')
    expect(stored).toMatch(/<a href="http[^"]*\/media\/cart.jpg">Look at it</)
    expect(stored).toContain('<option value="srcMobile:0">Cart banner, on small screens</option>')
    await remove(sale)
    await remove(footer)
  })

  describe('files', () => {
    /** One white pixel, with a note in it that tells where it was taken. */
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC',
      'base64',
    )
    const upload = async (
      name: string,
      type: string,
      content: Buffer,
      title: string,
      who = administrator,
      to: { here: string; place: string } | null = null,
    ) => {
      const edge = 'edge-of-a-part'
      const part = (head: string) => `--${edge}\r\ncontent-disposition: form-data; ${head}\r\n`
      const body = Buffer.concat([
        Buffer.from(`${part('name="title"')}\r\n${title}\r\n`),
        Buffer.from(`${part('name="place"')}\r\n${to?.place ?? ''}\r\n`),
        Buffer.from(`${part(`name="file"; filename="${name}"`)}content-type: ${type}\r\n\r\n`),
        content,
        Buffer.from(`\r\n--${edge}--\r\n`),
      ])
      const id = shop.services.catalogue.productBySku('LAMP-1')?.id ?? 0
      return who.staff('POST', `${to?.here ?? `/office/products/${id}`}/files`, {
        raw: body,
        headers: { 'content-type': `multipart/form-data; boundary=${edge}`, 'sec-fetch-site': 'same-origin' },
      })
    }
    const detail = () => shop.services.catalogue.detail(shop.services.catalogue.productBySku('LAMP-1')?.id ?? 0)

    test('a picture is stored under a generated name and shown with the product; a document is only ever downloaded', async () => {
      expect((await upload('../../lamp.png', 'image/png', png, 'The | lamp')).status).toBe(303)
      expect(await lastEntry()).toMatchObject({ act: 'change product', outcome: 'done' })
      await until(async () => (await detail())?.images.length === 1)
      const [image] = (await detail())?.images ?? []
      expect(image).toMatchObject({ url: expect.stringMatching(/^\/media\/pictures\/[0-9a-f]{32}\//), alt: 'The lamp' })
      const served = await shop.visitor().get(`${image?.url}.png`)
      expect([served.status, served.headers['content-type'], served.headers['x-content-type-options']]).toEqual([
        200,
        'image/png',
        'nosniff',
      ])
      expect(String(served.headers['content-security-policy'])).toContain('sandbox')
      const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
      expect((await upload('manual.pdf', 'application/pdf', pdf, 'Manual')).status).toBe(303)
      await until(async () => (await detail())?.documents.length === 1)
      const [document] = (await detail())?.documents ?? []
      expect(document).toMatchObject({ title: 'Manual', sizeKb: 1 })
      const saved = await shop.visitor().get(document?.url ?? '')
      expect(saved.headers['content-disposition']).toBe('attachment; filename="manual.pdf"')
      const climbing = await shop.visitor().get('/media/files/../x.png')
      expect([climbing.status, climbing.headers.location]).toEqual([308, '/media/x.png'])
      expect((await shop.visitor().get('/media/x.png')).status).toBe(404)
    })

    test('a product gets a 3D model, a video and its captions; players get parts of the video', async () => {
      const video = Buffer.from('\x1a\x45\xdf\xa3\x9fB\x82\x84webm and pictures that move', 'latin1')
      const captions = Buffer.from('WEBVTT\n\n00:00.000 --> 00:02.000\nIt shines.\n')
      const model = glbOf({ asset: { version: '2.0' }, meshes: [{ primitives: [] }] })
      expect((await upload('a.vtt', 'text/vtt', captions, 'Captions')).status).toBe(400)
      expect((await upload('a.glb', 'application/octet-stream', model, 'Model')).status).toBe(303)
      expect((await upload('a.webm', 'video/webm', video, 'How it shines')).status).toBe(303)
      expect((await upload('a.vtt', 'text/vtt', captions, 'Captions')).status).toBe(303)
      await until(async () => (await detail())?.videos[0]?.captions != null)
      const shown = await detail()
      const file = expect.stringMatching(/^\/media\/files\/[0-9a-f]{32}\.\w+$/) as string
      expect(shown?.videos).toEqual([{ src: file, title: 'How it shines', poster: null, captions: file }])
      const sent = async (address = '', range?: string) => {
        const { status, headers } = await shop.visitor().get(address, range === undefined ? {} : { headers: { range } })
        return [status, headers['content-type'], headers['content-length'], headers['cache-control']]
      }
      const forever = 'public, max-age=31536000, immutable'
      expect(await sent(shown?.model ?? '')).toEqual([200, 'model/gltf-binary', String(model.byteLength), forever])
      expect(await sent(shown?.videos[0]?.src, 'bytes=0-9')).toEqual([206, 'video/webm', '10', forever])
      expect((await sent(shown?.videos[0]?.captions ?? '')).slice(0, 2)).toEqual([200, 'text/vtt; charset=utf-8'])
      expect((await upload('a.glb', '', Buffer.from('glTF'), 'Model')).text).toContain('The 3D model is incomplete.')
    })

    test.each([
      [
        'page.png',
        'image/png',
        Buffer.from('<html><script>alert(1)</script>'),
        'The file must be a JPEG, PNG, WebP or AVIF picture, a PDF, a GLB model, an MP4 or WebM video, or WebVTT captions.',
      ],
      ['lamp.pdf', 'application/pdf', png, 'The file name’s extension does not match its content.'],
      ['lamp.png', 'image/png', png.subarray(0, 60), 'The picture is damaged or incomplete. Please save it again.'],
      [
        'manual.pdf',
        'application/pdf',
        Buffer.from('%PDF-1.4 /JavaScript (x) %%EOF'),
        'The PDF contains scripts or attached files.',
      ],
      ['lamp.png', 'image/png', Buffer.concat([png, Buffer.alloc(20 * 1_048_576)]), 'The file must be at most 20 MB.'],
    ] as const)('%s is refused: %s', async (name, type, content, message) => {
      const refused = await upload(name, type, Buffer.from(content), 'A lamp')
      expect(refused.status).toBe(400)
      expect(refused.text.replaceAll('&#x27;', "'")).toContain(message)
    })

    test('a picture is inserted into the selected block, masthead or new block only', async () => {
      const here = await create('content', {
        kind: 'page',
        app: 'aol',
        slug: 'pictured',
        title: 'Pictured',
        isDraft: 'false',
      })
      const shown = () => content.page(brand, 'pictured')
      const { content } = shop.services
      const tiles = {
        'has:blocks': '1',
        'blocks.count': '1',
        'blocks.0.type': 'tiles',
        'blocks.0.title': 'Rooms',
        'blocks.0.tiles': 'Kitchen | /c/kitchen',
      }
      await change(here, tiles)
      const send = async (place: string, pdf: Buffer | null = null) =>
        (pdf === null
          ? await upload('a.png', 'image/png', png, 'A "new" lamp', administrator, { here, place })
          : await upload('a.pdf', 'application/pdf', pdf, 'A list', administrator, { here, place })
        ).status
      expect([await send('block:0'), await send('new'), await send('masthead')]).toEqual([303, 303, 303])
      const address = expect.stringMatching(/^\/media\/pictures\/[0-9a-f]{32}\//)
      const markup = expect.stringMatching(
        /<img src="\/media\/pictures\/[^"]+" srcset="[^"]+" sizes="[^"]+" alt="A &quot;new&quot; lamp"/,
      )
      await until(() => shown()?.masthead !== null)
      expect(shown()).toMatchObject({
        masthead: { class: '', background: { src: address, alt: 'A "new" lamp' } },
        blocks: [{ tiles: [{ title: 'Kitchen', image: { src: address } }] }, { type: 'html', body: markup }],
      })
      // Its one tile has a picture now, a masthead shows no documents, and there is no such place.
      const list = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
      expect([await send('block:0'), await send('masthead', list), await send('block:9')]).toEqual([400, 400, 400])
      expect(await send('new', list)).toBe(303)
      await remove(here)
    })

    test('staff without permission to edit products cannot upload', async () => {
      const before = (await detail())?.images.length
      expect((await upload('lamp.png', 'image/png', png, 'A lamp', sales)).status).toBe(403)
      expect((await detail())?.images.length).toBe(before)
    })
  })
})
