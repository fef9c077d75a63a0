import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cartProblemText } from './cart-texts.ts'
import { fullLineText, lineProblemText, overStockText } from './line-texts.ts'
import { choicesIn } from './chosen-options.ts'
import { cartTotals, couponProblem, isUsedUp, type CartLine } from './cart.ts'
import { giftCardPayments, type GiftCard } from './gift-cards.ts'
import { coupon, anyLine } from './cart-values-for-tests.ts'

type Line = Pick<CartLine, 'price' | 'rrp' | 'quantity' | 'brand'> &
  Partial<Pick<CartLine, 'lineDiscount' | 'warranty' | 'install'>>
const line = (price: number, quantity = 1, more: Partial<Line> = {}): Line => ({
  price,
  rrp: null,
  quantity,
  brand: 'Nordhaus',
  ...more,
})
const withCoupon = coupon
const withGiftCard = (balance: number, code = 'GIFT'): GiftCard => ({
  code,
  currency: 'AUD',
  balance,
  expiresOn: '2029-01-01',
})

describe('the totals', () => {
  test('are the sum of price times quantity', () => {
    expect(cartTotals([line(999_00, 2), line(49_50)], null)).toMatchObject({
      subTotal: 2_047_50,
      couponDiscount: 0,
      giftCard: 0,
      orderTotal: 2_047_50,
      freeDelivery: false,
    })
    expect(cartTotals([], null)).toMatchObject({ subTotal: 0, orderTotal: 0 })
  })

  test('a line discount applies once per line whatever the quantity, and never exceeds the line', () => {
    expect(cartTotals([line(100_00, 3, { lineDiscount: 25_00 })], null)).toMatchObject({
      subTotal: 275_00,
      orderTotal: 275_00,
    })
    expect(cartTotals([line(10_00, 1, { lineDiscount: 25_00 })], withCoupon()).orderTotal).toBe(0)
    expect(cartTotals([line(100_00, 1, { lineDiscount: 20_00 })], withCoupon()).couponDiscount).toBe(8_00)
  })

  test('warranty and install are charged per unit, and a line is never negative', () => {
    const choices = {
      warranty: { id: 1, name: 'One more year', price: 59_00 },
      install: { id: 2, name: 'Washer connection', price: 49_50 },
    }
    expect(cartTotals([line(999_00, 2, choices)], null).orderTotal).toBe(2_215_00)
    expect(cartTotals([line(999_00, 2, { ...choices, lineDiscount: 15_00 })], null).orderTotal).toBe(2_200_00)
    expect(cartTotals([line(10_00, 1, { ...choices, lineDiscount: 30_00 })], null).orderTotal).toBe(88_50)
    expect(cartTotals([line(10_00, 1, { ...choices, lineDiscount: 900_00 })], null).orderTotal).toBe(0)
  })

  test('a coupon neither discounts nor counts options; a gift card can pay for them', () => {
    const lines = [line(100_00, 2, { warranty: { id: 1, name: 'One more year', price: 60_00 } })]
    expect(cartTotals(lines, withCoupon())).toMatchObject({ couponDiscount: 20_00, orderTotal: 300_00 })
    const dear = withCoupon({ kind: 'amount', value: 250_00 })
    expect(cartTotals(lines, dear)).toMatchObject({ couponDiscount: 200_00, orderTotal: 120_00 })
    expect(couponProblem(coupon({ minimumSpend: 200_01 }), lines, 'aol', '2026-11-24')?.code).toBe('code_minimum_spend')
    const eatenUp = [line(10_00, 1, { lineDiscount: 30_00, warranty: { id: 1, name: 'One more year', price: 60_00 } })]
    expect(cartTotals(eatenUp, withCoupon())).toMatchObject({ couponDiscount: 0, orderTotal: 40_00 })
    expect(cartTotals(eatenUp, dear)).toMatchObject({ couponDiscount: 0, orderTotal: 40_00 })
    expect(cartTotals(lines, null, [withGiftCard(500_00)])).toMatchObject({ giftCard: 320_00, orderTotal: 0 })
  })

  test('a percentage is rounded half up once, over all eligible lines', () => {
    expect(cartTotals([line(5), line(10)], withCoupon({ value: 10 })).couponDiscount).toBe(2)
    expect(cartTotals([line(333), line(333), line(333)], withCoupon({ value: 50 })).couponDiscount).toBe(500)
  })

  test('an amount never exceeds what it applies to', () => {
    expect(cartTotals([line(30_00)], withCoupon({ kind: 'amount', value: 50_00 }))).toMatchObject({
      couponDiscount: 30_00,
      orderTotal: 0,
    })
    expect(cartTotals([line(80_00)], withCoupon({ kind: 'amount', value: 50_00 }))).toMatchObject({
      couponDiscount: 50_00,
      orderTotal: 30_00,
    })
  })

  test('the special brand and a coupon’s excluded brands are left out, in any spelling', () => {
    const lines = [line(100_00), line(100_00, 1, { brand: ' MIELE ' }), line(100_00, 1, { brand: 'brightwater' })]
    expect(cartTotals(lines, withCoupon()).couponDiscount).toBe(20_00)
    expect(cartTotals(lines, withCoupon({ excludedBrands: ['Brightwater '] })).couponDiscount).toBe(10_00)
    expect(cartTotals(lines.slice(1, 2), withCoupon({ kind: 'amount', value: 50_00 })).couponDiscount).toBe(0)
  })

  test('a free delivery coupon takes nothing off the goods, whatever its value', () => {
    for (const value of [0, 10_00])
      expect(cartTotals([line(100_00)], withCoupon({ kind: 'free-delivery', value }))).toMatchObject({
        couponDiscount: 0,
        orderTotal: 100_00,
        freeDelivery: true,
      })
  })

  test('a gift card pays its balance, for any brand', () => {
    expect(cartTotals([line(100_00, 1, { brand: 'Miele' })], null, [withGiftCard(30_00)])).toMatchObject({
      giftCard: 30_00,
      orderTotal: 70_00,
    })
    expect(cartTotals([line(100_00)], null, [withGiftCard(500_00)])).toMatchObject({ giftCard: 100_00, orderTotal: 0 })
  })

  test('gift cards pay what the coupon leaves, in order [cart-08]', () => {
    const cards = [withGiftCard(30_00, 'A'), withGiftCard(100_00, 'B'), withGiftCard(5_00, 'C')]
    expect(cartTotals([line(100_00)], withCoupon(), cards)).toMatchObject({
      couponDiscount: 10_00,
      giftCard: 90_00,
      orderTotal: 0,
    })
    expect(giftCardPayments(cards, 90_00).map(({ code, cents }) => [code, cents])).toEqual([
      ['A', 30_00],
      ['B', 60_00],
      ['C', 0],
    ])
  })

  const anyCards = fc
    .array(fc.nat(2_000_00), { maxLength: 5 })
    .map((all) => all.map((one, at) => withGiftCard(one, `G${at}`)))
  const anyCode = fc.oneof(
    fc.constant(null),
    fc.nat(100).map((value) => withCoupon({ value })),
    fc.nat(100_000_00).map((value) => withCoupon({ kind: 'amount', value })),
  )

  test('add up, in whole cents, and are never negative', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 8 }), anyCode, anyCards, (lines, code, cards) => {
        const totals = cartTotals(lines, code, cards)
        expect(totals.subTotal).toBe(lines.reduce((sum, one) => sum + one.price * one.quantity, 0))
        expect(totals.orderTotal + totals.couponDiscount + totals.giftCard).toBe(totals.subTotal)
        for (const amount of [totals.couponDiscount, totals.giftCard, totals.orderTotal, totals.savingTotal]) {
          expect(Number.isSafeInteger(amount)).toBe(true)
          expect(amount).toBeGreaterThanOrEqual(0)
        }
        const agency = lines
          .filter((one) => one.brand === 'Miele')
          .reduce((sum, one) => sum + one.price * one.quantity, 0)
        expect(totals.couponDiscount).toBeLessThanOrEqual(totals.subTotal - agency)
      }),
    )
  })
})

