import type { Brand } from '../../../brands/brands.ts'
import { err, ok } from '../../../platform/result.ts'
import { maxItems, savedForLater, type StoredItem, type StoredList } from '../wishlists.ts'
import type { ListRequest, WishlistDeps, Wishlists } from './lists.ts'
import { isNamed, type OwnLists } from './own-lists.server.ts'
import { seenNow } from './seen-now.ts'
import { deleteItem, insertList, listsOf, lockOwner, putItem, type ListOwner } from './wishlist-store.server.ts'

/** Products that move between a list and the cart. */
export function createCartMoves(
  { database, catalogue, cart, clock, ids }: WishlistDeps,
  { ownerOf, ownerFor }: OwnLists,
): Pick<Wishlists, 'moveToCart' | 'saveForLater'> {
  /** A transaction of its own: a row of an account is locked before its cart, never after. */
  async function laterListFor(owner: ListOwner, { app }: Brand): Promise<StoredList> {
    return database.transaction(async (tx) => {
      await lockOwner(tx, owner)
      const later = async () => (await listsOf(tx, owner, app)).find(({ kind }) => kind === 'later')
      const there = await later()
      if (there !== undefined) return there
      await insertList(tx, owner, { id: ids.uuid(), app, kind: 'later', name: savedForLater }, clock.now())
      const made = await later()
      if (made === undefined) throw new Error('a list was created and is not there')
      return made
    })
  }

  async function found(request: ListRequest, id: string, sku: string) {
    const owner = await ownerOf(request)
    const list = owner === null ? undefined : (await listsOf(database.db, owner, request.brand.app)).find(isNamed(id))
    if (list === undefined) return err({ code: 'list_gone' as const })
    const product = catalogue.productBySku(sku)
    const item = list.items.find((one) => one.productId === product?.id)
    return item === undefined ? err({ code: 'item_gone' as const }) : ok({ list, item })
  }

  return {
    async moveToCart(request, id, sku) {
      const it = await found(request, id, sku)
      if (!it.ok) return it
      const { list, item } = it.value
      const { quantity, warrantyId, installId } = item
      const options = warrantyId === null && installId === null ? {} : { warrantyId, installId }
      let done = await cart.visitor.put(request, { sku, quantity, ...options })
      // An option that is no longer offered does not keep the product out of the cart, as in the cart itself.
      if (!done.ok && (done.problem.code === 'warranty_not_offered' || done.problem.code === 'install_not_offered'))
        done = await cart.visitor.put(request, { sku, quantity })
      if (!done.ok) return done
      await database.transaction((tx) => deleteItem(tx, list.id, item.productId))
      return done
    },
    async saveForLater(request, productCode) {
      const { brand } = request
      // A guest gets a record for something that is saved, and for nothing else.
      const there = await cart.visitor.current(request)
      if (!there?.lines.some((line) => line.productCode === productCode)) return err({ code: 'line_gone' })
      const list = await laterListFor(await ownerFor(request), brand)
      if (list.items.length >= maxItems) return err({ code: 'list_full' })
      return cart.visitor.remove(request, productCode, async (tx, line) => {
        const there = list.items.find((item) => item.productId === line.productId)
        const item: StoredItem = {
          productId: line.productId,
          quantity: line.quantity,
          warrantyId: line.warranty?.id ?? null,
          installId: line.install?.id ?? null,
          seen: there?.seen ?? seenNow(catalogue.product(line.productId), brand),
        }
        await putItem(tx, list.id, item, clock.now())
      })
    },
  }
}
