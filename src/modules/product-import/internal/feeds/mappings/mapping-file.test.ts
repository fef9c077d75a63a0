import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { attributes } from '../../../../../../data/demo/attributes.ts'
import type { ImportItem } from '../../../import-options.ts'
import type { Fields } from '../feed.ts'
import { itemsOf } from '../records.ts'
import { mappingFromFile } from './mapping-file.ts'
import { readMappingFile } from './mapping-schema.ts'
import type { MappingContext } from './mapping.ts'

const folder = 'data/mappings'

const context: MappingContext = {
  apps: null,
  warehouses: [
    { code: '2000', country: 'AU' },
    { code: '1010', country: 'NZ' },
  ],
  attributes,
  now: new Date('2026-11-20T00:00:00Z'),
  priceColumn: null,
}

type Skip = { line: number; skipped: string }

async function map(
  file: string,
  fields: Fields,
  changes: Partial<MappingContext> = {},
): Promise<ImportItem | Skip | undefined> {
  const mapping = mappingFromFile(readMappingFile(file), { ...context, ...changes })
  async function* rows() {
    yield { line: 1, fields }
  }
  let skipped: Skip | undefined
  const items = await Array.fromAsync(
    itemsOf(rows(), mapping, ({ line, why }) => void (skipped = { line, skipped: why })),
  )
  return items[0] ?? skipped
}

const shipped = (name: string) => readFileSync(join(folder, `${name}.json`), 'utf8')

test('every shipped mapping is valid', () => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  expect(files).toEqual(['energy-rating.json', 'icecat.json', 'ikea.json'])
  for (const file of files)
    expect(readMappingFile(readFileSync(join(folder, file), 'utf8')).name).toBe(file.replace('.json', ''))
})

describe('energy-rating', () => {
  // A table, one row a line.
  // prettier-ignore
  const washer: Fields = {
    category: 'clothes-washers', snapshot: '2026-02', brand: 'FISHER & PAYKEL', model: 'WH 80/60', status: 'Approved',
    availability: 'Available', sold_in: ['Australia', 'New Zealand'], made_in: ['China'], width_mm: 600, height_mm: 850,
    kwh_per_year: 240, star_rating: 4.5, capacity_kg: 8, loading: 'Front', combination: 'No', water_l_per_cycle: 0,
  }

  test('a registration becomes a record with a demo price', async () => {
    expect(await map(shipped('energy-rating'), washer)).toMatchObject({
      record: {
        sku: 'Fisher-Paykel-WH-80-60',
        title: 'Fisher & Paykel 8 kg Front load washing machine WH 80/60',
        brand: 'Fisher & Paykel',
        mpn: 'WH 80/60',
        categoryUri: 'laundry/washing-machines/front-load-washers',
        widthMm: 600,
        depthMm: null,
        attributes: {
          capacity_kg: 8,
          energy_stars: 4.5,
          energy_kwh: 240,
          width_mm: 600,
          country_of_manufacture: ['China'],
        },
        // 100 + 8 × 85 + 4.5 × 40 = 960
        offers: [
          { app: 'wa', price: 96_000, rrp: null },
          { app: 'andoo', price: 96_000, rrp: null },
          { app: 'aol', price: 96_000, rrp: null },
          { app: 'aol-nz', price: 104_000, rrp: null },
        ],
        stock: { '2000': { quantity: 4 }, '1010': { quantity: 4 } },
        superseded: false,
        isDemo: true,
      },
    })
  })

  test('water use of 0 means undeclared, and is omitted', async () => {
    const item = await map(shipped('energy-rating'), washer)
    expect(item).not.toHaveProperty('record.attributes.water_l')
  })

  test('--price-column replaces the price rule', async () => {
    const changes = { priceColumn: 'rrp', apps: ['aol'] } as const
    expect(await map(shipped('energy-rating'), { ...washer, rrp: '1,149.00' }, changes)).toMatchObject({
      record: { offers: [{ app: 'aol', price: 114_900 }] },
    })
    expect(await map(shipped('energy-rating'), washer, changes)).toMatchObject({ field: 'rrp', reason: 'is missing' })
  })

  test('the older of two snapshots is skipped', async () => {
    expect(await map(shipped('energy-rating'), { ...washer, snapshot: '2019-04' })).toEqual({
      line: 1,
      skipped: 'an older snapshot',
    })
  })

  test('products sold only in New Zealand go to its app only', async () => {
    const item = await map(shipped('energy-rating'), { ...washer, sold_in: ['New Zealand'] })
    expect(item).toMatchObject({ record: { offers: [{ app: 'aol-nz' }], stock: { '1010': { quantity: 4 } } } })
    expect(await map(shipped('energy-rating'), { ...washer, sold_in: ['Fiji'] })).toHaveProperty('skipped')
  })
})

