import { openAddress } from '../../../../testing/browser.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { toCartResponse } from '../../../cart/cart.ts'
import { cartStore, type CartState } from '../../../cart/ui/cart-state.ts'
import { compareStore, type CompareState } from '../../../compare/ui/compare-state.ts'
import { choicesOf, saveChoices } from './consent.ts'
import { startMeasuring } from './measure.ts'
import { hearing, notify } from '../../ui/track.ts'

/** What somebody who said yes is told of, from what a page says to what leaves the browser. The network is the one thing here that is not real. */

type TrackedEvent = Record<string, unknown> & { event: string }
let reported: TrackedEvent[] = []
const original = globalThis.fetch

const line = (sku: string, quantity: number, price: number) => ({
  productCode: `${sku}:new`,
  sku,
  productId: 7,
  title: `A ${sku}`,
  brand: 'Brightwater',
  category: 'lamps',
  price,
  quantity,
})
const item = (sku: string, quantity: number, price: number) => ({
  item_name: `A ${sku}`,
  item_id: sku,
  item_brand: 'Brightwater',
  item_category: 'lamps',
  item_variant: null,
  price,
  quantity,
  sku,
  productId: 7,
})

function holdCart(products: readonly ReturnType<typeof line>[], more: object = {}): void {
  const cart = {
    ...toCartResponse(null, { depositPercentage: 30 }),
    cartId: 'cart-1',
    ...more,
    products,
  } as unknown as CartState['cart']
  cartStore.set({ ...cartStore.get(), cart })
}
function compare(...skus: string[]): void {
  const products = skus.map((productSKU) => ({ productSKU })) as unknown as CompareState['products']
  compareStore.set({ products, isMinimized: false, notice: null })
}

beforeAll(async () => {
  globalThis.fetch = async (input, init) => {
    if (String(input) === 'https://pages.example/in') reported.push(JSON.parse(String(init?.body)) as TrackedEvent)
    return new Response(null, { status: 204 })
  }
  const access = { pageTracking: { url: 'https://pages.example/in', id: 'pages-1' } }
  document.head.innerHTML = `<meta name="analytics" content='${JSON.stringify(access)}'>`
  saveChoices(choicesOf(() => true))
  openAddress('/customer/checkout')
  // Told before anybody listens.
  notify({ name: 'add_shipping_info', shippingDate: '2026-11-25' })
  startMeasuring('NZD')
  await vi.waitFor(() => expect(reported).toHaveLength(1), 10_000)
})
afterAll(() => {
  globalThis.fetch = original
})
beforeEach(() => {
  reported = []
})

const facts = ({ property: _property, visit: _visit, ...rest }: TrackedEvent) => rest

test('selecting a delivery date is tracked once, with the cart [ANLYC-02]', () => {
  for (const shippingDate of ['2026-11-25', '2026-11-26', '2026-11-26', '2026-11-27'])
    notify({ name: 'add_shipping_info', shippingDate })
  expect(reported.map(facts)).toEqual(
    ['2026-11-26', '2026-11-27'].map((shipping_date) => ({
      event: 'add_shipping_info',
      ecommerce: { currency: 'NZD', value: 0, shipping_date, items: [] },
    })),
  )
})

test('a checkout starts with the first cart that has items, once [ANLYC-01] [ANLY-05]', () => {
  holdCart([])
  expect(reported).toEqual([])
  holdCart([line('LAMP', 2, 49.5)])
  holdCart([line('LAMP', 2, 49.5)])
  expect(reported.filter(({ event }) => event === 'begin_checkout').map(facts)).toEqual([
    { event: 'begin_checkout', ecommerce: { currency: 'NZD', value: 99, items: [item('LAMP', 2, 49.5)] } },
  ])
})

