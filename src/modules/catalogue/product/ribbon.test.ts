import { expect, test } from 'vitest'
import { givenRibbons, ribbonOf, ribbonSizes, ribbonTypes } from './ribbon.ts'

const today = '2026-11-24'
const old = { releasedOn: '2024-01-01' }
const plain = { price: 100_00, rrp: null }

test('of all ribbons that apply the first in this order is shown, with these texts [ENUM-02]', () => {
  /** The ribbon of a product to which this type and all after it apply. */
  const firstFrom = (at: number) => {
    const left = ribbonTypes.slice(at)
    const ribbons = givenRibbons.filter((one) => left.includes(one))
    const price = left.includes('save') ? 80_00 : 100_00
    return ribbonOf({ price, rrp: 100_00, ribbons }, { releasedOn: today }, today)
  }
  expect(ribbonTypes.map((_, at) => firstFrom(at))).toEqual([
    { type: 'sale', text: 'Sale' },
    { type: 'cashback', text: 'Cashback' },
    { type: 'bonus', text: 'Bonus' },
    { type: 'win', text: 'Win' },
    { type: 'special-offer', text: 'Special offer' },
    { type: 'save', text: 'Save 20%' },
    { type: 'catalogue-item', text: 'Catalogue item' },
    { type: 'new', text: 'New' },
  ])
})

test('ribbon sizes are sm and xs [ENUM-03]', () => {
  expect(ribbonSizes).toEqual(['sm', 'xs'])
})

test('a saving is shown in percent, or in dollars where they are large and the percentage is small', () => {
  expect(ribbonOf({ price: 95_00, rrp: 100_00 }, old, today)?.text).toBe('Save 5%')
  expect(ribbonOf({ price: 9_750_00, rrp: 10_000_00 }, old, today)?.text).toBe('Save $250')
  expect(ribbonOf({ price: 95_01, rrp: 100_00 }, old, today)).toBeNull()
  expect(ribbonOf({ price: 110_00, rrp: 100_00, percentageDiscountOffRrp: 20 }, old, today)).toBeNull()
})

test('a product is new for eight weeks from its release date', () => {
  const on = (releasedOn: string | null) => ribbonOf(plain, { releasedOn }, today)?.type ?? null
  expect([on('2026-11-25'), on('2026-11-24'), on('2026-09-30'), on('2026-09-29'), on(null)]).toEqual([
    null,
    'new',
    'new',
    null,
    null,
  ])
})

test('where prices are hidden no ribbon mentions them', () => {
  expect(ribbonOf(null, old, today)).toBeNull()
  expect(ribbonOf(null, { releasedOn: today }, today)?.type).toBe('new')
})
