import { expect, test } from 'vitest'
import { brands } from '../../../src/brands/brands.ts'
import { documents, type ContentDocument } from '../../../src/modules/content/documents.server.ts'
import { demoProducts } from '../catalogue.ts'
import { homes } from './homes.ts'

const products = [...demoProducts({ today: '2026-11-24' })]
const pages = brands.map((brand) => ({
  app: brand.app,
  page: documents.page.parse(homes[brand.app](brand, products)),
}))

type Block = ContentDocument<'page'>['blocks'][number]
const roomsOf = (blocks: readonly Block[]) => blocks.filter((block) => block.type === 'room')

test('each brand leads with what its shoppers come for', () => {
  expect(
    pages.map(({ app, page: { masthead, blocks } }) => [app, masthead === null ? blocks[0]?.type : 'masthead']),
  ).toEqual([
    ['wa', 'masthead'],
    ['andoo', 'room'],
    ['aol', 'delivery'],
    ['aol-nz', 'delivery'],
    ['aoc', 'points'],
    ['wac', 'points'],
    ['hc', 'conditions'],
    ['fk', 'fit'],
  ])
})

test('no two brands but those of two countries share a heading', () => {
  const seen = new Map<string, string>()
  for (const { app, page } of pages) {
    if (app === 'aol-nz') continue
    for (const block of page.blocks) {
      if (!('title' in block)) continue
      expect(seen.get(block.title), `${app}: ${block.title}`).toBeUndefined()
      seen.set(block.title, app)
    }
  }
})

test('products in rooms are sold there, and their targets of 44 px stay apart from 768 px on', () => {
  // The picture of a room is as wide as the page without its margins, and 16 by 9.
  const [width, height] = [704, 396]
  for (const { app, page } of pages)
    for (const { title, spots } of roomsOf(page.blocks)) {
      expect(spots.length, title).toBeGreaterThanOrEqual(3)
      for (const [at, spot] of spots.entries()) {
        expect(products.find(({ sku }) => sku === spot.sku)?.offers.some((offer) => offer.app === app)).toBe(true)
        for (const other of spots.slice(at + 1)) {
          const [x, y] = [(Math.abs(spot.x - other.x) * width) / 100, (Math.abs(spot.y - other.y) * height) / 100]
          expect(Math.max(x, y), `${title}: ${spot.sku} and ${other.sku}`).toBeGreaterThanOrEqual(44)
        }
      }
    }
  expect(pages.map(({ page }) => roomsOf(page.blocks).length)).toEqual([0, 4, 0, 0, 0, 0, 0, 2])
})
