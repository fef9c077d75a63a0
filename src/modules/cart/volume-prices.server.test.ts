import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brandOf } from '../../brands/brands.ts'
import { databaseEngines } from '../../testing/database.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { until } from '../../testing/shop/until.ts'
import { toMemberPriceResponse } from '../catalogue/product/product-responses.ts'

/** Prices from so many units on, in the cart, the order and the calls of a business shop, on the databases themselves. */

describe.each(await databaseEngines())('on $name', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ engine })
    const { catalogue } = shop.services
    const id = catalogue.productBySku('LAMP-1')?.id ?? 0
    await sql`update offer set volume_prices = '[{"from": 5, "price": 4500}, {"from": 10, "price": 4000}]'
      where product_id = ${id} and app in ('wac', 'aoc')`.execute(shop.database.db)
    // A price that is set as it is has the catalogue read the product again, and leaves the others alone.
    for (const app of ['wac', 'aoc'] as const) await catalogue.setOffer(id, app, { price: 49_50, rrp: null })
    await until(() => catalogue.productBySku('LAMP-1')?.offers.aoc?.volumePrices?.length === 2)
  })
  afterAll(async () => shop.close())

  test('a line changes its price with its quantity, and says why', async () => {
    const visitor = shop.visitor('wac')
    const line = async (quantity: number) => {
      const put = await visitor.post('/api/cart/product/', { sku: 'LAMP-1', quantity, productCode: 'LAMP-1' })
      const { products, orderTotal } = put.json<Awaited<ReturnType<typeof visitor.cart>>>()
      return [products[0]?.price, products[0]?.priceNote, orderTotal]
    }
    await visitor.add('LAMP-1')
    expect(await line(4)).toEqual([49.5, null, 198])
    expect(await line(5)).toEqual([45, '5 at $45 each, volume price', 225])
    expect(await line(10)).toEqual([40, '10 at $40 each, volume price', 400])
    expect(await line(9)).toEqual([45, '9 at $45 each, volume price', 405])
  })

  test('an order is charged it and stores it', async () => {
    const visitor = shop.visitor('wac')
    await visitor.add('LAMP-1', 10)
    const body = await visitor.order({ card: await shop.card() })
    const submitted = await visitor.submit(body)
    expect([submitted.status, submitted.status === 200 ? '' : submitted.text]).toEqual([200, ''])
    const { rows } = await sql<{ unit: number; quantity: number; sum: number }>`
      select l.unit_cents as unit, l.quantity, o.total_cents as sum from order_line l
      join customer_order o on o.id = l.order_id where o.cart_id = ${body.cartId}`.execute(shop.database.db)
    expect(rows).toMatchObject([{ unit: 40_00, quantity: 10 }])
    expect(rows[0]?.sum).toBe(Math.round((body.expectedTotal ?? 0) * 100))
  })

  test('where prices are for members, what members are told has them', () => {
    const product = shop.services.catalogue.productBySku('LAMP-1')
    expect(product && toMemberPriceResponse(product, brandOf('aoc'), { isMember: false })).toMatchObject({
      price: 49.5,
      volumePrices: [
        { from: 5, price: 45 },
        { from: 10, price: 40 },
      ],
    })
  })
})
