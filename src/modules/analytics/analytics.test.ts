import { expect, test } from 'vitest'
import {
  dataLayerEvent,
  ga4Tax,
  isClosedToScripts,
  openGraphSize,
  openGraphSizes,
  openGraphType,
  paymentTypeOf,
  readProviders,
  trackedUrl,
  twoDecimals,
  type CheckoutProduct,
  type Purchase,
} from './analytics.ts'

const product: CheckoutProduct = {
  name: 'Front load washer 8 kg',
  id: 'WM-1',
  brand: 'Brightwater',
  category: 'laundry/washing-machines',
  price: 999.995,
  quantity: 2,
  variant: null,
  sku: 'WM-1',
  productId: 7,
}
const { sku: _sku, productId: _productId, ...measured } = product
const purchase: Purchase = {
  id: 'W10000001',
  affiliation: 'Shop',
  revenue: 2_051.55,
  shipping: 51.55,
  coupon: 'WELCOME10',
  products: [measured],
}

test('a purchase has its fields and those of each product, ten percent tax, and two decimals [ANLY-03] [ANLY-04] [ANLY-06] [ANLY-07]', () => {
  expect(dataLayerEvent({ name: 'purchase', currency: 'NZD', purchase })).toEqual({
    event: 'purchase',
    ecommerce: {
      transaction_id: 'W10000001',
      affiliation: 'Shop',
      currency: 'NZD',
      value: 2_051.55,
      tax: 205.16,
      shipping: 51.55,
      coupon: 'WELCOME10',
      items: [
        {
          item_name: 'Front load washer 8 kg',
          item_id: 'WM-1',
          item_brand: 'Brightwater',
          item_category: 'laundry/washing-machines',
          item_variant: null,
          price: 1_000,
          quantity: 2,
        },
      ],
    },
  })
  expect([ga4Tax(1_000), ga4Tax(0.05), twoDecimals(1.005), twoDecimals(10 / 3)]).toEqual([100, 0.01, 1.01, 3.33])
})

test('a checkout product also has its SKU and id [ANLY-05]', () => {
  const { ecommerce } = dataLayerEvent({
    name: 'add_payment_info',
    paymentType: 'Paypal',
    currency: 'AUD',
    value: 1_999.99,
    products: [product],
  })
  expect(ecommerce).toMatchObject({
    currency: 'AUD',
    value: 1_999.99,
    payment_type: 'Paypal',
    items: [{ item_id: 'WM-1', sku: 'WM-1', productId: 7, price: 1_000, quantity: 2 }],
  })
})

test('four payment methods have analytics names; the others are not tracked [ANLYC-03]', () => {
  const names = ['card', 'paypal', 'zip', 'afterpay', 'zip-in-store', 'credit-account', 'other'].map(paymentTypeOf)
  expect(names).toEqual(['Credit Card', 'Paypal', 'Zip', 'Afterpay', null, null, null])
})

test.each([
  ['/account/profile?for=ana@example.com', '/account/profile?for=[email]'],
  ['/reset-password?for=ana%40example.com', '/reset-password?for=[email]'],
  ['/confirm-email/ana@example.com', '/confirm-email/[email]'],
  ['https://a.example/search?email=ana.b%40example.com&x=1', 'https://a.example/search?email=[email]&x=1'],
  ['/project?for=ana@example.com', '/project?for=[email]'],
  ['/search/ana@example.com', '/search/ana@example.com'],
  ['/account/reset-password/7f3a', '/account/reset-password/'],
  ['https://a.example/cooking-demos/booking/1.2?x=1', 'https://a.example/cooking-demos/booking/'],
  ['/cart/7f3a', '/cart/'],
  ['/cart', '/cart'],
])('%s is tracked as %s [TRACK-04]', (url, reported) => {
  expect(trackedUrl(url)).toBe(reported)
})

test('page types are article, product, product group or website; pictures have three sizes [TRACK-13] [TRACK-14]', () => {
  const types = ['static', 'product', 'categoryPage', 'search', 'homepage', 'topic', 'filter'].map(openGraphType)
  expect(types).toEqual(['article', 'product', 'product.group', 'product.group', 'website', 'website', 'website'])
  expect(openGraphSizes).toEqual({
    small: { width: 150, height: 150 },
    medium: { width: 350, height: 380 },
    large: { width: 1600, height: 630 },
  })
  expect(['accounts', 'product', 'generic', 'promoPage', 'categoryPage'].map(openGraphSize)).toEqual([
    'small',
    'medium',
    'large',
    'large',
    'large',
  ])
})

test('no third-party script loads at checkout or login', () => {
  const closed = [
    '/customer/checkout',
    '/account/login',
    '/account/internal/login',
    '/account/reset-password/x',
    '/order/1',
    '/cart/7f3a',
    '/cooking-demos/booking/1.2',
  ]
  expect(closed.map(isClosedToScripts)).toEqual(closed.map(() => true))
  expect(['/', '/customer/confirmation', '/accountants', '/cart', '/cooking-demos/1'].map(isClosedToScripts)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ])
})

test('provider names are told apart', () => {
  expect(readProviders('internal, facebook,,Hotjar,facebook')).toEqual({
    known: ['internal', 'facebook'],
    unknown: ['Hotjar'],
  })
})
