import { expect, test } from 'vitest'
import { fixedClock } from './clock.ts'
import { createSharedAnswers } from './shared-answer.ts'

function counting() {
  const clock = fixedClock('2026-11-24T00:00:00Z')
  const share = createSharedAnswers<number>({ clock, forMs: 1_000 })
  let asked = 0
  return { clock, share: (key: string) => share(key, async () => ++asked), count: () => asked, raw: share }
}

test('questions within the time share one answer, counted from the first of them', async () => {
  const { clock, share } = counting()
  expect(await Promise.all([share('a'), share('a'), share('b')])).toEqual([1, 1, 2])
  clock.advance(999)
  expect(await share('a')).toBe(1)
  clock.advance(1)
  expect(await share('a')).toBe(3)
})

test('an answer that failed is not kept', async () => {
  const { raw } = counting()
  await expect(raw('a', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  expect(await raw('a', async () => 7)).toBe(7)
})

test('a great many questions do not pile up', async () => {
  const { clock, share, count } = counting()
  for (let at = 0; at < 3_000; at++) {
    clock.advance(10)
    await share(`key ${at}`)
  }
  expect(count()).toBe(3_000)
  expect(await share('key 2999')).toBe(3_000)
})
