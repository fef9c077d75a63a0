import { describe, expect, test } from 'vitest'
import { type ProductRecord, productRecord } from '../../src/modules/catalogue/product/product-record.ts'
import { attributes } from './attributes.ts'
import { brands, makersOf } from './brands.ts'
import { categories, leafCategories } from './categories.ts'
import { demoEdgeCases, demoProducts, edgeCases, templates } from './catalogue.ts'
import { modelKinds, finishes } from './model-words.ts'
import { warehouseCodes } from './stock.ts'

const today = '2026-11-20'
const inputs = [...demoProducts({ today })]
const products: ProductRecord[] = inputs.map((input) => productRecord.parse(input))

function below(uri: string): ProductRecord[] {
  return products.filter(({ categoryUri }) => categoryUri === uri || categoryUri.startsWith(`${uri}/`))
}

function repeated(values: readonly unknown[]): unknown[] {
  return values.filter((value, position) => values.indexOf(value) !== position)
}

describe('the taxonomy', () => {
  test('has at least 64 leaves, none deeper than three levels, each below a category of its own', () => {
    expect(leafCategories.length).toBeGreaterThanOrEqual(64)
    const uris = new Set(categories.map(({ uri }) => uri))
    expect(uris.size).toBe(categories.length)
    for (const uri of uris) {
      const slugs = uri.split('/')
      expect(slugs.length).toBeLessThanOrEqual(3)
      if (slugs.length > 1) expect(uris).toContain(slugs.slice(0, -1).join('/'))
    }
  })

  test('every category names known attributes, three card facts that can be filtered, and two to four promoted facets', () => {
    const known = new Map(attributes.map((attribute) => [attribute.code, attribute]))
    expect(known.size).toBe(attributes.length)
    for (const { uri, facets, promotedFacets, cardFacts } of categories) {
      expect(repeated(facets), uri).toEqual([])
      expect(
        facets.filter((code) => !known.get(code)?.facet),
        uri,
      ).toEqual([])
      expect(cardFacts, uri).toHaveLength(3)
      expect(facets, uri).toEqual(expect.arrayContaining([...cardFacts, ...promotedFacets]))
      expect(promotedFacets.length, uri).toBeGreaterThanOrEqual(2)
      expect(promotedFacets.length, uri).toBeLessThanOrEqual(4)
    }
  })

  test('range facets belong to numbers', () => {
    expect(attributes.filter(({ facet, valueType }) => facet === 'range' && valueType !== 'number')).toEqual([])
  })

  test('at least 44 brands, each with its own name, all said to be demo', () => {
    expect(brands.length).toBeGreaterThanOrEqual(44)
    expect(repeated(brands.map(({ slug }) => slug))).toEqual([])
    expect(brands.every(({ isDemo }) => isDemo)).toBe(true)
    expect(brands.filter(({ agency }) => agency).map(({ name }) => name)).toEqual(['Miele'])
    expect(brands.some(({ supplierDirect }) => supplierDirect !== null)).toBe(true)
  })

  test('every leaf has one template', () => {
    expect(templates.map(({ category }) => category).toSorted()).toEqual(
      leafCategories.map(({ uri }) => uri).toSorted(),
    )
  })
})

