import '../../../../testing/browser.ts'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { brandOf } from '../../../../brands/brands.ts'
import { priceRulesOf } from '../../../pricing/pricing.ts'
import { readAirSpace } from '../air-space.ts'
import type { ProductDetail, ProductSummary } from '../../catalogue.ts'
import { cardOf } from '../../product/card.ts'
import type { Space } from '../../product/fit.ts'
import { productView } from '../../product/product-page.ts'
import { FitCheck } from './fit-check.tsx'
import { ProductCard } from '../../ui/product-card.tsx'
import { saveSpace } from '../../ui/space.ts'

/** What a shopper reads of one product and one space: on its page, from the words of the manufacturer on, and on its card in a list. */

const brand = brandOf('aol')
const today = '2026-11-24'

function fridge(clearance: string | null): ProductSummary {
  const air = readAirSpace(clearance)
  // A table, one row a line.
  // prettier-ignore
  return {
    id: 1, sku: 'FR-1', uri: 'fridge', mpn: null, title: 'Nordhaus Fridge', brand: { title: 'Nordhaus', uri: 'nordhaus' },
    categoryUri: 'kitchen/fridges', condition: 'NewCondition', missingParts: null, superseded: false, supersededBy: null,
    supplierDirect: null, rating: null, energy: { stars: null, kwhPerYear: null }, facts: [], picture: '/media/placeholder.svg',
    size: { widthMm: 800, heightMm: 1_700, depthMm: 650, weightKg: null }, ...(air === null ? {} : { air }),
    offers: { aol: { price: 800_00, rrp: null } }, stock: { '2000': { quantity: 3, incoming: null } }, releasedOn: null, isDemo: true,
  }
}

const detail: ProductDetail = {
  gtin: null,
  shortDescription: '',
  description: '',
  features: [],
  attributes: {},
  images: [],
  documents: [],
  variant: null,
  supersededBy: null,
  videos: [],
  playerVideos: [],
  model: null,
  relatedSkus: [],
  ratingsByStars: null,
}

afterEach(() => {
  cleanup()
  saveSpace('kitchen/fridges', null)
})

function onPage(clearance: string | null, space: Space | null) {
  saveSpace('kitchen/fridges', space)
  const view = productView({
    product: fridge(clearance),
    detail,
    brand,
    attributes: [],
    variants: [],
    categoryTitle: (uri) => uri,
    hasDimensions: false,
    today,
  })
  if (view?.size === undefined) throw new Error('not sold here')
  render(<FitCheck size={view.size} air={view.air} categoryUri={view.categoryUri} />)
  return screen.getByRole('status').textContent
}

function onCard(clearance: string | null, space: Space) {
  const card = cardOf(fridge(clearance), brand, today)
  if (card === null) throw new Error('not sold here')
  render(
    <ProductCard
      card={card}
      rules={{ ...priceRulesOf(brand, null), tariffs: null }}
      state={null}
      space={space}
      delivery={null}
      eager={false}
    />,
  )
  return screen.getByText(/your space$/).textContent
}

const space: Space = { widthMm: 860, heightMm: 1_740, depthMm: 690, clearanceMm: 20 }

test('the product page shows the manufacturer’s clearance', () => {
  onPage('Sides 20, top 50', null)
  screen.getByText(
    'Measure your space. The air gap is the clearance on both sides, above and behind. This product needs 20 mm on each side, 50 mm above and 0 mm behind.',
  )
  cleanup()
  onPage(null, null)
  screen.getByText('Measure your space. The air gap is the clearance on both sides, above and behind.')
})

test('a fitting product shows what is spare beyond the larger clearance', () => {
  expect(onPage('20 each side, 30 above', space)).toBe(
    'Fits your space, with 20 mm to spare in width, 10 mm in height and 20 mm in depth beyond the air gap.',
  )
})

test('a tight fit names the limit: the product’s clearance or the shopper’s air gap', () => {
  const needs = 'Tight fit in your space. It goes in, but with less clearance than it needs.'
  expect(onPage('50 at top', space)).toBe(needs)
  cleanup()
  // Both are missed.
  expect(onPage('50 at top', { ...space, clearanceMm: 45 })).toBe(needs)
  cleanup()
  const own = 'Tight fit in your space. It goes in, but with less clearance than your 45 mm.'
  expect(onPage('20 each side, 30 above', { ...space, clearanceMm: 45 })).toBe(own)
  cleanup()
  expect(onPage(null, { ...space, clearanceMm: 45 })).toBe(own)
})

test('a card gives the same result as the product page', () => {
  expect(onCard('50 at top', space)).toBe('Tight fit in your space')
  cleanup()
  expect(onCard('20 each side, 30 above', space)).toBe('Fits your space')
  cleanup()
  expect(onCard(null, space)).toBe('Fits your space')
})

test('a card has a clearance only when clearance and size are known', () => {
  expect(cardOf(fridge('Sides 20, top 50'), brand, today)).toMatchObject({ size: [800, 1_700, 650], air: [20, 50, 0] })
  expect(cardOf(fridge(null), brand, today)).not.toHaveProperty('air')
  const unmeasured = { widthMm: null, heightMm: 1_700, depthMm: 650, weightKg: null }
  expect(cardOf({ ...fridge('50 at top'), size: unmeasured }, brand, today)).not.toHaveProperty('air')
})

test('clearing the measurements clears the result', () => {
  onPage(null, space)
  fireEvent.click(screen.getByRole('button', { name: 'Clear measurements' }))
  expect(screen.getByRole('status').textContent).toBe('')
})
