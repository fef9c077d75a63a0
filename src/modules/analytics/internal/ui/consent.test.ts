import { expect, test } from 'vitest'
import { choicesOf, consentOf, nothing, readChoice, type StoredChoice } from './consent.ts'

const now = Date.parse('2026-11-24T00:00:00Z')
const day = 86_400_000
const everything = choicesOf(() => true)
const made = (choices: StoredChoice['choices'], more: Partial<StoredChoice> = {}): StoredChoice => ({
  choices,
  at: now - day,
  despiteSignal: false,
  ...more,
})

test('consent is unset until given, and a choice of categories lasts a year', () => {
  const ask = (stored: StoredChoice | null) => consentOf(stored, { signal: false, now })
  const some = choicesOf((category) => category === 'analytics')
  expect(ask(null)).toBe(null)
  expect([ask(made(everything)), ask(made(some)), ask(made(nothing))]).toEqual([everything, some, nothing])
  expect(ask(made(everything, { at: now - 365 * day }))).toBe(null)
  expect(ask(made(nothing, { at: now - 364 * day }))).toEqual(nothing)
})

test('Global Privacy Control means no, unless the visitor consents explicitly', () => {
  const ask = (stored: StoredChoice | null) => consentOf(stored, { signal: true, now })
  expect([ask(null), ask(made(everything)), ask(made(nothing))]).toEqual([nothing, nothing, nothing])
  expect(ask(made(everything, { despiteSignal: true }))).toEqual(everything)
})

test('a choice from before there were categories holds for all of them', () => {
  expect(readChoice('{"choice":"granted","at":1}')).toEqual({ choices: everything, at: 1, despiteSignal: false })
  expect(readChoice('{"choice":"denied","at":1}')).toEqual({ choices: nothing, at: 1, despiteSignal: false })
})

test('an unreadable stored choice counts as none, and a category that is not named as a no', () => {
  for (const text of [null, '', '{}', '[]', 'null', '{"choice":"yes","at":1}', '{"choices":{"analytics":true}}'])
    expect([text, readChoice(text)]).toEqual([text, null])
  expect(readChoice('{"choices":{"analytics":true,"marketing":"yes"},"at":1}')?.choices).toEqual(
    choicesOf((category) => category === 'analytics'),
  )
})
