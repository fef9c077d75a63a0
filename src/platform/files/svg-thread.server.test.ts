import { expect, test } from 'vitest'
import { createSvgThread } from './svg-thread.server.ts'

const svg = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"><rect width="4" height="2" fill="${colour}"/></svg>`
const sizeOf = (png: Buffer) => [png.subarray(1, 4).toString(), png.readUInt32BE(16), png.readUInt32BE(20)]

test('everyone gets the picture they requested, and an invalid one fails only for its sender', async () => {
  const draw = createSvgThread({ files: [], family: '' })
  const [red, broken, blue] = await Promise.allSettled([draw(svg('red')), draw('<svg'), draw(svg('blue'))])
  if (red.status !== 'fulfilled' || blue.status !== 'fulfilled') throw new Error('a picture was not drawn')
  expect([sizeOf(red.value), sizeOf(blue.value)]).toEqual([
    ['PNG', 4, 2],
    ['PNG', 4, 2],
  ])
  expect(red.value.equals(blue.value)).toBe(false)
  expect(broken.status).toBe('rejected')
  expect((await draw(svg('red'))).equals(red.value)).toBe(true)
})