test('viewing a cart, and adding and removing items, are tracked [ANLYC-04]', () => {
  holdCart([line('LAMP', 2, 49.5), line('SOFA', 1, 1500)])
  holdCart([line('SOFA', 1, 1500)])
  cartStore.set({ ...cartStore.get(), isCartOpen: true })
  cartStore.set({ ...cartStore.get(), isCartOpen: false })
  const sofa = { currency: 'NZD', value: 1500, items: [item('SOFA', 1, 1500)] }
  expect(reported.map(facts)).toEqual([
    { event: 'add_to_cart', ecommerce: sofa },
    { event: 'remove_from_cart', ecommerce: { currency: 'NZD', value: 99, items: [item('LAMP', 2, 49.5)] } },
    { event: 'view_cart', ecommerce: sofa },
  ])
})

test('adding to and removing from the comparison is tracked, but not what it already had [ANLYC-04]', () => {
  compare('LAMP')
  expect(reported).toEqual([])
  compare('LAMP', 'SOFA', 'BED')
  compare('BED')
  expect(reported.map(facts)).toEqual([
    { event: 'add_to_compare', skus: ['SOFA', 'BED'] },
    { event: 'remove_from_compare', skus: ['LAMP', 'SOFA'] },
  ])
})

test('four payment methods are tracked by name, the others not at all [ANLYC-03]', () => {
  for (const method of ['card', 'paypal', 'zip', 'afterpay', 'zip-in-store', 'credit-account', 'other'])
    notify({ name: 'add_payment_info', method })
  expect(reported.map(({ event }) => event)).toEqual(Array.from({ length: 4 }, () => 'add_payment_info'))
  const types = reported.map(({ ecommerce }) => (ecommerce as TrackedEvent)['payment_type'])
  expect(types).toEqual(['Credit Card', 'Paypal', 'Zip', 'Afterpay'])
})

test('a rejected order is tracked with cart, total, discount, coupon and products [ANLYC-05] [ANLYC-06] [ANLYC-07] [ANLYC-08]', () => {
  holdCart([line('LAMP', 2, 49.5), line('SOFA', 1, 1500)], {
    savingTotal: 120.5,
    coupon: { code: 'WELCOME10', title: 'Welcome', amount: 100 },
  })
  reported = []
  const refused = { name: 'submit-error', message: 'Not enough balance', total: 1478.5 } as const
  notify({ ...refused, refusalReason: 'Not enough balance' })
  notify({ ...refused, errorCode: 905 })
  const common = {
    event: 'submit-error',
    category: 'Checkout',
    action: 'Submit error',
    message: 'Not enough balance',
    orderId: 'cart-1',
    total: 1478.5,
    discount: 120.5,
    coupon: 'WELCOME10',
    products: [
      { sku: 'LAMP', quantity: 2, price: 49.5 },
      { sku: 'SOFA', quantity: 1, price: 1500 },
    ],
  }
  expect(reported.map(facts)).toEqual([
    { ...common, refusalReason: 'Not enough balance' },
    { ...common, errorCode: 905 },
  ])
})

test('an order is tracked once per browser, with its fields and those of its products [ANLY-03] [ANLY-04]', () => {
  const purchase = {
    id: 'W10000001',
    affiliation: 'Appliances Online',
    revenue: 154,
    shipping: 55,
    coupon: null,
    products: [
      { name: 'A LAMP', id: 'LAMP', brand: 'Brightwater', category: 'lamps', price: 49.5, quantity: 2, variant: null },
    ],
  }
  hearing.events.push({ name: 'purchase', currency: 'NZD', purchase })
  hearing.events.push({ name: 'purchase', currency: 'NZD', purchase })
  const { sku: _sku, productId: _productId, ...sold } = item('LAMP', 2, 49.5)
  expect(reported.map(facts)).toEqual([
    {
      event: 'purchase',
      ecommerce: {
        transaction_id: 'W10000001',
        affiliation: 'Appliances Online',
        currency: 'NZD',
        value: 154,
        tax: 15.4,
        shipping: 55,
        coupon: null,
        items: [sold],
      },
    },
  ])
})
