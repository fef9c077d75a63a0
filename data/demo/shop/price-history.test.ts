import { describe, expect, test } from 'vitest'
import { brandOf } from '../../../src/brands/brands.ts'
import { addDays } from '../../../src/platform/calendar.ts'
import { productRecord } from '../../../src/modules/catalogue/product/product-record.ts'
import { priceHistoryOf, recordBehind, type PriceChange } from '../../../src/modules/pricing/price-history.ts'
import { priceView } from '../../../src/modules/pricing/pricing.ts'
import { demoProducts } from '../catalogue.ts'
import { demoPriceHistory } from './price-history.ts'
import { related } from '../relations.ts'
import { demoUpsells } from '../upsell.ts'
import { categories } from '../categories.ts'

const today = '2026-11-20'
const records = related([...demoProducts({ today })])

/** Each offer with its past and the record that the import writes today. */
const offers = records.flatMap((record) => {
  const past = [...demoPriceHistory(record, today)]
  return record.offers.map((offer) => {
    const rrp = offer.rrp ?? null
    const changes = past
      .filter(({ app }) => app === offer.app)
      .map((one): PriceChange => ({
        day: addDays(today, -one.daysAgo),
        price: one.price,
        rrp: one.rrp,
        lineDiscount: 0,
      }))
    return {
      sku: record.sku,
      app: offer.app,
      price: Number(offer.price),
      rrp,
      changes: [...changes, { day: today, price: offer.price, rrp, lineDiscount: 0 }],
    }
  })
})

describe('the past prices of the demo catalogue', () => {
  test('come in the order of their days, all before today, and end at the price of today', () => {
    for (const { sku, price, changes } of offers) {
      const days = changes.map(({ day }) => day)
      expect(
        days.slice(0, -1).every((day) => day < today),
        sku,
      ).toBe(true)
      expect(days.toSorted(), sku).toEqual(days)
      expect(changes.at(-2)?.price, sku).toBe(price)
    }
  })

  test('every higher price that a product is compared with was asked once', () => {
    let count = 0
    for (const { sku, app, price, rrp, changes } of offers) {
      const comparison = priceView({ price, rrp }, { rrpAsWas: brandOf(app).labelsRrpAsWas })?.comparison ?? null
      if (comparison === null) continue
      count++
      expect(recordBehind(comparison.cents, changes)?.price, sku).toBe(comparison.cents)
    }
    expect(count).toBeGreaterThan(500)
  })

  test('differ: some never moved, some did several times, and none of it is below what is asked today', () => {
    const counts = offers.map(({ changes }) => priceHistoryOf(changes, today)?.entries.length ?? 0)
    expect(counts.filter((count) => count <= 1).length).toBeGreaterThan(100)
    expect(counts.filter((count) => count >= 4).length).toBeGreaterThan(100)
    for (const { sku, price, changes } of offers)
      expect(Math.min(...changes.map((one) => one.price ?? 0)), sku).toBe(price)
  })
})

describe('the relations of the demo catalogue', () => {
  const bySku = new Map(records.map((record) => [record.sku, record]))

  test('lead to products that are there, and a successor is not superseded itself', () => {
    for (const record of records) {
      productRecord.parse(record)
      for (const sku of record.relatedSkus ?? []) expect(bySku.has(sku), sku).toBe(true)
      if (record.supersededBy == null) continue
      expect(record.superseded).toBe(true)
      expect(bySku.get(record.supersededBy)?.superseded, record.sku).toBe(false)
      expect(bySku.get(record.supersededBy)?.categoryUri).toBe(record.categoryUri)
    }
    expect(records.filter(({ supersededBy }) => supersededBy != null).length).toBeGreaterThan(10)
    expect(records.filter(({ relatedSkus = [] }) => relatedSkus.length > 0).length).toBeGreaterThan(300)
  })

  test('an accessory is beside what it fits only', () => {
    const fitsOf = (categoryUri: string) =>
      records
        .filter((one) => one.categoryUri === categoryUri)
        .flatMap(({ relatedSkus = [] }) => relatedSkus.map((sku) => bySku.get(sku)?.attributes?.['fits']))
    expect(fitsOf('kitchen/fridges/bar-fridges')).toEqual([])
    const ofFridges = fitsOf('kitchen/fridges/french-door-fridges')
    expect(ofFridges.length).toBeGreaterThan(10)
    for (const fits of ofFridges) expect(fits).toContain('French door fridges')
    const screens = records.filter(({ categoryUri }) => categoryUri.startsWith('tv-and-audio/televisions/'))
    expect(screens.some(({ relatedSkus = [] }) => relatedSkus.length > 0)).toBe(true)
    for (const { relatedSkus = [], attributes } of screens)
      for (const sku of relatedSkus) {
        const [from = 0, to = 0] = String(bySku.get(sku)?.attributes?.['fits']).match(/\d+/g)?.map(Number) ?? []
        expect(attributes?.['screen_in']).toBeGreaterThanOrEqual(from)
        expect(attributes?.['screen_in']).toBeLessThanOrEqual(to)
      }
  })

  test('every warranty and install is for a category that is there, and costs something', () => {
    const uris = new Set(categories.map(({ uri }) => uri))
    for (const option of demoUpsells()) {
      expect(uris, option.name).toContain(option.categoryUri)
      expect(option.priceCents).toBeGreaterThan(0)
      expect(option.termMonths === null).toBe(option.kind === 'install')
    }
  })
})
