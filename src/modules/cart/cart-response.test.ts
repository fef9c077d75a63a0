import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CartReward } from '../promotions/cart-reward.ts'
import {
  cartCount,
  cartTotals,
  discountRows,
  noCartId,
  toCartResponse,
  type Cart,
  type CartLine,
  toPricedLineResponse,
  toLineResponse,
} from './cart.ts'
import { canBe, linePermissions } from './line-permissions.ts'
import { totalRows } from './total-rows.ts'
import { coupon, anyLine } from './cart-values-for-tests.ts'

describe('the API response', () => {
  const terms = { depositPercentage: 30 }

  test('without a cart has an all-zero id and no lines [CART-02]', () => {
    expect(toCartResponse(null, terms)).toEqual({
      cartId: noCartId,
      version: 0,
      products: [],
      rewards: [],
      productCount: 0,
      subTotal: 0,
      bundles: [],
      couponCode: null,
      coupon: null,
      giftCards: [],
      couponDiscount: 0,
      savingTotal: 0,
      totalRrp: 0,
      orderTotal: 0,
      delivery: null,
      parcels: [],
      depositPercentage: 30,
      cartDeposit: 0,
      cartRemainingPayment: 0,
      errors: [],
      messages: [],
    })
    expect(noCartId).toBe('00000000-0000-0000-0000-000000000000')
  })

  const cartLine: CartLine = {
    productCode: 'WM-1',
    productId: 7,
    sku: 'WM-1',
    uri: 'washer',
    title: 'Washer',
    brand: 'Brightwater',
    categoryUri: 'laundry/washing-machines',
    picture: '/media/x.svg',
    condition: 'NewCondition',
    missingParts: null,
    supplierDirect: null,
    status: 'inStock',
    isBuyable: true,
    unavailableReason: null,
    price: 999_95,
    rrp: 1_299_00,
    lineDiscount: 0,
    bundleDiscount: 0,
    priceNote: null,
    altPriceMsg: null,
    isMemberPrice: false,
    quantity: 2,
    position: 1,
    ribbonType: 'save',
    isProforma: true,
    promoId: 5,
    stockLeft: 120,
    warranty: { id: 31, name: 'Two more years', price: 99_00 },
    install: { id: 77, name: 'Washer connection', price: 59_50 },
    upsells: {
      warranties: [
        {
          id: 31,
          kind: 'warranty',
          name: 'Two more years',
          blurb: 'Repairs.',
          termMonths: 24,
          price: 99_00,
          from: 0,
          below: null,
          categoryUri: 'laundry',
          conditions: [],
        },
      ],
      installs: [],
    },
  }
  const reward: CartReward = {
    promoId: 5,
    title: 'Laundry weeks',
    link: '/promotion/laundry-weeks',
    thumbImg: '/media/laundry.svg',
    expiryDate: '2026-12-24',
    redemption: true,
    rewardLabel: '$200 cashback',
  }
  const cart: Cart = {
    id: 'a3b1c9d0-0000-4000-8000-000000000001',
    app: 'aol',
    currency: 'AUD',
    version: 1,
    state: 'open',
    email: null,
    lines: [cartLine],
    rewards: [reward],
    bundles: [],
    coupon: coupon(),
    giftCards: [],
    totals: cartTotals([cartLine], coupon()),
    messages: ['This item is on back order.'],
    errors: ['Gone'],
  }

  test('has every documented field, in dollars [SUMM-20]', () => {
    expect(toCartResponse(cart, terms)).toMatchObject({
      cartId: cart.id,
      productCount: 2,
      subTotal: 2_316.9,
      couponCode: 'CODE',
      couponDiscount: 199.99,
      savingTotal: 598.1,
      totalRrp: 2_598,
      orderTotal: 2_116.91,
      cartRemainingPayment: 2_116.91,
      version: 1,
      rewards: [reward],
      errors: [{ message: 'Gone' }],
      messages: [{ message: 'This item is on back order.' }],
    })
  })

  const giftCards = [
    { code: 'GIFT-0001', balance: 50_00, cents: 50_00 },
    { code: 'GIFT-0002', balance: 80_00, cents: 30_25 },
  ] as const

  test('has one code with the discount of all codes, and each code with its own share', () => {
    const both = { ...cart, giftCards, totals: { ...cart.totals, giftCard: 80_25 } }
    expect(toCartResponse(both, terms)).toMatchObject({
      couponCode: 'CODE',
      couponDiscount: 280.24,
      coupon: { code: 'CODE', discount: 199.99 },
      giftCards: [
        { code: 'GIFT-0001', balance: 50, amount: 50 },
        { code: 'GIFT-0002', balance: 80, amount: 30.25 },
      ],
    })
    expect(toCartResponse({ ...both, coupon: null }, terms)).toMatchObject({ couponCode: 'GIFT-0001', coupon: null })
  })

  test('shows every bundle and code that takes something off, a gift card by its last characters', () => {
    const rows = (discount: number | null) =>
      discountRows({
        bundles: [{ title: 'Kitchen set', discount: 300 }],
        coupon: discount === null ? null : { code: 'CODE', discount },
        giftCards: [{ code: 'GIFT-0002', balance: 80, amount: 30.25 }],
      })
    const bundle = { name: 'Kitchen set', cents: 300_00 }
    const card = { name: 'Gift card 0002', cents: 30_25 }
    expect(rows(199.99)).toEqual([bundle, { name: 'CODE', cents: 199_99 }, card])
    expect(rows(1)).toEqual([bundle, { name: 'CODE', cents: 1_00 }, card])
    expect(rows(0)).toEqual([bundle, card])
    expect(rows(null)).toEqual([bundle, card])
  })

  test('has delivery beside the totals once known', () => {
    const said = (delivery: number | null) => {
      const { delivery: dollars, orderTotal } = toCartResponse(cart, { ...terms, delivery })
      return [dollars, orderTotal]
    }
    expect([null, 0, 65_50].map(said)).toEqual([
      [null, 2_116.91],
      [0, 2_116.91],
      [65.5, 2_116.91],
    ])
  })

  test('a line has everything the cart and checkout show [CART-03] [SUMM-16] [SUMM-17] [SUMM-18] [SUMM-19]', () => {
    expect(toCartResponse(cart, terms).products).toEqual([
      {
        productCode: 'WM-1',
        productId: 7,
        sku: 'WM-1',
        unitId: null,
        title: 'Washer',
        uri: 'washer',
        image: '/media/x.svg',
        images: [{ path: '/media/x.svg', type: 'product' }],
        brand: 'Brightwater',
        category: 'washing-machines',
        categorization: { level1: 'laundry', level2: 'washing-machines', level3: null },
        price: 999.95,
        rrp: 1_299,
        altPriceMsg: null,
        isMemberPrice: false,
        priceNote: null,
        quantity: 2,
        maxQuantity: 99,
        lineDiscount: 0,
        available: true,
        unavailableReason: null,
        sortOrder: 1,
        isProforma: true,
        ribbonType: 'save',
        conditionType: 'NewCondition',
        missingParts: null,
        promoId: 5,
        warrantyId: 31,
        selectedWarranty: { name: 'Two more years', price: 99 },
        installId: 77,
        selectedInstall: { name: 'Washer connection', price: 59.5 },
        upsells: {
          warranties: [{ warrantyId: 31, name: 'Two more years', blurb: 'Repairs.', termMonths: 24, price: 99 }],
          installs: [],
        },
        permissions: 29,
      },
    ])
  })

  test('a line without options has none of their ids, names or prices', () => {
    const [plain] = toCartResponse({ ...cart, lines: [{ ...cartLine, warranty: null, install: null }] }, terms).products
    expect(plain).toMatchObject({ warrantyId: null, selectedWarranty: null, installId: null, selectedInstall: null })
  })

  test('a line without an RRP has none, and its category is the deepest level', () => {
    const categoryUri = 'kitchen/fridges/bar-fridges'
    expect(toLineResponse({ ...cartLine, rrp: null, categoryUri })).toMatchObject({
      rrp: null,
      category: 'bar-fridges',
      categorization: { level1: 'kitchen', level2: 'fridges', level3: 'bar-fridges' },
    })
  })

  test('a line on its own assumes a location with delivery', () => {
    expect(toLineResponse(cartLine)).toMatchObject({ available: true, unavailableReason: null })
  })

  test('a line’s price rules are those of its product, in cents, without options', () => {
    const priced = (more: Partial<CartLine>) => toPricedLineResponse(toLineResponse({ ...cartLine, ...more }))
    expect(priced({ lineDiscount: 20_00, altPriceMsg: 'Cash price' })).toStrictEqual({
      offer: { price: 999_95, rrp: 1_299_00, lineDiscount: 20_00, altPriceMsg: 'Cash price' },
      total: 1_979_90,
      choices: [
        { name: 'Two more years', total: 198_00 },
        { name: 'Washer connection', total: 119_00 },
      ],
    })
    expect(priced({ rrp: null, warranty: null, install: null })).toStrictEqual({
      offer: { price: 999_95, rrp: null, lineDiscount: 0 },
      total: 1_999_90,
      choices: [],
    })
  })

  test('product and options of a line are shown separately and add up to the charge', () => {
    fc.assert(
      fc.property(anyLine, fc.nat(20_000_00), fc.nat(500_00), fc.nat(500_00), (one, lineDiscount, extra, fitting) => {
        const whole = {
          ...cartLine,
          ...one,
          lineDiscount,
          warranty: { id: 31, name: 'Two more years', price: extra },
          install: { id: 77, name: 'Washer connection', price: fitting },
        }
        const priced = toPricedLineResponse(toLineResponse(whole))
        expect(priced.choices).toEqual([
          { name: 'Two more years', total: extra * one.quantity },
          { name: 'Washer connection', total: fitting * one.quantity },
        ])
        const shown = priced.choices.reduce((sum, choice) => sum + choice.total, priced.total)
        expect(shown).toBe(cartTotals([whole], null).orderTotal)
        expect(shown).toBe(Math.max(0, (one.price + extra + fitting) * one.quantity - lineDiscount))
      }),
    )
  })

  test('line permissions are flags; a shopper can do everything except change the price [ENUM-13]', () => {
    expect(linePermissions).toEqual({
      EditQuantity: 1,
      EditPrice: 2,
      EditWarranty: 4,
      EditInstall: 8,
      Delete: 16,
      CompetitorUrlValidation: 32,
      AllEditable: 31,
    })
    expect(toCartResponse(cart, terms).products[0]?.permissions).toBe(29)
    const can = (permissions: number) => [
      canBe('EditQuantity', { permissions }),
      canBe('EditPrice', { permissions }),
      canBe('AllEditable', { permissions }),
    ]
    expect([29, 31, 2, 0].map(can)).toEqual([
      [true, false, false],
      [true, true, true],
      [false, true, false],
      [false, false, false],
    ])
  })

  test('the total includes delivery once known, and says so until then', () => {
    expect(totalRows({ orderTotal: 999.95, delivery: null })).toEqual([
      { name: 'Total before delivery', cents: 999_95, isTotal: true },
    ])
    expect(totalRows({ orderTotal: 999.95, delivery: 65 })).toEqual([
      { name: 'Delivery', cents: 65_00 },
      { name: 'Total', cents: 1_064_95, isTotal: true },
    ])
    expect(totalRows({ orderTotal: 999.95, delivery: 0 }).map(({ name }) => name)).toEqual(['Delivery', 'Total'])
  })

  test('the header count is lines and rewards, not units [CART-06]', () => {
    const counts = [
      null,
      toCartResponse(null, terms),
      toCartResponse(cart, terms),
      toCartResponse({ ...cart, rewards: [] }, terms),
    ].map(cartCount)
    expect(counts).toEqual([0, 0, 2, 1])
    expect(cartCount(toCartResponse({ ...cart, rewards: [reward, { ...reward, promoId: 6 }] }, terms))).toBe(3)
  })

  test('a location without delivery blocks every line, but a more specific reason stays', () => {
    const gone = { ...cartLine, isBuyable: false, unavailableReason: 'NoStock' } as const
    const { products } = toCartResponse({ ...cart, lines: [cartLine, gone] }, { ...terms, isServed: false })
    expect(products.map((line) => [line.available, line.unavailableReason])).toEqual([
      [false, 'LocationBlock'],
      [false, 'NoStock'],
    ])
  })

  test('a negligible saving is not shown', () => {
    const small = { ...cartLine, rrp: 1_000_00 }
    expect(
      toCartResponse({ ...cart, coupon: null, lines: [small], totals: cartTotals([small], null) }, terms).savingTotal,
    ).toBe(0)
  })
})
