import type { Brand } from '../../brands/brands.ts'
import type { Settings } from '../../brands/settings.server.ts'
import { cardOf, type Card } from '../catalogue/card.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import { isBuyable, type ProductDetail, type ProductSummary } from '../catalogue/catalogue.ts'
import { plainChoice } from './listing-query.ts'
import type { Listings } from './listings.server.ts'

const mostRelated = 8

/** As many as stand beside each other on a desk. */
const mostInRow = 5

/** So many of a room are looked at for one of each kind. */
const lookedAt = 100

type Sells = { readonly brand: Brand; readonly catalogue: Catalogue; readonly listings: Listings }

/**
 * Cards of what can be had and goes with some products, of each in turn: what their makers or feeds name, then the most popular of each
 * other kind in their rooms, because nobody who has chosen a fridge looks for another one. None where the app shows no such rows.
 */
export async function cardsThatGoWith(
  products: readonly ProductSummary[],
  shop: Sells & { readonly settings: Pick<Settings, 'isOn'> },
): Promise<Card[]> {
  const { brand, catalogue, listings, settings } = shop
  if (!settings.isOn(brand, 'CrossSellEnabled')) return []
  const details = await Promise.all(products.map(({ id }) => catalogue.detail(id)))
  const named = details.map((detail) => sold(detail?.relatedSkus ?? [], shop))
  const chosen = new Set(products.map(kindOf))
  const rooms = Array.from(new Set(products.map(roomOf)), (categoryUri) => {
    const popular = listings.list(brand, { categoryUri }, plainChoice, null, { size: lookedAt })
    const ofKind = Map.groupBy(sold(skusOf(popular.cards), shop), kindOf)
    return [...ofKind].flatMap(([kind, [first]]) => (first === undefined || chosen.has(kind) ? [] : [first]))
  })
  const themselves = new Set(products.map(({ id }) => id))
  return [...new Set([...inTurn(named), ...inTurn(rooms)])]
    .filter((one) => !themselves.has(one.id))
    .flatMap((one) => cardOf(one, brand, catalogue.today(brand.country)) ?? [])
    .filter((card) => isBuyable(card.status))
    .slice(0, mostInRow)
}

/** The category at the top: kitchen, laundry, living. */
const roomOf = ({ categoryUri }: ProductSummary): string => categoryUri.replace(/\/.*/, '')

/** The category below it: one kind are all fridges, whatever their doors. */
const kindOf = ({ categoryUri }: ProductSummary): string => categoryUri.split('/', 2).join('/')

const skusOf = (cards: readonly { readonly sku: string }[]): string[] => cards.map(({ sku }) => sku)

/** The first of each row, then the second of each, and so on. */
function inTurn<T>(rows: readonly (readonly T[])[]): T[] {
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
  { brand, catalogue, listings }: Sells,
): ProductSummary[] {
  const popular = listings.list(brand, { categoryUri: product.categoryUri }, plainChoice, null, {
    size: mostRelated + 1,
  })
  const skus = new Set([...detail.relatedSkus, ...skusOf(popular.cards)])
  return sold([...skus], { brand, catalogue })
    .filter((one) => one.id !== product.id)
    .slice(0, mostRelated)
}
