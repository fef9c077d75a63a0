import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { categories } from '../../../data/demo/categories.ts'
import { conditionPattern } from '../catalogue/attribute-conditions.ts'
import {
  canHave,
  kindsIn,
  offersKinds,
  serviceAndPrice,
  servicesFor,
  servicesForLines,
  type DeliveryService,
  type ServicedProduct,
} from './services.ts'

// The services a new shop starts with, and the rule on them.

type Row = {
  code: string
  title: string
  blurb: string
  kind: DeliveryService['kind']
  category_uris: string[]
  conditions: string[]
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
  conditions: row.conditions,
  isPreTicked: row.is_pre_ticked,
  isHidden: row.is_hidden,
  prices: Object.fromEntries(
    file.prices.filter((one) => one.service_code === row.code).map((one) => [one.tier_code, one.price_cents]),
  ),
}))

const titlesAndPrices = (products: (string | ServicedProduct)[], tierCode: string) =>
  servicesFor(services, {
    products: products.map((one) => (typeof one === 'string' ? { categoryUri: one } : one)),
    tierCode,
  }).map((one) => [one.title, one.price])

const plumbed = {
  categoryUri: 'kitchen/fridges/french-door-fridges',
  traits: { water_dispenser: 'Plumbed', door_hinge: 'Both sides' },
}

