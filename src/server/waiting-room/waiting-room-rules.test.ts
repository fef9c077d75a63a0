import { expect, test } from 'vitest'
import {
  aheadText,
  askAgainSeconds,
  defaultBurst,
  estimateText,
  placeText,
  placeOf,
  secondsUntil,
} from './waiting-room-rules.ts'

const state = { issued: 100, serving: 40.9, lost: 10 }

test('a ticket is lost, in, at a place, or was never given', () => {
  expect([10, 11, 40, 41, 100, 101].map((number) => placeOf(number, state))).toEqual([
    'lost',
    'in',
    'in',
    1,
    60,
    'unknown',
  ])
})

test('places that have added up let the next shoppers in at once', () => {
  expect(placeOf(101, { issued: 101, serving: 110, lost: 0 })).toBe('in')
})

test('the rate says how long a place takes', () => {
  expect(secondsUntil(1, { perMinute: 60 })).toBe(1)
  expect(secondsUntil(600, { perMinute: 120 })).toBe(300)
  expect([1, 30, 61].map(defaultBurst)).toEqual([1, 1, 3])
})

test('an estimate is rounded up, in words of its size', () => {
  expect([0, 45, 46, 60, 61, 200, 59 * 60, 60 * 60, 61 * 60, 118 * 60].map(estimateText)).toEqual([
    'less than a minute',
    'less than a minute',
    'about 1 minute',
    'about 1 minute',
    'about 2 minutes',
    'about 4 minutes',
    'about 59 minutes',
    'about 1 hour',
    'about 1 hour 5 minutes',
    'about 2 hours',
  ])
})

test('who is ahead is a number of people', () => {
  expect([1, 2, 3, 1_205].map(aheadText)).toEqual(['nobody: you’re next', '1 person', '2 people', '1,204 people'])
  expect(placeText(12_345)).toBe('12,345')
})

test('a page asks often shortly before its turn and seldom long before it', () => {
  expect([0, 5, 10, 60, 150, 3_600].map(askAgainSeconds)).toEqual([2, 2, 4, 20, 30, 30])
})
