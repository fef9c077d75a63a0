import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendWishlistMail } from '../../composition/jobs.server.ts'
import type { CartResponse } from '../../modules/cart/cart.ts'
import { announce } from '../../modules/catalogue/catalogue.server.ts'
import { noMailsPath, type WishlistResponse } from '../../modules/wishlists/wishlists.ts'
import type { WishlistMailOrder } from '../../modules/wishlists/wishlist-mails.ts'
import { days, hours } from '../../platform/clock.ts'
import type { ErrorBody } from '../../platform/http/problem.ts'
import { upsells } from '../../testing/catalogue.ts'
import { databaseEngines } from '../../testing/database.ts'
import { openMember } from '../../testing/members.ts'
import { openOwner } from '../../testing/owners.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import type { TestAnswer } from '../../testing/shop/browser.ts'
import { until } from '../../testing/shop/until.ts'
import type { Visitor } from '../../testing/shop/visitor.ts'

/** Wish lists and what is saved for later, over HTTP, on both engines. */

const refused = (answer: TestAnswer) => {
  const [error] = answer.json<ErrorBody>().errors
  return [answer.status, error?.code, error?.field, error?.message]
}
const listsOf = async (visitor: Visitor) =>
  (await visitor.get('/api/wishlists/')).json<{ lists: WishlistResponse[] }>().lists
const contents = (lists: readonly WishlistResponse[]) =>
  lists.map((list) => [list.name, ...list.items.map((item) => `${item.sku} ${item.quantity}`)])
async function create(visitor: Visitor, name: string, sku?: string): Promise<WishlistResponse> {
  const answer = await visitor.post('/api/wishlists/', { name, sku })
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  return answer.json<WishlistResponse>()
}
const put = (visitor: Visitor, id: string, sku: string, quantity?: number) =>
  visitor.send('PUT', `/api/wishlists/${id}/products/${encodeURIComponent(sku)}`, { body: { quantity } })
