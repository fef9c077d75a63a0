import { expect, test } from 'vitest'
import { fixedClock, minutes, seconds } from '../clock.ts'
import { createRateLimiter } from './rate-limit.ts'

const six = { name: 'six a minute', count: 6, windowMs: minutes(1) }

test('so many at once, then one for each share of the window', () => {
  const clock = fixedClock('2026-11-24T00:00Z')
  const limiter = createRateLimiter(clock, { enabled: true })
  expect(Array.from({ length: 7 }, () => limiter.take(six, 'a'))).toEqual([0, 0, 0, 0, 0, 0, 10])
  clock.advance(seconds(9))
  expect(limiter.take(six, 'a')).toBe(1)
  clock.advance(seconds(1))
  expect([limiter.take(six, 'a'), limiter.take(six, 'a')]).toEqual([0, 10])
})

test('a long rest fills the bucket and no more', () => {
  const clock = fixedClock('2026-11-24T00:00Z')
  const limiter = createRateLimiter(clock, { enabled: true })
  limiter.take(six, 'a')
  clock.advance(minutes(600))
  expect(Array.from({ length: 7 }, () => limiter.take(six, 'a')).filter((wait) => wait === 0)).toHaveLength(6)
})

test('keys and limits do not share', () => {
  const limiter = createRateLimiter(fixedClock('2026-11-24T00:00Z'), { enabled: true })
  const one = { name: 'one', count: 1, windowMs: minutes(1) }
  expect([limiter.take(one, 'a'), limiter.take(one, 'a') > 0, limiter.take(one, 'b')]).toEqual([0, true, 0])
  expect(limiter.take({ ...one, name: 'another' }, 'a')).toBe(0)
})

test('many keys do not make it forget those that are still at their limit', () => {
  const limiter = createRateLimiter(fixedClock('2026-11-24T00:00Z'), { enabled: true })
  for (let at = 0; at < 6; at++) limiter.take(six, 'a')
  for (let at = 0; at < 51_000; at++) limiter.take({ ...six, count: 1, name: 'other' }, String(at % 50_500))
  expect(limiter.take(six, 'a')).toBeGreaterThan(0)
})

test('switched off it allows everything', () => {
  const limiter = createRateLimiter(fixedClock('2026-11-24T00:00Z'), { enabled: false })
  expect(Array.from({ length: 100 }, () => limiter.take(six, 'a')).every((wait) => wait === 0)).toBe(true)
})
