import { expect, test } from 'vitest'
import { blockSet } from './block-parts.ts'
import { documents } from './documents.server.ts'

const picture = { src: '/media/room.avif', alt: 'A room' }
const opening = { title: 'When?', text: 'Enter your suburb.', picture }

const blocks = [
  {
    type: 'feature',
    title: 'Dark timber',
    body: '<p>Ovens.</p>',
    picture,
    side: 'right',
    links: [{ title: 'Ovens', uri: '/c/kitchen/ovens' }],
  },
  {
    type: 'room',
    title: 'Living room',
    text: null,
    picture,
    spots: [
      { sku: 'SOFA-1', x: 40, y: 60.5 },
      { sku: 'LAMP-1', x: 74, y: 0 },
    ],
    isPackage: true,
  },
  { type: 'delivery', ...opening },
  { type: 'deals', title: 'Deals', count: 8 },
  {
    type: 'points',
    look: 'ways',
    ...opening,
    points: [
      { title: 'Log in', text: 'Your prices.', uri: '/account/login' },
      { title: 'Warranty', text: null, uri: null },
      { title: 'Stores', text: null, uri: '/stores' },
    ],
  },
  { type: 'conditions', ...opening, picture: null },
  { type: 'justIn', title: 'Just in' },
  { type: 'fit', ...opening, kinds: [{ title: 'Fridges', uri: '/c/kitchen/fridges' }] },
  { type: 'showrooms', title: 'Showrooms', text: null, count: 4 },
] as const

test('every block of a composition survives editing and parsing', () => {
  for (const block of blocks) expect(blockSet.itemOf(block.type, blockSet.textsOf(block))).toEqual(block)
  expect(documents.page.parse({ pageType: 'generic', title: 'Home', blocks }).blocks).toEqual(blocks)
})

test('products in a room are lines of SKU and place', () => {
  expect(blockSet.textsOf(blocks[1])['spots']).toBe('SOFA-1 | 40 | 60.5\nLAMP-1 | 74 | 0')
})

/** What is said of a block of such a type with these texts, by the place in the block. */
function problemsOf(type: string, texts: Record<string, string>): Record<string, string> {
  const block = blockSet.itemOf(type, { title: 'Title', src: picture.src, ...texts })
  const read = documents.page.safeParse({ pageType: 'generic', title: 'Home', blocks: [block] })
  return Object.fromEntries((read.error?.issues ?? []).map(({ path, message }) => [path.slice(2).join('.'), message]))
}

test('places outside of the picture, lists without a line and links that are no category are refused by name', () => {
  expect(problemsOf('room', { spots: 'SOFA-1 | 101 | left' })).toEqual({
    'spots.0.x': 'must be 100 or less',
    'spots.0.y': 'must be a number from 0 to 100',
  })
  expect(problemsOf('room', { spots: '' })).toEqual({ spots: 'must name at least one product' })
  expect(problemsOf('points', { points: '' })).toEqual({ points: 'must have at least one line' })
  expect(problemsOf('fit', { kinds: 'Fridges | /products' })).toEqual({
    'kinds.0.uri': 'must be the address of a category',
  })
  expect(problemsOf('feature', { src: 'room.avif' })).toEqual({
    'picture.src': 'must begin with "/", "https://", "mailto:", "tel:" or "#"',
  })
  expect(problemsOf('room', { spots: 'SOFA-1 | 50 | 50' })).toEqual({})
})
