import { type AppCode, appCodes, type Country, countryOfApp } from '../../../../../brands/apps.ts'
import { Bitset } from './bitset.ts'
import { FacetColumn } from './facet-column.ts'
import { availabilityCell, fitCell } from './fixed-facets.ts'
import type { IndexedOffer, IndexedProduct } from './indexed-product.ts'
import { naturalKey } from './natural-order.ts'
import { SortedOrder } from './sorted-order.ts'
import { grown, picked, roomFor } from './typed-arrays.ts'

/** More than any price: sort keys hold a price in 29 bits beside a 24-bit rank. */
export const priceBound = 2 ** 29
/** More than any energy label says, in tenths of a kilowatt hour a year. */
export const energyBound = 2 ** 28
/** A posting holds a slot in 24 bits. */
const slotBound = 2 ** 24
const countries = ['AU', 'NZ'] as const
/** For products without a release date: before every date. */
const noReleaseDay = -(2 ** 20)

/** What one app sells, by slot. */
class AppOffers {
  cents = new Int32Array(0)
  sells = new Bitset()
  belowRrp = new Bitset()
}

/**
 * The products as columns: everything about the product in slot 5 stands at position 5. A changed product takes a new slot at the end
 * and its old one is left empty until `compact`, so that slots only ever grow and every list of them stays sorted.
 */
export class ProductTable {
  slotCount = 0
  productIds = new Float64Array(0)
  private readonly availability: Record<Country, Uint8Array<ArrayBuffer>> = {
    AU: new Uint8Array(0),
    NZ: new Uint8Array(0),
  }
  /** Whole stars plus one; 0 when nobody rated it. */
  ratingStars = new Uint8Array(0)
  ratingHundredths = new Uint16Array(0)
  ratingCounts = new Uint32Array(0)
  /** Days since 1970. */
  releaseDays = new Int32Array(0)
  /** Tenths of a kilowatt hour a year by the energy label; 0 when there is none. */
  energyTenths = new Uint32Array(0)
  popularity = new Float64Array(0)
  /** Titles in the form that is sorted by. */
  nameKeys: string[] = []
  uris: string[] = []
  readonly brands = new FacetColumn(0)
  readonly categories = new FacetColumn(0)
  /** Sizes and clearances, as `fitFacet` reads them. */
  readonly fits = new FacetColumn(0)
  readonly conditions = new FacetColumn(0)
  private readonly supplies: Record<Country, FacetColumn> = { AU: new FacetColumn(0), NZ: new FacetColumn(0) }
  staffOnly = new Bitset()
  private readonly attributes = new Map<string, FacetColumn>()
  private readonly slots = new Map<number, number>()
  private readonly offersByApp = Object.fromEntries(appCodes.map((app) => [app, new AppOffers()])) as Record<
    AppCode,
    AppOffers
  >
  private readonly attributeCodes: ReadonlySet<string> | null
  /** Most popular first, then the lower id: the order that breaks every tie. */
  readonly byPopularity = new SortedOrder(
    (slot) => -(this.popularity[slot] ?? 0),
    (slot) => this.productIds[slot] ?? 0,
  )
  readonly byName = new SortedOrder(
    (slot) => this.nameKeys[slot] ?? '',
    (slot) => this.productIds[slot] ?? 0,
  )

  /** `attributeCodes` are those that get a column; null gives every attribute one. */
  constructor(attributeCodes: ReadonlySet<string> | null) {
    this.attributeCodes = attributeCodes
  }

  get size(): number {
    return this.slots.size
  }

  slotOf(productId: number): number | undefined {
    return this.slots.get(productId)
  }

  offersOf(app: AppCode): Readonly<AppOffers> {
    return this.offersByApp[app]
  }

  /** By slot, for the country of an app: 1 available, 2 sold out. */
  availabilityFor(app: AppCode): Uint8Array {
    return this.availability[countryOfApp[app]]
  }

  /** When products could come, in the country of an app. */
  supplyFor(app: AppCode): FacetColumn {
    return this.supplies[countryOfApp[app]]
  }

  attribute(code: string): FacetColumn | undefined {
    return this.attributes.get(code)
  }

