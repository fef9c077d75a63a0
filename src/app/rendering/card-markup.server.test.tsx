import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { brandOf } from '../../brands/brands.ts'
import { cardMarkup } from './card-markup.server.ts'
import type { Card, CardRules } from '../../modules/catalogue/product/card.ts'
import { CardMarkupContext } from '../../modules/catalogue/ui/card-markup.ts'
import { ProductCard } from '../../modules/catalogue/ui/product-card.tsx'
import { priceRulesOf } from '../../modules/pricing/pricing.ts'

describe('the cached markup of a product card', () => {
  const rules: CardRules = { ...priceRulesOf(brandOf('aol'), null), tariffs: null }
  const plain = { rules, state: null, space: null, delivery: null, eager: false }
  const oven: Card = {
    id: 1,
    sku: 'OV-1',
    uri: 'nordhaus-steam-oven',
    title: 'Nordhaus Steam oven',
    brand: 'Nordhaus',
    picture: '/media/placeholder.svg',
    facts: ['60 cm', 'Pyrolytic & steam'],
    status: 'inStock',
    price: 800_00,
    rrp: 1_000_00,
    rating: { average: 4.2, count: 9 },
    condition: 'CosmeticImperfection',
  }
  const stored = (props: Parameters<typeof ProductCard>[0]) =>
    renderToString(
      <CardMarkupContext value={cardMarkup}>
        <ProductCard {...props} />
      </CardMarkupContext>,
    )

  test('equals what React renders, byte for byte', () => {
    const elements = renderToString(<ProductCard card={oven} {...plain} />)
    expect(stored({ card: oven, ...plain })).toBe(elements)
    expect(stored({ card: oven, ...plain })).toBe(elements)
  })

  test('is rendered again when the product or the rules change', () => {
    expect(stored({ card: oven, ...plain })).toContain('60 cm')
    expect(stored({ card: { ...oven, facts: ['90 cm'] }, ...plain })).toContain('90 cm')
    const fridge = { ...oven, kwh: 400 }
    const withTariff = (standard: number) => ({
      ...rules,
      tariffs: { standard, byState: {}, validFrom: '2026-07-01', source: 'Test' },
    })
    expect(stored({ card: fridge, ...plain, rules: withTariff(300) })).toContain('$120 a year to run')
    expect(stored({ card: fridge, ...plain, rules: withTariff(400) })).toContain('$160 a year to run')
  })

  test('is not used for personal content nor for the eager pictures of a list', () => {
    stored({ card: oven, ...plain })
    expect(stored({ card: oven, ...plain, delivery: 'Tue 24 Nov, FREE' })).toContain('Tue 24 Nov, FREE')
    expect(stored({ card: oven, ...plain, eager: true })).toContain('fetchPriority="high"')
  })
})
