import { expect, test } from 'vitest'
import { fixedClock, minutes, seconds } from '../clock.ts'
import { createRateLimiter, networkFactor } from './rate-limit.ts'

const six = { name: 'six a minute', count: 6, windowMs: minutes(1) }

test('allows a burst, then one for each share of the window', () => {
  const clock = fixedClock('2026-11-24T00:00Z')
  const limiter = createRateLimiter(clock, { enabled: true })
  expect(Array.from({ length: 7 }, () => limiter.take(six, 'a'))).toEqual([0, 0, 0, 0, 0, 0, 10])
  clock.advance(seconds(9))
  expect(limiter.take(six, 'a')).toBe(1)
  clock.advance(seconds(1))
  expect([limiter.take(six, 'a'), limiter.take(six, 'a')]).toEqual([0, 10])
})

test('a long pause fills the bucket and no more', () => {
  const clock = fixedClock('2026-11-24T00:00Z')
  const limiter = createRateLimiter(clock, { enabled: true })
  limiter.take(six, 'a')
  clock.advance(minutes(600))
  expect(Array.from({ length: 7 }, () => limiter.take(six, 'a')).filter((wait) => wait === 0)).toHaveLength(6)
})

test('keys and limits are independent', () => {
  const limiter = createRateLimiter(fixedClock('2026-11-24T00:00Z'), { enabled: true })
  const one = { name: 'one', count: 1, windowMs: minutes(1) }
  expect([limiter.take(one, 'a'), limiter.take(one, 'a') > 0, limiter.take(one, 'b')]).toEqual([0, true, 0])
  expect(limiter.take({ ...one, name: 'another' }, 'a')).toBe(0)
})

test('many keys do not evict those still at their limit', () => {
  const limiter = createRateLimiter(fixedClock('2026-11-24T00:00Z'), { enabled: true })
  for (let at = 0; at < 6; at++) limiter.take(six, 'a')
  for (let at = 0; at < 51_000; at++) limiter.take({ ...six, count: 1, name: 'other' }, String(at % 50_500))
  expect(limiter.take(six, 'a')).toBeGreaterThan(0)
})

test('a limited address takes nothing from its network, and an address of a limited network gets no bucket', () => {
  const limiter = createRateLimiter(fixedClock('2026-11-24T11:00:00+11:00'), { enabled: true })
  const limit = { name: 'calls', count: 2, windowMs: 60_000 }
  for (let at = 0; at < 100; at++) limiter.takeFrom(limit, '203.0.113.1')
  expect(limiter.takeFrom(limit, '203.0.113.2')).toBe(0)
  for (let at = 3; at < 60; at++) limiter.takeFrom(limit, `203.0.113.${at}`)
  const { size } = limiter
  expect(limiter.takeFrom(limit, '203.0.113.200')).toBeGreaterThan(0)
  expect(limiter.size).toBe(size)
})

test('many addresses of one network share ten times the limit of one', () => {
  const limiter = createRateLimiter(fixedClock('2026-11-24T00:00Z'), { enabled: true })
  const one = { name: 'one', count: 1, windowMs: minutes(1) }
  const taken = (addressOf: (at: number) => string) =>
    Array.from({ length: 40 }, (_, at) => limiter.takeFrom(one, addressOf(at))).filter((wait) => wait === 0).length
  expect(taken((at) => `203.0.113.${at + 1}`)).toBe(networkFactor)
  expect(taken((at) => `2001:db8:7:${at.toString(16)}::1`)).toBe(networkFactor)
  // Addresses of as many networks are as many clients.
  expect(taken((at) => `198.51.${at}.1`)).toBe(40)
})

test('memory is bounded, and no call pays for the keys of others', () => {
  const clock = fixedClock('2026-11-24T00:00Z')
  const limiter = createRateLimiter(clock, { enabled: true, maxKeys: 1_000 })
  for (let at = 0; at < 6; at++) limiter.take(six, 'at its limit')
  for (let at = 0; at < 5_000; at++) {
    limiter.take(six, `made up ${at}`)
    expect(limiter.size).toBeLessThanOrEqual(1_000)
  }
  // Of the oldest the fullest go first: who has used up their limit is remembered for longer than who has just come.
  expect(limiter.take(six, 'at its limit')).toBeGreaterThan(0)
  clock.advance(minutes(2))
  limiter.take(six, 'one more')
  // One call removes a few of the full buckets, not all of them at once.
  expect(limiter.size).toBeGreaterThan(990)
  for (let at = 0; at < 400; at++) limiter.take(six, 'one more')
  expect(limiter.size).toBe(1)
})

test('allows everything when off', () => {
  const limiter = createRateLimiter(fixedClock('2026-11-24T00:00Z'), { enabled: false })
  expect(Array.from({ length: 100 }, () => limiter.take(six, 'a')).every((wait) => wait === 0)).toBe(true)
})
