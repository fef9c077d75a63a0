import { expect, test } from 'vitest'
import { stores } from '../../src/testing/catalogue.ts'
import { breadcrumbsJsonLd } from '../../src/modules/catalogue/breadcrumbs-json-ld.ts'
import { productJsonLd } from '../../src/modules/catalogue/json-ld.ts'
import { blogPostJsonLd } from '../../src/modules/content/json-ld.ts'
import { availabilities } from '../../src/modules/events/events.ts'
import { demoJsonLd } from '../../src/modules/events/json-ld.ts'
import { storeJsonLd } from '../../src/modules/stores/json-ld.ts'
import { openTimesOf } from '../../src/modules/stores/stores.ts'
import { structuredDataErrors } from './structured-data.ts'

/** Every kind of thing that the shop tells search engines of, as its own functions tell it. */

const origin = 'https://www.aol.example'
const graph = (...nodes: object[]) => ({ '@context': 'https://schema.org', '@graph': nodes })
const trail = [
  { title: 'Kitchen', href: '/c/kitchen' },
  { title: 'Fridge', href: null },
]

const product = productJsonLd(
  {
    id: 1,
    sku: 'FR-1',
    uri: 'fridge',
    title: 'Fridge',
    brand: 'Nordhaus',
    brandUri: 'nordhaus',
    categoryUri: 'kitchen/fridges',
    picture: '/media/drawings/FR-1.svg',
    facts: [],
    status: 'inStock',
    price: 999_00,
    rrp: 1_099_00,
    stars: 4,
    kwh: 300,
    rating: { average: 4.5, count: 12 },
    mpn: 'F1',
    gtin: '2000000000008',
    shortDescription: 'Cold.',
    description: '',
    features: [],
    specifications: [],
    gallery: [{ url: '/media/drawings/FR-1.svg', alt: '' }],
    model: null,
    dimensions: null,
    energyLabel: null,
    documents: [],
    variants: [],
    variantAxis: null,
    trail,
  },
  {
    site: {
      canonical: `${origin}/p/fridge/`,
      currency: 'AUD',
      seller: 'Appliances Online',
      country: 'AU',
      changeOfMindDays: 30,
    },
    condition: 'NewCondition',
    shipping: {
      rate: { min: 0, max: 120_00 },
      handlingDays: { min: 0, max: 5 },
      transitDays: { min: 1, max: 28 },
      notServed: [{ from: '2898', to: '2899' }],
    },
    reviews: {
      count: 1,
      items: [{ rating: 4, title: 'Quiet', text: 'You do not hear it.', author: 'Kiri M.', writtenOn: '2026-11-02' }],
    },
  },
)

const { hours, ...newtown } = stores.newtown
const store = storeJsonLd({ ...newtown, storeId: 1, openTimes: openTimesOf(hours) }, { companyName: 'Shop', origin })

const demo = demoJsonLd(
  {
    id: 'd1',
    title: 'Bread',
    summary: 'Bake.',
    startDateTime: '2026-12-01T07:00:00Z',
    endDateTime: '2026-12-01T09:00:00Z',
    storeName: 'Newtown',
    capacity: 12,
    seatsRemaining: 3,
    presenter: 'Ana',
    thumbnail: { src: '/media/showroom.svg', alt: '' },
    price: 20,
    availability: availabilities.Available,
    address: { street: '12 Example Street', suburb: 'Newtown', state: 'NSW', postcode: '2042', phone: '' },
  } as unknown as Parameters<typeof demoJsonLd>[0],
  { companyName: 'Shop', origin, currency: 'AUD', country: 'AU' },
)

const post = blogPostJsonLd(
  {
    title: 'Clean a filter',
    summary: 'In ten minutes.',
    publishedAt: '2026-11-01T00:00:00.000Z',
    author: 'Ana',
    heroImage: null,
  },
  { canonical: `${origin}/blog/clean-a-filter/`, companyName: 'Shop' },
)

test.each([
  ['a product with its offer and way home', product],
  ['a store', graph(store)],
  ['an event', graph(demo)],
  ['a post', { '@context': 'https://schema.org', ...post }],
  ['the way home alone', { '@context': 'https://schema.org', ...breadcrumbsJsonLd(trail, origin) }],
])('%s has the properties that schema.org and Google require', (_name, block) => {
  expect(structuredDataErrors(block)).toEqual([])
  expect(structuredDataErrors(JSON.parse(JSON.stringify(block)))).toEqual([])
})

test('reports each error with its location', () => {
  const [fridge] = product['@graph']
  expect(structuredDataErrors({ ...product, '@context': 'https://other.example' })).toEqual([
    'has another @context than https://schema.org',
  ])
  expect(structuredDataErrors(graph({ ...fridge, image: [], colour: 'red' }))).toEqual([
    'Product: has no image',
    'Product.colour: is no property of it',
  ])
  expect(structuredDataErrors(graph({ ...store, geo: { '@type': 'Place', name: 'x' } }))).toEqual([
    'Store.geo: must be GeoCoordinates',
  ])
  expect(structuredDataErrors(graph({ ...demo, startDate: 'soon' }))).toEqual([
    'Event.startDate: is no instant: "soon"',
  ])
  expect(structuredDataErrors(graph({ '@type': 'Thing' }))).toEqual(['Thing: is no type we know of'])
  const unnumbered = {
    ...breadcrumbsJsonLd(trail, origin),
    itemListElement: [{ '@type': 'ListItem', position: 2, name: 'x' }],
  }
  expect(structuredDataErrors(graph(unnumbered))).toEqual([
    'BreadcrumbList: has fewer than two steps',
    'BreadcrumbList: is not numbered from 1',
  ])
})
