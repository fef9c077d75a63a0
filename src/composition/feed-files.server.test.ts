import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readImportCommand, runImport } from '../modules/product-import/import-command.server.ts'
import { pictureOfWidth } from '../platform/files/picture-address.ts'
import { openTestShop, type TestShop } from '../testing/shop.server.ts'
import { createFileFetching } from './jobs.server.ts'

/** A feed with pictures and documents on a host of its own, from the file to what shoppers get. */

const manual = Buffer.from('%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n')

let shop: TestShop
let host: Server
let folder: string
let at: (path: string) => string
beforeAll(async () => {
  const photo = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#884422' } })
    .jpeg()
    .toBuffer()
  const files: Record<string, Buffer> = {
    '/front.jpg': photo,
    '/manual.pdf': manual,
    '/page.jpg': Buffer.from('<html>'),
  }
  host = createServer((request, response) => {
    const file = files[request.url ?? '']
    response.writeHead(file === undefined ? 404 : 200).end(file)
  })
  await new Promise<void>((done) => host.listen(0, '127.0.0.1', done))
  const { port } = host.address() as AddressInfo
  at = (path) => `http://127.0.0.1:${port}${path}`
  folder = await mkdtemp(join(tmpdir(), 'feed-'))
  const isAllowed = (address: string, to: number) => address === '127.0.0.1' && to === port
  shop = await openTestShop({ sandbox: false, fetchOptions: { isAllowed } })
})
afterAll(async () => {
  await shop.close()
  await new Promise((done) => host.close(done))
  await rm(folder, { recursive: true, force: true })
})

async function imported(name: string, text: string, ...options: string[]): Promise<void> {
  const file = join(folder, name)
  await writeFile(file, text)
  const code = await runImport(readImportCommand([file, '--apps', 'aol', ...options]), {
    database: shop.database,
    clock: shop.clock,
    mappingsFolder: 'data/mappings',
    console: { isTerminal: false, write: () => {} },
  })
  expect(code).toBe(0)
}

test(
  'the pictures of a merchant feed end as pictures of the shop, in the sizes of a page',
  { timeout: 60_000 },
  async () => {
    const item = (id: string, picture: string) =>
      `<item><g:id>${id}</g:id><g:title>Kettle ${id}</g:title><g:brand>Acme</g:brand><g:price>89.00 AUD</g:price>
      <g:product_type>Kitchen &gt; Kettles</g:product_type><g:availability>in stock</g:availability>
      <g:image_link>${at(picture)}</g:image_link></item>`
    const items = [item('K-1', '/front.jpg'), item('K-2', '/none.jpg'), item('K-3', '/page.jpg')].join('')
    await imported(
      'feed.xml',
      `<rss xmlns:g="http://base.google.com/ns/1.0" version="2.0"><channel>${items}</channel></rss>`,
    )
    const pictureOf = (sku: string) => shop.services.catalogue.productBySku(sku)?.picture
    await expect.poll(() => pictureOf('K-1')).toBe('/media/placeholder.svg')
    await createFileFetching(shop.services)()
    await expect.poll(() => pictureOf('K-1')).toMatch(/^\/media\/pictures\/[0-9a-f]{32}\/900x700-[0-9a-f]{6}-/)
    expect([pictureOf('K-2'), pictureOf('K-3')]).toEqual(['/media/placeholder.svg', '/media/placeholder.svg'])

    const answer = await fetch(`${shop.url}${pictureOfWidth(pictureOf('K-1') ?? '', 320)}`, {
      headers: { accept: 'image/avif,image/webp,*/*' },
    })
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('vary')]).toEqual([
      200,
      'image/avif',
      expect.stringContaining('Accept'),
    ])
    expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({ width: 320, height: 249 })
    const failed = await shop.database.db
      .selectFrom('media_source')
      .select(['address', 'problem'])
      .where('state', '=', 'failed')
      .orderBy('address')
      .execute()
    expect(failed).toEqual([
      { address: at('/none.jpg'), problem: 'The host has no such file.' },
      {
        address: at('/page.jpg'),
        problem:
          'The file must be a JPEG, PNG, WebP or AVIF picture, a PDF, a GLB model, an MP4 or WebM video, or WebVTT captions.',
      },
    ])
  },
)

test('a manual is downloaded from the shop under its title; one that is missing stays a link', async () => {
  const record = {
    sku: 'DOC-1',
    title: 'Toaster',
    brand: 'Acme',
    categoryUri: 'kitchen/toasters',
    offers: [{ app: 'aol', price: 5_000 }],
    documents: [
      { title: 'User manual', url: at('/manual.pdf'), sizeKb: 900 },
      { title: 'Care guide', url: at('/gone.pdf'), sizeKb: 3 },
      { title: 'A picture', url: at('/front.jpg'), sizeKb: 3 },
    ],
  }
  await imported('products.jsonl', `${JSON.stringify(record)}\n`)
  await createFileFetching(shop.services)()
  const documents = async () => {
    const id = shop.services.catalogue.productBySku('DOC-1')?.id ?? 0
    return (await shop.services.catalogue.detail(id))?.documents
  }
  await expect
    .poll(async () => (await documents())?.[0]?.url)
    .toMatch(/^\/media\/documents\/[0-9a-f]{32}\/user-manual\.pdf$/)
  const [own, ...others] = (await documents()) ?? []
  expect(own?.sizeKb).toBe(1)
  expect(others.map(({ url }) => url)).toEqual([at('/gone.pdf'), at('/front.jpg')])
  const answer = await fetch(`${shop.url}${own?.url}`)
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
    200,
    'application/pdf',
    'attachment; filename="user-manual.pdf"',
  ])
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(manual)
  expect((await fetch(`${shop.url}/media/documents/${'0'.repeat(32)}/user-manual.pdf`)).status).toBe(404)
})
