import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brandOf, brands } from '../../brands/brands.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { brandSvg, createSocialPictures, productSvg, wrapped } from './social-picture.server.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ sandbox: false })
})
afterAll(async () => shop.close())

/** Width and height as a PNG's first chunk has them; null for what is no PNG. */
function sizeOfPng(bytes: Buffer): [number, number] | null {
  return bytes.subarray(1, 4).toString() === 'PNG' ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] : null
}
const fetched = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${shop.url}${path}`, { headers })
  return { answer, png: Buffer.from(await answer.arrayBuffer()) }
}

test('products and brands have a 1200 by 630 picture for social networks', async () => {
  for (const path of ['/media/social/WM-1.png', '/media/social/A%2FB-1.png', '/media/social.png']) {
    const { answer, png } = await fetched(path)
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'image/png'])
    expect(sizeOfPng(png)).toEqual([1200, 630])
    const etag = answer.headers.get('etag') ?? ''
    expect((await fetched(path, { 'if-none-match': etag })).answer.status).toBe(304)
  }
})

test('products this brand does not sell have none', async () => {
  for (const path of [
    '/media/social/NZ-1.png',
    '/media/social/NO-1.png',
    '/media/social/%E0%A4%A.png',
    '/media/social/x.svg',
  ])
    expect([path, (await fetched(path)).answer.status]).toEqual([path, 404])
})

test('a price change gives a new picture', async () => {
  const { answer } = await fetched('/media/social/LAMP-1.png')
  const product = shop.services.catalogue.productBySku('LAMP-1')
  await shop.services.catalogue.setOffer(product?.id ?? 0, 'aol', { ...product?.offers.aol, price: 39_50 } as never)
  await expect
    .poll(async () => (await fetched('/media/social/LAMP-1.png')).answer.headers.get('etag'))
    .not.toBe(answer.headers.get('etag'))
})

test('pictures are rendered one at a time, each once, and excess requests are told to retry', async () => {
  let running = 0
  let max = 0
  const drawn: string[] = []
  let finish = () => {}
  const gate = new Promise<void>((done) => (finish = done))
  const serve = createSocialPictures({
    catalogue: shop.services.catalogue,
    media: shop.services.media,
    files: { read: async () => null, write: async () => {} },
    render: async (svg) => {
      max = Math.max(max, ++running)
      await gate
      drawn.push(svg)
      running--
      return Buffer.from('png')
    },
  })
  const ask = (at: number) =>
    new Promise<number>((done) => {
      const outgoing = { setHeader: () => {}, end: () => {}, writeHead: (status: number) => (done(status), outgoing) }
      const brand = { ...brandOf('aol'), companyName: `Shop ${at % 30}` }
      void serve({ url: '/media/social.png', headers: {} } as never, outgoing as never, brand)
    })
  const answers = Array.from({ length: 31 }, (_, at) => ask(at))
  await Promise.race(answers)
  finish()
  const statuses = await Promise.all(answers)
  expect(statuses.filter((status) => status === 503)).toHaveLength(10)
  // The first brand was asked for twice.
  expect([drawn.length, new Set(drawn).size, max]).toEqual([20, 20, 1])
})

test('a picture is rendered once for all processes of a data folder, and again when the stored one is gone', async () => {
  const stored = new Map<string, Buffer>()
  let drawn = 0
  const requested = async (): Promise<string> => {
    const serve = createSocialPictures({
      catalogue: shop.services.catalogue,
      media: shop.services.media,
      files: {
        read: async (name) => stored.get(name) ?? null,
        write: async (name, bytes) => void stored.set(name, bytes),
      },
      render: async () => Buffer.from(`drawing ${++drawn}`),
    })
    return new Promise((done) => {
      const outgoing = {
        setHeader: () => {},
        writeHead: () => outgoing,
        end: (bytes: Buffer) => done(bytes.toString()),
      }
      void serve({ url: '/media/social/WM-1.png', headers: {} } as never, outgoing as never, brandOf('aol'))
    })
  }
  expect([await requested(), await requested(), drawn]).toEqual(['drawing 1', 'drawing 1', 1])
  expect([...stored.keys()]).toEqual([expect.stringMatching(/^[0-9a-f]{32}\.png$/)])
  stored.clear()
  expect(await requested()).toBe('drawing 2')
})

test('rendered pictures are stored in the data folder', async () => {
  await fetched('/media/social/FR-1.png')
  const folder = join(shop.config.DATA_DIR, 'social-pictures')
  const names = await readdir(folder)
  expect(names.length).toBeGreaterThan(0)
  for (const name of names) expect(sizeOfPng(await readFile(join(folder, name)))).toEqual([1200, 630])
})

test('a picture contains name, price and shop as text, never as markup', () => {
  const svg = productSvg(brandOf('aol'), { title: 'Miele <b>Oven</b>', maker: 'Miele', price: '$1,299', photo: null })
  expect(svg).toContain('>Appliances Online</text>')
  expect(svg).toContain('>&lt;b&gt;Oven&lt;/b&gt;</text>')
  expect(svg).toContain('>$1,299</text>')
  for (const brand of brands) expect(brandSvg(brand)).toContain(brand.companyName.split(' ')[0])
})

test('a long name wraps to four lines and ends with dots', () => {
  expect(wrapped('one two three', 7, 4)).toEqual(['one two', 'three'])
  expect(wrapped('aaaa bbbb cccc dddd', 4, 2)).toEqual(['aaaa', 'bbb…'])
  expect(wrapped('abcdefghij', 5, 2)).toEqual(['abcd…'])
})