const patch = (visitor: Visitor, id: string, body: object) => visitor.send('PATCH', `/api/wishlists/${id}`, { body })
const quantities = (cart: CartResponse) => cart.products.map((line) => [line.sku, line.quantity])

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

  describe('a guest', () => {
    test('has none, and no cookie, until the first is created', async () => {
      const visitor = shop.visitor()
      const empty = await visitor.get('/api/wishlists/')
      expect([empty.json(), empty.headers['set-cookie'], empty.headers['cache-control']]).toEqual([
        { lists: [] },
        undefined,
        'private, no-store',
      ])
      const made = await visitor.post('/api/wishlists/', { name: ' New  kitchen ', sku: 'WM-1' })
      expect(String(made.headers['set-cookie'])).toMatch(/^visitor=.*; HttpOnly; SameSite=Lax; Max-Age=31536000/)
      expect(made.json()).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: 'New kitchen',
        isSavedForLater: false,
        shareLink: null,
        wantsMail: false,
        items: [
          {
            sku: 'WM-1',
            title: 'Front load washer 8 kg',
            brand: 'Brightwater',
            picture: expect.stringMatching(/^\/media\//),
            uri: 'front-load-washer-8-kg',
            quantity: 1,
            isBuyable: true,
            unavailable: null,
            price: 999,
            was: null,
          },
        ],
      })
      expect(await listsOf(visitor)).toEqual([made.json()])
      expect(await listsOf(shop.visitor())).toEqual([])
    })

    test('has several, adds and removes products, sets quantities, renames and deletes lists', async () => {
      const visitor = shop.visitor()
      const kitchen = await create(visitor, 'Kitchen')
      await create(visitor, 'Laundry', 'WM-1')
      await put(visitor, kitchen.id, 'LAMP-1')
      await put(visitor, kitchen.id, 'A/B-1', 3)
      // Adding again leaves the quantity as it is.
      await put(visitor, kitchen.id, 'A/B-1')
      expect(contents(await listsOf(visitor))).toEqual([
        ['Kitchen', 'LAMP-1 1', 'A/B-1 3'],
        ['Laundry', 'WM-1 1'],
      ])
      await visitor.delete(`/api/wishlists/${kitchen.id}/products/LAMP-1`)
      await patch(visitor, kitchen.id, { name: 'Reno' })
      expect(contents(await listsOf(visitor))).toEqual([
        ['Reno', 'A/B-1 3'],
        ['Laundry', 'WM-1 1'],
      ])
      expect((await visitor.delete(`/api/wishlists/${kitchen.id}`)).json()).toEqual({ success: true })
      expect(contents(await listsOf(visitor))).toEqual([['Laundry', 'WM-1 1']])
    })

    test('is told what is wrong with a name, a product or a list', async () => {
      const visitor = shop.visitor()
      const { id } = await create(visitor, 'Kitchen')
      const post = (body: object) => visitor.post('/api/wishlists/', body)
      expect(refused(await post({ name: ' ' }))).toEqual([400, 'name_missing', 'name', 'Enter a name for the list.'])
      expect(refused(await post({ name: 'KITCHEN' }))).toEqual([
        400,
        'name_taken',
        'name',
        'You have a list with this name already. Choose another name.',
      ])
      for (const sku of ['NONE', 'NZ-1'])
        expect(refused(await put(visitor, id, sku))).toEqual([
          400,
          'unknown_sku',
          'sku',
          'Sorry, this product is not available.',
        ])
      expect((await put(visitor, id, 'WM-1', 0)).status).toBe(400)
      expect((await patch(visitor, id, {})).status).toBe(400)
      // Nobody else's list can be changed, whoever knows its id.
      expect(refused(await put(shop.visitor(), id, 'WM-1'))).toEqual([
        404,
        'list_gone',
        null,
        'This list no longer exists.',
      ])
      await shop.visitor().delete(`/api/wishlists/${id}`)
      expect(contents(await listsOf(visitor))).toEqual([['Kitchen']])
      expect(refused(await patch(visitor, id, { wantsMail: true }))).toEqual([
        401,
        'mail_needs_account',
        'wantsMail',
        'Log in to get emails about this list.',
      ])
    })

    test('has at most 20 lists, also when many are created at once', async () => {
      const visitor = shop.visitor()
      await create(visitor, 'First')
      const answers = await Promise.all(
        Array.from({ length: 22 }, (_, at) => visitor.post('/api/wishlists/', { name: `List ${at}` })),
      )
      expect(answers.filter((answer) => answer.status === 201)).toHaveLength(19)
      expect(await listsOf(visitor)).toHaveLength(20)
    })

    test('sees what can no longer be bought, and why', async () => {
      const visitor = shop.visitor()
      await create(visitor, 'Old', 'OUT-1')
      const [list] = await listsOf(visitor)
      const other = list?.items[0]
      expect(other).toMatchObject({ sku: 'OUT-1', isBuyable: false, unavailable: 'Out of stock' })
      await sql`delete from offer using product p where p.id = offer.product_id and p.sku = 'OUT-1'`.execute(
        shop.database.db,
      )
      await announce(shop.database.db, { products: [shop.services.catalogue.productBySku('OUT-1')?.id ?? 0] })
      await until(() => shop.services.catalogue.productBySku('OUT-1')?.offers.aol === undefined)
      expect((await listsOf(visitor))[0]?.items[0]).toMatchObject({
        title: 'Twin tub washer',
        uri: null,
        price: null,
        isBuyable: false,
        unavailable: 'No longer available',
      })
    })
  })

  describe('the cart', () => {
    test('gets a product with its quantity from a list, which loses it', async () => {
      const visitor = shop.visitor()
      const { id } = await create(visitor, 'Lamps', 'LAMP-1')
      await put(visitor, id, 'LAMP-1', 2)
      await visitor.add('LAMP-1')
      const moved = await visitor.post(`/api/wishlists/${id}/products/LAMP-1/cart`)
      expect(quantities(moved.json<CartResponse>())).toEqual([['LAMP-1', 3]])
      expect(contents(await listsOf(visitor))).toEqual([['Lamps']])
      expect(refused(await visitor.post(`/api/wishlists/${id}/products/LAMP-1/cart`))).toEqual([
        404,
        'item_gone',
        null,
        'This product is no longer on the list.',
      ])
    })

    test('refuses more than there is, and the list keeps it', async () => {
      const visitor = shop.visitor()
      const { id } = await create(visitor, 'Cookers', 'SC-20')
      await put(visitor, id, 'SC-20', 21)
      expect(refused(await visitor.post(`/api/wishlists/${id}/products/SC-20/cart`))).toEqual([
        400,
        'quantity_over_stock',
        'quantity',
        'Sorry, Copper range cooker is no longer available in the quantity requested.',
      ])
      expect(contents(await listsOf(visitor))).toEqual([['Cookers', 'SC-20 21']])
    })

    test('saves a line for later with its options, and gets it back', async () => {
      const visitor = shop.visitor()
      const [oneYear, connection] = [await shop.upsellId(upsells.oneYear), await shop.upsellId(upsells.connection)]
      await visitor.add('WM-1', 2, { warrantyId: oneYear, installId: connection })
      await visitor.add('LAMP-1')
      const left = (await visitor.post('/api/cart/product/WM-1/later')).json<CartResponse>()
      expect(quantities(left)).toEqual([['LAMP-1', 1]])
      expect(quantities(await visitor.cart())).toEqual([['LAMP-1', 1]])
      expect(await listsOf(visitor)).toMatchObject([
        { id: 'later', name: 'Saved for later', isSavedForLater: true, items: [{ sku: 'WM-1', quantity: 2 }] },
      ])
      // It is no list to rename, share or delete.
      expect((await patch(visitor, 'later', { link: 'on' })).status).toBe(404)
      await visitor.delete('/api/wishlists/later')
      const back = (await visitor.post('/api/wishlists/later/products/WM-1/cart')).json<CartResponse>()
      expect(back.products.find((line) => line.sku === 'WM-1')).toMatchObject({
        quantity: 2,
        warrantyId: oneYear,
        installId: connection,
      })
      expect(contents(await listsOf(visitor))).toEqual([['Saved for later']])
    })

    test('saves nothing for later that it does not hold', async () => {
      const visitor = shop.visitor()
      await visitor.add('LAMP-1')
      expect((await visitor.post('/api/cart/product/WM-1/later')).status).toBe(400)
      expect(contents(await listsOf(visitor))).toEqual([])
      expect(quantities(await visitor.cart())).toEqual([['LAMP-1', 1]])
    })
  })

  describe('at sign-in', () => {
    test('a guest’s lists become the account’s: names kept, one name one list, the same product once', async () => {
      const { visitor: member, email } = await openMember(shop)
      const own = await create(member, 'Kitchen', 'FR-1')
      await put(member, own.id, 'WM-1', 2)
      const guest = shop.visitor()
      const kitchen = await create(guest, 'kitchen', 'WM-1')
      await put(guest, kitchen.id, 'LAMP-1')
      await create(guest, 'Laundry', 'HOSE-1')
      await guest.add('LAMP-1', 3)
      await guest.post('/api/cart/product/LAMP-1/later')
      await guest.signIn(email, 'a long fridge 42')
      const merged = [
        ['Kitchen', 'FR-1 1', 'WM-1 2', 'LAMP-1 1'],
        ['Laundry', 'HOSE-1 1'],
        ['Saved for later', 'LAMP-1 3'],
      ]
      expect(contents(await listsOf(guest))).toEqual(merged)
      expect(contents(await listsOf(member))).toEqual(merged)
      // Signing in again changes nothing.
      await guest.signIn(email, 'a long fridge 42')
      expect(contents(await listsOf(guest))).toEqual(merged)
    })

    test('a link that a guest shared goes on working', async () => {
      const guest = shop.visitor()
      const { id } = await create(guest, 'Shared', 'LAMP-1')
      const { shareLink } = (await patch(guest, id, { link: 'on' })).json<WishlistResponse>()
      await openMember(shop, 'aol', guest)
      expect((await listsOf(guest))[0]?.shareLink).toBe(shareLink)
    })
  })

  describe('a link', () => {
    const tokenOf = (list: WishlistResponse) => /\/wishlists\/shared\/([0-9a-f]{32})$/.exec(list.shareLink ?? '')?.[1]
    const opened = async (token: string | undefined) => {
      const list = await shop.services.wishlists.shared(shop.services.site.effectiveBrand('aol'), token ?? '')
      return list === null ? null : [list.name, ...list.items.map((item) => item.sku)]
    }

    test('is turned on, renewed and turned off; an old one opens nothing, and neither does another shop', async () => {
      const visitor = shop.visitor()
      const { id } = await create(visitor, 'Wedding', 'LAMP-1')
      const first = tokenOf((await patch(visitor, id, { link: 'on' })).json())
      expect(await opened(first)).toEqual(['Wedding', 'LAMP-1'])
      expect(await shop.services.wishlists.shared(shop.services.site.effectiveBrand('andoo'), first ?? '')).toBeNull()
      // Turning it on again leaves it as it is.
      expect(tokenOf((await patch(visitor, id, { link: 'on' })).json())).toBe(first)
      const second = tokenOf((await patch(visitor, id, { link: 'new' })).json())
      expect([await opened(first), await opened(second)]).toEqual([null, ['Wedding', 'LAMP-1']])
      expect((await patch(visitor, id, { link: 'off' })).json<WishlistResponse>().shareLink).toBeNull()
      expect(await opened(second)).toBeNull()
    })
  })

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
      const wanted = shop.database.db.selectFrom('wishlist').select('name').where('account_id', '=', userId)
      expect(await wanted.where('wants_mail', '=', true).execute()).toEqual([])
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

  test('lists are in the copy of an account’s data, and erased with it', async () => {
    const { visitor, email, userId } = await openOwner(shop)
    const { id } = await create(visitor, 'Kitchen', 'LAMP-1')
    await patch(visitor, id, { link: 'on' })
    await shop.services.wishlists.news.look()
    const copy = (await visitor.get('/api/account/data')).json<Record<string, unknown>>()
    expect(copy['wish lists']).toEqual([
      {
        app: 'aol',
        name: 'Kitchen',
        isShared: true,
        wantsMail: false,
        items: [{ sku: 'LAMP-1', product: 'Reading lamp', quantity: 1, addedAt: expect.any(String) }],
      },
    ])
    expect((await visitor.post('/api/account/close', { email })).status).toBe(200)
    const left = await shop.database.db.selectFrom('wishlist').where('account_id', '=', userId).selectAll().execute()
    expect(left).toEqual([])
  })

  test('a guest’s lists are deleted once the cookie has expired', async () => {
    const visitor = shop.visitor()
    await create(visitor, 'Kitchen', 'LAMP-1')
    await shop.services.wishlists.forget()
    expect(await listsOf(visitor)).toHaveLength(1)
    await shop.database.db
      .updateTable('visitor')
      .set({ created_at: new Date(shop.clock.now().getTime() - days(366)) })
      .execute()
    await shop.services.wishlists.forget()
    expect(await listsOf(visitor)).toEqual([])
  })
})