describe('delivery services', () => {
  test.each([
    ['metro-au', 0],
    ['regional-au', 39_00],
    ['metro-nz', 0],
    ['regional-nz', 39_00],
  ])('depend on the category, and old appliance removal on the tier: %s %i', (tier, removal) => {
    expect(titlesAndPrices(['laundry/washing-machines/front-load-washers'], tier)).toEqual([
      ['Packaging removal', 0],
      ['Old appliance removal', removal],
      ['Connect washing machine or dishwasher', 49_00],
      ['Stairs above one flight', 45_00],
    ])
  })

  test.each([
    ['tv-and-audio/televisions/oled-tvs', 'Wall-mount TV', 199_00],
    ['bedroom/beds', 'Furniture assembly', 59_00],
    ['kitchen/dishwashers', 'Connect washing machine or dishwasher', 49_00],
  ])('of %s have %s at %i cents', (categoryUri, title, price) => {
    expect(titlesAndPrices([categoryUri], 'metro-au')).toContainEqual([title, price])
  })

  const waterLine = ['Connect fridge with water line', 59_00]
  const fridgeWith = (layout: string, traits: Record<string, string>) =>
    titlesAndPrices([{ categoryUri: `kitchen/fridges/${layout}`, traits }], 'metro-au')

  test.each([
    ['Plumbed', true],
    ['Tank', false],
    ['None', false],
  ])('connect water only for a plumbed fridge: %s %s', (water, isOffered) => {
    const offered = fridgeWith('french-door-fridges', { water_dispenser: water })
    expect(offered.some(([title]) => title === waterLine[0])).toBe(isOffered)
    if (isOffered) expect(offered).toContainEqual(waterLine)
  })

  test.each([
    ['top-mount-fridges', 'Right, reversible', true],
    ['bottom-mount-fridges', 'Right, reversible', true],
    ['bar-fridges', 'Left, reversible', true],
    ['wine-fridges', 'Reversible', true],
    ['top-mount-fridges', 'Right', false],
    ['side-by-side-fridges', 'Right, reversible', false],
    ['french-door-fridges', 'Both sides', false],
  ])('include door reversal only for a layout and model that allow it: %s %s %s', (layout, hinge, isOffered) => {
    const offered = fridgeWith(layout, { door_hinge: hinge })
    expect(offered.some(([title]) => title === 'Door reversal')).toBe(isOffered)
  })

  test.each([
    ['living/bookcases', 'Full assembly', true],
    ['living/bookcases', 'None', false],
    // Attaching legs is part of every delivery (FAQ-04).
    ['living/coffee-tables', 'Legs only', false],
    ['living/bookcases', null, true],
    ['bedroom/mattresses', null, false],
  ])('include assembly of products that need or allow it: %s %s %s', (categoryUri, assembly, isOffered) => {
    const product = { categoryUri, traits: assembly === null ? undefined : { assembly } }
    expect(titlesAndPrices([product], 'metro-au').some(([title]) => title === 'Furniture assembly')).toBe(isOffered)
  })

  test('of a product without attributes are only those that always apply', () => {
    expect(titlesAndPrices(['kitchen/fridges/top-mount-fridges'], 'metro-au').map(([title]) => title)).toEqual([
      'Packaging removal',
      'Old appliance removal',
      'Stairs above one flight',
    ])
  })

  test('of a mixed order are listed once each, in fixed order', () => {
    const mixed = titlesAndPrices(['kitchen/dishwashers', 'laundry/washing-machines', 'living/sofas'], 'metro-au')
    expect(mixed.map(([title]) => title)).toEqual([
      'Packaging removal',
      'Old appliance removal',
      'Connect washing machine or dishwasher',
      'Furniture assembly',
      'Stairs above one flight',
    ])
  })

  test('differ by product: only packaging removal is preselected, and a kettle needs nothing else', () => {
    const offered = servicesFor(services, {
      products: [{ categoryUri: 'small-appliances/kettles' }],
      tierCode: 'metro-au',
    })
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

  test('without a price in a tier are not offered there', () => {
    const dryer = { categoryUri: 'laundry/dryers' }
    expect(offersKinds(services, 'regional-au', ['removal'])(dryer)).toBe(true)
    expect(offersKinds(services, 'remote-au', ['removal'])(dryer)).toBe(false)
  })
})

test('a listing queries every service kind at once, except hidden ones', () => {
  const washer = { categoryUri: 'laundry/washing-machines' }
  const hasBoth = offersKinds(services, 'metro-au', ['installation', 'removal'])
  expect(hasBoth(washer)).toBe(true)
  expect(hasBoth({ categoryUri: 'laundry/dryers' })).toBe(false)
  const hidden = services.map((one) => ({ ...one, isHidden: true }))
  expect(offersKinds(hidden, 'metro-au', ['removal'])(washer)).toBe(false)
})

test('a listing selects products for a service by the same rule as the checkout', () => {
  const isInstalled = offersKinds(services, 'metro-au', ['installation'])
  expect(isInstalled(plumbed)).toBe(true)
  expect(isInstalled({ ...plumbed, traits: { water_dispenser: 'Tank' } })).toBe(false)
  expect(isInstalled({ categoryUri: plumbed.categoryUri })).toBe(false)
  const all = services.filter((one) => one.kind === 'installation')
  for (const product of [plumbed, { categoryUri: plumbed.categoryUri }])
    expect(isInstalled(product)).toBe(all.some((one) => canHave(one, product)))
})

test('a listing offers filters for service kinds that one of its products can have', () => {
  const fridge = { categoryUri: plumbed.categoryUri, traits: { water_dispenser: 'None' } }
  const kinds = (categoryUri: string | null, products: ServicedProduct[]) =>
    kindsIn(services, categoryUri, () => products)
  expect(kinds('kitchen/fridges', [fridge, plumbed])).toEqual(['installation', 'removal'])
  expect(kinds('kitchen/fridges', [fridge])).toEqual(['removal'])
  expect(kinds('kitchen', [fridge])).toEqual(['removal'])
  expect(kinds(null, [plumbed])).toEqual(['installation', 'removal'])
  expect(kinds('laundry', [plumbed])).toEqual([])
  expect(kinds('small-appliances', [{ categoryUri: 'small-appliances/kettles' }])).toEqual([])
})

describe('service filters', () => {
  const removal = services.filter((one) => one.kind === 'removal')
  const washer = { categoryUri: 'laundry/washing-machines/front-load-washers' }

  test('are the available services, even when there is only one', () => {
    expect(kindsIn(removal, 'laundry', () => [washer])).toEqual(['removal'])
    expect(kindsIn(services, 'laundry', () => [washer])).toEqual(['installation', 'removal'])
  })

  test('exclude a hidden service', () => {
    const hidden = removal.map((one) => ({ ...one, isHidden: true }))
    expect(kindsIn(hidden, 'laundry', () => [washer])).toEqual([])
    expect(kindsIn(hidden, null, () => [washer])).toEqual([])
  })

  test('of a category without services are found without reading its products', () => {
    const unread = () => expect.fail('the products are read')
    expect(kindsIn(services, 'small-appliances', unread)).toEqual([])
  })

  test('are found without reading more products than needed', () => {
    function* products() {
      yield washer
      expect.fail('the products are read to the end')
    }
    expect(kindsIn(services, 'laundry', products)).toEqual(['installation', 'removal'])
  })
})

test('a category matches by its full name only, not by a prefix', () => {
  expect(titlesAndPrices(['kitchen/fridges-and-more'], 'metro-au')).toEqual([['Packaging removal', 0]])
})

test('a service is shown with its price', () => {
  expect(serviceAndPrice({ title: 'Old appliance removal', price: 0 })).toBe('Old appliance removal FREE')
  expect(serviceAndPrice({ title: 'Old appliance removal', price: 39_00 })).toBe('Old appliance removal $39')
})

test('the service data names existing categories', () => {
  const known = new Set(['', ...categories.map(({ uri }) => uri)])
  expect(services.flatMap((one) => one.categoryUris).filter((uri) => !known.has(uri))).toEqual([])
})

test('the service data has valid conditions', () => {
  const conditions = services.flatMap((one) => one.conditions)
  expect(conditions.length).toBeGreaterThan(2)
  expect(conditions.filter((one) => !conditionPattern.test(one))).toEqual([])
})

describe('services of cart lines', () => {
  const titles = (lines: (ServicedProduct & { hasInstall: boolean })[]) =>
    servicesForLines(services, { lines, tierCode: 'metro-au' }).map((one) => one.title)
  const washer = { categoryUri: 'laundry/washing-machines', hasInstall: false }

  test('omit installation for a line that already has an install, and nothing else of that line', () => {
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

  test('connect water only for the plumbed fridge, and once for both', () => {
    const dry = { categoryUri: plumbed.categoryUri, traits: { water_dispenser: 'None' }, hasInstall: false }
    const wet = { ...plumbed, hasInstall: false }
    const offered = (lines: Parameters<typeof titles>[0]) =>
      titles(lines).filter((title) => title === 'Connect fridge with water line')
    expect(offered([dry])).toEqual([])
    expect(offered([dry, wet, wet])).toEqual(['Connect fridge with water line'])
    expect(offered([dry, { ...wet, hasInstall: true }])).toEqual([])
  })

  test('keep it for another line without one', () => {
    const dishwasher = { categoryUri: 'kitchen/dishwashers', hasInstall: false }
    expect(titles([{ ...washer, hasInstall: true }, dishwasher])).toContain('Connect washing machine or dishwasher')
  })

  test('are empty for an empty cart', () => {
    expect(titles([])).toEqual([])
  })
})
