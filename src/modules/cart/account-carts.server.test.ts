import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brandOf } from '../../brands/brands.ts'
import { codes, upsells } from '../../testing/catalogue.ts'
import { databaseEngines } from '../../testing/database.ts'
import { randomIds } from '../../platform/ids.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import type { Visitor } from '../../testing/shop/visitor.ts'
import { createPasswords } from '../identity/passwords.server.ts'
import type { Cart } from './cart.ts'
import { freezeCart, quantities, secretOf } from './internal/carts-for-tests.ts'

/** The cart of an account: what sign-in makes of two carts, and one cart on two devices, on the databases themselves. */

const aol = brandOf('aol')

describe.each(await databaseEngines())('on $name', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ engine, sandbox: false })
  })
  afterAll(async () => shop.close())

  const freeze = (id: string, state: Cart['state']) => freezeCart(shop, id, state)

  async function account(): Promise<string> {
    const id = randomIds.uuid()
    await shop.database.db
      .insertInto('account')
      .values({
        id,
        email: `${id}@example.com`,
        password_hash: '',
        first_name: 'Ana',
        last_name: 'Botha',
        role: 'customer',
        created_at: shop.clock.now(),
      })
      .execute()
    return id
  }
  /** Signs in with a browser that has these products in its cart. */
  async function signIn(accountId: string, skus: readonly string[]) {
    const visitor = shop.visitor()
    for (const sku of skus) await visitor.add(sku)
    return merged(accountId, secretOf(visitor))
  }
  async function merged(accountId: string, secret: string | null) {
    const done = await shop.services.cart.merge(aol, secret, accountId)
    if (!done.ok) throw new Error(done.problem.code)
    return done.value
  }

  describe('at sign-in', () => {
    test('a guest’s cart becomes the account’s under a new secret, and stays the same cart [cart-02]', async () => {
      const visitor = shop.visitor()
      const { cartId } = await visitor.add('LAMP-1', 2)
      const owned = await merged(await account(), secretOf(visitor))
      expect([owned?.cart.id, quantities(owned?.cart)]).toEqual([cartId, [['LAMP-1', 2]]])
      expect(await shop.services.cart.current(aol, secretOf(visitor))).toBe(null)
      expect((await shop.services.cart.current(aol, owned?.secret ?? null))?.id).toBe(cartId)
    })

    test('its lines merge into the account’s cart: quantities added up to 99, options, coupon and email [cart-02]', async () => {
      const id = await account()
      const [oneYear, twoYears] = [await shop.upsellId(upsells.oneYear), await shop.upsellId(upsells.twoYears)]
      const connection = await shop.upsellId(upsells.connection)
      const before = shop.visitor()
      await before.add('WM-1', 98, { warrantyId: oneYear, installId: connection })
      await before.add('HOSE-1', 2)
      await before.applyCode(codes.freeDelivery)
      const own = await merged(id, secretOf(before))

      const guest = shop.visitor()
      await guest.add('WM-1', 2, { warrantyId: twoYears })
      await guest.add('HOSE-1', 3)
      await guest.add('LAMP-1', 4)
      await guest.applyCode(codes.tenPercent)
      await guest.post('/api/cart/email', { email: 'ana@example.com' })
      const owned = await merged(id, secretOf(guest))

      expect(owned?.cart).toMatchObject({
        id: own?.cart.id,
        email: 'ana@example.com',
        coupon: { code: codes.tenPercent },
      })
      expect(owned?.cart.version).toBeGreaterThan(own?.cart.version ?? Infinity)
      expect(quantities(owned?.cart)).toEqual([
        ['WM-1', 99],
        ['HOSE-1', 5],
        ['LAMP-1', 4],
      ])
      expect(owned?.cart.lines[0]).toMatchObject({ warranty: { id: twoYears }, install: { id: connection } })
      for (const old of [secretOf(before), secretOf(guest)])
        expect(await shop.services.cart.current(aol, old)).toBe(null)
      expect((await shop.services.cart.current(aol, own?.secret ?? null))?.id).toBe(own?.cart.id)
      expect(quantities(await shop.services.cart.current(aol, owned?.secret ?? null))).toEqual(quantities(owned?.cart))
    })

    test('without either cart there is none; without a guest cart the account keeps its own', async () => {
      const id = await account()
      expect(await merged(id, null)).toBe(null)
      expect(await merged(id, 'f'.repeat(32))).toBe(null)
      const own = await signIn(id, ['LAMP-1'])
      const again = await merged(id, null)
      expect([again?.cart.id, quantities(again?.cart)]).toEqual([own?.cart.id, [['LAMP-1', 1]]])
      // The account's own cookie adds nothing to its own cart.
      expect(quantities((await merged(id, again?.secret ?? null))?.cart)).toEqual([['LAMP-1', 1]])
    })

    test('a cart left behind by another account, or already ordered, is not taken over', async () => {
      const left = await signIn(await account(), ['WM-1'])
      const id = await account()
      expect(await merged(id, left?.secret ?? null)).toBe(null)
      expect(quantities(await shop.services.cart.current(aol, left?.secret ?? null))).toEqual([['WM-1', 1]])

      const own = await signIn(id, ['LAMP-1'])
      await freeze(own?.cart.id ?? '', 'ordered')
      const next = await signIn(id, ['HOSE-1'])
      expect([next?.cart.id === own?.cart.id, quantities(next?.cart)]).toEqual([false, [['HOSE-1', 1]]])
    })

    test('a cart that is being paid for stays as it is, as does the other [cart-02]', async () => {
      const id = await account()
      const own = await signIn(id, ['LAMP-1'])
      const guest = shop.visitor()
      const { cartId } = await guest.add('WM-1')
      for (const busy of [own?.cart.id ?? '', cartId]) {
        await freeze(busy, 'placing')
        expect(await shop.services.cart.merge(aol, secretOf(guest), id)).toEqual({
          ok: false,
          problem: { code: 'checkout_in_progress' },
        })
        await freeze(busy, 'open')
      }
      expect(quantities(await shop.services.cart.current(aol, secretOf(guest)))).toEqual([['WM-1', 1]])
      expect(quantities(await shop.services.cart.current(aol, own?.secret ?? null))).toEqual([['LAMP-1', 1]])
    })

    test('in two browsers at once one cart ends up with the lines of both, and all others are empty', async () => {
      const id = await account()
      const guests = await Promise.all(
        ['LAMP-1', 'WM-1', 'HOSE-1'].map(async (sku) => {
          const visitor = shop.visitor()
          await visitor.add(sku)
          return secretOf(visitor)
        }),
      )
      const done = await Promise.all(guests.map((secret) => merged(id, secret)))
      expect(new Set(done.map((one) => one?.cart.id)).size).toBe(1)
      const cart = await shop.services.cart.byId(done[0]?.cart.id ?? '')
      expect(quantities(cart)?.toSorted()).toEqual([
        ['HOSE-1', 1],
        ['LAMP-1', 1],
        ['WM-1', 1],
      ])
      for (const secret of guests) expect(await shop.services.cart.current(aol, secret)).toBe(null)
    })

    test('the account’s carts in other apps stay separate', async () => {
      const id = await account()
      await signIn(id, ['LAMP-1'])
      const andoo = shop.visitor('andoo')
      await andoo.add('LAMP-1', 3)
      const done = await shop.services.cart.merge(brandOf('andoo'), secretOf(andoo), id)
      expect(done.ok && quantities(done.value?.cart)).toEqual([['LAMP-1', 3]])
    })
  })

  describe('an account on two devices', () => {
    const password = 'a long fridge 42'
    async function registered(role: 'customer' | 'staff' = 'customer') {
      const id = randomIds.uuid()
      const email = `${id}@devices.example`
      await shop.database.db
        .insertInto('account')
        .values({
          id,
          email,
          password_hash: await createPasswords().hash(password),
          first_name: 'Ana',
          last_name: 'Botha',
          role,
          created_at: shop.clock.now(),
          email_confirmed_at: shop.clock.now(),
          winning_user_id: role === 'staff' ? `W-${id.slice(0, 8)}` : null,
          winning_cms_url: role === 'staff' ? shop.config.cmsUrl : null,
        })
        .execute()
      return {
        id,
        async device(): Promise<Visitor> {
          const visitor = shop.visitor()
          await visitor.signIn(email, password)
          return visitor
        },
      }
    }
    const lines = async (visitor: Visitor) =>
      (await visitor.cart()).products.map((line) => [line.sku, line.quantity] as const)
    const put = (visitor: Visitor, sku: string) =>
      visitor.post('/api/cart/product/', { sku, quantity: 1 }).then((answer) => answer.status)

    test.each(['customer', 'staff'] as const)(
      'of a %s share one cart, and calls of one do not end the cart of the other [cart-02]',
      async (role) => {
        const owner = await registered(role)
        const first = await owner.device()
        await first.add('LAMP-1')
        const second = await owner.device()
        expect(await lines(second)).toEqual([['LAMP-1', 1]])
        expect(await lines(first)).toEqual([['LAMP-1', 1]])
        await first.add('HOSE-1')
        await second.add('WM-1')
        const all = [
          ['LAMP-1', 1],
          ['HOSE-1', 1],
          ['WM-1', 1],
        ]
        expect(await lines(first)).toEqual(all)
        expect(await lines(second)).toEqual(all)
        expect((await first.cart()).cartId).toBe((await second.cart()).cartId)
        // Reading it over and over makes no new cookie.
        const cookie = secretOf(first)
        await first.cart()
        expect(secretOf(first)).toBe(cookie)
      },
    )

    test('without its cart cookie a device finds the account’s cart by login, and concurrent first additions share one cart', async () => {
      const owner = await registered()
      const [first, second] = [await owner.device(), await owner.device()]
      await Promise.all([first.add('LAMP-1'), second.add('WM-1')])
      expect((await lines(first)).toSorted()).toEqual([
        ['LAMP-1', 1],
        ['WM-1', 1],
      ])
      expect((await lines(second)).toSorted()).toEqual((await lines(first)).toSorted())
      first.cookies.delete('cart')
      await first.add('HOSE-1')
      expect(await lines(second)).toHaveLength(3)
    })

    test('logging out ends the cart on that device only', async () => {
      const owner = await registered()
      const [first, second] = [await owner.device(), await owner.device()]
      await first.add('LAMP-1')
      await second.cart()
      const left = secretOf(first)
      await first.post('/api/session/end')
      expect(await shop.services.cart.current(aol, left)).toBe(null)
      expect(await lines(second)).toEqual([['LAMP-1', 1]])
    })

    test('a cart ordered on one device is replaced on both', async () => {
      const owner = await registered()
      const [first, second] = [await owner.device(), await owner.device()]
      const { cartId } = await first.add('LAMP-1')
      await second.cart()
      await freeze(cartId, 'ordered')
      await second.add('WM-1')
      expect(await lines(first)).toEqual([['WM-1', 1]])
      // The order's own page still finds its cart.
      expect((await first.post('/api/cart/email', { email: 'ana@example.com', cartId })).status).toBe(200)
    })

    test.each(['customer', 'staff'] as const)(
      'adding to the cart of a %s during payment is refused on every device, with or without its cookie',
      async (role) => {
        const owner = await registered(role)
        const [first, second] = [await owner.device(), await owner.device()]
        const { cartId } = await first.add('LAMP-1')
        await second.cart()
        await freeze(cartId, 'placing')
        second.cookies.delete('cart')
        expect([await put(first, 'WM-1'), await put(second, 'WM-1')]).toEqual([409, 409])
        second.cookies.delete('cart')
        expect(await lines(second)).toEqual([['LAMP-1', 1]])
        await freeze(cartId, 'open')
        expect([await put(first, 'WM-1'), await put(second, 'WM-1')]).toEqual([200, 200])
        expect(await lines(first)).toEqual([
          ['LAMP-1', 1],
          ['WM-1', 2],
        ])
      },
    )

    test('items added as a guest during payment stay in the browser and merge afterwards', async () => {
      const owner = await registered()
      const first = await owner.device()
      const { cartId } = await first.add('LAMP-1')
      await freeze(cartId, 'placing')
      const guest = shop.visitor()
      await guest.add('WM-1')
      const own = await owner.device()
      own.cookies.set('cart', secretOf(guest) ?? '')
      expect(await lines(own)).toEqual([['WM-1', 1]])
      await freeze(cartId, 'open')
      expect(await lines(own)).toEqual([
        ['LAMP-1', 1],
        ['WM-1', 1],
      ])
    })

    test('the cart another account left in a browser is neither shown nor added to', async () => {
      const [ana, ben] = [await registered(), await registered()]
      const first = await ana.device()
      await first.add('LAMP-1')
      const second = await ben.device()
      second.cookies.set('cart', secretOf(first) ?? '')
      expect(await lines(second)).toEqual([])
      await second.add('WM-1')
      expect(await lines(second)).toEqual([['WM-1', 1]])
      expect(await lines(first)).toEqual([['LAMP-1', 1]])
    })

    test('a cart can be open in twenty browsers; the oldest then finds it by login', async () => {
      const owner = await registered()
      const first = await owner.device()
      await first.add('LAMP-1')
      const oldest = secretOf(first)
      for (let at = 0; at < 20; at++) {
        await shop.advance(1_000)
        await merged(owner.id, null)
      }
      expect(await shop.services.cart.current(aol, oldest)).toBe(null)
      expect(await lines(first)).toEqual([['LAMP-1', 1]])
      const { n } = await shop.database.db
        .selectFrom('cart_secret')
        .select((eb) => eb.fn.countAll<string>().as('n'))
        .where('cart_id', '=', (await first.cart()).cartId)
        .executeTakeFirstOrThrow()
      expect(Number(n)).toBe(20)
    })
  })
})