  /** Adds or replaces a product and answers its slot. */
  add(product: IndexedProduct): number {
    this.remove(product.productId)
    if (this.slotCount >= slotBound) throw new RangeError(`the index holds at most ${slotBound} products`)
    const slot = this.slotCount++
    this.reserve(this.slotCount)
    this.slots.set(product.productId, slot)
    this.productIds[slot] = product.productId
    for (const country of countries) {
      this.putAvailable(slot, country, product.available[country])
      this.supplies[country].put(slot, product.supply[country])
    }
    const average = product.ratingAverage
    this.ratingHundredths[slot] = average === null ? 0 : Math.round(average * 100)
    this.ratingStars[slot] = average === null ? 0 : Math.floor(average) + 1
    this.ratingCounts[slot] = Math.max(0, product.ratingCount)
    this.releaseDays[slot] = dayOf(product.releasedOn)
    this.energyTenths[slot] = energyOf(product.attributes['energy_kwh'])
    this.popularity[slot] = product.popularity
    this.nameKeys[slot] = naturalKey(product.title)
    this.uris[slot] = product.uri
    this.brands.put(slot, product.brandUri)
    this.categories.put(slot, product.categoryUri)
    this.fits.put(slot, fitCell(product.fit))
    this.conditions.put(slot, product.condition ?? [])
    this.staffOnly.put(slot, product.staffOnly === true)
    for (const [code, value] of Object.entries(product.attributes)) this.putAttribute(slot, code, value)
    for (const app of appCodes) this.putOffer(slot, app, product.offers[app] ?? null)
    this.byPopularity.add(slot)
    this.byName.add(slot)
    return slot
  }

  /** Removes the product from every app; false when it is not in the table. */
  remove(productId: number): boolean {
    const slot = this.slots.get(productId)
    if (slot === undefined) return false
    for (const app of appCodes) this.putOffer(slot, app, null)
    return this.slots.delete(productId)
  }

  putOffer(slot: number, app: AppCode, offer: IndexedOffer | null): void {
    const offers = this.offersByApp[app]
    offers.cents[slot] = offer?.price ?? 0
    offers.sells.put(slot, offer !== null)
    offers.belowRrp.put(slot, offer !== null && offer.rrp !== null && offer.price < offer.rrp)
  }

  putAvailable(slot: number, country: Country, isAvailable: boolean): void {
    this.availability[country][slot] = isAvailable ? availabilityCell.available : availabilityCell.soldOut
  }

  /** What one app shows to one kind of visitor, as bits. Valid until the next change. */
  visible(app: AppCode, includeStaffOnly: boolean): Int32Array {
    const sells = this.offersByApp[app].sells.words
    if (includeStaffOnly) return sells
    const hidden = this.staffOnly.words
    const shown = sells.slice()
    for (let word = Math.min(shown.length, hidden.length) - 1; word >= 0; word--) shown[word]! &= ~hidden[word]!
    return shown
  }

  /** The slots in use, ascending, when so many are empty that compacting pays; else null. */
  slotsToCompact(): Uint32Array | null {
    const empty = this.slotCount - this.slots.size
    if (empty <= 1024 || empty * 4 <= this.slots.size) return null
    return Uint32Array.from(this.slots.values()).toSorted()
  }

  /** Renumbers the slots in use, given in ascending order, from 0; `newSlotOf` is -1 for empty slots. */
  compact(usedSlots: Uint32Array, newSlotOf: Int32Array): void {
    const { length } = usedSlots
    this.byPopularity.compact(newSlotOf)
    this.byName.compact(newSlotOf)
    this.productIds = picked(this.productIds, usedSlots, length)
    for (const country of countries) this.availability[country] = picked(this.availability[country], usedSlots, length)
    this.ratingStars = picked(this.ratingStars, usedSlots, length)
    this.ratingHundredths = picked(this.ratingHundredths, usedSlots, length)
    this.ratingCounts = picked(this.ratingCounts, usedSlots, length)
    this.releaseDays = picked(this.releaseDays, usedSlots, length)
    this.energyTenths = picked(this.energyTenths, usedSlots, length)
    this.popularity = picked(this.popularity, usedSlots, length)
    this.nameKeys = Array.from(usedSlots, (slot) => this.nameKeys[slot] ?? '')
    this.uris = Array.from(usedSlots, (slot) => this.uris[slot] ?? '')
    this.staffOnly = this.staffOnly.picked(usedSlots)
    for (const column of this.columns()) column.compact(usedSlots)
    for (const offers of Object.values(this.offersByApp)) {
      offers.cents = picked(offers.cents, usedSlots, length)
      offers.sells = offers.sells.picked(usedSlots)
      offers.belowRrp = offers.belowRrp.picked(usedSlots)
    }
    for (const [productId, slot] of this.slots) this.slots.set(productId, newSlotOf[slot] ?? 0)
    this.slotCount = length
  }

