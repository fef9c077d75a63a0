import { describe, expect, test } from 'vitest'
import { readAirSpace } from './air-space.ts'
import { fitOf, type Space } from '../product/fit.ts'

describe('clearance parsed from manufacturer text', () => {
  test.each([
    ['20 each side, 50 above', [20, 50, 0]],
    ['50 mm each side, 100 above, 30 behind', [50, 100, 30]],
    ['20 mm on both sides; 50 mm at the top', [20, 50, 0]],
    ['Sides 20, top 50', [20, 50, 0]],
    ['Sides: 20 mm, top: 50 mm, rear: 10 mm', [20, 50, 10]],
    ['Sides 20 top 50 back 30', [20, 50, 30]],
    ['20 mm sides, 50 mm top', [20, 50, 0]],
    ['20mm sides, 50mm top', [20, 50, 0]],
    ['50 at top', [0, 50, 0]],
    ['50 mm back', [0, 0, 50]],
    ['20 each side and back, 50 above', [20, 50, 20]],
    ['20 each side, back, 50 above', [20, 50, 20]],
    ['Sides and top 20', [20, 20, 0]],
    ['Sides, top 20; back 50', [20, 20, 50]],
    ['Left 20, right 30', [30, 0, 0]],
    ['5 cm above', [0, 50, 0]],
    ['30 on all sides', [30, 30, 30]],
    ['50 each side, 600 in front', [50, 0, 0]],
    ['Front 600, back 50', [0, 0, 50]],
    ['25', [25, 25, 25]],
    ['25 mm', [25, 25, 25]],
    [25, [25, 25, 25]],
  ])('%j', (text, air) => {
    expect(readAirSpace(text)).toEqual(air)
  })

  test.each([undefined, null, '', 'none', 'constructor', 'sides', '20 to 40', '99999 above', 0, true])(
    'finds nothing in %j',
    (text) => {
      expect(readAirSpace(text)).toBeNull()
    },
  )
})

test('the fit check uses the larger of the shopper’s air gap and the product’s clearance', () => {
  const space: Space = { widthMm: 900, heightMm: 1_800, depthMm: 700, clearanceMm: 20 }
  const size = { widthMm: 850, heightMm: 1_760, depthMm: 650 }
  expect(fitOf(size, space).fit).toBe('fits')
  expect(fitOf(size, space, [20, 50, 0])).toEqual({
    fit: 'tight',
    spare: { widthMm: 10, heightMm: -10, depthMm: 30 },
  })
  expect(fitOf(size, space, [30, 0, 0]).fit).toBe('tight')
  // What goes in at all does not depend on the air around it.
  expect(fitOf({ ...size, widthMm: 901 }, space, [0, 0, 0]).fit).toBe('no')
})
