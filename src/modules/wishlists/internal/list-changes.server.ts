import type { Brand } from '../../../brands/brands.ts'
import { err, ok } from '../../../platform/result.ts'
import type { ProductSummary } from '../../catalogue/catalogue.ts'
import { isNameTaken, maxItems, maxLists, readName, type StoredList } from '../wishlists.ts'
import type { WishlistDeps, Wishlists } from './lists.ts'
import { newItem, type OwnLists } from './own-lists.server.ts'
import { deleteItem, deleteList, insertList, listsOf, lockOwner, putItem, updateList } from './wishlist-store.server.ts'

/** Changes of lists and of what is on them. */
export function createListChanges(
  { database, catalogue, accounts, clock, ids }: WishlistDeps,
  { ownerFor, showsPrices, filled, change }: OwnLists,
): Pick<Wishlists, 'create' | 'rename' | 'remove' | 'share' | 'setMail' | 'put' | 'take'> {
  /** The product of a sku that the app sells. */
  function soldBySku(brand: Brand, sku: string): ProductSummary | null {
    const product = catalogue.productBySku(sku)
    return product?.offers[brand.app] === undefined ? null : product
  }

  return {
    async create(request, text, sku) {
      const { brand } = request
      const name = readName(text)
      if (!name.ok) return name
      const product = sku === undefined ? null : soldBySku(brand, sku)
      if (sku !== undefined && product === null) return err({ code: 'unknown_sku' })
      const owner = await ownerFor(request)
      const hasPrices = await showsPrices(request)
      return database.transaction(async (tx) => {
        await lockOwner(tx, owner)
        const before = await listsOf(tx, owner, brand.app)
        if (isNameTaken(before, name.value)) return err({ code: 'name_taken' as const })
        if (before.filter(({ kind }) => kind === 'list').length >= maxLists) return err({ code: 'lists_full' as const })
        const [id, now] = [ids.uuid(), clock.now()]
        await insertList(tx, owner, { id, app: brand.app, kind: 'list', name: name.value }, now)
        const items = product === null ? [] : [newItem(product, brand)]
        for (const item of items) await putItem(tx, id, item, now)
        const list: StoredList = { id, kind: 'list', name: name.value, shareToken: null, wantsMail: false, items }
        return ok(filled(brand, list, hasPrices))
      })
    },
    async rename(request, id, text) {
      const name = readName(text)
      if (!name.ok) return name
      return change(request, id, async (tx, list, all) => {
        if (list.kind === 'later') return { code: 'list_gone' }
        if (isNameTaken(all, name.value, list.id)) return { code: 'name_taken' }
        await updateList(tx, list.id, { name: name.value })
        return null
      })
    },
    async remove(request, id) {
      // It is gone afterwards, which is what was requested.
      await change(request, id, async (tx, list) => {
        if (list.kind === 'list') await deleteList(tx, list.id)
        return null
      })
    },
    share: (request, id, link) =>
      change(request, id, async (tx, list) => {
        if (list.kind === 'later') return { code: 'list_gone' }
        if (link === 'on' && list.shareToken !== null) return null
        await updateList(tx, list.id, { share_token: link === 'off' ? null : ids.secret() })
        return null
      }),
    async setMail(request, id, wantsMail) {
      const accountId = await request.visitor.customerId()
      if (accountId === null) return err({ code: 'mail_needs_account' })
      const account = await accounts.byId(accountId)
      if (wantsMail && account?.emailConfirmedAt == null) return err({ code: 'mail_needs_confirmed_email' })
      return change(request, id, async (tx, list) => {
        await updateList(tx, list.id, { wants_mail: wantsMail })
        return null
      })
    },
    put: (request, id, { sku, quantity }) =>
      change(request, id, async (tx, list) => {
        const product = catalogue.productBySku(sku)
        const there = list.items.find((item) => item.productId === product?.id)
        if (there !== undefined) {
          if (quantity !== undefined) await putItem(tx, list.id, { ...there, quantity }, clock.now())
          return null
        }
        const sold = soldBySku(request.brand, sku)
        if (sold === null) return { code: 'unknown_sku' }
        if (list.items.length >= maxItems) return { code: 'list_full' }
        await putItem(tx, list.id, newItem(sold, request.brand, quantity), clock.now())
        return null
      }),
    take: (request, id, sku) =>
      change(request, id, async (tx, list) => {
        const product = catalogue.productBySku(sku)
        if (product !== null) await deleteItem(tx, list.id, product.id)
        return null
      }),
  }
}