describe('a coupon', () => {
  const lines = [line(100_00)]
  const today = '2026-11-24'

  test('is valid from its first to its last day, inclusive', () => {
    const days = ['2025-12-31', '2026-01-01', '2026-12-31', '2027-01-01']
    expect(days.map((day) => couponProblem(coupon(), lines, 'aol', day)?.code)).toEqual([
      'code_unknown',
      undefined,
      undefined,
      'code_unknown',
    ])
    expect(couponProblem(coupon({ endsOn: null }), lines, 'aol', '2099-01-01')).toBeNull()
  })

  test('is valid on its apps only', () => {
    expect(couponProblem(coupon(), lines, 'wa', today)).toEqual({ code: 'code_unknown' })
  })

  test('requires its minimum spend on eligible lines', () => {
    expect(couponProblem(coupon({ minimumSpend: 100_00 }), lines, 'aol', today)).toBeNull()
    const problem = { code: 'code_minimum_spend', minimum: 100_01 }
    expect(couponProblem(coupon({ minimumSpend: 100_01 }), lines, 'aol', today)).toEqual(problem)
    const withAgency = [...lines, line(500_00, 1, { brand: 'Miele' })]
    expect(couponProblem(coupon({ minimumSpend: 100_01 }), withAgency, 'aol', today)).toEqual(problem)
  })
})

