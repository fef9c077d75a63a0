import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { appCodes, countryOfApp, type AppCode } from '../../src/brands/apps.ts'
import { meetsConditions, traitsOf, type Traits } from '../../src/modules/catalogue/attribute-conditions.ts'
import { productRecord, type ProductRecord } from '../../src/modules/catalogue/product/product-record.ts'
import { optionsFor, type UpsellOption } from '../../src/modules/catalogue/product/upsell.ts'
import { isFor } from '../../src/modules/promotions/promotions.ts'
import { canHave, type DeliveryService } from '../../src/modules/delivery/services.ts'
import { attributes } from './attributes.ts'
import { demoProducts } from './catalogue.ts'
import { demoPromotions } from './shop/promotions.ts'
import { demoUpsells, type DemoUpsell } from './upsell.ts'

// Walks the demo catalogue for what a product is offered although its own attributes rule it out, and for work with two names or prices.

type Promised = ReturnType<typeof demoPromotions>[number]
type Shop = {
  readonly services: readonly DeliveryService[]
  readonly upsells: readonly DemoUpsell[]
  readonly promotions: readonly Promised[]
  readonly products: readonly Sold[]
}
type Sold = ProductRecord & { readonly traits?: Traits | undefined }

/** What a product is offered, in the words that a shopper reads. */
type Offer = {
  readonly kind: 'service' | 'install' | 'warranty' | 'promotion'
  readonly name: string
  readonly text: string
}

const today = '2026-11-20'
const isList = (code: string) => attributes.some((one) => one.code === code && one.facet === 'list')
const withTraits = (record: ProductRecord): Sold => ({ ...record, traits: traitsOf(record.attributes, isList) })

const file = JSON.parse(readFileSync('data/geo/delivery-services.json', 'utf8')) as {
  services: {
    code: string
    title: string
    blurb: string
    kind: DeliveryService['kind']
    category_uris: string[]
    conditions: string[]
    is_pre_ticked: boolean
    is_hidden: boolean
  }[]
  prices: { service_code: string; tier_code: string; price_cents: number }[]
}

const demo: Shop = {
  services: file.services.map((row) => ({
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
  })),
  upsells: [...demoUpsells()],
  promotions: demoPromotions(today),
  products: [...demoProducts({ today })].map((input) => withTraits(productRecord.parse(input))),
}

/** What each product is offered in an app, by the rules of the shop itself. */
function offersOf(shop: Shop, product: Sold, app: AppCode): Offer[] {
  const price = product.offers.find((one) => one.app === app)?.price
  if (typeof price !== 'number') return []
  const trail = product.categoryUri.split('/').map((_, at, all) => all.slice(0, at + 1).join('/'))
  const options: UpsellOption[] = shop.upsells
    .filter((one) => one.app === app && trail.includes(one.categoryUri))
    .map((one, id) => ({ ...one, id, price: one.priceCents, from: one.fromCents, below: one.belowCents }))
  const { warranties, installs } = optionsFor(options, price, product.traits)
  const reported = { sku: product.sku, categoryUri: product.categoryUri, brand: { uri: product.brand.toLowerCase() } }
  return [
    ...shop.services
      .filter((one) => canHave(one, product))
      .map((one) => ({ kind: 'service' as const, name: one.title, text: `${one.title} ${one.blurb}` })),
    ...[...warranties, ...installs].map(({ kind, name, blurb }) => ({ kind, name, text: `${name} ${blurb}` })),
    ...shop.promotions
      .filter((one) => one.apps.includes(app))
      .filter((one) => isFor(one, product.traits === undefined ? reported : { ...reported, traits: product.traits }))
      .map((one) => ({
        kind: 'promotion' as const,
        name: one.title,
        text: `${one.title} ${one.rewardLabel ?? ''}`,
      })),
  ]
}

