import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { brandOf } from '../../../brands/brands.ts'
import { pricePromise } from '../../pricing/price-promise.ts'
import { priceRulesOf, rrpExplanation } from '../../pricing/pricing.ts'
import type { ProductView } from '../product/product-page.ts'
import { PriceHistoryChart } from './price-history.tsx'
import { ProductPage, type ProductPageProps } from './product-page.tsx'

const view: ProductView = {
  id: 1,
  sku: 'OV-1',
  uri: 'nordhaus-steam-oven',
  title: 'Nordhaus Steam oven',
  brand: 'Nordhaus',
  brandUri: 'nordhaus',
  categoryUri: 'kitchen/ovens',
  picture: '/media/placeholder.svg',
  facts: [],
  status: 'inStock',
  price: 1_899_95,
  rrp: 2_499_00,
  mpn: null,
  gtin: null,
  shortDescription: '',
  description: '<p>Steam.</p>',
  features: [],
  specifications: [],
  gallery: [],
  model: null,
  dimensions: null,
  energyLabel: null,
  documents: [{ title: 'User manual', url: 'https://example.com/manual.pdf', sizeKb: 1_250 }],
  variants: [],
  variantAxis: null,
  trail: [],
}
const history: ProductPageProps['history'] = {
  lowestIn30Days: 1_799_00,
  chart: renderToStaticMarkup(
    <PriceHistoryChart
      history={{
        entries: [
          { day: '2026-02-02', price: 1_999_00 },
          { day: '2026-05-05', price: 1_699_00 },
          { day: '2026-11-01', price: 1_799_00 },
          { day: '2026-11-14', price: 1_899_95 },
        ],
        before: null,
        lowest: 1_699_00,
        highest: 1_999_00,
        current: 1_899_95,
        lowestIn30Days: 1_799_00,
        from: '2025-11-20',
        today: '2026-11-20',
      }}
    />,
  ),
}
const aol = brandOf('aol')
const words = { callUs: true, freeDelivery: aol.freeDeliveryText, rrp: rrpExplanation(aol), promise: null }

function shown(
  change: Partial<ProductView> = {},
  more: Partial<ProductPageProps['words']> = {},
  app: 'aol' | 'aoc' = 'aol',
  parts: Partial<Pick<ProductPageProps, 'history' | 'successor' | 'choices' | 'notify'>> = {},
) {
  const rules = { ...priceRulesOf(brandOf(app), null), tariffs: null }
  return renderToStaticMarkup(
    <ProductPage
      view={{ ...view, ...change }}
      rules={rules}
      words={{ ...words, ...more }}
      history={null}
      offers=""
      bundles=""
      rows={[]}
      choices={[]}
      successor={null}
      notify={null}
      {...parts}
      delivery={null}
      stock={null}
      questions=""
      reviews=""
      estimates={{}}
    />,
  )
}
const read = (markup: string) => markup.replaceAll(/<[^>]+>/g, '|').replaceAll(/\|+/g, '|')

test('a product page shows price, promise, and free delivery with its conditions [PROM3-04]', () => {
  const promise = pricePromise('winning-value', { ...aol, years: '120' })
  const text = read(shown({}, { promise }))
  expect(text).toContain('|$1,899|.|95|')
  expect(text).toContain('|Price promise|')
  expect(text).toContain('|Free next-day delivery |*conditions apply|')
  expect(read(shown())).not.toContain('Price promise')
  // Nor where the maker has fixed the price.
  expect(read(shown({ priceType: 'manufacturer' }, { promise }))).not.toContain('Price promise')
})

test('one rating is a rating, several are ratings', () => {
  const rated = (count: number) => read(shown({ rating: { average: 4.25, count } })).replaceAll('|', '')
  expect(rated(1)).toContain('4.3 (1 rating)')
  expect(rated(1_234)).toContain('4.3 (1,234 ratings)')
})

