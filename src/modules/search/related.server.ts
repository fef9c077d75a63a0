import type { AppCode } from '../../brands/apps.ts'
import type { Brand } from '../../brands/brands.ts'
import type { Settings } from '../../brands/settings.server.ts'
import { cardOf, type Card } from '../catalogue/product/card.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import { isBuyable, type ProductDetail, type ProductSummary } from '../catalogue/catalogue.ts'
import { bySimilarity } from './similar.ts'
import { plainChoice } from './listing-query.ts'
import type { Listings } from './listings.server.ts'

const maxRelated = 8

/** As many as stand beside each other on a desk. */
const maxInRow = 5

/** So many of a room or a category are looked at. */
const lookedAt = 100

type Sells = { readonly brand: Brand; readonly catalogue: Catalogue; readonly search: { readonly listings: Listings } }

/**
 * Cards of what can be had and goes with some products, of each in turn: what their manufacturers or feeds name, then the closest popular
 * product of each other kind in their rooms, because nobody who has chosen a fridge looks for another one. None where the app shows no such
 * rows.
 */
export async function cardsThatGoWith(
  products: readonly ProductSummary[],
  shop: Sells & { readonly settings: Pick<Settings, 'isOn'> },
): Promise<Card[]> {
  const { brand, catalogue, settings } = shop
  if (!settings.isOn(brand, 'CrossSellEnabled')) return []
  const details = await Promise.all(products.map(({ id }) => catalogue.detail(id)))
  const named = details.map((detail) => sold(detail?.relatedSkus ?? [], shop))
  const chosen = new Set(products.map(kindOf))
  const rooms = Array.from(new Set(products.map(roomOf)), (categoryUri) => {
    const others = popularIn(categoryUri, shop).filter((one) => !chosen.has(kindOf(one)))
    return closestOfEachKind(
      products.filter((one) => roomOf(one) === categoryUri),
      others,
      brand.app,
    )
  })
  const themselves = new Set(products.map(({ id }) => id))
  const found = [...new Set([...interleave(named), ...interleave(rooms)])]
  return buyableCards(
    found.filter((one) => !themselves.has(one.id)),
    shop,
  )
}

/** Cards of what a shopper may take instead of a product: of the same category, near in price and in the facts that decide it. */
export async function similarCards(product: ProductSummary, detail: ProductDetail, shop: Sells): Promise<Card[]> {
  // Other versions of it are to be chosen beside its price.
  const versions = new Set((await shop.catalogue.variants(detail)).map((one) => one.product.id))
  const others = popularIn(product.categoryUri, shop).filter((one) => one.id !== product.id && !versions.has(one.id))
  return buyableCards(bySimilarity(product, others, shop.brand.app), shop)
}

type Popular = { readonly version: number; readonly skus: Map<string, readonly string[]> }
const popularOf = new WeakMap<Listings, Popular>()

/** The most popular products of a category. Every page of its products asks for them, so they are listed once while the index stays. */
function popularIn(categoryUri: string, shop: Sells): ProductSummary[] {
  const { listings } = shop.search
  const known = popularOf.get(listings)
  const current =
    known?.version === listings.version ? known : { version: listings.version, skus: new Map<string, string[]>() }
  popularOf.set(listings, current)
  const key = `${shop.brand.app} ${categoryUri}`
  const skus =
    current.skus.get(key) ??
    skusOf(listings.list(shop.brand, { categoryUri }, plainChoice, null, { size: lookedAt }).cards)
  current.skus.set(key, skus)
  return sold(skus, shop)
}

/** Cards of products, by their ids. */
export const cardsByIds = (ids: readonly number[], shop: Sells): Card[] =>
  buyableCards(
    ids.flatMap((id) => shop.catalogue.product(id) ?? []),
    shop,
  )

function buyableCards(products: readonly ProductSummary[], { brand, catalogue }: Sells): Card[] {
  return products
    .flatMap((one) => cardOf(one, brand, catalogue.today(brand.country)) ?? [])
    .filter((card) => isBuyable(card.status))
    .slice(0, maxInRow)
}

type Comparable = Pick<ProductSummary, 'categoryUri' | 'brand' | 'offers'>

/** Another brand weighs as much as a fifth of the way from the cheapest of a kind to its dearest. */
const otherBrand = 0.2

/**
 * Of each kind but theirs the one that is closest to any of some products: of their brand, and as dear among its kind as they are among
 * theirs. The room is in order of popularity, and kinds stay in it.
 */
export function closestOfEachKind<One extends Comparable>(
  products: readonly Comparable[],
  room: readonly One[],
  app: AppCode,
): One[] {
  const priceOf = ({ offers }: Comparable) => offers[app]?.price ?? null
  const kinds = Map.groupBy(room, kindOf)
  /** From 0, the cheapest of its kind, to 1. */
  const rank = (one: Comparable): number => {
    const price = priceOf(one)
    const others = (kinds.get(kindOf(one)) ?? []).flatMap((other) => priceOf(other) ?? [])
    if (price === null || others.length < 2) return 0.5
    return Math.min(1, others.filter((other) => other < price).length / (others.length - 1))
  }
  const anchors = products.map((one) => ({ rank: rank(one), brand: one.brand.uri }))
  const distance = (one: One): number => {
    const own = rank(one)
    return Math.min(
      ...anchors.map((anchor) => Math.abs(anchor.rank - own) + (anchor.brand === one.brand.uri ? 0 : otherBrand)),
    )
  }
  const taken = new Set(products.map(kindOf))
  return [...kinds].flatMap(([kind, all]) => {
    if (taken.has(kind)) return []
    const distances = all.map(distance)
    return all[distances.indexOf(Math.min(...distances))] ?? []
  })
}

/** The category at the top: kitchen, laundry, living. */
const roomOf = ({ categoryUri }: ProductSummary): string => categoryUri.replace(/\/.*/, '')

/** The category below it: one kind are all fridges, whatever their doors. */
const kindOf = ({ categoryUri }: Comparable): string => categoryUri.split('/', 2).join('/')

const skusOf = (cards: readonly { readonly sku: string }[]): string[] => cards.map(({ sku }) => sku)

/** The first of each row, then the second of each, and so on. */
function interleave<T>(rows: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...rows.map((row) => row.length))
  return Array.from({ length: longest }, (_, at) => rows.flatMap((row) => row.slice(at, at + 1))).flat()
}

const sold = (skus: readonly string[], { brand, catalogue }: Pick<Sells, 'brand' | 'catalogue'>): ProductSummary[] =>
  skus.flatMap((sku) => {
    const one = catalogue.productBySku(sku)
    return one === null || one.offers[brand.app] === undefined ? [] : [one]
  })

/** What goes with a product: what its maker or feed names, as far as the app sells it, then the most popular others of its category. */
export function relatedTo(
  { product, detail }: { readonly product: ProductSummary; readonly detail: ProductDetail },
  { brand, catalogue, search }: Sells,
): ProductSummary[] {
  const popular = search.listings.list(brand, { categoryUri: product.categoryUri }, plainChoice, null, {
    size: maxRelated + 1,
  })
  const skus = new Set([...detail.relatedSkus, ...skusOf(popular.cards)])
  return sold([...skus], { brand, catalogue })
    .filter((one) => one.id !== product.id)
    .slice(0, maxRelated)
}
