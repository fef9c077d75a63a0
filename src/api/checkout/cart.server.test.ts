import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { codes, places, upsells } from '../../testing/catalogue.ts'
import type { CartResponse, CartLineResponse } from '../../modules/cart/cart.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import type { TestAnswer } from '../../testing/shop/browser.ts'
import type { Visitor } from '../../testing/shop/visitor.ts'
import { cartOf, quantities, refused, visitorWithLamps } from './cart-answers-for-tests.ts'

/** What the calls of the cart do and answer, over HTTP. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ sandbox: false })
})
afterAll(async () => shop.close())

const withLamps = (quantity?: number) => visitorWithLamps(shop, quantity)

describe('POST /api/cart/product/', () => {
  test('adds a product, increases an equal line, and updates the line named by productCode [CART-15]', async () => {
    const visitor = shop.visitor()
    const put = (body: object) => visitor.post('/api/cart/product/', body)
    expect(quantities(cartOf(await put({ sku: 'LAMP-1', quantity: 2 })))).toEqual([['LAMP-1', 2]])
    expect(quantities(cartOf(await put({ sku: 'LAMP-1', quantity: 3 })))).toEqual([['LAMP-1', 5]])
    expect(quantities(cartOf(await put({ sku: 'WM-1', quantity: 1 })))).toEqual([
      ['LAMP-1', 5],
      ['WM-1', 1],
    ])
    const set = cartOf(await put({ sku: 'LAMP-1', productCode: 'LAMP-1', quantity: 1 }))
    expect(quantities(set)).toEqual([
      ['LAMP-1', 1],
      ['WM-1', 1],
    ])
    expect(await visitor.cart()).toEqual(set)
  })

  test('rejects products that cannot be bought, and names the back order', async () => {
    const visitor = shop.visitor()
    for (const sku of ['OLD-1', 'OUT-1', 'NZ-1', 'NONE'])
      expect([sku, ...refused(await visitor.post('/api/cart/product/', { sku, quantity: 1 }))]).toEqual([
        sku,
        400,
        'not_available',
        'Sorry, this product is not available.',
      ])
    expect((await visitor.add('BO-1')).messages).toEqual([{ message: 'This item is on back order.' }])
  })

  test('accepts an off-the-shelf product, but no other product id, unit or price for it', async () => {
    const visitor = await withLamps()
    const [line] = (await visitor.cart()).products
    const put = (more: object) => visitor.post('/api/cart/product/', { sku: 'LAMP-1', quantity: 1, ...more })
    const unavailable = [400, 'not_available', 'Sorry, this product is not available.']
    expect(refused(await put({ productId: 1_000_000 }))).toEqual(unavailable)
    expect(refused(await put({ unitId: 'U-1' }))).toEqual(unavailable)
    for (const more of [{ price: 1 }, { competitorUrl: 'https://elsewhere.example' }])
      expect(refused(await put(more))).toEqual([
        403,
        'price_not_editable',
        'You do not have permission to perform this action.',
      ])
    expect(await visitor.cart()).toMatchObject({ orderTotal: 99 })
    expect((await put({ productId: line?.productId, unitId: null, promoId: 7 })).status).toBe(200)
  })

  test('says how many are left and rejects more; a line above the stock is a cart error', async () => {
    const visitor = shop.visitor()
    const cart = await visitor.add('SC-20', 19)
    expect(cart.products).toMatchObject([{ quantity: 19, maxQuantity: 20 }])
    expect(refused(await visitor.post('/api/cart/product/', { sku: 'SC-20', quantity: 2 }))).toEqual([
      400,
      'quantity_over_stock',
      'Sorry, Copper range cooker is no longer available in the quantity requested.',
    ])
    const { cartId } = cart
    await sql`update cart_line set quantity = 30 where cart_id = ${cartId}`.execute(shop.database.db)
    const over = await visitor.cart()
    expect([over.products[0]?.maxQuantity, over.errors]).toEqual([
      20,
      [{ message: 'Only 20 of Copper range cooker are left. Please reduce the quantity.' }],
    ])
    await shop.database.transaction((tx) => shop.services.cart.setState(tx, cartId, 'placing'))
    expect((await visitor.cart()).errors).toEqual([])
    expect((await shop.visitor().add('LAMP-1')).products).toMatchObject([{ maxQuantity: 99 }])
  })
})

test('a line names manufacturer delivery, by the setting, and its ribbon [CART-10]', async () => {
  const visitor = shop.visitor()
  await visitor.add('MI-1')
  await visitor.add('LAMP-1')
  await visitor.add('WM-1')
  const makers = async () => (await visitor.cart()).products.map((line) => line.isProforma)
  expect(await makers()).toEqual([true, false, false])
  await shop.set('aol', 'proformaShippingBrands', 'NORDHAUS , brightwater')
  expect(await makers()).toEqual([false, true, true])
  await shop.set('aol', 'proformaShippingBrands', '')
  expect(await makers()).toEqual([false, false, false])
  await shop.set('aol', 'proformaShippingBrands', 'Miele')
  expect((await visitor.cart()).products.map((line) => line.ribbonType)).toEqual([null, null, 'save'])
})

test('every change increases the version, reading does not', async () => {
  const visitor = shop.visitor()
  const versions = [(await visitor.cart()).version, (await visitor.add('LAMP-1')).version]
  versions.push((await visitor.cart()).version, (await visitor.add('LAMP-1')).version)
  versions.push((await visitor.applyCode(codes.freeDelivery)).version)
  const [none = -1, first = 0, read, second = 0, third = 0] = versions
  expect([none, read]).toEqual([0, first])
  expect(first < second && second < third && none < first).toBe(true)
})

describe('a cart that cannot be changed', () => {
  const changes: [string, (visitor: Visitor) => Promise<TestAnswer>][] = [
    ['adding', (visitor) => visitor.post('/api/cart/product/', { sku: 'WM-1', quantity: 1 })],
    [
      'changing',
      (visitor) => visitor.post('/api/cart/product/', { sku: 'LAMP-1', productCode: 'LAMP-1', quantity: 1 }),
    ],
    ['removing', (visitor) => visitor.delete('/api/cart/product/LAMP-1')],
    ['emptying', (visitor) => visitor.delete('/api/cart/')],
    ['an address', (visitor) => visitor.post('/api/cart/email', { email: 'ana@example.com' })],
    ['a code', (visitor) => visitor.post('/api/cart/coupon/', { code: codes.tenPercent, userEmail: null })],
    ['taking a code off', (visitor) => visitor.delete(`/api/cart/coupon/${codes.freeDelivery}`)],
  ]

  test.each(changes)(
    '%s while an order is being placed is refused, and the cart is unchanged',
    async (_name, change) => {
      const visitor = await withLamps()
      const { cartId } = await visitor.applyCode(codes.freeDelivery)
      await shop.database.transaction((tx) => shop.services.cart.setState(tx, cartId, 'placing'))
      const before = await visitor.cart()
      expect(refused(await change(visitor))).toEqual([
        409,
        'checkout_in_progress',
        'Your order is being processed. Please wait.',
      ])
      expect(await visitor.cart()).toEqual(before)
    },
  )

  test('a change to a cart other than the one of the cookie is refused before anything is done [cart-02]', async () => {
    const visitor = await withLamps()
    const { cartId } = await visitor.cart()
    const foreign = (await withLamps()).cart()
    const bodies: [string, object][] = [
      ['/api/cart/product/', { sku: 'WM-1', quantity: 1 }],
      ['/api/cart/email', { email: 'ana@example.com' }],
      ['/api/cart/coupon/', { code: codes.freeDelivery, userEmail: null }],
    ]
    for (const [path, body] of bodies) {
      for (const id of [(await foreign).cartId, '00000000-0000-0000-0000-000000000000', 'x'])
        expect([path, ...refused(await visitor.post(path, { ...body, cartId: id }))]).toEqual([
          path,
          400,
          'cart_changed',
          'Your cart has changed. Please review your order and try again.',
        ])
    }
    expect(await visitor.cart()).toMatchObject({ couponCode: null, productCount: 2 })
    for (const [path, body] of bodies) expect((await visitor.post(path, { ...body, cartId })).status).toBe(200)
  })
})

describe('a warranty and an install', () => {
  const ids = async () => ({
    oneYear: await shop.upsellId(upsells.oneYear),
    twoYears: await shop.upsellId(upsells.twoYears),
    connection: await shop.upsellId(upsells.connection),
  })
  const choicesOf = (cart: CartResponse) => {
    const { warrantyId, installId } = cart.products[0] ?? {}
    return [warrantyId, installId]
  }

  test('are chosen with a product, priced per unit, and named in the line [SUMM-18]', async () => {
    const { oneYear, connection } = await ids()
    const cart = await shop.visitor().add('WM-1', 2, { warrantyId: oneYear, installId: connection })
    expect(cart.products[0]).toMatchObject({
      price: 999,
      quantity: 2,
      warrantyId: oneYear,
      selectedWarranty: { name: 'Extended warranty: One more year', price: 59 },
      installId: connection,
      selectedInstall: { name: 'Washer connection', price: 49.5 },
      permissions: 29,
    })
    expect(cart).toMatchObject({ subTotal: 2_215, orderTotal: 2_215, messages: [] })
    expect(cart.products[0]?.upsells).toEqual({
      warranties: [
        {
          warrantyId: oneYear,
          name: 'Extended warranty: One more year',
          termMonths: 12,
          price: 59,
          blurb: 'For a test.',
        },
        expect.objectContaining({ name: 'Extended warranty: Two more years' }),
      ],
      installs: [{ installId: connection, name: 'Washer connection', price: 49.5, blurb: 'For a test.' }],
    })
  })

  test('stay when a change does not mention them, are replaced by another id and removed by null', async () => {
    const { oneYear, twoYears, connection } = await ids()
    const visitor = shop.visitor()
    await visitor.add('WM-1', 1, { warrantyId: oneYear, installId: connection })
    const set = async (more: object) =>
      cartOf(await visitor.post('/api/cart/product/', { sku: 'WM-1', productCode: 'WM-1', quantity: 3, ...more }))
    expect(choicesOf(await set({}))).toEqual([oneYear, connection])
    expect(choicesOf(await visitor.add('WM-1'))).toEqual([oneYear, connection])
    expect(choicesOf(await set({ warrantyId: twoYears }))).toEqual([twoYears, connection])
    expect(choicesOf(await set({ warrantyId: null }))).toEqual([null, connection])
    const bare = await set({ installId: null })
    expect(choicesOf(bare)).toEqual([null, null])
    expect([bare.subTotal, await visitor.cart()]).toEqual([2_997, bare])
  })

  test('not offered for the product at its price are rejected by name, and nothing is saved', async () => {
    const visitor = await withLamps()
    const before = await visitor.cart()
    const put = (body: object) => visitor.post('/api/cart/product/', { quantity: 1, ...body })
    const { oneYear, connection } = await ids()
    const elsewhere = [upsells.dear, upsells.newZealand, upsells.fridge].map(shop.upsellId)
    for (const id of [1_000_000, 0, -1, connection, ...(await Promise.all(elsewhere))]) {
      const answer = await put({ sku: 'WM-1', warrantyId: id })
      expect([id, ...refused(answer)]).toEqual([
        id,
        400,
        'warranty_not_offered',
        'This warranty is not offered for Front load washer 8 kg. Please choose another one, or none.',
      ])
      expect(answer.json<{ errors: object[] }>().errors[0]).toMatchObject({ field: 'warrantyId' })
    }
    const install = await put({ sku: 'WM-1', installId: await shop.upsellId(upsells.fridge) })
    expect(refused(install)).toEqual([
      400,
      'install_not_offered',
      'This installation is not offered for Front load washer 8 kg. Please choose another one, or none.',
    ])
    expect(install.json<{ errors: object[] }>().errors[0]).toMatchObject({ field: 'installId' })
    expect((await put({ sku: 'LAMP-1', productCode: 'LAMP-1', quantity: 1, warrantyId: oneYear })).status).toBe(400)
    for (const text of ['1', 1.5, true, {}])
      expect(refused(await put({ sku: 'WM-1', warrantyId: text }))[2]).toMatch(
        /^warrantyId: must be the id of a warranty, or null/,
      )
    expect(await visitor.cart()).toEqual(before)
    const anonymous = shop.visitor()
    await anonymous.post('/api/cart/product/', { sku: 'WM-1', quantity: 1, warrantyId: 1_000_000 })
    expect(anonymous.cookies.has('cart')).toBe(false)
  })

  test('are excluded from coupons, but a gift card can pay for them', async () => {
    const visitor = shop.visitor()
    await visitor.add('WM-1', 1, { warrantyId: (await ids()).oneYear })
    expect(await visitor.applyCode(codes.tenPercent)).toMatchObject({ couponDiscount: 99.9, orderTotal: 958.1 })
    expect(await visitor.applyCode(codes.giftCard)).toMatchObject({
      coupon: { discount: 99.9 },
      giftCards: [{ amount: 500 }],
      couponDiscount: 599.9,
      orderTotal: 458.1,
    })
  })
})

test('GET /api/cart/product/{code} returns that line [CART-16]', async () => {
  const visitor = await withLamps()
  const line = (await visitor.get('/api/cart/product/LAMP-1')).json<CartLineResponse>()
  expect(line).toEqual((await visitor.cart()).products[0])
  expect(line).toMatchObject({ productCode: 'LAMP-1', quantity: 2, price: 49.5 })
  expect(refused(await visitor.get('/api/cart/product/WM-1'))[0]).toBe(400)
})

test('DELETE /api/cart/product/{code} removes only that line [CART-17]', async () => {
  const visitor = await withLamps()
  await visitor.add('WM-1')
  const answer = cartOf(await visitor.delete('/api/cart/product/LAMP-1'))
  expect(quantities(answer)).toEqual([['WM-1', 1]])
  expect(await visitor.cart()).toEqual(answer)
})

test('removing a line that is not in the cart is an error [CART-11]', async () => {
  const visitor = await withLamps()
  for (const someone of [visitor, shop.visitor()])
    expect(refused(await someone.delete('/api/cart/product/WM-1'))).toEqual([
      400,
      'line_gone',
      'Something went wrong. Please try again.',
    ])
  expect(quantities(await visitor.cart())).toEqual([['LAMP-1', 2]])
})

test('DELETE /api/cart/ removes the cart, its coupon and its cookie [CART-18]', async () => {
  const visitor = await withLamps()
  const { cartId } = await visitor.applyCode(codes.freeDelivery)
  const answer = await visitor.delete('/api/cart/')
  expect(cartOf(answer)).toMatchObject({ products: [], productCount: 0, couponCode: null, orderTotal: 0 })
  expect(visitor.cookies.has('cart')).toBe(false)
  expect(await visitor.cart()).toEqual(cartOf(answer))
  expect((await visitor.add('LAMP-1')).cartId).not.toBe(cartId)
})

test('POST /api/cart/email stores the email address with the cart [CART-19]', async () => {
  const visitor = await withLamps()
  const answer = await visitor.post('/api/cart/email', { email: 'Ana@Example.com' })
  expect(answer.json()).toEqual({ success: true })
  const { cartId, version } = await visitor.cart()
  expect((await shop.services.cart.byId(cartId))?.email).toBe('ana@example.com')
  // An order that is being sent at the same moment is still of this cart.
  await visitor.post('/api/cart/email', { email: 'ben@example.com' })
  expect((await visitor.cart()).version).toBe(version)
  for (const email of ['', 'ana', 'ana@example', 'a b@example.com'])
    expect((await visitor.post('/api/cart/email', { email })).status).toBe(400)
})

test('GET /api/cart/ with a location says for each line whether it can be delivered there [CHK-55]', async () => {
  const visitor = await withLamps()
  const at = async ({ suburb, state, postcode }: { suburb: string; state: string; postcode: string }) => {
    const place = new URLSearchParams({ suburb, state, postcode, winningDeliveryServiceOverride: 'false' })
    const cart = cartOf(await visitor.get(`/api/cart/?${place}`))
    return [cart.cartId, ...cart.products.map((line) => [line.available, line.unavailableReason])]
  }
  const { cartId } = await visitor.cart()
  expect(await at(places.sydney)).toEqual([cartId, [true, null]])
  expect(await at(places.lordHowe)).toEqual([cartId, [false, 'LocationBlock']])
  expect(await at({ suburb: 'Atlantis', state: 'NSW', postcode: '2000' })).toEqual([cartId, [false, 'LocationBlock']])
  expect((await visitor.cart()).products[0]).toMatchObject({ available: true, unavailableReason: null })
})

test('GET /api/cart/ returns the delivery cost that the checkout starts with', async () => {
  const visitor = await withLamps()
  const deliveryTo = async ({ suburb, state, postcode }: { suburb: string; state: string; postcode: string }) =>
    cartOf(await visitor.get(`/api/cart/?${new URLSearchParams({ suburb, state, postcode })}`)).delivery
  expect((await visitor.cart()).delivery).toBeNull()
  expect([await deliveryTo(places.sydney), await deliveryTo(places.orange), await deliveryTo(places.lordHowe)]).toEqual(
    [0, 65, null],
  )
})

test('email addresses of carts and coupons follow the loose pattern [PHONE-12]', async () => {
  const visitor = await withLamps(4)
  const keep = (email: string) => visitor.post('/api/cart/email', { email })
  const apply = (userEmail: string) => visitor.post('/api/cart/coupon/', { code: codes.tenPercent, userEmail })
  for (const email of ['a@b.c', 'ana@exa_mple.com', 'ünï@cödé.example'])
    expect([email, (await keep(email)).status, (await apply(email)).status]).toEqual([email, 200, 200])
  for (const email of ['', 'a@b', 'a b@c.d', '@b.c', 'a@b@c.d']) {
    expect(refused(await keep(email)).slice(0, 1)).toEqual([400])
    expect((await apply(email)).json()).toMatchObject({
      type: 'validation',
      errors: [{ field: 'userEmail', message: 'userEmail: must be an email address' }],
    })
  }
})

test('every cart response has its products and the deposit percentage of the app [SUMM-20]', async () => {
  const visitor = shop.visitor()
  const empty = (await visitor.get('/api/cart/')).json<CartResponse>()
  expect([empty.products, empty.depositPercentage, empty.cartDeposit, empty.cartRemainingPayment]).toEqual([
    [],
    30,
    0,
    0,
  ])
  await shop.set('aol', 'partialPaymentPercentage', '20.5')
  const added = await visitor.add('LAMP-1', 3)
  const read = (await visitor.get('/api/cart/')).json<CartResponse>()
  for (const cart of [added, read]) {
    expect(cart.products.map(({ productCode, quantity, price }) => [productCode, quantity, price])).toEqual([
      ['LAMP-1', 3, 49.5],
    ])
    expect([cart.depositPercentage, cart.cartDeposit, cart.cartRemainingPayment]).toEqual([20.5, 0, 148.5])
  }
  await shop.set('aol', 'partialPaymentPercentage', '0')
  expect((await visitor.get('/api/cart/')).json<CartResponse>().depositPercentage).toBe(30)
})
