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

type Sells = { readonly brand: Brand; readonly catalogue: Catalogue; readonly listings: Listings }

/** Cards of what can be had and goes with some products, of each in turn, without themselves; none where the app shows no such rows. */
export async function cardsThatGoWith(
  products: readonly ProductSummary[],
  shop: Sells & { readonly settings: Pick<Settings, 'isOn'> },
): Promise<Card[]> {
  const { brand, catalogue, settings } = shop
  if (!settings.isOn(brand, 'CrossSellEnabled')) return []
  const rows = await Promise.all(
    products.map(async (product) => {
      const detail = await catalogue.detail(product.id)
      return detail === null ? [] : relatedTo({ product, detail }, shop)
    }),
  )
  const inTurn = Array.from({ length: mostRelated }, (_, at) => rows.flatMap((row) => row[at] ?? [])).flat()
  const themselves = new Set(products.map(({ id }) => id))
  return [...new Set(inTurn)]
    .filter(({ id }) => !themselves.has(id))
    .flatMap((one) => cardOf(one, brand, catalogue.today(brand.country)) ?? [])
    .filter((card) => isBuyable(card.status))
    .slice(0, mostInRow)
}

/** What goes with a product: what its maker or feed names, as far as the app sells it, then the most popular others of its category. */
export function relatedTo(
  { product, detail }: { readonly product: ProductSummary; readonly detail: ProductDetail },
  { brand, catalogue, listings }: Sells,
): ProductSummary[] {
  const popular = listings.list(brand, { categoryUri: product.categoryUri }, plainChoice, null, {
    size: mostRelated + 1,
  })
  const skus = new Set([...detail.relatedSkus, ...popular.cards.map((card) => card.sku)])
  return [...skus]
    .flatMap((sku) => {
      const one = catalogue.productBySku(sku)
      return one === null || one.id === product.id || one.offers[brand.app] === undefined ? [] : [one]
    })
    .slice(0, mostRelated)
}
