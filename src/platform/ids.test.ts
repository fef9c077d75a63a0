import { expect, test } from 'vitest'
import { countingIds, randomIds } from './ids.ts'

test('sortable ids sort by creation time', () => {
  const times = ['1970-01-01', '2001-09-09', '2026-11-24', '2026-11-24T00:00:00.001Z', '2125-01-01'].map(
    (text) => new Date(text),
  )
  const made = times.map((at) => randomIds.sortable(at))
  expect(made.toSorted()).toEqual(made)
  // Crockford's base 32: without I, L, O and U.
  for (const id of made) expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
})

test('a hundred thousand ids of one moment are all different', () => {
  const now = new Date('2026-11-24T00:00Z')
  expect(new Set(Array.from({ length: 100_000 }, () => randomIds.sortable(now))).size).toBe(100_000)
})

test('secrets have 128 bits and cart ids are lower-case UUIDs', () => {
  expect(randomIds.secret()).toMatch(/^[0-9a-f]{32}$/)
  expect(randomIds.uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(randomIds.secret()).not.toBe(randomIds.secret())
})

test('test ids are predictable, with the format and order of real ones', () => {
  const ids = countingIds()
  expect(ids.uuid()).toBe('00000000-0000-4000-8000-000000000001')
  expect(ids.secret()).toBe('00000000000000000000000000000002')
  const now = new Date('2026-11-24T00:00Z')
  const made = Array.from({ length: 600 }, () => ids.sortable(now))
  expect(made.toSorted()).toEqual(made)
  expect(new Set(made).size).toBe(600)
})