describe('the products', () => {
  test('are at least 940, from at least 40 brands, eight or more in every leaf', () => {
    expect(products.length).toBeGreaterThanOrEqual(940)
    expect(new Set(products.map(({ brand }) => brand)).size).toBeGreaterThanOrEqual(40)
    for (const { uri } of leafCategories) expect(below(uri).length, uri).toBeGreaterThanOrEqual(8)
  })

  test('are demo, by a known brand that makes such things, in a leaf', () => {
    const lineOf = new Map(templates.map(({ category, line }) => [category, line]))
    for (const { isDemo, brand, categoryUri, sku } of products) {
      expect(isDemo).toBe(true)
      const line = lineOf.get(categoryUri)
      expect(line, sku).toBeDefined()
      if (line) expect(makersOf(line).map(({ name }) => name)).toContain(brand)
    }
  })

  test('are told apart by sku, part number, GTIN and title', () => {
    const plain = (text: string | null) => text?.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase()
    expect(repeated(products.map(({ sku }) => plain(sku)))).toEqual([])
    expect(repeated(products.map(({ mpn }) => plain(mpn)))).toEqual([])
    expect(repeated(products.map(({ gtin }) => gtin))).toEqual([])
    expect(repeated(products.map(({ title, attributes: { finish } }) => `${title} ${String(finish)}`))).toEqual([])
  })

  test('have skus that need no escaping in an address', () => {
    expect(products.filter(({ sku }) => !/^[A-Z0-9]+(-[A-Z0-9]+)*$/.test(sku)).map(({ sku }) => sku)).toEqual([])
  })

  test('have GTINs with a true check digit, from the numbers kept for use inside a company', () => {
    for (const { gtin } of products) {
      expect(gtin).toMatch(/^2\d{12}$/)
      const sum = [...(gtin ?? '')].reduce(
        (total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3),
        0,
      )
      expect(sum % 10).toBe(0)
    }
  })

  test('Miele model numbers say that they are demo', () => {
    expect(products.filter(({ brand, mpn }) => brand === 'Miele' && !mpn?.startsWith('DEMO-'))).toEqual([])
  })

  test('use only attributes that are defined, in their type, with stars in halves from 0.5 to 10', () => {
    const known = new Map(attributes.map((attribute) => [attribute.code, attribute]))
    for (const { sku, attributes: values } of products) {
      for (const [code, value] of Object.entries(values)) {
        const label = `${sku} ${code}`
        const type = known.get(code)?.valueType
        if (type === 'list') expect(Array.isArray(value), label).toBe(true)
        else if (type === 'stars') {
          expect(value, label).toBeGreaterThanOrEqual(0.5)
          expect(value, label).toBeLessThanOrEqual(10)
          expect((Number(value) * 2) % 1, label).toBe(0)
        } else expect(typeof value, label).toBe(type === 'text' ? 'string' : type)
      }
    }
  })

  test('nine in ten have the facts their category puts on cards', () => {
    for (const { uri, cardFacts } of categories) {
      const listed = below(uri)
      for (const code of cardFacts) {
        const share = listed.filter(({ attributes: values }) => values[code] !== undefined).length / listed.length
        expect(share, `${uri} ${code}`).toBeGreaterThanOrEqual(0.9)
      }
    }
  })

  test('every facet of a category has a value on some product in it', () => {
    for (const { uri, facets } of categories) {
      const listed = below(uri)
      expect(
        facets.filter((code) => !listed.some(({ attributes: values }) => values[code] !== undefined)),
        uri,
      ).toEqual([])
    }
  })

  test('models are described in the words of their program', () => {
    for (const { sku, model } of inputs) {
      if (model === null) continue
      expect(modelKinds, sku).toContain(model.kind)
      expect(Object.keys(finishes), sku).toContain(model.finish)
      if (model.accent) expect(Object.keys(finishes), sku).toContain(model.accent)
    }
  })

  test('texts hold no gap, no number a calculation left behind and no doubled space', () => {
    for (const { sku, title, shortDescription, description, features } of products) {
      const text = [title, shortDescription, description, ...features.flatMap((one) => [one.title, one.description])]
      expect(text.join(' '), sku).not.toMatch(/undefined|null|NaN|\[object|\d\.\d{3,}| {2}|true|false/)
      expect(features.length, sku).toBeGreaterThanOrEqual(2)
      expect(text.join(' '), sku).not.toMatch(/(?<![\d.)] |\w)[Aa] (?:8|LED\b|oval|arch|extra|oak|OLED)|\bAn? An?\b/)
      expect(description, sku).toMatch(/^<p>.*<\/p>$/s)
    }
  })

  test('weights and lengths are round enough to be on a label', () => {
    for (const { sku, widthMm, heightMm, depthMm, weightKg } of products) {
      for (const length of [widthMm, heightMm, depthMm]) expect(Number.isInteger(length), sku).toBe(true)
      expect(Math.round(Number(weightKg) * 10) / 10, sku).toBe(weightKg)
    }
  })
})

