import { expect, test } from 'vitest'
import { readRange } from './range.ts'

const file = { bytes: 100, etag: '"a"', ifRange: undefined }

test.each([
  [undefined, null],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=20-10', null],
  ['bytes=0-1,5-6', null],
  ['items=0-1', null],
  ['bytes=-', null],
])('of 100 bytes %s means %j', (header, range) => {
  expect(readRange(header, file)).toEqual(range)
})

test('a part is of the version that the client has, or the whole file is sent', () => {
  expect(readRange('bytes=0-1', { ...file, ifRange: '"a"' })).toEqual({ start: 0, end: 1 })
  expect(readRange('bytes=0-1', { ...file, ifRange: '"b"' })).toBe(null)
})
