import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { categories } from '../../../data/demo/categories.ts'
import { offersKinds, serviceAndPrice, servicesFor, servicesForLines, type DeliveryService } from './services.ts'

// The services a new shop starts with, and the rule on them.

type Row = {
  code: string
  title: string
  blurb: string
  kind: DeliveryService['kind']
  category_uris: string[]
  is_pre_ticked: boolean
  is_hidden: boolean
  position: number
}
const file = JSON.parse(readFileSync('data/geo/delivery-services.json', 'utf8')) as {
  services: Row[]
  prices: { service_code: string; tier_code: string; price_cents: number }[]
}
const services: readonly DeliveryService[] = file.services.map((row) => ({
  code: row.code,
  title: row.title,
  blurb: row.blurb,
  kind: row.kind,
  categoryUris: row.category_uris,
  isPreTicked: row.is_pre_ticked,
  isHidden: row.is_hidden,
  prices: Object.fromEntries(
    file.prices.filter((one) => one.service_code === row.code).map((one) => [one.tier_code, one.price_cents]),
  ),
}))

const titlesAndPrices = (categoryUris: string[], tierCode: string) =>
  servicesFor(services, { categoryUris, tierCode }).map((one) => [one.title, one.price])

describe('the services of a delivery', () => {
  test.each([
    ['metro-au', 0],
    ['regional-au', 39_00],
    ['metro-nz', 0],
    ['regional-nz', 39_00],
  ])('follow from the category, and the removal of an old appliance from the tier: %s %i', (tier, removal) => {
    expect(titlesAndPrices(['laundry/washing-machines/front-load-washers'], tier)).toEqual([
      ['Packaging removal', 0],
      ['Old appliance removal', removal],
      ['Connect washing machine or dishwasher', 49_00],
      ['Stairs above one flight', 45_00],
    ])
  })

  test.each([
    ['kitchen/fridges/french-door-fridges', 'Connect fridge with water line', 59_00],
    ['kitchen/fridges', 'Door reversal', 89_00],
    ['tv-and-audio/televisions/oled-tvs', 'Wall-mount TV', 199_00],
    ['bedroom/beds', 'Furniture assembly', 59_00],
    ['kitchen/dishwashers', 'Connect washing machine or dishwasher', 49_00],
  ])('of %s hold %s at %i cents', (categoryUri, title, price) => {
    expect(titlesAndPrices([categoryUri], 'metro-au')).toContainEqual([title, price])
  })

  test('of a mixed load stand once each, in their own order', () => {
    const mixed = titlesAndPrices(['kitchen/dishwashers', 'laundry/washing-machines', 'living/sofas'], 'metro-au')
    expect(mixed.map(([title]) => title)).toEqual([
      'Packaging removal',
      'Old appliance removal',
      'Connect washing machine or dishwasher',
      'Furniture assembly',
      'Stairs above one flight',
    ])
  })

  test('are told apart: only packaging removal is ticked to begin with, and a kettle needs nothing else', () => {
    const offered = servicesFor(services, { categoryUris: ['small-appliances/kettles'], tierCode: 'metro-au' })
    expect(offered).toEqual([
      {
        sku: 'packaging-removal',
        title: 'Packaging removal',
        blurb: expect.stringMatching(/^<p>.+<\/p>$/),
        kind: 'other',
        price: 0,
        selected: true,
        hidden: false,
      },
    ])
  })

  test('without a price on a tier are not done there', () => {
    const removal = { categoryUri: 'laundry/dryers', kinds: ['removal'] as const }
    expect(offersKinds(services, { ...removal, tierCode: 'regional-au' }, removal.kinds)).toBe(true)
    expect(offersKinds(services, { ...removal, tierCode: 'remote-au' }, removal.kinds)).toBe(false)
  })
})

test('a list asks for every kind of service at once, and for nothing that is hidden', () => {
  const washer = { categoryUri: 'laundry/washing-machines', tierCode: 'metro-au' }
  expect(offersKinds(services, washer, ['installation', 'removal'])).toBe(true)
  expect(offersKinds(services, { ...washer, categoryUri: 'laundry/dryers' }, ['installation', 'removal'])).toBe(false)
  const hidden = services.map((one) => ({ ...one, isHidden: true }))
  expect(offersKinds(hidden, washer, ['removal'])).toBe(false)
})

test('a category is met by its own name only, not by one that begins alike', () => {
  expect(titlesAndPrices(['kitchen/fridges-and-more'], 'metro-au')).toEqual([['Packaging removal', 0]])
})

test('a service is said with its price', () => {
  expect(serviceAndPrice({ title: 'Old appliance removal', price: 0 })).toBe('Old appliance removal FREE')
  expect(serviceAndPrice({ title: 'Old appliance removal', price: 39_00 })).toBe('Old appliance removal $39')
})

test('the data names categories that there are', () => {
  const known = new Set(['', ...categories.map(({ uri }) => uri)])
  expect(services.flatMap((one) => one.categoryUris).filter((uri) => !known.has(uri))).toEqual([])
})

describe('the services for lines', () => {
  const titles = (lines: { categoryUri: string; hasInstall: boolean }[]) =>
    servicesForLines(services, { lines, tierCode: 'metro-au' }).map((one) => one.title)
  const washer = { categoryUri: 'laundry/washing-machines', hasInstall: false }

  test('leave out the installation of a line that has its own already, and nothing else of it', () => {
    expect(titles([washer])).toEqual([
      'Packaging removal',
      'Old appliance removal',
      'Connect washing machine or dishwasher',
      'Stairs above one flight',
    ])
    expect(titles([{ ...washer, hasInstall: true }])).toEqual([
      'Packaging removal',
      'Old appliance removal',
      'Stairs above one flight',
    ])
  })

  test('keep it for another line that has none', () => {
    const dishwasher = { categoryUri: 'kitchen/dishwashers', hasInstall: false }
    expect(titles([{ ...washer, hasInstall: true }, dishwasher])).toContain('Connect washing machine or dishwasher')
  })

  test('are none for nothing', () => {
    expect(titles([])).toEqual([])
  })
})
