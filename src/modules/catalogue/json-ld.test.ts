import { describe, expect, test } from 'vitest'
import { productJsonLd, type StructuredFacts } from './json-ld.ts'
import type { ProductView } from './product/product-page.ts'

/** What search engines read, to the letter. */

const view: ProductView = {
  id: 1,
  sku: 'FR-1',
  uri: 'nordhaus-fridge',
  title: 'Nordhaus Fridge 600 L',
  brand: 'Nordhaus',
  brandUri: 'nordhaus',
  categoryUri: 'kitchen/fridges',
  picture: '/media/drawings/FR-1.svg?v=1',
  facts: [],
  status: 'inStock',
  price: 2_499_95,
  lineDiscount: 100_00,
  rrp: 2_999_00,
  stars: 3.5,
  kwh: 410,
  rating: { average: 4.25, count: 40 },
  mpn: 'FR 1',
  gtin: '2000000000008',
  shortDescription: 'Two doors.',
  description: '',
  features: [],
  specifications: [],
  model: null,
  gallery: [
    { url: '/media/drawings/FR-1.svg?v=1', alt: '' },
    { url: 'https://pictures.example/fr-1.jpg', alt: '' },
  ],
  dimensions: null,
  energyLabel: null,
  documents: [],
  variants: [],
  variantAxis: null,
  trail: [
    { title: 'Kitchen', href: '/c/kitchen' },
    { title: 'Nordhaus Fridge 600 L', href: null },
  ],
}

const facts: StructuredFacts = {
  site: {
    canonical: 'https://www.aol.example/p/nordhaus-fridge/',
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
    count: 2,
    items: [{ rating: 4, title: 'Quiet', text: 'You do not hear it.', author: 'Kiri M.', writtenOn: '2026-11-02' }],
  },
}

type Node = Readonly<Record<string, unknown>>
function reported(change: Partial<ProductView> = {}, more: Partial<StructuredFacts> = {}) {
  const [product, trail] = productJsonLd({ ...view, ...change }, { ...facts, ...more })['@graph'] as readonly Node[]
  return { product: product ?? {}, offer: (product?.['offers'] ?? {}) as Node, trail }
}

test('a complete product has all its schema.org properties', () => {
  expect(productJsonLd(view, facts)).toEqual({
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Product',
        name: 'Nordhaus Fridge 600 L',
        sku: 'FR-1',
        mpn: 'FR 1',
        gtin: '2000000000008',
        brand: { '@type': 'Brand', name: 'Nordhaus' },
        description: 'Two doors.',
        image: ['https://www.aol.example/media/drawings/FR-1.svg?v=1', 'https://pictures.example/fr-1.jpg'],
        additionalProperty: [
          { '@type': 'PropertyValue', name: 'Energy rating', value: 3.5, unitText: 'stars' },
          { '@type': 'PropertyValue', name: 'Energy consumption', value: 410, unitText: 'kWh a year' },
        ],
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: 4.25,
          bestRating: 5,
          worstRating: 1,
          ratingCount: 40,
          reviewCount: 2,
        },
        review: [
          {
            '@type': 'Review',
            name: 'Quiet',
            reviewBody: 'You do not hear it.',
            author: { '@type': 'Person', name: 'Kiri M.' },
            datePublished: '2026-11-02',
            reviewRating: { '@type': 'Rating', ratingValue: 4, bestRating: 5, worstRating: 1 },
          },
        ],
        offers: {
          '@type': 'Offer',
          url: 'https://www.aol.example/p/nordhaus-fridge/',
          price: '2399.95',
          priceCurrency: 'AUD',
          availability: 'https://schema.org/InStock',
          itemCondition: 'https://schema.org/NewCondition',
          seller: { '@type': 'Organization', name: 'Appliances Online' },
          shippingDetails: [
            {
              '@type': 'OfferShippingDetails',
              shippingRate: { '@type': 'MonetaryAmount', minValue: 0, maxValue: 120, currency: 'AUD' },
              shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'AU' },
              deliveryTime: {
                '@type': 'ShippingDeliveryTime',
                handlingTime: { '@type': 'QuantitativeValue', minValue: 0, maxValue: 5, unitCode: 'DAY' },
                transitTime: { '@type': 'QuantitativeValue', minValue: 1, maxValue: 28, unitCode: 'DAY' },
              },
            },
            {
              '@type': 'OfferShippingDetails',
              doesNotShip: true,
              shippingDestination: {
                '@type': 'DefinedRegion',
                addressCountry: 'AU',
                postalCodeRange: [
                  { '@type': 'PostalCodeRangeSpecification', postalCodeBegin: '2898', postalCodeEnd: '2899' },
                ],
              },
            },
          ],
          hasMerchantReturnPolicy: {
            '@type': 'MerchantReturnPolicy',
            applicableCountry: 'AU',
            returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
            merchantReturnDays: 30,
            returnFees: 'https://schema.org/ReturnFeesCustomerResponsibility',
          },
        },
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://www.aol.example/' },
          { '@type': 'ListItem', position: 2, name: 'Kitchen', item: 'https://www.aol.example/c/kitchen' },
          { '@type': 'ListItem', position: 3, name: 'Nordhaus Fridge 600 L' },
        ],
      },
    ],
  })
})

