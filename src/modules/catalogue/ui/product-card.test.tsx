import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { AppCode } from '../../../brands/apps.ts'
import { brandOf } from '../../../brands/brands.ts'
import { priceRulesOf } from '../../pricing/pricing.ts'
import { cardOf } from '../product/card.ts'
import type { ProductSummary } from '../catalogue.ts'
import { ProductCard } from './product-card.tsx'

const today = '2026-11-24'
const oven: ProductSummary = {
  id: 1,
  sku: 'OV-1',
  uri: 'nordhaus-steam-oven',
  mpn: null,
  title: 'Nordhaus Steam oven',
  brand: { title: 'Nordhaus', uri: 'nordhaus' },
  categoryUri: 'kitchen/ovens',
  condition: 'NewCondition',
  missingParts: null,
  superseded: false,
  supersededBy: null,
  supplierDirect: null,
  rating: null,
  energy: { stars: null, kwhPerYear: null },
  facts: [],
  picture: '/media/placeholder.svg',
  size: { widthMm: null, heightMm: null, depthMm: null, weightKg: null },
  offers: {
    aol: { price: 800_00, rrp: 1_000_00 },
    wa: { price: 800_00, rrp: 1_000_00 },
    hc: { price: 800_00, rrp: 1_000_00, lineDiscount: 50_00 },
    aoc: { price: 777_00, rrp: 1_000_00 },
  },
  stock: { '2000': { quantity: 3, incoming: null } },
  releasedOn: null,
  isDemo: true,
}

function shown(app: AppCode, change: Partial<ProductSummary> = {}): string {
  const brand = brandOf(app)
  const card = cardOf({ ...oven, ...change }, brand, today)
  if (card === null) throw new Error('not sold here')
  return renderToStaticMarkup(
    <ProductCard
      card={card}
      rules={{ ...priceRulesOf(brand, null), tariffs: null }}
      state={null}
      space={null}
      delivery={null}
      eager={false}
    />,
  )
}
const read = (markup: string) => markup.replaceAll(/<[^>]+>/g, '|').replaceAll(/\|+/g, '|')

describe('a card', () => {
  test('names its energy stars in the singular and the plural', () => {
    const rated = (stars: number) => read(shown('aol', { energy: { stars, kwhPerYear: 300 } }))
    expect(rated(1)).toContain('|1 star| energy rating|')
    expect(rated(1.5)).toContain('|1.5 stars| energy rating|')
  })

  test('labels the condition; brand new only where every condition is shown [WIDG-11]', () => {
    expect(read(shown('aol', { condition: 'CosmeticImperfection' }))).toContain('|Cosmetic Imperfection|')
    expect(read(shown('aol', { condition: 'BrandNewRunout' }))).toContain('|Brand New Runout|')
    expect(read(shown('hc'))).toContain('|New Condition|')
    expect(read(shown('aol'))).not.toContain('New Condition')
  })

  test('has its own styles for brand new and unavailable [WIDG-12]', () => {
    expect(shown('aol', { condition: 'BrandNew' })).toMatch(/<span[^>]* data-style="brand-new">Brand New<\/span>/)
    expect(shown('aol', { condition: 'Unavailable' })).toMatch(
      /<span[^>]* data-style="unavailable">Unavailable<\/span>/,
    )
  })

  test('lists missing parts, and nothing when none are missing [WIDG-13]', () => {
    expect(read(shown('aol', { missingParts: 'Grill tray' }))).toContain('|Missing parts: Grill tray|')
    expect(shown('aol')).not.toContain('Missing parts')
  })

  test('shows the charged price: the outlet has no line discount and calls the RRP a former price [PRICE-08]', () => {
    expect(read(shown('hc'))).toContain('|$800|was |$1,000| |Save $200|')
    expect(read(shown('aol'))).toContain('|$800|RRP: |$1,000| |Save $200|')
  })

  test('shows a ribbon on apps that have them', () => {
    expect(read(shown('wa'))).toContain('|Save 20%|')
    expect(read(shown('aol'))).not.toContain('Save 20%')
  })

  test('hides prices on the commercial app, and Add to cart leads to login and back [PRICE-14]', () => {
    const markup = shown('aoc')
    expect(markup).toContain('href="/account/login">LOG IN FOR PRICE</a>')
    expect(markup).toContain('href="/account/login?returnUrl=%2Fp%2Fnordhaus-steam-oven"')
    expect(markup).not.toContain('777')
    expect(markup).not.toContain('<form')
  })

  test('of a product without a price asks to call and has no cart button', () => {
    const markup = shown('aol', { offers: { aol: { price: null, rrp: null } } })
    expect(read(markup)).toContain('|Call for price: |1300 975 708|')
    expect(markup).not.toContain('<form')
  })

  test('says why a product is unavailable', () => {
    expect(read(shown('aol', { stock: { '2000': { quantity: 0, incoming: null } } }))).toContain('|Out of stock|')
    expect(read(shown('aol', { stock: {} }))).toContain('|Contact us for availability|')
    expect(read(shown('aol', { stock: {}, superseded: true }))).toContain('|This product has been discontinued.|')
  })
})
