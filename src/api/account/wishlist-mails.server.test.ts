import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendWishlistMail } from '../../composition/jobs.server.ts'
import { announce } from '../../modules/catalogue/catalogue.server.ts'
import type { WishlistMailOrder } from '../../modules/wishlists/wishlist-mails.ts'
import { noMailsPath, type WishlistResponse } from '../../modules/wishlists/wishlists.ts'
import { days, hours } from '../../platform/clock.ts'
import { databaseEngines } from '../../testing/database.ts'
import { openOwner } from '../../testing/owners.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { until } from '../../testing/shop/until.ts'
import { create, listsOf, patch, put, refused } from './wishlist-answers-for-tests.ts'

/** Mails about prices and stock of products on lists, on both engines. */

describe.each(await databaseEngines())('on $name', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ engine, sandbox: false })
  })
  afterAll(async () => shop.close())

  /** Sets the price of a product in an app, as staff or an import would, and waits until the catalogue has it. */
  async function price(sku: string, cents: number): Promise<void> {
    const { rows } = await sql<{ id: number }>`update offer set price_cents = ${cents} from product p
      where p.id = offer.product_id and p.sku = ${sku} and offer.app = 'aol' returning p.id`.execute(shop.database.db)
    await announce(shop.database.db, { products: rows.map((row) => row.id) })
    await until(() => shop.services.catalogue.productBySku(sku)?.offers.aol?.price === cents)
  }
  async function stock(sku: string, quantity: number): Promise<void> {
    const { rows } = await sql<{ id: number }>`update stock set quantity = ${quantity} from product p
      where p.id = stock.product_id and p.sku = ${sku} returning p.id`.execute(shop.database.db)
    await announce(shop.database.db, { products: rows.map((row) => row.id) })
    const held = () => Object.values(shop.services.catalogue.productBySku(sku)?.stock ?? {})
    await until(() => held().every((one) => one.quantity === quantity))
  }

  describe('mails', () => {
    const orders = async () => {
      const { rows } = await sql<{ data: WishlistMailOrder }>`select data from pgboss.job where name = 'wishlist-mail'
        order by created_on`.execute(shop.database.db)
      return rows.map((row) => row.data)
    }
    async function mailedTo(email: string) {
      await shop.services.wishlists.news.look()
      for (const order of await orders()) await sendWishlistMail(shop.services, shop.config, order)
      return (await shop.services.mail.newest(50)).filter(
        (mail) => mail.recipient === email && mail.id.startsWith('wishlist-'),
      )
    }

    test('need a confirmed address', async () => {
      const { visitor } = await openOwner(shop, { isConfirmed: false })
      const { id } = await create(visitor, 'Mine', 'LAMP-1')
      expect(refused(await patch(visitor, id, { wantsMail: true }))).toEqual([
        403,
        'mail_needs_confirmed_email',
        'wantsMail',
        'Confirm your email address first: the link is in the email we sent when you registered.',
      ])
    })

    test('say that a price has dropped or a product is back, once, one a day, with a link that ends them', async () => {
      const { visitor, email, userId } = await openOwner(shop)
      const mine = await create(visitor, 'Kitchen', 'FR-1')
      await put(visitor, mine.id, 'LAMP-1')
      const quiet = await create(visitor, 'Quiet', 'HOSE-1')
      expect((await patch(visitor, mine.id, { wantsMail: true })).json<WishlistResponse>().wantsMail).toBe(true)
      expect(quiet.wantsMail).toBe(false)
      expect(await mailedTo(email)).toEqual([])

      await price('FR-1', 1_999_00)
      await price('HOSE-1', 5_00)
      expect((await listsOf(visitor))[0]?.items[0]).toMatchObject({ price: 1999, was: 2499.95 })
      const [first, ...others] = await mailedTo(email)
      expect(others).toEqual([])
      expect(first?.subject).toBe('Price drop: French door fridge 600 L')
      expect(first?.plain).toContain('Now $1,999, was $2,499.95. You save $500.95.')
      expect(first?.plain).toContain('On your list: Kitchen')
      expect(first?.plain).not.toContain('hose')
      // Told once, and not again for less on the same day.
      await stock('LAMP-1', 0)
      await price('FR-1', 1_899_00)
      expect(await mailedTo(email)).toHaveLength(1)

      await shop.advance(days(1) + hours(1))
      await stock('LAMP-1', 40)
      const [second] = await mailedTo(email)
      expect(second?.subject).toBe('Price drop: French door fridge 600 L, and 1 more from your lists')
      expect(second?.plain).toContain('Now $1,899, was $1,999. You save $100.')
      expect(second?.plain).toContain('Back in stock at $49.50.')
      expect(await mailedTo(email)).toHaveLength(2)

      const { news } = shop.services.wishlists
      const [, token = ''] = /no-emails\/([\w.-]+)/.exec(second?.html ?? '') ?? []
      expect(noMailsPath(news.stopToken(userId))).toBe(`/wishlists/no-emails/${token}`)
      expect(await news.stop(token.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x')))).toBe(false)
      expect(await news.stop(token)).toBe(true)
      const mailed = shop.database.db.selectFrom('wishlist').select('name').where('account_id', '=', userId)
      expect(await mailed.where('wants_mail', '=', true).execute()).toEqual([])
      await shop.advance(days(1))
      await price('FR-1', 999_00)
      expect(await mailedTo(email)).toHaveLength(2)
    })

    test('are not sent about what is no longer true, or no longer on a list', async () => {
      const { visitor, userId } = await openOwner(shop)
      const { id } = await create(visitor, 'Kitchen', 'MI-1')
      await patch(visitor, id, { wantsMail: true })
      await price('MI-1', 1_500_00)
      await shop.services.wishlists.news.look()
      const order = (await orders()).findLast((one) => one.accountId === userId)
      if (order === undefined) return expect.fail('no mail was ordered')
      const { mailFor } = shop.services.wishlists.news
      expect(await mailFor(order)).toMatchObject({
        items: [{ news: { kind: 'price-drop', was: 1_899_00, now: 1_500_00 } }],
      })
      // The price of the mail is the shop's at that moment.
      await price('MI-1', 1_600_00)
      expect(await mailFor(order)).toMatchObject({ items: [{ news: { was: 1_899_00, now: 1_600_00 } }] })
      await price('MI-1', 1_899_00)
      expect(await mailFor(order)).toBeNull()
      await price('MI-1', 1_500_00)
      await visitor.delete(`/api/wishlists/${id}/products/MI-1`)
      expect(await mailFor(order)).toBeNull()
    })
  })
})