describe('figures that belong together', () => {
  test('of two fridges with one layout, the larger is not narrower', () => {
    for (const layout of ['french-door', 'side-by-side', 'bottom-mount', 'top-mount']) {
      const sorted = below(`kitchen/fridges/${layout}-fridges`).toSorted(
        (a, b) => Number(a.attributes['capacity_l']) - Number(b.attributes['capacity_l']),
      )
      for (const [position, fridge] of sorted.entries()) {
        const smaller = sorted[position - 1]
        if (smaller) expect(fridge.widthMm, fridge.sku).toBeGreaterThanOrEqual(Number(smaller.widthMm))
      }
    }
  })

  test('what has energy stars says what it uses in a year', () => {
    const starred = products.filter(({ attributes: values }) => values['energy_stars'] !== undefined)
    expect(starred.length).toBeGreaterThan(200)
    for (const { sku, attributes: values } of starred) expect(values['energy_kwh'], sku).toBeGreaterThan(0)
  })

  test('where the Australian label exists, products carry stars', () => {
    for (const uri of [
      'kitchen/fridges/french-door-fridges',
      'kitchen/freezers',
      'kitchen/dishwashers',
      'laundry/washing-machines',
      'laundry/dryers',
      'tv-and-audio/televisions',
      'heating-and-cooling/split-system-air-conditioners',
    ]) {
      expect(below(uri).filter(({ attributes: values }) => values['energy_stars'] === undefined)).toEqual([])
    }
  })

  test('fridge and freezer parts add up to the whole', () => {
    for (const { sku, attributes: values } of below('kitchen/fridges')) {
      if (values['fridge_l'] === undefined) continue
      expect(Number(values['fridge_l']) + Number(values['freezer_l']), sku).toBe(values['capacity_l'])
    }
  })

  test('a larger screen is wider and heavier', () => {
    const sorted = below('tv-and-audio/televisions').toSorted((a, b) => Number(a.widthMm) - Number(b.widthMm))
    for (const [position, screen] of sorted.entries()) {
      const smaller = sorted[position - 1]
      if (!smaller) continue
      expect(screen.attributes['screen_in']).toBeGreaterThanOrEqual(Number(smaller.attributes['screen_in']))
      expect(screen.weightKg).toBeGreaterThanOrEqual(Number(smaller.weightKg))
    }
  })

  test('heat pump dryers use less than vented ones of the same load', () => {
    const perKg = (uri: string) =>
      below(uri).map(({ attributes: values }) => Number(values['energy_kwh']) / Number(values['capacity_kg']))
    expect(Math.max(...perKg('laundry/dryers/heat-pump-dryers'))).toBeLessThan(
      Math.min(...perKg('laundry/dryers/vented-dryers')),
    )
  })

  test('attributes repeat the size and weight of the product', () => {
    for (const { sku, widthMm, heightMm, depthMm, weightKg, attributes: values } of products) {
      expect([values['width_mm'], values['height_mm'], values['depth_mm'], values['weight_kg']], sku).toEqual([
        widthMm,
        heightMm,
        depthMm,
        weightKg,
      ])
    }
  })
})

