import { expect, test } from 'vitest'
import { createProductListCache } from './product-list-cache.ts'

const minute = 60_000

/** A browser's storage and time, both in the test's hands. */
function browser() {
  const stored = new Map<string, string>()
  let now = 1_000_000
  let waiting: { work: () => void; at: number } | null = null
  const parts = {
    storage: () => ({
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    }),
    now: () => now,
    later(work: () => void, ms: number) {
      const entry = (waiting = { work, at: now + ms })
      return () => {
        if (waiting === entry) waiting = null
      }
    },
  }
  return {
    parts,
    stored,
    advance(ms: number) {
      now += ms
      if (waiting === null || waiting.at > now) return
      const { work } = waiting
      waiting = null
      work()
    },
  }
}

test('a list is cached for 30 minutes, and written half a second after the last change [CAT-04]', () => {
  const { parts, stored, advance } = browser()
  const cache = createProductListCache(parts)
  cache.remember('/c/kitchen', '{"a":1}')
  advance(499)
  cache.remember('/c/laundry', '{"b":2}')
  advance(499)
  expect(stored.size).toBe(0)
  advance(1)
  expect(JSON.parse(stored.get('product-list-cache') ?? '')).toEqual({
    value: [
      { address: '/c/kitchen', json: '{"a":1}', expires: 1_000_000 + 30 * minute },
      { address: '/c/laundry', json: '{"b":2}', expires: 1_000_499 + 30 * minute },
    ],
    expires: 1_000_499 + 30 * minute,
  })
  // Another load of the page finds them.
  const again = createProductListCache(parts)
  expect(again.recall('/c/kitchen')).toBe('{"a":1}')
  advance(30 * minute - 1_000)
  expect(again.recall('/c/kitchen')).toBe('{"a":1}')
  advance(1)
  expect([again.recall('/c/kitchen'), again.recall('/c/laundry')]).toEqual([null, '{"b":2}'])
  advance(499)
  expect(again.recall('/c/laundry')).toBeNull()
})

test('the last ten lists are cached, each URL once', () => {
  const { parts } = browser()
  const cache = createProductListCache(parts)
  for (let at = 0; at < 12; at++) cache.remember(`/c/${at}`, String(at))
  cache.remember('/c/3', 'newer')
  expect(['/c/1', '/c/2', '/c/3', '/c/11'].map((address) => cache.recall(address))).toEqual([null, '2', 'newer', '11'])
})

test('blocked, full or foreign storage is harmless', () => {
  const { parts, stored, advance } = browser()
  const fails = (): never => {
    throw new Error('denied')
  }
  for (const storage of [fails, () => ({ getItem: () => null, setItem: fails })]) {
    const cache = createProductListCache({ ...parts, storage })
    cache.remember('/c/kitchen', 'list')
    advance(500)
    expect(cache.recall('/c/kitchen')).toBe('list')
  }
  for (const text of ['{', '7', 'null', '{"value":[7,{"address":1}]}']) {
    stored.set('product-list-cache', text)
    expect(createProductListCache(parts).recall('/c/kitchen')).toBeNull()
  }
})
