import { listedServiceKinds, type ListedServiceKind } from '../delivery/services.ts'
import { dayOf, type Day } from '../../platform/calendar.ts'
import { centsOf } from '../../platform/money.ts'
import { spaceOfText, spaceText } from '../catalogue/product/fit.ts'
import { sortIds, type SortId, type RangeFilter } from './search.ts'
import type { Understanding } from './understanding/query-understanding.ts'

/**
 * What a listing's address asks for (decision catalogue-09): `?page=2&sort=price-asc&filter=brand:norrland&filter=price:500-1000`.
 * Several values of one facet are alternatives, several facets all hold; a range is `from-to` with either end left out.
 */
export type ListingChoice = {
  /** From 1. */
  readonly page: number
  readonly sort: SortId
  readonly filters: Readonly<Record<string, readonly string[]>>
  readonly ranges: Readonly<Record<string, RangeFilter>>
  /** Only what can be at this postcode by this day; null when that does not matter. */
  readonly delivery: DeliveryFilter | null
  /** Only what can be had with these services at this postcode; null when that does not matter. */
  readonly services: ServicesFilter | null
}

export type DeliveryFilter = { readonly postcode: string; readonly by: Day }
/** The kinds in the order of `listedServiceKinds`, at least one: what is asked for has one address. */
export type ServicesFilter = { readonly postcode: string; readonly kinds: readonly ListedServiceKind[] }

/** Every product, in the usual order: what a list shows before anything is asked. */
export const plainChoice: ListingChoice = {
  page: 1,
  sort: 'relevance',
  filters: {},
  ranges: {},
  delivery: null,
  services: null,
}

const maxPages = 10_000
/** More than any person ticks; what comes behind counts as not asked. */
const maxFilters = 60
const maxFilterLength = 300
const deliveryFacet = 'delivery'
const servicesFacet = 'services'
const spaceFacet = 'space'
const rangeValue = /^(\d+(?:\.\d+)?)?-(\d+(?:\.\d+)?)?$/

/** Reads the query of a page; what is not understood counts as not asked. `isRange` tells which facets are ranges. */
export function readListingChoice(query: URLSearchParams, isRange: (facet: string) => boolean): ListingChoice {
  const page = Number(query.get('page') ?? 1)
  const sort = query.get('sort') as SortId | null
  const filters: Record<string, string[]> = {}
  const ranges: Record<string, RangeFilter> = {}
  let delivery: DeliveryFilter | null = null
  let services: ServicesFilter | null = null
  for (const filter of query.getAll('filter').slice(0, maxFilters)) {
    if (filter.length > maxFilterLength) continue
    const colon = filter.indexOf(':')
    if (colon < 1) continue
    const facet = filter.slice(0, colon)
    const value = filter.slice(colon + 1)
    if (facet === deliveryFacet) delivery = readDelivery(value) ?? delivery
    else if (facet === servicesFacet) services = readServices(value) ?? services
    else if (facet === spaceFacet) readSpaceFilter(value)
    else if (!isRange(facet)) filters[facet] = [...new Set([...(filters[facet] ?? []), value])]
    else {
      const range = readRange(value, facet === 'price')
      if (range !== null) ranges[facet] = range
    }
  }
  // A form without script sends the four measures of a space by themselves, in their order.
  readSpaceFilter(query.getAll(spaceFacet).slice(0, 4).join('x'))
  // A form without script sends the ends of a range by themselves: price.from=500&price.to=1000.
  for (const [name, value] of query) {
    const [, facet = '', end] = /^([a-z0-9_]+)\.(from|to)$/.exec(name) ?? []
    if (!isRange(facet) || value.trim() === '') continue
    const bound = readRange(end === 'from' ? `${value}-` : `-${value}`, facet === 'price')
    if (bound !== null)
      ranges[facet] = { ...ranges[facet], ...(end === 'from' ? { min: bound.min } : { max: bound.max }) }
  }
  function readSpaceFilter(text: string): void {
    const space = spaceOfText(text)
    if (space !== null) filters[spaceFacet] = [spaceText(space)]
  }
  return {
    page: Number.isInteger(page) && page >= 1 && page <= maxPages ? page : 1,
    sort: sort !== null && sortIds.includes(sort) ? sort : 'relevance',
    filters,
    ranges,
    delivery,
    services,
  }
}

