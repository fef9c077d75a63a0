import { expect, test } from 'vitest'
import {
  pictureAddress,
  pictureOfWidth,
  readPictureAddress,
  servedWidths,
  pictureAttributes,
} from './picture-address.ts'

const facts = { hash: '0123456789abcdef0123456789abcdef', width: 1_000, height: 750, colour: 'e8e4dc' }
const signature = 'aB3_-cD4eF5'
const address = '/media/pictures/0123456789abcdef0123456789abcdef/1000x750-e8e4dc-aB3_-cD4eF5/320'

test('an address holds proportions and colour, and is read back', () => {
  expect(pictureAddress(facts, signature, 320)).toBe(address)
  expect(readPictureAddress(address)).toEqual({ ...facts, signature, requestedWidth: 320, format: null })
  expect(readPictureAddress(`${address}.avif`)).toMatchObject({ format: 'avif' })
  const cutOut = pictureAddress({ ...facts, colour: '0000' }, signature, 1_200)
  expect(readPictureAddress(cutOut)).toEqual({
    ...facts,
    colour: '0000',
    signature,
    requestedWidth: 1_200,
    format: null,
  })
})

test('a crop and a focal point are in the address; where a picture is cut its focal point stays in view', () => {
  const cropped = { ...facts, crop: { left: 20, top: 0 }, focus: { x: 35, y: 100 } }
  const path = pictureAddress(cropped, signature, 320)
  expect(path).toBe(address.replace('1000x750', '1000x750+20+0@35x100'))
  expect(readPictureAddress(path)).toEqual({ ...cropped, signature, requestedWidth: 320, format: null })
  expect(pictureAttributes(path, 80)).toMatchObject({
    srcSet: `${path.replace('/320', '/160')} 160w`,
    style: { background: '#e8e4dc', '--focal-point': '35% 100%' },
  })
  expect(pictureOfWidth(path, 640)).toBe(path.replace('/320', '/640'))
})

test.each([
  ['a width that is not served', address.replace('/320', '/321')],
  ['a width far above the original’s', address.replace('/320', '/1600')],
  ['another format', `${address}.gif`],
  ['a short hash', address.replace('0123', '')],
  ['something behind it', `${address}.jpg/x`],
  ['a drawing', '/media/drawings/a.svg'],
])('an address with %s is none', (_what, path) => {
  expect(readPictureAddress(path)).toBe(null)
})

test('a picture is served in the widths up to the first that holds all of it', () => {
  expect(servedWidths(1_000)).toEqual([160, 240, 320, 480, 640, 800, 1_200])
  expect(servedWidths(320)).toEqual([160, 240, 320])
  expect(servedWidths(90)).toEqual([160])
  expect(servedWidths(6_000).at(-1)).toBe(2_400)
})

test('srcset ends with the first width that is large enough, and with the picture’s own size', () => {
  const widthsOf = (upTo: number) =>
    pictureAttributes(address, upTo)
      ?.srcSet.split(',')
      .map((one) => one.split(' ')[1])
  expect(widthsOf(150)).toEqual(['160w', '240w', '320w'])
  expect(widthsOf(2_000)?.at(-1)).toBe('1000w')
  expect(pictureAttributes(address, 80)).toEqual({
    srcSet: `${address.replace('/320', '/160')} 160w`,
    sizes: '80px',
    style: { background: '#e8e4dc' },
  })
  expect(pictureAttributes('https://example.com/a.jpg', 300)).toBe(undefined)
})

test('one size of a picture is the smallest that is large enough; other addresses stay as they are', () => {
  expect(pictureOfWidth(address, 500)).toBe(address.replace('/320', '/640'))
  expect(pictureOfWidth(address, 5_000, 'jpg')).toBe(`${address.replace('/320', '/1200')}.jpg`)
  expect(pictureOfWidth('/media/placeholder.svg', 500)).toBe('/media/placeholder.svg')
})
