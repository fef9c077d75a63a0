import { expect, test } from 'vitest'
import { openTimesOf } from '../../../src/modules/stores/stores.ts'
import { demoStores } from './stores.ts'

test('every demo store is marked, has an address and a week of its own, and a number that is kept for fiction', () => {
  expect(new Set(demoStores.map((store) => store.storeUri)).size).toBe(demoStores.length)
  expect(new Set(demoStores.map((store) => store.phone)).size).toBe(demoStores.length)
  for (const { isDemo, phone, email, hours, timeZone } of demoStores) {
    expect(isDemo).toBe(true)
    expect(phone).toMatch(/^0[2378] 5550 \d{4}$/)
    expect(email).toMatch(/\.example$/)
    expect(openTimesOf(hours).filter((time) => time.isOpen).length).toBeGreaterThan(5)
    expect(hours).toHaveLength(7)
    expect(() => new Intl.DateTimeFormat('en-AU', { timeZone })).not.toThrow()
  }
})

test('how many stores each app has', () => {
  const countOf = (app: (typeof demoStores)[number]['apps'][number]) =>
    demoStores.filter((store) => store.apps.includes(app)).length
  expect((['wa', 'wac', 'andoo', 'fk', 'hc', 'aol', 'aol-nz', 'aoc'] as const).map(countOf)).toEqual([
    14, 14, 8, 6, 4, 0, 0, 0,
  ])
})
