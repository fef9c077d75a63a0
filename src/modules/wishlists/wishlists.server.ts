import { days } from '../../platform/clock.ts'
import { createCartMoves } from './internal/cart-moves.server.ts'
import { createListChanges } from './internal/list-changes.server.ts'
import type { WishlistDeps, Wishlists } from './internal/lists.ts'
import { createOwnLists } from './internal/own-lists.server.ts'
import { createWishlistNews } from './internal/wishlist-news.server.ts'
import {
  deleteList,
  forgetGuestLists,
  listByToken,
  listsOf,
  lockOwner,
  putItem,
  setOwner,
} from './internal/wishlist-store.server.ts'
import { mergedLists } from './wishlists.ts'

export type { ListRequest, WishlistDeps, Wishlists } from './internal/lists.ts'

/** As long as the visitor cookie lives. */
const cookieLife = days(365)

export function openWishlists(deps: WishlistDeps): Wishlists {
  const { database, geo, clock } = deps
  const own = createOwnLists(deps)
  const { ownerOf, showsPrices, filled } = own
  return {
    ...createListChanges(deps, own),
    ...createCartMoves(deps, own),
    news: createWishlistNews(deps),
    async of(request) {
      const owner = await ownerOf(request)
      if (owner === null) return []
      const hasPrices = await showsPrices(request)
      const lists = await listsOf(database.db, owner, request.brand.app)
      return lists.map((list) => filled(request.brand, list, hasPrices))
    },
    async shared(brand, token) {
      const list = await listByToken(database.db, token, brand.app)
      if (list === null) return null
      const { name, items } = filled(brand, list, !brand.hidesPricesWhenAnonymous)
      // What it cost when its owner added it is theirs.
      return { name, items: items.map((item) => ({ ...item, was: null })) }
    },
    async joinAccount(brand, visitorSecret, accountId) {
      const visitorId = await geo.visitorId(brand, visitorSecret)
      if (visitorId === null || (await listsOf(database.db, { visitorId }, brand.app)).length === 0) return
      await database.transaction(async (tx) => {
        await lockOwner(tx, { accountId })
        await lockOwner(tx, { visitorId })
        const now = clock.now()
        const theirs = await listsOf(tx, { accountId }, brand.app)
        const brought = await listsOf(tx, { visitorId }, brand.app)
        for (const merge of mergedLists(theirs, brought)) {
          if (merge.kind === 'move') {
            await setOwner(tx, merge.guestId, accountId)
            continue
          }
          for (const item of merge.items) await putItem(tx, merge.ownId, item, now)
          await deleteList(tx, merge.guestId)
        }
      })
    },
    forget: () => forgetGuestLists(database.db, new Date(clock.now().getTime() - cookieLife)),
  }
}