test('the lowest price in 30 days is shown only where price history is on', () => {
  const text = read(shown({}, {}, 'aol', { history }))
  expect(text).toContain('|Lowest price in the last 30 days: $1,799|')
  expect(text).toContain('|Price history|')
  expect(text).toContain('|Lowest in 12 months|$1,699|Highest in 12 months|$1,999|')
  expect(text).toContain('|Saturday, 14 November 2026|$1,899.95|')
  expect(text).toContain('|$1,600|$1,700|$1,800|$1,900|$2,000|Dec|2026|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|')
  expect(text).toContain('|Lowest $1,699|Today $1,899.95|')
  expect(read(shown())).not.toContain('Lowest price')
  expect(read(shown())).not.toContain('Price history')
})

test('only sections with content are on the page and in its navigation', () => {
  const markup = shown()
  const links = [...markup.matchAll(/href="#([a-z]+)"/g)].map(([, uri]) => uri)
  expect(links).toEqual(['description', 'downloads', 'questions', 'reviews'])
  for (const uri of links) expect(markup).toContain(`<section id="${uri}"`)
  expect(read(markup)).toContain('|(1250 kB)|')
})

test('a product without a price asks to call, with no cart button or promise', () => {
  const promise = pricePromise('winning-value', { ...aol, years: '120' })
  const text = read(shown({ price: null }, { promise }))
  expect(text).toContain('|Call for price: |1300 975 708|')
  expect(text).not.toMatch(/Add to cart|Price promise|Free next-day delivery/)
})

test('on the commercial app Add to cart leads to the login and back [PRICE-14]', () => {
  const markup = shown({ price: null }, {}, 'aoc')
  expect(markup).toContain('href="/account/login">LOG IN FOR PRICE</a>')
  expect(markup).toContain('href="/account/login?returnUrl=%2Fp%2Fnordhaus-steam-oven">Add to cart</a>')
  expect(markup).not.toContain('<form')
})

test('a replaced product names its successor', () => {
  const successor = { title: 'Nordhaus Steam oven 2', href: '/p/nordhaus-steam-oven-2' }
  expect(shown({}, {}, 'aol', { successor })).toContain(
    'Replaced by <a href="/p/nordhaus-steam-oven-2">Nordhaus Steam oven 2</a>',
  )
  expect(shown()).not.toContain('Replaced by')
})

test('the cart form offers options with texts and prices, none selected by default', () => {
  const option = (id: number, name: string, price: number) => ({ id, name, price, blurb: `${name} in detail.` })
  const choices = [
    {
      field: 'warrantyId' as const,
      title: 'Extended warranty',
      options: [option(4, 'One more year', 59_00), option(5, 'Two more years', 99_50)],
    },
    { field: 'installId' as const, title: 'Installation', options: [option(9, 'Assembly', 0)] },
  ]
  const markup = shown({}, {}, 'aol', { choices })
  const form = /<form[^>]* id="buy"[^>]*>.*?<\/form>/.exec(markup)?.[0] ?? ''
  expect(read(form)).toBe(
    '|Add to cart|Extended warranty · Installation|Extended warranty| No thanks|One more year |One more year in detail.|$59|Two more years |Two more years in detail.|$99.50' +
      '|Installation| No thanks|Assembly |Assembly in detail.|FREE|',
  )
  // A browser refuses what the cart would.
  expect(form).toContain(
    '<input type="number" aria-label="Quantity" required="" min="1" max="99" autoComplete="off" name="quantity" value="1"/>',
  )
  const radios = [...form.matchAll(/<input type="radio"[^>]*>/g)].map(([input]) => [
    /name="(\w+)"/.exec(input)?.[1],
    /value="(\w*)"/.exec(input)?.[1],
    input.includes('checked'),
  ])
  expect(radios).toEqual([
    ['warrantyId', '', true],
    ['warrantyId', '4', false],
    ['warrantyId', '5', false],
    ['installId', '', true],
    ['installId', '9', false],
  ])
  expect(shown({ status: 'noStock' }, {}, 'aol', { choices })).not.toContain('Extended warranty')
  expect(shown({ price: null }, {}, 'aoc', { choices })).not.toContain('Extended warranty')
})