/** Work and goods that only some products can have: how their texts are recognised, and which products they are for. */
const limits: readonly {
  readonly rule: string
  readonly text: RegExp
  readonly suits: (product: Sold) => boolean
}[] = [
  {
    rule: 'water is connected to fridges that are plumbed, and filters are for them',
    text: /water (line|connection|filter)|ice and water/i,
    suits: ({ attributes: { water_dispenser: water } }) => water === 'Plumbed',
  },
  {
    rule: 'a door is reversed where there is one that can be',
    text: /door reversal|other side/i,
    suits: ({ categoryUri, attributes: { door_hinge: hinge } }) =>
      /reversible/i.test(String(hinge)) && !/french-door|side-by-side|chest/.test(categoryUri),
  },
  {
    rule: 'what is assembled comes in parts, and legs are attached with every delivery',
    text: /assembl|put together|built? (it )?in the room/i,
    suits: ({ attributes: { assembly } }) => assembly !== undefined && assembly !== 'None' && assembly !== 'Legs only',
  },
  {
    rule: 'what is hung on a wall can be',
    text: /wall.?mount|mounted on/i,
    suits: ({ categoryUri, attributes: { installation } }) =>
      categoryUri.includes('televisions') || /wall/i.test(String(installation)),
  },
  {
    rule: 'a cabinet is for what is built in',
    text: /cabinet/i,
    suits: ({ attributes: { installation } }) => /built-in|in cabinet/i.test(String(installation)),
  },
  {
    rule: 'a gas fitter is for gas',
    text: /gas/i,
    suits: ({ attributes: { fuel } }) => /gas|dual/i.test(String(fuel)),
  },
  {
    rule: 'an electrician is for electricity',
    text: /electrician/i,
    suits: ({ attributes: { fuel } }) => /electric|induction/i.test(String(fuel)),
  },
  {
    rule: 'ducts are for what can be ducted',
    text: /ducted/i,
    suits: ({ attributes: { ducting } }) => /ducted/i.test(String(ducting)),
  },
  {
    rule: 'a stacking kit is for a front load washer or a dryer that stands on one',
    text: /stack/i,
    suits: ({ categoryUri, attributes: { installation } }) =>
      categoryUri.includes('front-load') || /on a washer/i.test(String(installation)),
  },
  {
    rule: 'stains are covered on furniture',
    text: /stain/i,
    suits: ({ categoryUri }) => /^(living|dining|bedroom|office|outdoor\/outdoor-)/.test(categoryUri),
  },
  {
    rule: 'stairs matter for what is carried by two',
    text: /stairs/i,
    suits: ({ categoryUri }) => !/irons|small-appliances|floor-care|accessories|decor/.test(categoryUri),
  },
  {
    rule: 'an extended warranty follows a warranty',
    text: /extended warranty/i,
    suits: ({ attributes: { warranty_years: years } }) => Number(years) > 0,
  },
]

/** The same work whatever it is called, by what is done. Packaging, old appliances and stairs are none. */
const works: readonly (readonly [work: string, text: RegExp, categories: RegExp])[] = [
  ['connecting a fridge', /connect|water line/i, /fridges/],
  ['connecting a dishwasher', /connect/i, /dishwashers/],
  ['connecting a washer', /connect/i, /washing-machines/],
  ['mounting a television', /mount/i, /televisions/],
  ['assembling furniture', /assembl|put together/i, /^(living|dining|bedroom|office|outdoor)/],
]

const workOf = (name: string, { categoryUri }: Sold): string | null =>
  works.find(([, text, categories]) => text.test(name) && categories.test(categoryUri))?.[0] ?? null

/** What a product's own text says that the shop does for it. */
const promises: readonly (readonly [text: RegExp, service: RegExp])[] = [
  [/connection is offered/i, /^connect/i],
  [/assembly is offered/i, /assembly/i],
  [/doors? .* we offer this as a service/i, /door reversal/i],
]

