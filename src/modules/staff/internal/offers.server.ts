import type { Brand } from '../../../brands/brands.ts'
import type { Reader, Writer } from '../../../platform/database/database.server.ts'
import type { Catalogue } from '../../catalogue/catalogue.server.ts'
import type { ProductSummary } from '../../catalogue/catalogue.ts'
import { defaultDiscountPercent } from '../../pricing/agreed-price.ts'
import { offerIn, type Offer } from '../../pricing/pricing.ts'
import { discountLimitOf } from './projects-store.server.ts'
import type { Member } from '../staff.ts'

/** What a member's app sells, null for the rest, what it asks for it, and how much of that the member may take off. */

export function productOf(
  catalogue: Pick<Catalogue, 'productBySku'>,
  { brand }: Pick<Member, 'brand'>,
  sku: string,
): ProductSummary | null {
  const product = catalogue.productBySku(sku)
  return product === null || product.offers[brand.app] === undefined ? null : product
}

export function offerOf(
  catalogue: Pick<Catalogue, 'product'>,
  productId: number,
  brand: Brand,
): { product: ProductSummary; offer: Offer } | null {
  const product = catalogue.product(productId)
  const sold = product?.offers[brand.app]
  return product === null || sold === undefined ? null : { product, offer: offerIn(sold, brand) }
}

/** In percent. */
export const limitOf = async (db: Reader | Writer, accountId: string): Promise<number> =>
  (await discountLimitOf(db, accountId)) ?? defaultDiscountPercent
