import { expect, test } from 'vitest'
import { createByteCache } from './byte-cache.ts'

test('the files that were not asked for the longest make room', () => {
  const cache = createByteCache(100)
  for (let at = 0; at < 10; at++) cache.set(`f${at}`, Buffer.alloc(10, at))
  expect(cache.get('f0')?.[0]).toBe(0)
  cache.set('new', Buffer.alloc(10))
  expect([cache.bytes, cache.get('f1'), cache.get('f0')?.byteLength]).toEqual([100, undefined, 10])
})

test('a file stored again counts once, and a large one is not stored', () => {
  const cache = createByteCache(100)
  cache.set('a', Buffer.alloc(5))
  cache.set('a', Buffer.alloc(8))
  cache.set('large', Buffer.alloc(13))
  expect([cache.bytes, cache.get('large')]).toEqual([8, undefined])
})