/** '2010.2026-11-23': to 2010 by that day. */
function readDelivery(text: string): DeliveryFilter | null {
  const [, postcode, year, month, day] = /^(\d{4})\.(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  if (postcode === undefined) return null
  const by = dayOf([Number(year), Number(month), Number(day)])
  return by === null ? null : { postcode, by }
}

/** '2010.installation.removal': both at 2010. */
function readServices(text: string): ServicesFilter | null {
  const [postcode = '', ...named] = text.split('.')
  const kinds = listedServiceKinds.filter((kind) => named.includes(kind))
  return /^\d{4}$/.test(postcode) && kinds.length > 0 ? { postcode, kinds } : null
}

function readRange(text: string, isMoney: boolean): RangeFilter | null {
  const match = rangeValue.exec(text)
  if (match === null || (match[1] === undefined && match[2] === undefined)) return null
  const bound = (end: string | undefined) =>
    end === undefined ? undefined : isMoney ? centsOf(Math.round(Number(end) * 100) / 100) : Number(end)
  return { min: bound(match[1]), max: bound(match[2]) }
}

/** The address of a choice, the page left out when it is the first and the sort when it is the usual one. */
export function listingAddress(path: string, choice: ListingChoice): string {
  const query = new URLSearchParams()
  for (const [facet, values] of Object.entries(choice.filters))
    for (const value of values) query.append('filter', `${facet}:${value}`)
  for (const [facet, range] of Object.entries(choice.ranges))
    query.append('filter', `${facet}:${rangeText(facet, range)}`)
  if (choice.delivery !== null) query.append('filter', deliveryText(choice.delivery))
  if (choice.services !== null) query.append('filter', servicesText(choice.services))
  if (choice.sort !== 'relevance') query.set('sort', choice.sort)
  if (choice.page > 1) query.set('page', String(choice.page))
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

/**
 * Tells the address of the choice with one more value of a facet. What these addresses share is written once: a list offers a hundred
 * of them.
 */
export function addressesAdding(path: string, choice: ListingChoice, facet: string): (value: string) => string {
  const { [facet]: own = [], ...others } = choice.filters
  const before = listingAddress('', {
    ...choice,
    page: 1,
    sort: 'relevance',
    filters: { ...others, [facet]: own },
    ranges: {},
    delivery: null,
    services: null,
  })
  const after = listingAddress('', { ...choice, page: 1, filters: {} }).replace('?', '&')
  const start = `${path}${before === '' ? '?' : `${before}&`}filter=`
  return (value) => {
    const filter = `${facet}:${value}`
    const encoded = /^[\w.:-]*$/.test(filter)
      ? filter.replaceAll(':', '%3A')
      : new URLSearchParams({ filter }).toString().slice(7)
    return `${start}${encoded}${after}`
  }
}

/** 'delivery:2010.2026-11-23'. */
export function deliveryText({ postcode, by }: DeliveryFilter): string {
  return `${deliveryFacet}:${postcode}.${by}`
}

/** 'services:2010.installation.removal'. */
export function servicesText({ postcode, kinds }: ServicesFilter): string {
  return `${servicesFacet}:${[postcode, ...kinds].join('.')}`
}

/** '500-1000', in dollars for money. */
export function rangeText(facet: string, { min, max }: RangeFilter): string {
  const end = (value: number | undefined) =>
    value === undefined ? '' : String(facet === 'price' ? value / 100 : value)
  return `${end(min)}-${end(max)}`
}

/** The choice with one value of a facet added or taken away; back on the first page, as the list is another one then. */
export function toggled(choice: ListingChoice, facet: string, value: string): ListingChoice {
  const old = choice.filters[facet] ?? []
  const values = old.includes(value) ? old.filter((one) => one !== value) : [...old, value]
  const { [facet]: _gone, ...others } = choice.filters
  return { ...choice, page: 1, filters: values.length === 0 ? others : { ...others, [facet]: values } }
}

/** The choice with a kind of service at a postcode added or taken away. What was asked for another postcode goes. */
export function withService(choice: ListingChoice, postcode: string, kind: ListedServiceKind): ListingChoice {
  const old = choice.services?.postcode === postcode ? choice.services.kinds : []
  const kinds = listedServiceKinds.filter((one) => (one === kind) !== old.includes(one))
  return { ...choice, page: 1, services: kinds.length === 0 ? null : { postcode, kinds } }
}

/** The choice without any filter; the order stays. */
export function withoutFilters(choice: ListingChoice): ListingChoice {
  return { ...plainChoice, sort: choice.sort }
}

/** The choice without a facet's range. */
export function withoutRange(choice: ListingChoice, facet: string): ListingChoice {
  const { [facet]: _gone, ...others } = choice.ranges
  return { ...choice, page: 1, ranges: others }
}

/** The choice with what was understood of a term; what was chosen by itself stays as it is. */
export function withUnderstood(
  choice: ListingChoice,
  { filters, ranges }: Pick<Understanding, 'filters' | 'ranges'>,
): ListingChoice {
  return { ...choice, filters: { ...filters, ...choice.filters }, ranges: { ...ranges, ...choice.ranges } }
}

/** Whether a term says anything that narrows a list. */
export function narrows({ filters, ranges }: Pick<Understanding, 'filters' | 'ranges'>): boolean {
  return Object.keys(filters).length + Object.keys(ranges).length > 0
}
