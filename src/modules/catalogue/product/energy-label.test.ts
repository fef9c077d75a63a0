import { expect, test } from 'vitest'
import { energyFiguresOf, energyLabel } from './energy-label.ts'

/** The bands, and how many stars are filled and empty. */
function drawnOf(svg: string) {
  const count = (fill: string, width: string) =>
    svg.split(`fill="${fill}" stroke="#1c1c1c" stroke-width="${width}"`).length - 1
  return { filled: count('#ffe600', '1.5'), empty: count('#ffffff', '1.5'), bands: count('#d7182a', '2') }
}

/** Where the red band ends: 0 at the left, 1 at the right. */
function endOf(svg: string): number {
  const [, x = '', y = ''] = /A128 128 0 0 1 ([\d.]+) ([\d.]+)L[^"]*" fill="#d7182a"/.exec(svg) ?? []
  return 1 - Math.atan2(220 - Number(y), Number(x) - 180) / Math.PI
}

test('three and a half stars end the band in the middle of the fourth', () => {
  const svg = energyLabel({ stars: 3.5, kwhPerYear: 389 }, 'A fridge')
  expect(drawnOf(svg)).toEqual({ filled: 4, empty: 2, bands: 1 })
  expect(endOf(svg)).toBeCloseTo(3.5 / 6, 2)
  expect(svg).toContain('aria-label="Energy rating of A fridge: 3.5 stars, 389 kWh per year"')
  expect(svg).toContain('>389</text>')
})

test('whole stars fill their part of the band; more than six have an arch of their own', () => {
  expect(endOf(energyLabel({ stars: 2, kwhPerYear: 1_234 }, 'x'))).toBeCloseTo(2 / 6, 2)
  expect(energyLabel({ stars: 2, kwhPerYear: 1_234 }, 'x')).toContain('>1,234</text>')
  expect(drawnOf(energyLabel({ stars: 6, kwhPerYear: 1 }, 'x'))).toEqual({ filled: 6, empty: 0, bands: 1 })
  expect(drawnOf(energyLabel({ stars: 8, kwhPerYear: 1 }, 'x'))).toEqual({ filled: 8, empty: 2, bands: 2 })
})

test('only what a label can say has one', () => {
  expect(energyFiguresOf({ stars: 4.5, kwhPerYear: 300 })).toEqual({ stars: 4.5, kwhPerYear: 300 })
  for (const energy of [
    { stars: null, kwhPerYear: 300 },
    { stars: 4, kwhPerYear: null },
    { stars: 4.2, kwhPerYear: 300 },
    { stars: 11, kwhPerYear: 300 },
  ])
    expect(energyFiguresOf(energy)).toBeNull()
})
