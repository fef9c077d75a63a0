import { expect, test } from 'vitest'
import { brandOf, brands } from '../../brands/brands.ts'
import { pricePromise, yearsInBusiness } from './price-promise.ts'

const words = (app: 'andoo' | 'aol' | 'aol-nz', years = '120') => {
  const brand = brandOf(app)
  return pricePromise(brand.pricePromise ?? 'winning-value', { ...brand, years })
}

test('there are three promises with fixed texts [PROM3-01]', () => {
  expect(words('andoo')).toEqual({
    title: "Andoo's Feel Good Value Promise",
    paragraphs: [
      'We want you to feel good about what you buy and what you pay. We check our prices against other Australian retailers every day, so the price you see is a great one.',
      'Found it for less? If another Australian retailer advertises the same new item, in stock, at a lower price, call us on 1300 000 500 before you buy and we will do our best to beat it.',
      'For 120 years our family of businesses has looked after Australian homes, with free next-day delivery to most metropolitan postcodes and support 24 hours a day, 7 days a week.',
    ],
  })
  expect(words('aol')).toEqual({
    title: 'Winning Value Promise',
    paragraphs: [
      'For 120 years our family business has helped Australians choose the right appliance at the right price.',
      'Our value promise is more than a price: expert advice, free next-day delivery to most metropolitan postcodes, careful installation by our own teams, and support 24 hours a day, 7 days a week.',
      'If you find the same item, new and in stock, at a lower advertised price with an authorised Australian retailer, note the advertised price and the retailer, then contact our customer service team on 1300 975 708 and we will do our best to match it.',
    ],
  })
  expect(words('aol-nz').title).toBe("Appliances Online NZ's Price Match Guarantee")
})

test('the price match asks to note price and retailer, and to call 0800 265 265 [PROM3-02]', () => {
  expect(words('aol-nz').paragraphs).toEqual([
    'Found a lower price on an identical item? We will match it.',
    '1. Note the advertised price and the retailer.',
    '2. Contact our customer service team on 0800 265 265.',
    '3. Once we confirm the item is new, identical and in stock with a New Zealand retailer, we match the price.',
    'Your order still comes with free fast delivery to most postcodes. Clearance, auction, marketplace and second-hand offers are not included.',
  ])
})

test('the years in business come from the setting, else counted from 1906 [PROM3-03]', () => {
  const now = new Date('2026-11-20T00:00:00Z')
  expect([yearsInBusiness('', now), yearsInBusiness(' 118 ', now)]).toEqual(['120', '118'])
  expect(words('aol', yearsInBusiness('118', now)).paragraphs[0]).toMatch(/^For 118 years our family business /)
})

test("Andoo's customers call 1300 000 500 [PROM3-05]", () => {
  expect(brandOf('andoo').supportNumber).toBe('1300 000 500')
  expect(words('andoo').paragraphs[1]).toContain('call us on 1300 000 500')
})

test('each app has its promises', () => {
  expect(Object.fromEntries(brands.map((one) => [one.app, one.pricePromise]))).toEqual({
    wa: 'winning-value',
    andoo: 'feel-good-value',
    aol: 'winning-value',
    'aol-nz': 'price-match',
    aoc: null,
    wac: null,
    hc: null,
    fk: 'winning-value',
  })
})