test.each([
  ['inStock', 'InStock'],
  ['backOrder', 'BackOrder'],
  ['noStock', 'OutOfStock'],
  ['supersededAndNoStock', 'Discontinued'],
  ['indeterminate', 'LimitedAvailability'],
] as const)('stock status %s is %s', (status, term) => {
  expect(reported({ status }).offer['availability']).toBe(`https://schema.org/${term}`)
})

test.each([
  ['NewCondition', 'https://schema.org/NewCondition'],
  ['BrandNew', 'https://schema.org/NewCondition'],
  ['BrandNewRunout', 'https://schema.org/NewCondition'],
  ['CosmeticImperfection', 'https://schema.org/DamagedCondition'],
  ['Unavailable', undefined],
] as const)('condition %s is %s', (condition, term) => {
  expect(reported({}, { condition }).offer['itemCondition']).toBe(term)
})

describe('omits', () => {
  test('the price when it must be asked for', () => {
    expect(reported({ price: null }).product).not.toHaveProperty('offers')
  })

  test('ratings where they are hidden or missing', () => {
    expect(reported({}, { reviews: null }).product).not.toHaveProperty('aggregateRating')
    expect(reported({}, { reviews: null }).product).not.toHaveProperty('review')
    const { rating: _none, ...unrated } = view
    const [product] = productJsonLd(unrated, facts)['@graph']
    expect(product).not.toHaveProperty('aggregateRating')
  })

  test('reviews where people gave only stars', () => {
    const { product } = reported({}, { reviews: { count: 0, items: [] } })
    expect(product['aggregateRating']).not.toHaveProperty('reviewCount')
    expect(product).not.toHaveProperty('review')
  })

  test('shipping details of supplier-delivered goods, and handling time of goods never in stock', () => {
    expect(reported({}, { shipping: null }).offer).not.toHaveProperty('shippingDetails')
    const shipping = facts.shipping === null ? null : { ...facts.shipping, handlingDays: null, notServed: [] }
    expect(reported({}, { shipping }).offer['shippingDetails']).toMatchObject([
      { deliveryTime: { transitTime: { minValue: 1, maxValue: 28 } } },
    ])
    expect(JSON.stringify(reported({}, { shipping }).offer)).not.toContain('handlingTime')
  })

  test('energy data without an energy label', () => {
    const { stars: _stars, kwh: _kwh, ...unlabelled } = view
    expect(productJsonLd(unlabelled, facts)['@graph'][0]).not.toHaveProperty('additionalProperty')
  })
})

test('business customers have no change-of-mind returns', () => {
  const { offer } = reported({}, { site: { ...facts.site, changeOfMindDays: null } })
  expect(offer['hasMerchantReturnPolicy']).toEqual({
    '@type': 'MerchantReturnPolicy',
    applicableCountry: 'AU',
    returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted',
  })
})
