import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brandOf } from '../../brands/brands.ts'
import { codes, upsells } from '../../testing/catalogue.ts'
import { hours } from '../../platform/clock.ts'
import { databaseEngines } from '../../testing/database.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { until } from '../../testing/shop/until.ts'
import type { Visitor } from '../../testing/shop/visitor.ts'
import type { Cart } from './cart.ts'
import { lineChangeText } from './last-visit.ts'
import { buyableLines, mailCartJob } from './shared-carts.server.ts'
import { freezeCart, quantities, secretOf } from './internal/carts-for-tests.ts'

/** Changes of a cart at once, what was seen of it, and copies of it, on the databases themselves. */

const aol = brandOf('aol')

describe.each(await databaseEngines())('on $name', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ engine, sandbox: false })
  })
  afterAll(async () => shop.close())

  const freeze = (id: string, state: Cart['state']) => freezeCart(shop, id, state)

  test('concurrent changes of a cart all apply, each as its own version', async () => {
    const visitor = shop.visitor()
    const { version } = await visitor.add('LAMP-1')
    const added = await Promise.all(
      Array.from({ length: 24 }, (_, at) => visitor.add(at % 2 === 0 ? 'LAMP-1' : 'FR-1')),
    )
    const last = await shop.services.cart.current(aol, secretOf(visitor))
    expect(quantities(last)).toEqual([
      ['LAMP-1', 13],
      ['FR-1', 12],
    ])
    expect(new Set(added.map((cart) => cart.version)).size).toBe(24)
    expect(last?.version).toBe(version + 24)
    expect(last?.lines.map((line) => line.position)).toEqual([1, 2])
  })

  test('an option that is withdrawn or becomes dearer changes in every cart with the next response', async () => {
    const { db } = shop.database
    const visitor = shop.visitor()
    const warrantyId = await shop.upsellId(upsells.oneYear)
    await visitor.add('WM-1', 1, { warrantyId })
    const priceOf = async () => (await visitor.cart()).products[0]?.selectedWarranty?.price
    const { price_cents: before } = await db
      .selectFrom('upsell_option')
      .select('price_cents')
      .where('id', '=', warrantyId)
      .executeTakeFirstOrThrow()
    const set = (cents: number) =>
      db.updateTable('upsell_option').set({ price_cents: cents }).where('id', '=', warrantyId).execute()
    await set(before + 10_00)
    await until(async () => (await priceOf()) === (before + 10_00) / 100)
    await set(before)
    await until(async () => (await priceOf()) === before / 100)
  })

  describe('price and stock changes since the last visit', () => {
    const look = async (visitor: Visitor) => (await shop.services.cart.look(aol, secretOf(visitor))).map(lineChangeText)
    async function offer(sku: string, price: number | null): Promise<void> {
      const { catalogue } = shop.services
      await catalogue.setOffer(catalogue.productBySku(sku)?.id ?? 0, 'aol', { price, rrp: null })
      await until(() => catalogue.productBySku(sku)?.offers.aol?.price === price)
    }

    test('are reported once, without changing the cart', async () => {
      const visitor = shop.visitor()
      await visitor.add('LAMP-1', 2)
      const { version } = await visitor.add('HOSE-1')
      expect(await look(visitor)).toEqual([])
      await offer('LAMP-1', 39_95)
      expect(await look(visitor)).toEqual(['Reading lamp: was $49.50, now $39.95.'])
      expect([await look(visitor), (await visitor.cart()).version]).toEqual([[], version])

      await offer('LAMP-1', 49_50)
      await offer('HOSE-1', null)
      expect(await look(visitor)).toEqual([
        'Reading lamp: was $39.95, now $49.50.',
        'Inlet hose 2 m is no longer available.',
      ])
      await offer('HOSE-1', 12_00)
      expect(await look(visitor)).toEqual(['Inlet hose 2 m is available again.'])
      await offer('HOSE-1', 10_00)
      // Who changes a line has its price in sight.
      await visitor.post('/api/cart/product/', { sku: 'HOSE-1', productCode: 'HOSE-1', quantity: 2 })
      expect(await look(visitor)).toEqual([])
      expect(await look(shop.visitor())).toEqual([])
    })

    test('are recorded from now on for lines without a record, and not reported', async () => {
      const visitor = shop.visitor()
      const { cartId } = await visitor.add('WM-1')
      await shop.database.db
        .updateTable('cart_line')
        .set({ seen_cents: null, seen_buyable: null })
        .where('cart_id', '=', cartId)
        .execute()
      expect(await look(visitor)).toEqual([])
      await offer('WM-1', 949_00)
      expect(await look(visitor)).toEqual(['Front load washer 8 kg: was $999, now $949.'])
      await offer('WM-1', 999_00)
    })
  })

  describe('a shared cart', () => {
    const queued = async () => {
      const { rows } = await sql<{ data: { app: string; token: string; recipient: string } }>`
        select data from pgboss.job where name = ${mailCartJob} order by created_on`.execute(shop.database.db)
      return rows.map((row) => row.data)
    }
    async function sent(visitor: Visitor): Promise<string> {
      const cart = await shop.services.cart.current(aol, secretOf(visitor))
      if (cart === null) throw new Error('there is nothing to send')
      await shop.services.cart.shared.send(cart, 'bo@example.com')
      const job = (await queued()).at(-1)
      expect(job).toMatchObject({ app: 'aol', recipient: 'bo@example.com' })
      return job?.token ?? ''
    }

    test('shows its lines at current prices, and no data of its owner', async () => {
      const warrantyId = await shop.upsellId(upsells.oneYear)
      const visitor = shop.visitor()
      await visitor.add('WM-1', 2, { warrantyId })
      await visitor.applyCode(codes.freeDelivery)
      await visitor.post('/api/cart/email', { email: 'ana@example.com' })
      const token = await sent(visitor)
      expect(token).toMatch(/^[0-9a-f]{32}$/)
      await visitor.delete('/api/cart/')
      const opened = await shop.services.cart.shared.open(aol, token)
      expect(opened).toMatchObject({
        gone: [],
        cart: {
          id: '00000000-0000-0000-0000-000000000000',
          email: null,
          coupon: null,
          giftCards: [],
          lines: [{ sku: 'WM-1', quantity: 2, warranty: { id: warrantyId, price: 59_00 } }],
          totals: { orderTotal: 2_116_00 },
        },
      })
      expect(await shop.services.cart.shared.open(brandOf('wa'), token)).toBe(null)
      expect(
        await shop.services.cart.shared.open(
          aol,
          token.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
        ),
      ).toBe(null)
    })

    test('expires after 30 days and is deleted', async () => {
      const visitor = shop.visitor()
      await visitor.add('HOSE-1')
      const token = await sent(visitor)
      const count = async () => (await shop.database.db.selectFrom('sent_cart_line').selectAll().execute()).length
      const before = await count()
      shop.clock.advance(hours(30 * 24) - 1)
      await shop.services.cart.shared.forget()
      expect(await shop.services.cart.shared.open(aol, token)).not.toBe(null)
      shop.clock.advance(1)
      expect(await shop.services.cart.shared.open(aol, token)).toBe(null)
      await shop.services.cart.shared.forget()
      expect([before > 0, await count()]).toEqual([true, 0])
    })

    test('merges into another cart once, complete as far as available', async () => {
      const from = shop.visitor()
      await from.add('SC-20', 20)
      await from.add('LAMP-1', 3)
      const token = await sent(from)
      const opened = await shop.services.cart.shared.open(aol, token)
      if (opened === null) throw new Error('the link leads nowhere')
      const fewer = {
        ...opened,
        cart: {
          ...opened.cart,
          lines: opened.cart.lines.map((line) => (line.sku === 'SC-20' ? { ...line, stockLeft: 12 } : line)),
        },
      }
      expect(buyableLines(fewer).map((line) => line.quantity)).toEqual([12, 3])
      const gone = {
        ...opened,
        cart: {
          ...opened.cart,
          lines: opened.cart.lines.map((line) => ({ ...line, isBuyable: line.sku === 'LAMP-1' })),
        },
      }
      expect(buyableLines(gone).map((line) => line.productCode)).toEqual(['LAMP-1'])

      const to = shop.visitor()
      await to.add('LAMP-1', 1)
      for (const time of [1, 2]) {
        const done = await shop.services.cart.putAll(aol, secretOf(to), buyableLines(opened))
        expect([time, done.ok && quantities(done.value.cart)]).toEqual([
          time,
          [
            ['LAMP-1', 3],
            ['SC-20', 20],
          ],
        ])
      }
      expect(quantities(await shop.services.cart.current(aol, secretOf(from)))).toEqual([
        ['SC-20', 20],
        ['LAMP-1', 3],
      ])
      const { cartId } = await to.cart()
      await freeze(cartId, 'placing')
      expect(await shop.services.cart.putAll(aol, secretOf(to), buyableLines(opened))).toEqual({
        ok: false,
        problem: { code: 'checkout_in_progress' },
      })
      expect(await shop.services.cart.putAll(aol, null, [])).toEqual({ ok: false, problem: { code: 'not_available' } })
    })
  })
})
