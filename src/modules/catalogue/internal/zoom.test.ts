import { expect, test } from 'vitest'
import { limitsOf, movedBy, noZoom, zoomedAt } from './zoom.ts'

const stage = { width: 400, height: 800 }
const limits = limitsOf(stage, { width: 900, height: 900 }, 1_600)

test('a picture fits into the stage, and grows up to one of its pixels on each of the screen', () => {
  expect(limits).toEqual({ stage, fitted: { width: 400, height: 400 }, maxScale: 4 })
  expect(zoomedAt(noZoom, 100, { x: 0, y: 0 }, limits).scale).toBe(4)
  expect(limitsOf(stage, { width: 450, height: 900 }, 1_600).fitted).toEqual({ width: 400, height: 800 })
})

test('a small picture grows too, and a drawing is sharp at any size', () => {
  expect(limitsOf(stage, { width: 200, height: 200 }, 200).maxScale).toBe(2)
  expect(limitsOf(stage, { width: 800, height: 800 }, null).maxScale).toBe(4)
})

test('what is under the pointer stays there', () => {
  const zoom = zoomedAt(noZoom, 2, { x: 100, y: 0 }, limits)
  expect(zoom).toEqual({ scale: 2, x: -100, y: 0 })
  // At the point: the same place of the picture as before.
  expect((100 - zoom.x) / zoom.scale).toBe(100)
})

test('an edge of the picture is never off the edge of the stage; one that has room is centred', () => {
  const zoom = zoomedAt(noZoom, 3, { x: 0, y: 0 }, limits)
  expect(movedBy(zoom, { x: 5_000, y: -5_000 }, limits)).toEqual({ scale: 3, x: 400, y: -200 })
  expect(zoomedAt({ scale: 2, x: 200, y: 0 }, 0.1, { x: 0, y: 0 }, limits)).toEqual(noZoom)
})
