import { expect, test } from 'vitest'
import { filterDays, isAccessory, isFilter, warrantyOf } from './owned.ts'

test.each([
  ['2026-01-31', '2026-07-30', null, '2026-07-31'],
  ['2026-01-31', '2026-07-31', '2026-07-31', '2027-01-31'],
  ['2025-08-31', '2026-02-28', '2026-02-28', '2026-08-31'],
  ['2020-02-29', '2026-11-24', '2026-08-29', '2027-02-28'],
  ['2026-11-24', '2026-11-01', null, '2027-05-24'],
])('of a product owned since %s filters are due, on %s: %s and %s', (since, today, last, next) => {
  expect(filterDays(since, today)).toEqual({ last, next })
})

test('a warranty ends on the same day after its number of years', () => {
  expect(warrantyOf(2, '2024-02-29', '2026-02-28')).toEqual({ years: 2, endsOn: '2026-02-28', isOver: false })
  expect(warrantyOf(2, '2024-02-29', '2026-03-01')).toMatchObject({ isOver: true })
  for (const nothing of [undefined, null, 'two', 0, -1])
    expect(warrantyOf(nothing, '2024-01-01', '2026-01-01')).toBeNull()
})

test('accessories are named by their place, filters by name', () => {
  expect([isAccessory('accessories/kitchen-accessories'), isAccessory('kitchen/accessories-x')]).toEqual([true, false])
  expect([isFilter({ title: 'Fridge Water Filter 2 Pack' }), isFilter({ title: 'Portafilter Basket' })]).toEqual([
    true,
    false,
  ])
})
