import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codes, places, upsells } from '../catalogue-for-tests.ts'
import type { WireCart, WireCartLine } from '../modules/cart/cart.ts'
import { openTestShop, type TestAnswer, type TestShop, type Visitor } from '../shop-for-tests.server.ts'

/** What the calls of the cart do and answer, over HTTP. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ sandbox: false })
})
afterAll(async () => shop.close())

async function withLamps(quantity = 2): Promise<Visitor> {
  const visitor = shop.visitor()
  await visitor.add('LAMP-1', quantity)
  return visitor
}
const cartOf = (answer: TestAnswer) => answer.json<WireCart>()
const quantities = (cart: WireCart) => cart.products.map((line) => [line.productCode, line.quantity])
const refused = (answer: TestAnswer) => {
  const body = answer.json<{ errors: { message: string; code: string }[]; status: { errors: string[] } }>()
  expect(body.status.errors).toEqual(body.errors.map((one) => one.message))
  return [answer.status, body.errors[0]?.code, body.errors[0]?.message]
}

describe('POST /api/cart/product/', () => {
  test('adds a product, lets an equal line grow, and sets the line that productCode names [CART-15]', async () => {
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

  test('refuses what cannot be bought, and says so of what is on back order', async () => {
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
})

describe('a warranty and an install', () => {
  const ids = async () => ({
    oneYear: await shop.upsellId(upsells.oneYear),
    twoYears: await shop.upsellId(upsells.twoYears),
    connection: await shop.upsellId(upsells.connection),
  })
  const choicesOf = (cart: WireCart) => {
    const { warrantyId, installId } = cart.products[0] ?? {}
    return [warrantyId, installId]
  }

  test('are chosen with a product, cost their price for each unit, and are named in the line [SUMM-18]', async () => {
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

  test('stay when a change does not name them, are replaced by another id and taken off by null', async () => {
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

  test('that are not offered for the product, here and at its price, are refused by name and nothing is written', async () => {
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
    const nobody = shop.visitor()
    await nobody.post('/api/cart/product/', { sku: 'WM-1', quantity: 1, warrantyId: 1_000_000 })
    expect(nobody.cookies.has('cart')).toBe(false)
  })

  test('count for no coupon, and a gift card pays for them', async () => {
    const visitor = shop.visitor()
    await visitor.add('WM-1', 1, { warrantyId: (await ids()).oneYear })
    expect(await visitor.applyCode(codes.tenPercent)).toMatchObject({ couponDiscount: 99.9, orderTotal: 958.1 })
    expect(await visitor.applyCode(codes.giftCard)).toMatchObject({ couponDiscount: 500, orderTotal: 558 })
  })
})

test('GET /api/cart/product/{code} answers the line of that code [CART-16]', async () => {
  const visitor = await withLamps()
  const line = (await visitor.get('/api/cart/product/LAMP-1')).json<WireCartLine>()
  expect(line).toEqual((await visitor.cart()).products[0])
  expect(line).toMatchObject({ productCode: 'LAMP-1', quantity: 2, price: 49.5 })
  expect(refused(await visitor.get('/api/cart/product/WM-1'))[0]).toBe(400)
})

test('DELETE /api/cart/product/{code} removes that line and no other [CART-17]', async () => {
  const visitor = await withLamps()
  await visitor.add('WM-1')
  const answer = cartOf(await visitor.delete('/api/cart/product/LAMP-1'))
  expect(quantities(answer)).toEqual([['WM-1', 1]])
  expect(await visitor.cart()).toEqual(answer)
})

test('a line that is not in the cart cannot be removed [CART-11]', async () => {
  const visitor = await withLamps()
  for (const someone of [visitor, shop.visitor()])
    expect(refused(await someone.delete('/api/cart/product/WM-1'))).toEqual([
      400,
      'line_gone',
      'Something went wrong. Please try again.',
    ])
  expect(quantities(await visitor.cart())).toEqual([['LAMP-1', 2]])
})

test('DELETE /api/cart/ removes the whole cart, its code and its cookie [CART-18]', async () => {
  const visitor = await withLamps()
  const { cartId } = await visitor.applyCode(codes.freeDelivery)
  const answer = await visitor.delete('/api/cart/')
  expect(cartOf(answer)).toMatchObject({ products: [], productCount: 0, couponCode: null, orderTotal: 0 })
  expect(visitor.cookies.has('cart')).toBe(false)
  expect(await visitor.cart()).toEqual(cartOf(answer))
  expect((await visitor.add('LAMP-1')).cartId).not.toBe(cartId)
})

test('POST /api/cart/email keeps the address with the cart [CART-19]', async () => {
  const visitor = await withLamps()
  const answer = await visitor.post('/api/cart/email', { email: 'Ana@Example.com' })
  expect(answer.json()).toEqual({ success: true })
  const { cartId } = await visitor.cart()
  expect((await shop.services.carts.byId(cartId))?.email).toBe('ana@example.com')
  for (const email of ['', 'ana', 'ana@example', 'a b@example.com'])
    expect((await visitor.post('/api/cart/email', { email })).status).toBe(400)
})

test('GET /api/cart/ is asked for a place and says of each line whether it can be had there [CHK-55]', async () => {
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

describe('codes', () => {
  test('are applied with the code and whose they are, in any letter case [COUP-08]', async () => {
    const visitor = await withLamps(4)
    const answer = await visitor.post('/api/cart/coupon/', {
      code: ` ${codes.tenPercent.toLowerCase()} `,
      userEmail: 'ana@example.com',
    })
    expect(cartOf(answer)).toMatchObject({ couponCode: codes.tenPercent, couponDiscount: 19.8, orderTotal: 178.2 })
    expect(await visitor.cart()).toEqual(cartOf(answer))
  })

  test('are refused in the exact words, and one that is applied stays', async () => {
    const visitor = await withLamps(1)
    await visitor.applyCode(codes.freeDelivery)
    const apply = async (code: string) => refused(await visitor.post('/api/cart/coupon/', { code, userEmail: null }))
    expect(await apply(codes.tenPercent)).toEqual([400, 'coupon_invalid', 'Spend at least $100 to use this code.'])
    for (const code of [codes.over, codes.giftCardNz, 'NONE'])
      expect(await apply(code)).toEqual([400, 'coupon_invalid', 'This code is not valid or has expired.'])
    expect((await visitor.cart()).couponCode).toBe(codes.freeDelivery)
  })

  test('are 1 to 40 characters long', async () => {
    const visitor = await withLamps()
    const statusOf = async (code: string) =>
      (await visitor.post('/api/cart/coupon/', { code, userEmail: null })).json<{ errors: { message: string }[] }>()
        .errors[0]?.message
    expect(await statusOf('  ')).toBe('code: Coupon value cannot be empty')
    expect(await statusOf('x'.repeat(41))).toBe('code: must have at most 40 characters')
    expect(await statusOf('x'.repeat(40))).toBe('This code is not valid or has expired.')
  })

  test('are taken off by the code in the address, without a body [COUP-09]', async () => {
    const visitor = await withLamps()
    await visitor.applyCode(codes.giftCard)
    const wrong = await visitor.delete(`/api/cart/coupon/${codes.freeDelivery}`)
    expect(refused(wrong)).toEqual([400, 'coupon_invalid', 'This code is not valid or has expired.'])
    const answer = await visitor.delete(`/api/cart/coupon/${codes.giftCard}`)
    expect(cartOf(answer)).toMatchObject({ couponCode: null, couponDiscount: 0, orderTotal: 99 })
  })
})
