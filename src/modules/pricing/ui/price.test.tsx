import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { brandOf } from '../../../brands/brands.ts'
import { priceRulesOf, rrpExplanation, type Offer } from '../pricing.ts'
import { pricePromise } from '../price-promise.ts'
import { FreeDelivery, Price } from './price.tsx'
import { PricePromiseLink } from './price-promise.tsx'
import { PromiseText } from './price-promise-dialog.tsx'

/** What somebody reads, the element's own words without its tags. */
const read = (markup: string) =>
  markup
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll(/\s+/g, ' ')
    .trim()

function block(offer: Offer, app: 'aol' | 'aoc' | 'hc' = 'aol', size: 'card' | 'page' = 'card'): string {
  const brand = brandOf(app)
  const explanation = size === 'page' ? rrpExplanation(brand) : null
  return renderToStaticMarkup(
    <Price uri="steam-oven" offer={offer} rules={priceRulesOf(brand, null)} size={size} explanation={explanation} />,
  )
}

test('cents are superscript beside the dollars, and read out as one amount [FMT-06]', () => {
  expect(block({ price: 1_299_95, rrp: null })).toMatch(/<p[^>]*>\$1,299<sup[^>]*><span[^>]*>\.<\/span>95<\/sup><\/p>/)
  expect(block({ price: 1_299_00, rrp: null })).not.toContain('<sup')
})

test('the block shows price, RRP and saving [PRICE-01]', () => {
  expect(read(block({ price: 999_00, rrp: 1_299_00 }))).toBe('$999RRP: $1,299 Save $300')
  expect(read(block({ price: 999_00, rrp: 1_299_00 }, 'hc'))).toBe('$999was $1,299 Save $300')
  expect(read(block({ price: 999_00, rrp: null, altPriceMsg: 'Floor stock' }))).toBe('$999Floor stock')
})

test('the RRP is explained on demand, on a product page [PRICE-13]', () => {
  const page = block({ price: 999_00, rrp: 1_299_00 }, 'aol', 'page')
  expect(page).toMatch(/<button[^>]* aria-label="What does RRP mean\?" popoverTarget="([^"]+)">/i)
  expect(read(page)).toContain(
    'RRP is the recommended retail price set by the manufacturer or supplier of this product.',
  )
  expect(block({ price: 999_00, rrp: 1_299_00 })).not.toContain('popover')
  // What is called a former price is not an RRP that could be explained.
  expect(block({ price: 999_00, rrp: 1_299_00 }, 'hc', 'page')).not.toContain('popover')
})

test('on the commercial app a visitor logs in for the price, which is nowhere in the page [PRICE-14]', () => {
  expect(block({ price: 999_00, rrp: 1_299_00 }, 'aoc')).toMatch(
    /^<a [^>]*href="\/account\/login">LOG IN FOR PRICE<\/a>$/,
  )
})

test('a product without a price shows a phone number', () => {
  const shown = block({ price: null, rrp: 1_299_00 })
  expect(read(shown)).toBe('Call for price: 1300 975 708')
  expect(shown).toContain('href="tel:1300975708"')
})

test('free delivery links to its conditions [PROM3-04]', () => {
  const shown = (app: 'aol' | 'aol-nz') => renderToStaticMarkup(<FreeDelivery text={brandOf(app).freeDeliveryText} />)
  expect(read(shown('aol'))).toBe('Free next-day delivery *conditions apply')
  expect(read(shown('aol-nz'))).toBe('Free fast delivery *conditions apply')
  expect(shown('aol')).toContain('<a href="/s/delivery-information">*conditions apply</a>')
})

test("a price promise opens by 'Price promise' and shows its text", () => {
  const promise = pricePromise('price-match', { ...brandOf('aol-nz'), years: '120' })
  expect(renderToStaticMarkup(<PricePromiseLink promise={promise} />)).toMatch(
    /^<button type="button"[^>]* aria-haspopup="dialog">Price promise<\/button>$/,
  )
  expect(read(renderToStaticMarkup(<PromiseText promise={promise} />))).toContain(
    '2. Contact our customer service team on 0800 265 265.',
  )
})
