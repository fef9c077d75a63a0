import type { Brand } from '../../../brands/brands.ts'
import type { Writer } from '../../../platform/database/database.server.ts'
import { err, ok } from '../../../platform/result.ts'
import { stockStatusOf, unavailableTextOf, type ProductSummary } from '../../catalogue/catalogue.ts'
import type { Guest } from '../../identity/identity.ts'
import { can } from '../../identity/policy.ts'
import {
  laterId,
  type StoredItem,
  type StoredList,
  type Wishlist,
  type WishlistItem,
  type WishlistProblem,
} from '../wishlists.ts'
import type { Changed, ListRequest, WishlistDeps } from './lists.ts'
import { seenNow } from './seen-now.ts'
import { listsOf, lockOwner, type ListOwner } from './wishlist-store.server.ts'

/** Common to every operation on lists: whose they are, how one is changed, and how stored rows become a list. */

export type OwnLists = ReturnType<typeof createOwnLists>

const guest: Guest = { kind: 'guest' }

/** Whether a list is the one that an address or a call names. */
export const isNamed = (id: string) => (list: StoredList) => (id === laterId ? list.kind === 'later' : list.id === id)

export function createOwnLists({ database, catalogue, geo }: Pick<WishlistDeps, 'database' | 'catalogue' | 'geo'>) {
  /** Null for a guest without a visitor's record. */
  async function ownerOf({ brand, visitor }: ListRequest): Promise<ListOwner | null> {
    const accountId = await visitor.customerId()
    if (accountId !== null) return { accountId }
    const visitorId = await geo.visitorId(brand, visitor.visitorSecret)
    return visitorId === null ? null : { visitorId }
  }

  async function ownerFor(request: ListRequest): Promise<ListOwner> {
    const known = await ownerOf(request)
    if (known !== null) return known
    const made = await geo.visitorFor(request.brand, request.visitor.visitorSecret)
    request.visitor.setVisitorSecret(made.secret)
    return { visitorId: made.id }
  }

  const showsPrices = async ({ brand, visitor }: ListRequest): Promise<boolean> =>
    !brand.hidesPricesWhenAnonymous || can((await visitor.signedIn()) ?? guest, 'buy', brand)

  const filled = (brand: Brand, list: StoredList, hasPrices: boolean): Wishlist => ({
    ...list,
    items: list.items.flatMap((item) => itemOf(catalogue.product(item.productId), item, brand, hasPrices)),
  })

  /** Changes one list of the visitor under the lock of its owner, and answers it as it is then. */
  async function change(
    request: ListRequest,
    id: string,
    work: (
      tx: Writer,
      list: StoredList,
      all: readonly StoredList[],
    ) => Promise<WishlistProblem | null> | WishlistProblem | null,
  ): Changed<Wishlist> {
    const owner = await ownerOf(request)
    if (owner === null) return err({ code: 'list_gone' })
    const hasPrices = await showsPrices(request)
    return database.transaction(async (tx) => {
      await lockOwner(tx, owner)
      const before = await listsOf(tx, owner, request.brand.app)
      const list = before.find(isNamed(id))
      if (list === undefined) return err({ code: 'list_gone' as const })
      const problem = await work(tx, list, before)
      if (problem !== null) return err(problem)
      const now = (await listsOf(tx, owner, request.brand.app)).find((one) => one.id === list.id)
      return now === undefined ? err({ code: 'list_gone' as const }) : ok(filled(request.brand, now, hasPrices))
    })
  }

  return { ownerOf, ownerFor, showsPrices, filled, change }
}

export function newItem(product: ProductSummary, brand: Brand, quantity = 1): StoredItem {
  const seen = seenNow(product, brand)
  return { productId: product.id, quantity, warrantyId: null, installId: null, seen }
}

function itemOf(
  product: ProductSummary | null,
  { quantity, seen }: StoredItem,
  brand: Brand,
  hasPrices: boolean,
): WishlistItem[] {
  // The catalogue has every product, sold or not; one that has just been created is there in a second.
  if (product === null) return []
  const isSold = product.offers[brand.app] !== undefined
  const now = seenNow(product, brand)
  const status = isSold ? unavailableTextOf(stockStatusOf(product, brand.country)) : 'No longer available'
  const price = hasPrices ? now.price : null
  return [
    {
      productId: product.id,
      sku: product.sku,
      title: product.title,
      brand: product.brand.title,
      picture: product.picture,
      uri: isSold ? product.uri : null,
      quantity,
      isBuyable: now.isBuyable && hasPrices,
      unavailable: now.isBuyable ? null : (status ?? 'Contact us for availability'),
      price,
      was: price !== null && seen.price !== null && price < seen.price ? seen.price : null,
    },
  ]
}
