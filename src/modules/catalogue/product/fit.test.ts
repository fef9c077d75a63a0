import { expect, test } from 'vitest'
import {
  fitOf,
  readMeasure,
  readSpace,
  spaceKind,
  spaceOfText,
  spaceText,
  tooMuch,
  type Size,
  type Space,
} from './fit.ts'

const space: Space = { widthMm: 900, heightMm: 1_800, depthMm: 700, clearanceMm: 20 }
const fridge = (size: Partial<Size> = {}): Size => ({ widthMm: 800, heightMm: 1_700, depthMm: 650, ...size })

test('a product with clearance on all sides fits', () => {
  expect(fitOf(fridge(), space)).toEqual({ fit: 'fits', spare: { widthMm: 60, heightMm: 80, depthMm: 30 } })
})

test('clearance applies on both sides, above and behind', () => {
  expect(fitOf(fridge({ widthMm: 860 }), space).fit).toBe('fits')
  expect(fitOf(fridge({ widthMm: 861 }), space).fit).toBe('tight')
  expect(fitOf(fridge({ heightMm: 1_781 }), space).fit).toBe('tight')
  expect(fitOf(fridge({ depthMm: 681 }), space).fit).toBe('tight')
})

test('less clearance is a tight fit, and one millimetre too much does not fit', () => {
  expect(fitOf(fridge({ widthMm: 900 }), space).fit).toBe('tight')
  expect(fitOf(fridge({ widthMm: 901 }), space).fit).toBe('no')
  expect(tooMuch(fridge({ widthMm: 935, depthMm: 710 }), space)).toBe('35 mm too wide, 10 mm too deep')
  expect(tooMuch(fridge({ widthMm: 900 }), space)).toBe('')
})

test('a space is a filter value, and an invalid one is rejected', () => {
  expect(spaceText(space)).toBe('900x1800x700x20')
  expect(spaceOfText('900x1800x700x20')).toEqual(space)
  for (const text of ['', '900x1800x700', '900x1800x700xwide', '900x1800x700x-1', '99999x1800x700x20', 'x'.repeat(100)])
    expect([text, spaceOfText(text)]).toEqual([text, null])
})

test('all fridges share one space, washing machines have their own', () => {
  expect(spaceKind('kitchen/fridges/french-door-fridges')).toBe('kitchen/fridges')
  expect(spaceKind('kitchen/fridges')).toBe('kitchen/fridges')
  expect(spaceKind('laundry/washing-machines')).toBe('laundry/washing-machines')
})

test('a measurement is parsed as typed, and an invalid one is rejected', () => {
  expect(['900', ' 900,4 ', '0'].map(readMeasure)).toEqual([900, 900, 0])
  expect(['', ' ', '-1', 'wide', '20001', '1e9', 'Infinity'].map(readMeasure)).toEqual(Array(7).fill(null))
})

test('a stored measurement counts only when valid', () => {
  expect(readSpace({ ...space, more: 1 })).toEqual(space)
  expect([null, 'x', {}, { ...space, widthMm: '900' }, { ...space, depthMm: -1 }].map(readSpace)).toEqual(
    Array(5).fill(null),
  )
})
