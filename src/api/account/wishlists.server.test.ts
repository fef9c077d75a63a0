import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CartResponse } from '../../modules/cart/cart.ts'
import { announce } from '../../modules/catalogue/catalogue.server.ts'
import type { WishlistResponse } from '../../modules/wishlists/wishlists.ts'
import { days } from '../../platform/clock.ts'
import { upsells } from '../../testing/catalogue.ts'
import { databaseEngines } from '../../testing/database.ts'
import { openMember } from '../../testing/members.ts'
import { openOwner } from '../../testing/owners.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { until } from '../../testing/shop/until.ts'
import { contents, create, listsOf, patch, put, quantities, refused } from './wishlist-answers-for-tests.ts'

/** Wish lists and what is saved for later, over HTTP, on both engines. */

describe.each(await databaseEngines())('on $name', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ engine, sandbox: false })
  })
  afterAll(async () => shop.close())

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
