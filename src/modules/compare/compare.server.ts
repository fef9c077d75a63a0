import type { Brand } from '../../brands/brands.ts'
import type { Database } from '../../platform/database.server.ts'
import { accepted, refused, type Result } from '../../platform/result.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import type { ProductDetail, ProductSummary } from '../catalogue/catalogue.ts'
import type { Geography } from '../geo/geo.server.ts'
import { skusOfList, withProduct } from './compare.ts'
import { comparedBy, lockCompared, setCompared } from './compare-store.server.ts'

export type CompareProblem = 'unknown_sku' | 'compare_full'

export type ComparedProduct = { readonly product: ProductSummary; readonly detail: ProductDetail }

/** What visitors compare: the server's copy of the lists that their browsers keep (decision compare-02). */
export interface Compare {
  /** What a visitor compares in an app, oldest first; what is not sold there any more is left out. */
  of(brand: Brand, visitorSecret: string | null): Promise<readonly ComparedProduct[]>
  /** Adds a product, once. Makes a visitor when there is none: then `secret` is new. */
  add(brand: Brand, visitorSecret: string | null, sku: string): Promise<Result<{ secret: string }, CompareProblem>>
  /** Takes a product off, if it was there. */
  remove(brand: Brand, visitorSecret: string | null, sku: string): Promise<void>
  /** The products of some skus that an app sells, in the order of the skus. */
  sold(brand: Brand, skus: readonly string[]): Promise<readonly ComparedProduct[]>
  /** The skus of a list as addresses write it, 'A~B'. */
  skusOf(list: string): readonly string[]
}

export function createCompare({
  database,
  catalogue,
  geography,
}: {
  database: Database
  catalogue: Catalogue
  geography: Pick<Geography, 'visitorId' | 'visitorFor'>
}): Compare {
  const soldIn = (brand: Brand, product: ProductSummary | null): ProductSummary | null =>
    product?.offers[brand.app] === undefined ? null : product

  const soldBySku = (brand: Brand, sku: string) => soldIn(brand, catalogue.productBySku(sku))
  const soldById = (brand: Brand, id: number) => soldIn(brand, catalogue.product(id))

  async function withDetails(products: readonly (ProductSummary | null)[]): Promise<ComparedProduct[]> {
    const found = await Promise.all(
      products.map(async (product) => {
        const detail = product === null ? null : await catalogue.detail(product.id)
        return product === null || detail === null ? [] : [{ product, detail }]
      }),
    )
    return found.flat()
  }

  return {
    async of(brand, secret) {
      const visitorId = await geography.visitorId(brand, secret)
      if (visitorId === null) return []
      return withDetails((await comparedBy(database.db, visitorId)).map((id) => soldById(brand, id)))
    },
    async add(brand, givenSecret, sku) {
      const product = soldBySku(brand, sku)
      if (product === null) return refused('unknown_sku')
      const { id: visitorId, secret } = await geography.visitorFor(brand, givenSecret)
      const changed = await database.transaction(async (tx) => {
        // What is sold no more gives up its place: the visitor does not see it either.
        const shown = (await lockCompared(tx, visitorId)).flatMap((id) => {
          const one = soldById(brand, id)
          return one === null ? [] : [{ id, productSKU: one.sku }]
        })
        const next = withProduct(shown, { id: product.id, productSKU: product.sku })
        if (next.ok)
          await setCompared(
            tx,
            visitorId,
            next.value.map(({ id }) => id),
          )
        return next
      })
      return changed.ok ? accepted({ secret }) : refused(changed.problem)
    },
    async remove(brand, secret, sku) {
      const product = catalogue.productBySku(sku)
      const visitorId = product === null ? null : await geography.visitorId(brand, secret)
      if (product === null || visitorId === null) return
      await database.transaction(async (tx) => {
        const ids = await lockCompared(tx, visitorId)
        const rest = ids.filter((id) => id !== product.id)
        if (rest.length < ids.length) await setCompared(tx, visitorId, rest)
      })
    },
    // Two spellings of one sku are one product.
    sold: (brand, skus) => withDetails([...new Set(skus.map((sku) => soldBySku(brand, sku)))]),
    skusOf: (list) => skusOfList(list, (text) => catalogue.productBySku(text) !== null),
  }
}
