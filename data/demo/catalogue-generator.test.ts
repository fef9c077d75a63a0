import { describe, expect, test } from 'vitest'
import { productRecord } from '../../src/modules/catalogue/product/product-record.ts'
import { demoProducts } from './catalogue.ts'

const today = '2026-11-20'
const inputs = [...demoProducts({ today })]

describe('the generator', () => {
  test('writes the same catalogue every time, and only dates move with the day', () => {
    expect([...demoProducts({ today })]).toEqual(inputs)
    const later = [...demoProducts({ today: '2027-01-01' })]
    const withoutDates = (text: string) => text.replaceAll(/"\d{4}-\d\d-\d\d"/g, '"day"')
    expect(withoutDates(JSON.stringify(later))).toBe(withoutDates(JSON.stringify(inputs)))
    expect(later[0]?.releasedOn).not.toBe(inputs[0]?.releasedOn)
  })

  test('refuses a date it cannot read', () => {
    expect(() => [...demoProducts({ today: 'soon' })]).toThrow('not a date')
  })

  test('a small count is the beginning, spread over the categories', () => {
    const few = [...demoProducts({ today, count: 60 })]
    expect(few).toEqual(inputs.slice(0, 60))
    expect(new Set(few.map(({ categoryUri }) => categoryUri)).size).toBeGreaterThan(20)
  })

  test('a large count begins with the catalogue and goes on without repeating itself', () => {
    const skus = new Set<string>()
    const titles = new Set<string>()
    const gtins = new Set<string>()
    let written = 0
    for (const record of demoProducts({ today, count: 30_000 })) {
      if (written < inputs.length) expect(record.sku).toBe(inputs[written]?.sku)
      // Parsing every one would be the slowest part; one in 40 covers every template many times.
      if (written % 40 === 0) productRecord.parse(record)
      skus.add(record.sku)
      titles.add(record.title)
      gtins.add(record.gtin ?? '')
      written++
    }
    expect(written).toBe(30_000)
    expect([skus.size, titles.size, gtins.size]).toEqual([30_000, 30_000, 30_000])
  })
})
