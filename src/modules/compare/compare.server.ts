import type { Brand } from '../../brands/brands.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { ok, err, type Result } from '../../platform/result.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import type { ProductDetail, ProductSummary } from '../catalogue/catalogue.ts'
import type { Geography, PlaceRequest } from '../geo/geo.server.ts'
import { skusOfList, withProduct, withProducts } from './compare.ts'
import { comparedBy, lockCompared, setCompared, type ListOwner } from './internal/compare-store.server.ts'

export type CompareProblem = 'unknown_sku' | 'compare_full'

export type ComparedProduct = { readonly product: ProductSummary; readonly detail: ProductDetail }

/** The server's copy of the lists in browsers: of a visitor, and of the account after sign-in (decision compare-02). */
export interface Compare {
  /** The compare list of the request's visitor, oldest first; products that the app no longer sells are left out. */
  of(request: PlaceRequest): Promise<readonly ComparedProduct[]>
  /** Adds a product, once. A guest without a visitor's record gets one. */
  add(request: PlaceRequest, sku: string): Promise<Result<null, CompareProblem>>
  /** Takes a product off, if it was there. */
  remove(request: PlaceRequest, sku: string): Promise<void>
  /**
   * At sign-in: moves the visitor's list to the account. The visitor's products stay first, and the account's follow as far as there is
   * room (decision 0048).
   */
  joinAccount(brand: Brand, visitorSecret: string | null, accountId: string): Promise<void>
  /** The products of some skus that an app sells, in the order of the skus. */
  sold(brand: Brand, skus: readonly string[]): Promise<readonly ComparedProduct[]>
  /** The skus of a list as addresses write it, 'A~B'. */
  skusOf(list: string): readonly string[]
}

const idsOf = (products: readonly { readonly id: number }[]): number[] => products.map(({ id }) => id)

export type CompareDeps = {
  readonly database: Database
  readonly catalogue: Catalogue
  readonly geo: Pick<Geography, 'visitorId' | 'visitorFor'>
}

export function openCompare({ database, catalogue, geo }: CompareDeps): Compare {
  const soldIn = (brand: Brand, product: ProductSummary | null): ProductSummary | null =>
    product?.offers[brand.app] === undefined ? null : product

  const soldBySku = (brand: Brand, sku: string) => soldIn(brand, catalogue.productBySku(sku))
  const soldById = (brand: Brand, id: number) => soldIn(brand, catalogue.product(id))

  /** Null for a guest without a list. */
  async function ownerOf({ brand, visitor }: PlaceRequest): Promise<ListOwner | null> {
    const accountId = await visitor.customerId()
    if (accountId !== null) return { accountId, app: brand.app }
    const visitorId = await geo.visitorId(brand, visitor.visitorSecret)
    return visitorId === null ? null : { visitorId }
  }

  /** Products that are no longer sold do not count: the shopper does not see them either. */
  const shownOf = (brand: Brand, ids: readonly number[]) =>
    ids.flatMap((id) => {
      const product = soldById(brand, id)
      return product === null ? [] : [{ id, productSKU: product.sku }]
    })

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
    async of(request) {
      const owner = await ownerOf(request)
      if (owner === null) return []
      return withDetails((await comparedBy(database.db, owner)).map((id) => soldById(request.brand, id)))
    },
    async add(request, sku) {
      const { brand, visitor } = request
      const product = soldBySku(brand, sku)
      if (product === null) return err('unknown_sku')
      const known = await ownerOf(request)
      const made = known === null ? await geo.visitorFor(brand, visitor.visitorSecret) : null
      const list = known ?? { visitorId: made?.id ?? '' }
      const changed = await database.transaction(async (tx) => {
        const shown = shownOf(brand, await lockCompared(tx, list))
        const next = withProduct(shown, { id: product.id, productSKU: product.sku })
        if (next.ok) await setCompared(tx, list, idsOf(next.value))
        return next
      })
      if (!changed.ok) return changed
      if (made !== null) visitor.setVisitorSecret(made.secret)
      return ok(null)
    },
    async remove(request, sku) {
      const product = catalogue.productBySku(sku)
      const owner = product === null ? null : await ownerOf(request)
      if (product === null || owner === null) return
      await database.transaction(async (tx) => {
        const ids = await lockCompared(tx, owner)
        const rest = ids.filter((id) => id !== product.id)
        if (rest.length < ids.length) await setCompared(tx, owner, rest)
      })
    },
    async joinAccount(brand, visitorSecret, accountId) {
      const visitorId = await geo.visitorId(brand, visitorSecret)
      if (visitorId === null || (await comparedBy(database.db, { visitorId })).length === 0) return
      await database.transaction(async (tx) => {
        const account = { accountId, app: brand.app }
        const stored = shownOf(brand, await lockCompared(tx, account))
        const brought = shownOf(brand, await lockCompared(tx, { visitorId }))
        await setCompared(tx, account, idsOf(withProducts(brought, stored)))
        await setCompared(tx, { visitorId }, [])
      })
    },
    // Two spellings of one sku are one product.
    sold: (brand, skus) => withDetails([...new Set(skus.map((sku) => soldBySku(brand, sku)))]),
    skusOf: (list) => skusOfList(list, (text) => catalogue.productBySku(text) !== null),
  }
}