test('ikea: converts riyal to dollars and centimetres to millimetres, and item numbers have eight digits', async () => {
  const item = await map(shipped('ikea'), {
    item_id: '368814',
    name: 'NORDSTRÖM',
    category: 'Tables & desks',
    price_sar: 995,
    old_price_sar: 1195,
    sellable_online: true,
    short_description: 'Desk,        140x80 cm, birch',
    designer: 'A. Person',
    height_cm: 72.5,
    width_cm: 140,
  })
  expect(item).toMatchObject({
    record: {
      sku: '00368814',
      title: 'NORDSTRÖM Desk, 140x80 cm, birch',
      categoryUri: 'office/desks',
      widthMm: 1400,
      heightMm: 725,
      attributes: { material: 'Birch', designer: 'A. Person' },
      offers: [
        { app: 'andoo', price: 41_800, rrp: 50_200 },
        { app: 'aol', price: 41_800, rrp: 50_200 },
        { app: 'aol-nz', price: 43_800, rrp: 52_600 },
      ],
    },
  })
})

test('icecat: converts US cents to Australian and grams to kilograms, and maps columns to attributes', async () => {
  const item = await map(shipped('icecat'), {
    id: '101957',
    name: 'dv7',
    title: `Acme dv7 Notebook ${'very '.repeat(40)}long`,
    ean: ['0884420588030'],
    supplier: 'Acme',
    price: 10_995,
    short_description: 'A notebook',
    date_released: '2008-12-19T00:00:00Z',
    img_500x500: 'http://x.example/a.jpg',
    attr_n_weight: 3460,
    attr_n_width: 396,
    attr_n_display_diagonal: 17,
    attr_b_touchscreen: false,
    attr_t_product_colour: 'Silver',
    attr_n_capacity: 250,
    attr_t_battery_technology: 'Li-Ion',
  })
  expect(item).toMatchObject({
    record: {
      sku: 'IC-101957',
      gtin: '0884420588030',
      categoryUri: 'electronics/computers/laptops',
      weightKg: 3.46,
      releasedOn: '2008-12-19',
      // The shop's Capacity is in litres: a bare 250 is another fact.
      attributes: {
        screen_in: 17,
        touchscreen: false,
        colour: 'Silver',
        capacity: 250,
        battery_technology: 'Li-Ion',
        weight_kg: 3.46,
      },
      offers: [{ app: 'aol', price: 16_710 }, { app: 'aoc' }, { app: 'aol-nz', price: 18_250 }],
    },
  })
  expect(item).toHaveProperty('record.title', expect.stringMatching(/^.{1,149}…$/))
})

describe('a custom mapping', () => {
  const mine = (more: object) =>
    JSON.stringify({
      name: 'mine',
      fields: { sku: 'code', title: 'name', brand: { constant: 'Mine' } },
      category: [{ uri: 'shop/{kind}' }],
      price: { amount: 'cost', currency: 'AUD' },
      apps: ['aol'],
      ...more,
    })

  test('needs this minimum', async () => {
    expect(await map(mine({}), { code: 1234, name: 'Rug', kind: 'Rugs & Mats', cost: '49.95' })).toMatchObject({
      record: {
        sku: '1234',
        categoryUri: 'shop/rugs-and-mats',
        offers: [{ app: 'aol', price: 4_995 }],
        stock: {},
        isDemo: false,
      },
    })
  })

  test('errors name the column of the file', async () => {
    expect(await map(mine({}), { code: 'a b', name: 'Rug', kind: 'Rugs', cost: 5 })).toMatchObject({
      sku: 'a b',
      field: 'code',
    })
    expect(await map(mine({}), { code: 'A', name: 'Rug', kind: 'Rugs', cost: 0 })).toMatchObject({
      field: 'cost',
      reason: 'must be above 0, not 0',
    })
    expect(await map(mine({}), { code: 'A', kind: 'Rugs', cost: 5 })).toMatchObject({
      field: 'name',
      reason: 'is missing',
    })
  })

  test('stock of 0 is stock', async () => {
    const file = mine({ stock: [{ quantity: 'qty' }] })
    expect(await map(file, { code: 'A', name: 'Rug', kind: 'Rugs', cost: 5, qty: '0' })).toMatchObject({
      record: { stock: { '2000': { quantity: 0 } } },
    })
  })

  test('reads variants, lists and first available values', async () => {
    const file = mine({
      fields: {
        sku: 'code',
        title: [{ template: '{name} in {colour}[, {size}]' }, 'name'],
        brand: ['maker', { constant: 'Mine' }],
      },
      variant: { group: 'style', axes: { Colour: 'colour' } },
      attributes: { connections: { column: 'ports', split: '|', as: 'list' } },
    })
    const row = { code: 'A', name: 'Lamp', kind: 'Lamps', cost: 5, colour: 'Sand', style: 'L1', ports: 'HDMI | USB' }
    expect(await map(file, row)).toMatchObject({
      record: {
        title: 'Lamp in Sand',
        brand: 'Mine',
        variant: { group: 'L1', axes: { Colour: 'Sand' } },
        attributes: { connections: ['HDMI', 'USB'] },
      },
    })
  })

  test.each([
    ['{', 'is not JSON'],
    [mine({ feilds: {} }), 'feilds'],
    [mine({ fields: { colour: 'x' } }), 'fields'],
    [mine({ skip: [{ when: [{ column: 'a', matches: '(' }], why: 'x' }] }), 'must be a regular expression'],
    [mine({ apps: ['shop'] }), 'apps'],
  ])('an invalid mapping is rejected with the location: %s', (text, reason) => {
    expect(() => readMappingFile(text)).toThrow(reason)
  })
})