  /** Makes room for so many slots at once, instead of doubling up to them. */
  reserve(slots: number): void {
    const capacity = roomFor(slots, this.productIds.length)
    if (capacity === this.productIds.length) return
    this.productIds = grown(this.productIds, capacity)
    for (const country of countries) this.availability[country] = grown(this.availability[country], capacity)
    this.ratingStars = grown(this.ratingStars, capacity)
    this.ratingHundredths = grown(this.ratingHundredths, capacity)
    this.ratingCounts = grown(this.ratingCounts, capacity)
    this.releaseDays = grown(this.releaseDays, capacity)
    this.energyTenths = grown(this.energyTenths, capacity)
    this.popularity = grown(this.popularity, capacity)
    for (const offers of Object.values(this.offersByApp)) offers.cents = grown(offers.cents, capacity)
    for (const column of this.columns()) column.reserve(capacity)
  }

  bytes(): number {
    const texts = this.nameKeys.reduce((sum, key, slot) => sum + 48 + key.length + (this.uris[slot]?.length ?? 0), 0)
    // 34 bytes of figures, 32 of prices and 2.1 of bits for each slot; 48 for an entry of the map from ids.
    const figures = this.productIds.length * 68.1 + this.slots.size * 48
    const orders = this.byName.bytes() + this.byPopularity.bytes()
    return this.columns().reduce((sum, column) => sum + column.bytes(), texts + figures + orders)
  }

  private columns(): FacetColumn[] {
    return [
      this.brands,
      this.categories,
      this.fits,
      this.conditions,
      ...Object.values(this.supplies),
      ...this.attributes.values(),
    ]
  }

  private putAttribute(slot: number, code: string, value: IndexedProduct['attributes'][string]): void {
    if (this.attributeCodes && !this.attributeCodes.has(code)) return
    let column = this.attributes.get(code)
    if (!column) {
      column = new FacetColumn(this.productIds.length)
      this.attributes.set(code, column)
    }
    column.put(slot, value)
  }
}

/** Throws a RangeError for a price the index cannot hold. */
export function assertOffer(offer: IndexedOffer | null): void {
  if (offer && !(Number.isInteger(offer.price) && offer.price >= 0 && offer.price < priceBound)) {
    throw new RangeError(`not a price in integer cents below ${priceBound}: ${offer.price}`)
  }
}

/** Throws a RangeError for a product the index cannot hold, before anything was changed. */
export function assertProduct(product: IndexedProduct): void {
  const { productId, ratingAverage: average, popularity } = product
  if (!Number.isSafeInteger(productId)) throw new RangeError(`not a product id: ${productId}`)
  if (average !== null && !(average >= 0 && average <= 5)) throw new RangeError(`not a rating from 0 to 5: ${average}`)
  if (Number.isNaN(popularity)) throw new RangeError(`product ${productId} has no popularity`)
  for (const offer of Object.values(product.offers)) assertOffer(offer)
}

function dayOf(date: string | null): number {
  const time = date === null ? Number.NaN : Date.parse(date.slice(0, 10))
  return Number.isNaN(time) ? noReleaseDay : Math.floor(time / 86_400_000)
}

function energyOf(kwhPerYear: IndexedProduct['attributes'][string] | undefined): number {
  if (typeof kwhPerYear !== 'number' || !(kwhPerYear > 0)) return 0
  return Math.min(energyBound - 1, Math.max(1, Math.round(kwhPerYear * 10)))
}