describe('prices', () => {
  const offers = products.flatMap((product) =>
    product.offers.map((offer) => ({ ...offer, price: Number(offer.price), product })),
  )

  test('end as tickets do and are at least $3.95', () => {
    for (const { price, rrp, product } of offers) {
      for (const cents of rrp === null ? [price] : [price, rrp]) {
        expect(cents, product.sku).toBeGreaterThanOrEqual(395)
        const ending = cents % 100 === 95 || (cents % 100 === 0 && [5, 9].includes((cents / 100) % 10))
        expect(ending, `${product.sku} ${cents}`).toBe(true)
      }
    }
  })

  test('are never above the recommended price; six in ten have one, half of those save at least 5 %', () => {
    const withRrp = offers.filter(({ rrp }) => rrp !== null)
    for (const { price, rrp, product } of withRrp) expect(price, product.sku).toBeLessThanOrEqual(Number(rrp))
    expect(withRrp.length / offers.length).toBeGreaterThan(0.52)
    expect(withRrp.length / offers.length).toBeLessThan(0.68)
    const saving = withRrp.filter(({ price, rrp }) => (Number(rrp) - price) / Number(rrp) >= 0.05)
    expect(saving.length / withRrp.length).toBeGreaterThan(0.42)
    expect(saving.length / withRrp.length).toBeLessThan(0.6)
  })

  test('every app has a shop full: at least 150 products each', () => {
    for (const [app, sold] of Object.entries(Object.groupBy(offers, (offer) => offer.app))) {
      expect(sold?.length, app).toBeGreaterThanOrEqual(150)
    }
    expect(new Set(offers.map(({ app }) => app)).size).toBe(8)
  })

  test('the outlet asks no more than any other Australian app', () => {
    for (const { sku, offers: list } of products) {
      const outlet = list.find(({ app }) => app === 'hc')
      if (!outlet) continue
      for (const { app, price } of list)
        if (app !== 'aol-nz') expect(Number(price), sku).toBeGreaterThanOrEqual(Number(outlet.price))
    }
  })

  test('imperfect and runout pieces are at the outlet; the showroom has no value brand but for fittings', () => {
    const value = new Set(brands.filter(({ segment }) => segment === 'value').map(({ name }) => name))
    for (const { condition, offers: list, brand, categoryUri, sku } of products) {
      const apps = list.map(({ app }) => app)
      if (condition !== 'NewCondition') expect(apps, sku).toContain('hc')
      const fitting = /sink|tap|tub|accessories/.test(categoryUri)
      if (value.has(brand) && !fitting) expect(apps, sku).not.toContain('wa')
    }
  })
})

describe('stock', () => {
  test('lies in known warehouses, New Zealand ones only for what is sold there', () => {
    for (const { sku, stock, offers } of products) {
      const codes = Object.keys(stock)
      expect(warehouseCodes, sku).toEqual(expect.arrayContaining(codes))
      expect(codes.includes('1010'), sku).toBe(offers.some(({ app }) => app === 'aol-nz'))
    }
  })

  test('arrives after today', () => {
    for (const { sku, stock } of products) {
      for (const { incoming } of Object.values(stock)) {
        if (incoming) expect(incoming.arrivesOn > today, sku).toBe(true)
      }
    }
  })

  test('nothing was released in the future', () => {
    expect(products.filter(({ releasedOn }) => releasedOn === null || releasedOn > today)).toEqual([])
  })
})

describe('variants', () => {
  const groups = Object.values(
    Object.groupBy(
      products.filter(({ variant }) => variant),
      ({ variant }) => variant?.group ?? '',
    ),
  )

  test('a group is one brand, one category, and no two members alike', () => {
    for (const members of groups) {
      if (!members) continue
      expect(members.length).toBeGreaterThan(1)
      expect(new Set(members.map(({ brand, categoryUri }) => `${brand} ${categoryUri}`)).size).toBe(1)
      expect(repeated(members.map(({ variant }) => JSON.stringify(variant?.axes)))).toEqual([])
      expect(new Set(members.map(({ variant }) => Object.keys(variant?.axes ?? {}).join())).size).toBe(1)
    }
  })

  test('there is a group of four', () => {
    expect(groups.some((members) => members?.length === 4)).toBe(true)
  })
})

describe('edge cases', () => {
  test('each has a product that shows it', () => {
    expect(Object.keys(demoEdgeCases(today)).toSorted()).toEqual(Object.keys(edgeCases).toSorted())
  })

  test('the catalogue is still mostly ordinary', () => {
    const share = (found: number) => found / products.length
    expect(share(inputs.filter(edgeCases.no_picture).length)).toBeLessThan(0.02)
    expect(share(inputs.filter(edgeCases.out_of_stock).length)).toBeLessThan(0.06)
    expect(share(products.filter(({ superseded }) => superseded).length)).toBeLessThan(0.09)
    expect(share(products.filter(({ condition }) => condition === 'NewCondition').length)).toBeGreaterThan(0.85)
  })
})
