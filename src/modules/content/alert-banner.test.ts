import { expect, test } from 'vitest'
import { readableOn } from './alert-banner.ts'

test.each([
  ['#ffffff', '#000000'],
  ['#ffd400', '#000000'],
  ['#c4102b', '#ffffff'],
  ['#000000', '#ffffff'],
])('on %s the published notice reads %s', (ground, ink) => {
  expect(readableOn(ground)).toBe(ink)
})
