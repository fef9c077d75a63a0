import { expect, test } from 'vitest'
import type { Zone } from '../delivery/delivery.ts'
import { changesCloseAt, dispatchCutOff, isBefore, timeText } from './changes.ts'
import type { OrderSnapshot } from './orders.ts'

function zone(leadDays: number, weekdays: readonly number[]): Zone {
  return {
    warehouse: {
      code: '2000',
      title: 'Sydney',
      country: 'AU',
      state: 'NSW',
      timeZone: 'Australia/Sydney',
      cutOff: 14 * 60,
      sameDayCutOff: 10 * 60,
    },
    tier: {
      code: 'metro-au',
      title: 'Metro',
      leadDays,
      weekdays,
      weekday: 0,
      saturday: null,
      sunday: null,
      sameDay: null,
      ordersADay: 60,
      windows: [],
    },
  }
}
const metro = zone(1, [1, 2, 3, 4, 5, 6, 7])
const regional = zone(3, [1, 2, 3, 4, 5])

test.each([
  ['metro, every day', metro, '2026-11-25', '2026-11-24'],
  ['regional, three weekdays before', regional, '2026-11-27', '2026-11-24'],
  // The last day from which three delivery weekdays end on the Tuesday: a Thursday.
  ['regional, over a weekend', regional, '2026-12-01', '2026-11-26'],
])('the cut-off of a day is the last moment it could be ordered: %s', (_what, where, day, last) => {
  expect(dispatchCutOff(day, where)).toEqual({ day: last, minute: 840, timeZone: 'Australia/Sydney' })
})

test('the cut-off is in warehouse local time', () => {
  const cutOff = dispatchCutOff('2026-11-25', metro)
  expect(isBefore(new Date('2026-11-24T13:59:00+11:00'), cutOff)).toBe(true)
  expect(isBefore(new Date('2026-11-24T14:00:00+11:00'), cutOff)).toBe(false)
  expect(isBefore(new Date('2026-11-25T00:00:00+11:00'), cutOff)).toBe(false)
  expect(isBefore(new Date('2026-11-24T14:00:00+11:00'), null)).toBe(true)
})

test('the first delivery closes the order, a supplier’s on the afternoon before', () => {
  const delivery = (more: object) =>
    ({ delivery: { address: { country: 'AU' }, deliversOn: '2026-11-27', ...more } }) as unknown as OrderSnapshot
  expect(changesCloseAt(delivery({}), metro)?.day).toBe('2026-11-26')
  const suppliers = [{ supplier: 'halden-row', deliversOn: '2026-11-26', price: 0 }]
  expect(changesCloseAt(delivery({ suppliers }), metro)).toEqual({
    day: '2026-11-25',
    minute: 840,
    timeZone: 'Australia/Sydney',
  })
  // Nothing is made ready for a day that is not agreed on.
  expect(changesCloseAt(delivery({ isArranged: true }), metro)).toBeNull()
})

test('times are shown in 12-hour format', () => {
  expect([0, 9 * 60 + 5, 12 * 60, 14 * 60].map(timeText)).toEqual(['12:00 AM', '9:05 AM', '12:00 PM', '2:00 PM'])
})
