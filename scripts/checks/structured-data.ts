/**
 * What is wrong with a page's structured data: types and properties as schema.org has them, and what Google wants of a result that it shows
 * richly (its pages on Product, Merchant listing, Breadcrumb, LocalBusiness, Event and Article, read in November 2026). Only what the shop
 * tells is listed; another property is a fault until it stands here.
 */

type Kind = 'text' | 'number' | 'url' | 'day' | 'time' | 'instant' | 'boolean' | 'schema'
type Expected = Kind | { readonly of: readonly string[] }

const of = (...types: string[]): Expected => ({ of: types })

type Rule = { readonly required: readonly string[]; readonly properties: Readonly<Record<string, Expected>> }

const rule = (required: string, properties: Readonly<Record<string, Expected>>): Rule => ({
  required: required.split(' ').filter((name) => name !== ''),
  properties,
})

const rules: Readonly<Record<string, Rule>> = {
  Product: rule('name image', {
    name: 'text',
    sku: 'text',
    mpn: 'text',
    gtin: 'text',
    description: 'text',
    image: 'url',
    brand: of('Brand'),
    offers: of('Offer'),
    aggregateRating: of('AggregateRating'),
    review: of('Review'),
    additionalProperty: of('PropertyValue'),
  }),
  Brand: rule('name', { name: 'text' }),
  PropertyValue: rule('name value', { name: 'text', value: 'number', unitText: 'text' }),
  Offer: rule('price priceCurrency availability url', {
    url: 'url',
    price: 'number',
    priceCurrency: 'text',
    availability: 'schema',
    itemCondition: 'schema',
    seller: of('Organization'),
    shippingDetails: of('OfferShippingDetails'),
    hasMerchantReturnPolicy: of('MerchantReturnPolicy'),
    validFrom: 'instant',
  }),
  AggregateRating: rule('ratingValue ratingCount', {
    ratingValue: 'number',
    bestRating: 'number',
    worstRating: 'number',
    ratingCount: 'number',
    reviewCount: 'number',
  }),
  Review: rule('author reviewRating', {
    name: 'text',
    reviewBody: 'text',
    author: of('Person', 'Organization'),
    datePublished: 'day',
    reviewRating: of('Rating'),
  }),
  Rating: rule('ratingValue', { ratingValue: 'number', bestRating: 'number', worstRating: 'number' }),
  Person: rule('name', { name: 'text' }),
  Organization: rule('name', { name: 'text', url: 'url' }),
  OfferShippingDetails: rule('shippingDestination', {
    shippingRate: of('MonetaryAmount'),
    shippingDestination: of('DefinedRegion'),
    deliveryTime: of('ShippingDeliveryTime'),
    doesNotShip: 'boolean',
  }),
  MonetaryAmount: rule('currency', { value: 'number', minValue: 'number', maxValue: 'number', currency: 'text' }),
  DefinedRegion: rule('addressCountry', {
    addressCountry: 'text',
    postalCodeRange: of('PostalCodeRangeSpecification'),
  }),
  PostalCodeRangeSpecification: rule('postalCodeBegin postalCodeEnd', {
    postalCodeBegin: 'text',
    postalCodeEnd: 'text',
  }),
  ShippingDeliveryTime: rule('transitTime', {
    handlingTime: of('QuantitativeValue'),
    transitTime: of('QuantitativeValue'),
  }),
  QuantitativeValue: rule('minValue maxValue unitCode', { minValue: 'number', maxValue: 'number', unitCode: 'text' }),
  MerchantReturnPolicy: rule('applicableCountry returnPolicyCategory', {
    applicableCountry: 'text',
    returnPolicyCategory: 'schema',
    merchantReturnDays: 'number',
    returnMethod: 'schema',
    returnFees: 'schema',
    itemCondition: 'schema',
    merchantReturnLink: 'url',
    returnPolicyCountry: 'text',
    customerRemorseReturnFees: 'schema',
    itemDefectReturnFees: 'schema',
  }),
  BreadcrumbList: rule('itemListElement', { itemListElement: of('ListItem') }),
  ItemList: rule('itemListElement', { numberOfItems: 'number', itemListElement: of('ListItem') }),
  ListItem: rule('position', { position: 'number', name: 'text', item: 'url', url: 'url' }),
  Store: rule('name address', {
    name: 'text',
    url: 'url',
    telephone: 'text',
    email: 'text',
    description: 'text',
    image: 'url',
    address: of('PostalAddress'),
    geo: of('GeoCoordinates'),
    openingHoursSpecification: of('OpeningHoursSpecification'),
    priceRange: 'text',
  }),
  PostalAddress: rule('streetAddress addressLocality postalCode addressCountry', {
    streetAddress: 'text',
    addressLocality: 'text',
    addressRegion: 'text',
    postalCode: 'text',
    addressCountry: 'text',
  }),
  GeoCoordinates: rule('latitude longitude', { latitude: 'number', longitude: 'number' }),
  OpeningHoursSpecification: rule('dayOfWeek opens closes', { dayOfWeek: 'schema', opens: 'time', closes: 'time' }),
  Event: rule('name startDate location', {
    name: 'text',
    description: 'text',
    url: 'url',
    startDate: 'instant',
    endDate: 'instant',
    eventStatus: 'schema',
    eventAttendanceMode: 'schema',
    maximumAttendeeCapacity: 'number',
    remainingAttendeeCapacity: 'number',
    image: 'url',
    performer: of('Person', 'Organization'),
    organizer: of('Organization'),
    location: of('Place'),
    offers: of('Offer'),
  }),
  Place: rule('name address', { name: 'text', address: of('PostalAddress') }),
  BlogPosting: rule('headline datePublished author image', {
    headline: 'text',
    description: 'text',
    datePublished: 'instant',
    author: of('Person', 'Organization'),
    image: 'url',
    mainEntityOfPage: 'url',
  }),
}

