import { type AppCode } from '../../../../../brands/apps.ts'
import { compareNaturally, naturalKey } from './natural-order.ts'
import { type ListingAnswer, type ListingFacet, type ListingQuery, type ListingScope } from '../../../search.ts'
import { type IndexedProduct } from '../listing-index.server.ts'

/** The rules of a listing written as plainly as can be, for the index to be compared with: filter, count and sort all products, every time. */

export function plainListing(all: readonly IndexedProduct[], requested: ListingQuery): ListingAnswer {
  const {
    app,
    scope: within,
    filters = {},
    ranges = {},
    hidePrices = false,
    includeStaffOnly = false,
    offset = 0,
    limit = 24,
  } = requested
  const inScope = all.filter(
    (one) => one.offers[app] && (includeStaffOnly || !one.staffOnly) && isInScope(one, app, within),
  )
  const codes = [...new Set([...Object.keys(filters), ...Object.keys(ranges)])].filter(
    (code) => code !== 'price' || !hidePrices,
  )
  const passes = (one: IndexedProduct, code: string): boolean => {
    const [values, { min = -Infinity, max = Infinity } = {}] = [filters[code] ?? [], ranges[code]]
    const isRanged = min > -Infinity || max < Infinity
    const cost = one.offers[app]?.price ?? 0
    if (code === 'price') return !isRanged || (cost > 0 && cost >= min && cost <= max)
    if (values.length === 0 && !isRanged) return true
    return valuesOf(one, code, app).some((value) => {
      const amount = one.attributes[code]
      const isInRange = typeof amount === 'number' && amount >= min && amount <= max
      return (values.length === 0 || values.includes(value)) && (!isRanged || isInRange)
    })
  }
  const matching = (except: string | null) =>
    inScope.filter(
      (one) =>
        (requested.arrives?.(one.supply[app === 'aol-nz' ? 'NZ' : 'AU']) ?? true) &&
        (requested.inCategory?.(one.categoryUri) ?? true) &&
        (requested.ofProduct?.(one.productId) ?? true) &&
        codes.every((code) => code === except || passes(one, code)),
    )
  const counted = (requested.facets ?? [])
    .filter(({ code }) => code !== 'price' || !hidePrices)
    .map(({ code, kind }): ListingFacet => {
      const products = matching(code)
      const selected = filters[code] ?? []
      if (kind === 'range') {
        const amounts = products
          .map((one) => (code === 'price' ? one.offers[app]?.price || undefined : one.attributes[code]))
          .filter((amount) => typeof amount === 'number')
        const [min, max] = amounts.length > 0 ? [Math.min(...amounts), Math.max(...amounts)] : [null, null]
        return { code, kind, min, max, selectedMin: ranges[code]?.min ?? null, selectedMax: ranges[code]?.max ?? null }
      }
      const values = new Set([...selected, ...products.flatMap((one) => shownValuesOf(one, code, app, within))])
      const options = [...values]
        .map((value) => {
          const count = products.filter((one) => valuesOf(one, code, app).includes(value)).length
          return { value, count, selected: selected.includes(value) }
        })
        .filter((option) => option.count > 0 || option.selected)
        .toSorted((a, b) => {
          if (code === 'rating') return Number(b.value) - Number(a.value)
          return b.count - a.count || compareNaturally(a.value, b.value)
        })
      return { code, kind, options }
    })
  const matched = matching(null)
  const page = matched.toSorted((a, b) => plainOrder(a, b, requested)).slice(offset, offset + limit)
  const productIds = page.map(({ productId }) => productId)
  return { total: matched.length, productIds, facets: counted, correctedTerm: null, relaxed: false }
}

function isInScope(one: IndexedProduct, app: AppCode, within: ListingScope): boolean {
  if ('categoryUri' in within) return `${one.categoryUri}/`.startsWith(`${within.categoryUri}/`)
  if ('brandUri' in within) return one.brandUri === within.brandUri
  if ('productIds' in within) return within.productIds.includes(one.productId)
  if ('belowRrp' in within) return (one.offers[app]?.price ?? 0) < (one.offers[app]?.rrp ?? 0)
  return true
}

/** Every value that a filter may name to get this product. */
function valuesOf(one: IndexedProduct, code: string, app: AppCode): string[] {
  if (code === 'brand') return [one.brandUri]
  if (code === 'availability') return [canBeBought(one, app) ? 'available' : 'sold-out']
  if (code === 'rating') return ['1', '2', '3', '4'].filter((stars) => (one.ratingAverage ?? -1) >= Number(stars))
  if (code === 'category') {
    const slugs = one.categoryUri.split('/')
    return slugs.map((_, depth) => slugs.slice(0, depth + 1).join('/'))
  }
  const value = code === 'condition' ? one.condition : one.attributes[code]
  if (value === undefined) return []
  return Array.isArray(value) ? [...new Set(value as readonly string[])] : [String(value)]
}

function shownValuesOf(one: IndexedProduct, code: string, app: AppCode, within: ListingScope): string[] {
  if (code !== 'category') return valuesOf(one, code, app)
  const depth = 'categoryUri' in within ? within.categoryUri.split('/').length : 0
  return valuesOf(one, code, app).slice(depth, depth + 1)
}

function plainOrder(
  a: IndexedProduct,
  b: IndexedProduct,
  { app, sort = 'relevance', hidePrices }: ListingQuery,
): number {
  const price = (one: IndexedProduct) => one.offers[app]?.price ?? 0
  const text = (x: string, y: string) => (x < y ? -1 : x > y ? 1 : 0)
  const byPopularity = b.popularity - a.popularity || a.productId - b.productId
  const effective = hidePrices && sort.startsWith('price') ? 'relevance' : sort
  if (effective.startsWith('price') && (price(a) === 0 || price(b) === 0))
    return Number(price(a) === 0) - Number(price(b) === 0) || byPopularity
  if (effective === 'price-asc') return price(a) - price(b) || byPopularity
  if (effective === 'price-desc') return price(b) - price(a) || byPopularity
  if (effective === 'name') return text(naturalKey(a.title), naturalKey(b.title)) || a.productId - b.productId
  if (effective === 'newest') return text(b.releasedOn ?? '', a.releasedOn ?? '') || byPopularity
  if (effective === 'rating') {
    return (b.ratingAverage ?? 0) - (a.ratingAverage ?? 0) || b.ratingCount - a.ratingCount || byPopularity
  }
  if (effective === 'running-cost') {
    const energy = (one: IndexedProduct) => {
      const value = one.attributes['energy_kwh']
      return typeof value === 'number' && value > 0 ? value : Infinity
    }
    const [ofA, ofB] = [energy(a), energy(b)]
    return (ofA === ofB ? 0 : ofA - ofB) || byPopularity
  }
  return Number(canBeBought(b, app)) - Number(canBeBought(a, app)) || byPopularity
}

function canBeBought({ available }: IndexedProduct, app: AppCode): boolean {
  return app === 'aol-nz' ? available.NZ : available.AU
}
