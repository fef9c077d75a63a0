import { expect, test } from 'vitest'
import { priceHistoryOf, recordBehind, yearBefore, type PriceChange } from './price-history.ts'

const at = (day: string, price: number | null, more: Partial<PriceChange> = {}): PriceChange => ({
  day,
  price,
  rrp: null,
  lineDiscount: 0,
  ...more,
})
const today = '2026-11-24'

test('the history has one entry per change of the last 12 months, oldest first', () => {
  const changes = [
    at('2025-11-23', 900_00),
    at('2025-11-24', 1_000_00),
    at('2026-05-01', 1_000_00, { rrp: 1_200_00 }),
    at('2026-06-01', 950_00),
    at('2026-11-24', 980_00),
  ]
  expect(priceHistoryOf(changes, today)).toMatchObject({
    entries: [
      { day: '2025-11-24', price: 1_000_00 },
      { day: '2026-06-01', price: 950_00 },
      { day: '2026-11-24', price: 980_00 },
    ],
    before: 900_00,
    current: 980_00,
    highest: 1_000_00,
  })
  expect(priceHistoryOf(changes.slice(1), today)?.before).toBeNull()
})

test('the price at the start of the period counts for lowest and highest', () => {
  const changes = [at('2025-03-01', 700_00), at('2026-01-10', 1_100_00), at('2026-11-20', 1_000_00)]
  expect(priceHistoryOf(changes, today)).toMatchObject({
    lowest: 700_00,
    highest: 1_100_00,
    lowestIn30Days: 1_000_00,
  })
  const low = [at('2026-10-01', 800_00), at('2026-10-25', 900_00), at('2026-11-01', 1_000_00)]
  expect(priceHistoryOf(low, today)?.lowestIn30Days).toBe(800_00)
  expect(priceHistoryOf(low, '2026-11-25')?.lowestIn30Days).toBe(900_00)
})

test('two changes of one day are two entries, and the lower one counts', () => {
  const changes = [at('2026-01-01', 1_000_00), at('2026-11-20', 600_00), at('2026-11-20', 990_00)]
  const history = priceHistoryOf(changes, today)
  expect(history?.entries).toHaveLength(3)
  expect(history).toMatchObject({ lowestIn30Days: 600_00, current: 990_00 })
})

test('a product without any price has no history', () => {
  expect(priceHistoryOf([], today)).toBeNull()
  expect(priceHistoryOf([at('2026-01-01', null)], today)).toBeNull()
})

test('a was-price comes from the latest record that charged it, else one that names it as the RRP', () => {
  const changes = [
    at('2026-01-01', 1_000_00),
    at('2026-02-01', 900_00, { rrp: 1_200_00 }),
    at('2026-03-01', 1_000_00),
    at('2026-04-01', 850_00, { rrp: 1_000_00 }),
  ]
  expect(recordBehind(1_000_00, changes)?.day).toBe('2026-03-01')
  expect(recordBehind(1_200_00, changes)?.day).toBe('2026-02-01')
  expect(recordBehind(1_100_00, changes)).toBeNull()
})

test('a year before 29 February is 28 February', () => {
  expect([yearBefore('2028-02-29'), yearBefore('2026-11-24')]).toEqual(['2027-02-28', '2025-11-24'])
})