/** Every contradiction, each by its kind. */
function contradictions(shop: Shop): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const add = (rule: string, what: string) => void found.set(rule, (found.get(rule) ?? new Set()).add(what))
  const namesOfWork = new Map<string, Set<string>>()

  for (const product of shop.products)
    for (const { app } of product.offers) {
      const offers = offersOf(shop, product, app)
      for (const { rule, text, suits } of limits)
        for (const one of offers)
          if (text.test(one.text) && !suits(product)) add(rule, `${one.name} for ${product.title}`)

      const works = offers.flatMap((one) => {
        const work = one.kind === 'service' || one.kind === 'install' ? workOf(one.name, product) : null
        return work === null ? [] : [{ ...one, work }]
      })
      for (const { work, name } of works) namesOfWork.set(work, (namesOfWork.get(work) ?? new Set()).add(name))
      for (const promotion of offers.filter((one) => one.kind === 'promotion')) {
        const given = workOf(promotion.text, product)
        if (works.some((one) => one.work === given)) add('no promotion gives what the checkout charges', promotion.name)
      }
      for (const [text, service] of promises)
        if (text.test(product.description) && !offers.some((one) => one.kind === 'service' && service.test(one.name)))
          add('what a product promises is offered', `${String(service)} for ${product.title}`)
    }

  for (const [work, names] of namesOfWork)
    if (names.size > 1) add('one work has one name', `${work}: ${[...names].join(', ')}`)
  for (const [code, all] of Map.groupBy(shop.services, (one) => one.code))
    if (all.length > 1) add('one code is one service', code)
  for (const [title, all] of Map.groupBy(shop.services, (one) => one.title))
    if (all.length > 1) add('one name is one service', title)
  const installs = shop.upsells.filter((one) => one.kind === 'install')
  for (const [key, all] of Map.groupBy(installs, (one) => `${one.name} in ${countryOfApp[one.app]}`))
    if (new Set(all.map((one) => one.priceCents)).size > 1) add('one install has one price', key)
  for (const one of installs)
    if (shop.services.some(({ title }) => title.toLowerCase() === one.name.toLowerCase()))
      add('no install has the name of a service', one.name)
  for (const one of shop.services.filter(({ kind }) => kind === 'installation'))
    for (const country of ['au', 'nz']) {
      const prices = Object.entries(one.prices).filter(([tier]) => tier.endsWith(country))
      if (new Set(prices.map(([, price]) => price)).size > 1)
        add('one service has one price', `${one.title} in ${country}`)
    }
  return found
}

test('nothing in the demo catalogue is offered that the attributes of a product rule out, or under two names or prices', () => {
  const found = [...contradictions(demo)].map(
    ([rule, all]) => `${rule}: ${[...all].slice(0, 5).join('; ')} (${all.size})`,
  )
  expect(found).toEqual([])
})

test('the walk meets each kind of offer, and products that have them', () => {
  const kinds = new Set(
    demo.products.flatMap((one) => appCodes.flatMap((app) => offersOf(demo, one, app).map(({ kind }) => kind))),
  )
  expect([...kinds].toSorted()).toEqual(['install', 'promotion', 'service', 'warranty'])
  const offered = (text: RegExp) =>
    demo.products.some((one) => appCodes.some((app) => offersOf(demo, one, app).some((offer) => text.test(offer.text))))
  for (const { rule, text } of limits) expect(offered(text), rule).toBe(true)
  for (const [work] of works)
    expect(
      demo.products.some((one) => offersOf(demo, one, 'aol').some(({ name }) => workOf(name, one) === work)),
      work,
    ).toBe(true)
})

/** Makes one mistake. */
type Mistake = readonly [rule: string, mistake: (shop: Shop) => Shop]

const changed =
  (code: string, change: Partial<DeliveryService>) =>
  (shop: Shop): Shop => ({
    ...shop,
    services: shop.services.map((one) => (one.code === code ? { ...one, ...change } : one)),
  })
