import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PageRenderer } from '../../rendering/page-renderer.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { openTestShop, type TestShop } from '../../../testing/shop.server.ts'
import { relatedRows } from './related-rows.server.ts'

/** The rows of cards below a product, of a catalogue and of real orders. */

const pages: PageRenderer = async (_request, context) => {
  const shop = context.get(requestContext)
  const product = shop.services.catalogue.productBySku('FR-1') ?? expect.fail()
  const detail = (await shop.services.catalogue.detail(product.id)) ?? expect.fail()
  return Response.json(await relatedRows(product, detail, shop))
}

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ pages })
})
afterAll(() => shop.close())

async function rows(): Promise<Record<string, string[]>> {
  const answer = await shop.visitor().get('/p/french-door-fridge-600-l')
  const found = answer.json<{ title: string; cards: { sku: string }[] }[]>()
  return Object.fromEntries(found.map(({ title, cards }) => [title, cards.map(({ sku }) => sku)]))
}

async function buy(email: string, ...skus: readonly string[]): Promise<string> {
  const visitor = shop.visitor()
  for (const sku of skus) await visitor.add(sku)
  const body = { ...(await visitor.order({ card: await shop.card() })), email }
  const done = await visitor.submit(body)
  expect(done.status).toBe(200)
  return done.json<{ webOrderId: string }>().webOrderId
}

test('what two customers have bought with it stands there once, and what one has, or a cancelled order, does not', async () => {
  expect((await rows())['Often bought together']).toBeUndefined()
  await buy('ana@example.com', 'FR-1', 'LAMP-1')
  await buy('Ana@Example.com', 'FR-1', 'LAMP-1')
  expect((await rows())['Often bought together']).toBeUndefined()
  await buy('ben@example.com', 'FR-1', 'LAMP-1', 'HOSE-1')
  const found = await rows()
  expect(found['Often bought together']).toEqual(['LAMP-1'])
  const all = Object.values(found).flat()
  expect(new Set(all).size).toBe(all.length)
  expect(all).not.toContain('FR-1')

  const cancelled = await buy('cem@example.com', 'FR-1', 'HOSE-1')
  expect((await rows())['Often bought together']).toEqual(['LAMP-1', 'HOSE-1'])
  await shop.database.db
    .updateTable('customer_order')
    .set({ stage: 'cancelled' })
    .where('web_order_id', '=', cancelled)
    .execute()
  expect((await rows())['Often bought together']).toEqual(['LAMP-1'])
})
