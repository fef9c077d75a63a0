import { expect, test } from 'vitest'
import { consentOf, readChoice, type StoredChoice } from './consent.ts'

const now = Date.parse('2026-11-24T00:00:00Z')
const day = 86_400_000
const made = (choice: StoredChoice['choice'], more: Partial<StoredChoice> = {}): StoredChoice => ({
  choice,
  at: now - day,
  despiteSignal: false,
  ...more,
})

test('consent is unset until given, and a choice lasts a year', () => {
  const ask = (stored: StoredChoice | null) => consentOf(stored, { signal: false, now })
  expect(ask(null)).toBe('unasked')
  expect([ask(made('granted')), ask(made('denied'))]).toEqual(['granted', 'denied'])
  expect(ask(made('granted', { at: now - 365 * day }))).toBe('unasked')
  expect(ask(made('denied', { at: now - 364 * day }))).toBe('denied')
})

test('Global Privacy Control means no, unless the visitor consents explicitly', () => {
  const ask = (stored: StoredChoice | null) => consentOf(stored, { signal: true, now })
  expect([ask(null), ask(made('granted')), ask(made('denied'))]).toEqual(['denied', 'denied', 'denied'])
  expect(ask(made('granted', { despiteSignal: true }))).toBe('granted')
})

test('an unreadable stored choice counts as none', () => {
  for (const text of [null, '', '{}', '[]', 'null', '{"choice":"yes","at":1}', '{"choice":"granted"}'])
    expect([text, readChoice(text)]).toEqual([text, null])
  expect(readChoice('{"choice":"granted","at":1}')).toEqual({ choice: 'granted', at: 1, despiteSignal: false })
})