const anywhere = (code: string, ...categoryUris: string[]) => changed(code, { categoryUris, conditions: [] })
const upsell =
  (more: Partial<DemoUpsell>) =>
  (shop: Shop): Shop => ({
    ...shop,
    upsells: [
      ...shop.upsells,
      {
        kind: 'install',
        app: 'aol',
        categoryUri: 'kitchen/fridges',
        name: 'Water connection',
        blurb: '',
        termMonths: null,
        priceCents: 129_00,
        fromCents: 0,
        belowCents: null,
        conditions: [],
        position: 900,
        ...more,
      },
    ],
  })
const unconditional =
  (name: string) =>
  (shop: Shop): Shop => ({
    ...shop,
    upsells: shop.upsells.map((one) => (one.name === name ? { ...one, conditions: [] } : one)),
  })
const promotion =
  (path: string, change: Partial<Promised>) =>
  (shop: Shop): Shop => ({
    ...shop,
    promotions: shop.promotions.map((one) => (one.path === path ? { ...one, ...change } : one)),
  })

const mistakes: readonly Mistake[] = [
  [limits[0]!.rule, anywhere('connect-fridge-water', 'kitchen/fridges')],
  [limits[0]!.rule, promotion('karrindal-bonus-filters', { conditions: [] })],
  [limits[1]!.rule, anywhere('door-reversal', 'kitchen/fridges')],
  [limits[2]!.rule, anywhere('furniture-assembly', 'living')],
  [limits[3]!.rule, unconditional('Dryer wall mounting')],
  [limits[4]!.rule, unconditional('Oven installation')],
  [limits[5]!.rule, upsell({ categoryUri: 'kitchen/cooktops/induction-cooktops', name: 'Gas fitting' })],
  [limits[6]!.rule, upsell({ categoryUri: 'kitchen/cooktops/gas-cooktops', name: 'Work of an electrician' })],
  [limits[7]!.rule, upsell({ categoryUri: 'kitchen/microwaves', name: 'Ducted through the wall' })],
  [limits[8]!.rule, promotion('laundry-days', { categories: ['laundry/washing-machines', 'laundry/dryers'] })],
  [limits[9]!.rule, upsell({ kind: 'warranty', categoryUri: 'outdoor/barbecues', name: 'Stain cover' })],
  [limits[10]!.rule, anywhere('stairs', 'laundry')],
  [
    limits[11]!.rule,
    (shop) => ({
      ...shop,
      products: shop.products.map((one) => ({ ...one, attributes: { ...one.attributes, warranty_years: 0 } })),
    }),
  ],
  ['one work has one name', upsell({ conditions: ['water_dispenser = Plumbed'] })],
  ['one work has one name', upsell({ categoryUri: 'tv-and-audio/televisions', name: 'Wall mounting' })],
  ['one work has one name', upsell({ categoryUri: 'bedroom/beds', name: 'Assembly' })],
  ['no promotion gives what the checkout charges', promotion('bedroom-refresh', { rewardLabel: 'Free assembly' })],
  ['what a product promises is offered', anywhere('connect-washer-or-dishwasher', 'kitchen/dishwashers')],
  [
    'one code is one service',
    (shop) => ({ ...shop, services: [...shop.services, { ...shop.services[0]!, title: 'Again' }] }),
  ],
  [
    'one name is one service',
    (shop) => ({ ...shop, services: [...shop.services, { ...shop.services[0]!, code: 'again' }] }),
  ],
  ['one install has one price', upsell({ categoryUri: 'kitchen/ovens', name: 'Oven installation', priceCents: 1_00 })],
  ['no install has the name of a service', upsell({ name: 'Door reversal', conditions: ['door_hinge = Reversible'] })],
  ['one service has one price', changed('wall-mount-tv', { prices: { 'metro-au': 199_00, 'regional-au': 189_00 } })],
]

test.each(mistakes)('the walk finds the mistake: %s', (rule, mistake) => {
  expect([...contradictions(mistake(demo)).keys()]).toContain(rule)
})

test('a walk without a mistake for each of its rules would prove nothing', () => {
  const named = new Set(mistakes.map(([rule]) => rule))
  expect(limits.filter(({ rule }) => !named.has(rule))).toEqual([])
  expect(meetsConditions([], undefined)).toBe(true)
})