const shapes: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string' && value.trim() !== '',
  number: (value) => (typeof value === 'number' && Number.isFinite(value)) || /^\d+(\.\d+)?$/.test(String(value)),
  url: (value) => typeof value === 'string' && /^https?:\/\/[^\s"<>]+$/.test(value),
  day: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value)),
  time: (value) => typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d(:\d\d)?$/.test(value),
  instant: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value)),
  boolean: (value) => typeof value === 'boolean',
  schema: (value) => typeof value === 'string' && /^https:\/\/schema\.org\/[A-Z]\w+$/.test(value),
}

/** The faults of one block as it stands in a page; empty when there are none. */
export function structuredDataErrors(block: unknown): string[] {
  if (!isObject(block)) return ['is no object']
  if (block['@context'] !== 'https://schema.org') return ['has another @context than https://schema.org']
  const nodes = '@graph' in block ? listOf(block['@graph']) : [block]
  return nodes.flatMap((node) => nodeErrors(node, ''))
}

function nodeErrors(node: unknown, path: string): string[] {
  if (!isObject(node)) return [`${path}: is no object`]
  const type = String(node['@type'])
  const known = Object.hasOwn(rules, type) ? rules[type] : undefined
  if (known === undefined) return [`${path}${type}: is no type we know of`]
  const at = `${path}${type}`
  const missing = known.required.filter((name) => isEmpty(node[name])).map((name) => `${at}: has no ${name}`)
  const wrong = Object.entries(node).flatMap(([name, value]) => {
    if (name.startsWith('@')) return []
    const expected = known.properties[name]
    if (expected === undefined) return [`${at}.${name}: is no property of it`]
    return listOf(value).flatMap((one) => valueErrors(one, expected, `${at}.${name}`))
  })
  return [...missing, ...wrong, ...ofItsOwn(type, node).map((error) => `${at}: ${error}`)]
}

function valueErrors(value: unknown, expected: Expected, at: string): string[] {
  if (typeof expected === 'string')
    return shapes[expected](value) ? [] : [`${at}: is no ${expected}: ${JSON.stringify(value)}`]
  if (!isObject(value) || !expected.of.includes(String(value['@type'])))
    return [`${at}: must be ${expected.of.join(' or ')}`]
  return nodeErrors(value, `${at} › `)
}

/** What Google wants beyond single properties. */
function ofItsOwn(type: string, node: Readonly<Record<string, unknown>>): string[] {
  if (type === 'BreadcrumbList') {
    const items = listOf(node['itemListElement']) as { position?: unknown; item?: unknown; name?: unknown }[]
    return [
      ...(items.length < 2 ? ['has fewer than two steps'] : []),
      ...(items.some((one, index) => one.position !== index + 1) ? ['is not numbered from 1'] : []),
      ...(items.some((one) => isEmpty(one.name)) ? ['has a step without a name'] : []),
      ...(items.slice(0, -1).some((one) => isEmpty(one.item)) ? ['has a step without an address before the last'] : []),
    ]
  }
  if (type === 'ItemList' && (listOf(node['itemListElement']) as { url?: unknown }[]).some((one) => isEmpty(one.url)))
    return ['has an item without an address']
  return []
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])
const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