test('a coupon is used up after its allowed orders per email address', () => {
  expect([0, 1, 2, 3].map((uses) => isUsedUp({ usesPerEmail: 2 }, uses))).toEqual([false, false, true, true])
  expect(isUsedUp({ usesPerEmail: null }, 1_000)).toBe(false)
})

test('a form sends an option by id, none by an empty field, and omits what it does not ask', () => {
  const choices = (fields: Record<string, string>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return choicesIn(form)
  }
  expect(choices({ quantity: '2' })).toStrictEqual({})
  expect(choices({ warrantyId: '31' })).toStrictEqual({ warrantyId: 31 })
  expect(choices({ warrantyId: '', installId: '77' })).toStrictEqual({ warrantyId: null, installId: 77 })
  expect(choices({ installId: 'any' })).toStrictEqual({ installId: NaN })
})

test('error texts', () => {
  expect(cartProblemText({ code: 'line_gone' })).toBe('Something went wrong. Please try again.')
  expect(cartProblemText({ code: 'not_available' })).toBe('Sorry, this product is not available.')
  expect(cartProblemText({ code: 'code_unknown' })).toBe('This code is not valid or has expired.')
  expect(cartProblemText({ code: 'code_used' })).toBe('This code has already been used.')
  expect(cartProblemText({ code: 'code_minimum_spend', minimum: 1_000_00 })).toBe(
    'Spend at least $1,000 to use this code.',
  )
  expect(cartProblemText({ code: 'checkout_in_progress' })).toBe('Your order is being processed. Please wait.')
})

test('texts for what blocks a line from being ordered or increased', () => {
  const line = { available: true, unavailableReason: null, quantity: 2, maxQuantity: 99 }
  expect(lineProblemText(line)).toBe(null)
  expect(lineProblemText({ ...line, maxQuantity: 2 })).toBe(null)
  expect(lineProblemText({ ...line, maxQuantity: 1 })).toBe('Only 1 left. Please reduce the quantity.')
  expect(lineProblemText({ ...line, available: false })).toBe('No longer available. Please remove it.')
  expect(lineProblemText({ ...line, available: false, unavailableReason: 'LocationBlock' })).toBe(
    'We do not deliver this to your location. Please remove it, or choose another location.',
  )
  expect([1, 2].map((left) => overStockText('Washer', left))).toEqual([
    'Only 1 of Washer is left. Please reduce the quantity.',
    'Only 2 of Washer are left. Please reduce the quantity.',
  ])
  expect([98, 99].map((quantity) => fullLineText({ quantity, maxQuantity: 99 }))).toEqual([
    null,
    'You can order up to 99 of one product.',
  ])
  expect([1, 2, 3].map((quantity) => fullLineText({ quantity, maxQuantity: 2 }))).toEqual([
    null,
    'Only 2 left.',
    'Only 2 left.',
  ])
})
