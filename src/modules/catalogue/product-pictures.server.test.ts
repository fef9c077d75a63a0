import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ sandbox: false })
})
afterAll(() => shop.close())

test('a picture of another host is shown as the shop’s own once it has been fetched', async () => {
  const { catalogue, media } = shop.services
  const { db } = shop.database
  const address = 'https://pictures.example/lamp.jpg'
  await sql`update product set images = ${JSON.stringify([{ url: address, alt: 'A lamp' }])}::jsonb, updated_at = now()
    where sku = 'LAMP-1'`.execute(db)
  expect((await catalogue.foreignFiles(null)).shown).toContain(address)
  await catalogue.filesChanged([address])
  const lampId = catalogue.productBySku('LAMP-1')?.id ?? 0
  await expect.poll(async () => (await catalogue.detail(lampId))?.images).toEqual([])
  expect(catalogue.productBySku('LAMP-1')?.picture).toBe('/media/placeholder.svg')
  await db
    .insertInto('media')
    .values({
      address,
      hash: '0123456789abcdef0123456789abcdef',
      kind: 'jpg',
      bytes: 1,
      width: 300,
      height: 200,
      colour: 'aabbcc',
      created_at: shop.clock.now(),
    })
    .execute()
  await catalogue.filesChanged([address])
  const own = media.addressOf({ hash: '0123456789abcdef0123456789abcdef', width: 300, height: 200, colour: 'aabbcc' })
  await expect.poll(() => catalogue.productBySku('LAMP-1')?.picture).toBe(own)
  expect((await catalogue.detail(lampId))?.images).toMatchObject([{ url: own, alt: 'A lamp' }])
})
