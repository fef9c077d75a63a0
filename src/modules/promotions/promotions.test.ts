import { describe, expect, test } from 'vitest'
import { promotionOfReward, rewardOf } from './cart-reward.ts'
import { endDateText, isFor, isRedeemable, isRunning, listedPromotions, type Promotion } from './promotions.ts'

const cashback: Promotion = {
  path: 'fridge-cashback',
  title: 'Up to $200 back',
  startDate: '2026-11-01',
  endDate: '2026-12-15',
  brand: 'norrland',
  thumbnailImg: '/media/fridge.svg',
  ribbon: 'cashback',
  featured: false,
  categories: ['kitchen/fridges'],
  products: [],
  redemption: true,
  redemptionEndDate: '2027-01-14',
  childHasActiveRedemption: false,
  rewardLabel: 'Up to $200 cashback',
}

test('a cart has its promotion’s reward, with a claim link while valid; a promotion without one adds nothing', () => {
  const reward = {
    promoId: 7,
    title: 'Up to $200 back',
    link: '/promotion/fridge-cashback',
    thumbImg: '/media/fridge.svg',
    expiryDate: '2026-12-15',
    redemption: true,
    rewardLabel: 'Up to $200 cashback',
  }
  expect(rewardOf({ id: 7, ...cashback }, '2027-01-14')).toEqual(reward)
  expect(rewardOf({ id: 7, ...cashback }, '2027-01-15')).toEqual({ ...reward, redemption: false })
  expect(rewardOf({ id: 7, ...cashback, rewardLabel: null }, '2026-11-24')).toBe(null)
})

test('a promotion in a cart is shown like any other, starting today [PROMO-02]', () => {
  const reward = {
    promoId: 7,
    title: 'Two bonus filters',
    link: '/promotion/bonus-filters',
    thumbImg: null,
    expiryDate: '2026-12-31',
    redemption: false,
    rewardLabel: 'Two water filters',
  } as const
  expect(promotionOfReward(reward, '2026-11-24')).toEqual({
    path: 'bonus-filters',
    title: 'Two bonus filters',
    startDate: '2026-11-24',
    endDate: '2026-12-31',
    brand: null,
    thumbnailImg: null,
    ribbon: null,
    featured: false,
    categories: [],
    products: [],
    redemption: false,
    redemptionEndDate: null,
    childHasActiveRedemption: false,
    rewardLabel: 'Two water filters',
  })
})

describe('the end of a promotion', () => {
  test.each([
    ['2026-11-01', '2026-12-15', 'Offer Ends 15/12/2026'],
    ['2026-11-01', '2027-11-01', 'Offer Ends 01/11/2027'],
    ['2026-11-01', '2027-11-02', null],
    ['2024-02-29', '2025-02-28', 'Offer Ends 28/02/2025'],
    ['2024-02-29', '2025-03-01', null],
    ['2026-11-01', null, null],
  ] as const)('from %s to %s says %s [PROMO-03] [PROMO-04]', (startDate, endDate, text) => {
    expect(endDateText({ startDate, endDate })).toBe(text)
  })

  test('includes its first and last day; without a last day it continues', () => {
    const days = ['2026-10-31', '2026-11-01', '2026-12-15', '2026-12-16']
    expect(days.map((day) => isRunning(cashback, day))).toEqual([false, true, true, false])
    expect(isRunning({ ...cashback, endDate: null }, '2036-01-01')).toBe(true)
  })

  test('leaves its reward claimable as long as stated, and never without a claim', () => {
    expect(['2027-01-14', '2027-01-15'].map((day) => isRedeemable(cashback, day))).toEqual([true, false])
    expect(isRedeemable({ ...cashback, redemptionEndDate: null }, '2036-01-01')).toBe(true)
    expect(isRedeemable({ ...cashback, redemption: false }, '2026-11-24')).toBe(false)
  })
})

describe('the promotion list', () => {
  const all: Promotion[] = [
    { ...cashback, path: 'b', endDate: '2026-12-20' },
    { ...cashback, path: 'endless', endDate: null },
    { ...cashback, path: 'a', endDate: '2026-12-01', brand: 'karrindal', categories: ['laundry'] },
    { ...cashback, path: 'featured', featured: true, endDate: '2027-06-01', categories: ['kitchen'] },
    { ...cashback, path: 'over', endDate: '2026-11-23' },
    { ...cashback, path: 'to come', startDate: '2026-11-25' },
  ]
  const listed = (brand: string | null, category: string | null) =>
    listedPromotions(all, { brand, category }, '2026-11-24').map((one) => one.path)

  test('has running promotions, featured ones first, then the soonest to end', () => {
    expect(listed(null, null)).toEqual(['featured', 'a', 'b', 'endless'])
  })

  test('is filtered by brand, and by a category with its descendants', () => {
    expect(listed('karrindal', null)).toEqual(['a'])
    expect(listed(null, 'kitchen')).toEqual(['featured', 'b', 'endless'])
    expect(listed(null, 'kitchen/fridges')).toEqual(['b', 'endless'])
    expect(listed('karrindal', 'kitchen')).toEqual([])
  })
})

test('a promotion applies to its named products, else to its brand below its categories', () => {
  const fridge = { sku: 'F-1', brand: { uri: 'norrland' }, categoryUri: 'kitchen/fridges/french-door-fridges' }
  expect(isFor(cashback, fridge)).toBe(true)
  expect(isFor(cashback, { ...fridge, brand: { uri: 'aurvik' } })).toBe(false)
  expect(isFor(cashback, { ...fridge, categoryUri: 'kitchen/fridges-and-more' })).toBe(false)
  expect(isFor({ ...cashback, categories: [] }, { ...fridge, categoryUri: 'laundry' })).toBe(true)
  expect(isFor({ ...cashback, brand: null }, { ...fridge, brand: { uri: 'aurvik' } })).toBe(true)
  expect(isFor({ ...cashback, products: ['F-2'] }, fridge)).toBe(false)
  expect(isFor({ ...cashback, brand: null, categories: [], products: ['F-1'] }, fridge)).toBe(true)
})
