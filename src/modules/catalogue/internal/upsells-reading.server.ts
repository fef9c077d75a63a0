import type { AppCode } from '../../../brands/apps.ts'
import type { Reader, Writer } from '../../../platform/database/database.server.ts'
import { isValidPrice } from '../../pricing/pricing.ts'
import { upsellOptions } from '../catalogue-store.server.ts'
import { categoryTrail, type ProductSummary } from '../catalogue.ts'
import { optionsFor, type UpsellOptions } from '../product/upsell.ts'

/** Warranties and installs for products and their prices in an app, as they are this moment. */
export async function readUpsells(
  db: Reader | Writer,
  requested: readonly ProductSummary[],
  app: AppCode,
): Promise<(product: ProductSummary) => UpsellOptions> {
  const priced = requested.filter((product) => isValidPrice(product.offers[app]?.price))
  const ids = priced.map((product) => product.id)
  const trails = new Set(priced.flatMap((product) => categoryTrail(product.categoryUri)))
  const options = priced.length === 0 ? [] : await upsellOptions(db, app, ids, [...trails])
  return ({ id, categoryUri, offers, traits }) => {
    const price = offers[app]?.price
    if (!isValidPrice(price)) return { warranties: [], installs: [] }
    const trail = categoryTrail(categoryUri)
    const own = options.filter((one) => one.productId === id || trail.includes(one.categoryUri ?? ''))
    return optionsFor(own, price, traits)
  }
}
