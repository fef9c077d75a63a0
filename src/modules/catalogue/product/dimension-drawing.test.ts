import { expect, test } from 'vitest'
import { dimensionDrawing, dimensionsOf } from './dimension-drawing.ts'

const fridge = { widthMm: 908, heightMm: 1_790, depthMm: 720 }

/** The boxes of the drawing: x, y, width and height. The first is the paper. */
const boxes = (svg: string) =>
  [...svg.matchAll(/<rect (?:x="([\d.]+)" y="([\d.]+)" )?width="([\d.]+)" height="([\d.]+)"/g)].map((found) =>
    found.slice(1).map(Number),
  )

test('front and side are drawn to one scale, and say their measures', () => {
  const svg = dimensionDrawing(fridge, 'Measurements of a fridge')
  const [, front = [], side = []] = boxes(svg)
  expect((front[2] ?? 0) / (front[3] ?? 1)).toBeCloseTo(908 / 1_790, 2)
  expect((side[2] ?? 0) / (side[3] ?? 1)).toBeCloseTo(720 / 1_790, 2)
  expect(side[3]).toBe(front[3])
  for (const text of ['908 mm', '1,790 mm', '720 mm', 'Width', 'Depth', 'The person is 170 cm tall.'])
    expect(svg).toContain(`>${text}</text>`)
})

test('what is small stands beside a can, and everything stays on the paper', () => {
  const kettle = dimensionDrawing({ widthMm: 160, heightMm: 240, depthMm: 220 }, 'A kettle')
  expect(kettle).toContain('>The can holds 330 mL.</text>')
  for (const size of [
    fridge,
    { widthMm: 3_200, heightMm: 20, depthMm: 900 },
    { widthMm: 5, heightMm: 400, depthMm: 5 },
  ])
    for (const [x = 0, y = 0, w = 0, h = 0] of boxes(dimensionDrawing(size, 'x')).slice(1)) {
      expect(x).toBeGreaterThan(40)
      expect(y).toBeGreaterThan(0)
      expect(x + w).toBeLessThan(960)
      expect(y + h).toBeLessThan(600)
    }
})

test('the title is escaped, and a product without all three measures has no drawing', () => {
  expect(dimensionDrawing(fridge, 'A "27" <b>')).toContain('aria-label="A &quot;27&quot; &lt;b&gt;"')
  expect(dimensionsOf({ ...fridge, weightKg: null })).toEqual(fridge)
  expect(dimensionsOf({ ...fridge, depthMm: null, weightKg: null })).toBeNull()
})
