import { expect, test } from 'vitest'
import { isWebAddress } from './web-address.ts'

test('a page URL has a web scheme and a host with a dot', () => {
  for (const text of ['https://other.example/fridge?id=1', 'http://www.other.example'])
    expect(isWebAddress(text)).toBe(true)
  for (const text of [
    '',
    'other.example',
    '/fridge',
    'ftp://other.example',
    'javascript:alert(1)',
    'https://other',
    'https://',
  ])
    expect(isWebAddress(text)).toBe(false)
})

test('a page URL has at most 500 characters', () => {
  const ofLength = (length: number) => 'https://other.example/'.padEnd(length, 'a')
  expect([isWebAddress(ofLength(500)), isWebAddress(ofLength(501))]).toEqual([true, false])
})
