import { type Cents, dollarsOf } from '../../platform/money.ts'
import { isStorable } from '../../platform/database/storable.ts'
import type { CartProblem } from '../cart/cart.ts'
import { cartProblemText } from '../cart/cart-texts.ts'
import type { StoredLine } from '../cart/merging.ts'

/** Wish lists and products saved for later: types and rules, no I/O. */

export const maxLists = 20
export const maxItems = 100
export const maxNameLength = 60

/** The list that is created with the first product. */
export const firstListName = 'My list'
export const savedForLater = 'Saved for later'

/** Names the list of what was saved for later in addresses and calls, whatever its id is. */
export const laterId = 'later'

export const wishlistsPath = '/wishlists'
export const wishlistPath = (id: string): string => `${wishlistsPath}/${id}`
export const sharedWishlistPath = (token: string): string => `${wishlistsPath}/shared/${token}`

/** The unsubscribe link of the mails. */
export const noMailsPath = (token: string): string => `${wishlistsPath}/no-emails/${token}`

/** What one unit costs an anonymous visitor, null without a price; and whether it can be bought. */
export type Seen = { readonly price: Cents | null; readonly isBuyable: boolean }

/** A product on a list with current catalogue data. */
export type WishlistItem = {
  readonly productId: number
  readonly sku: string
  readonly title: string
  readonly brand: string
  readonly picture: string
  /** Null when the shop no longer sells it. */
  readonly uri: string | null
  readonly quantity: number
  readonly isBuyable: boolean
  /** Why it cannot be bought; null when it can. */
  readonly unavailable: string | null
  /** Of one; null while it has none or it is not shown to the visitor. */
  readonly price: Cents | null
  /** Of one when it was added, or in the last mail about it; null when that is not more than the price. */
  readonly was: Cents | null
}

export type Wishlist = {
  readonly id: string
  readonly kind: 'list' | 'later'
  readonly name: string
  /** Null while the list is not shared. */
  readonly shareToken: string | null
  readonly wantsMail: boolean
  readonly items: readonly WishlistItem[]
}

export type WishlistProblem =
  | { readonly code: 'list_gone' | 'item_gone' | 'unknown_sku' | 'name_missing' | 'name_too_long' | 'name_taken' }
  | { readonly code: 'lists_full' | 'list_full' | 'mail_needs_account' | 'mail_needs_confirmed_email' }

export function wishlistProblemText(problem: WishlistProblem | CartProblem): string {
  switch (problem.code) {
    case 'list_gone':
      return 'This list no longer exists.'
    case 'item_gone':
      return 'This product is no longer on the list.'
    case 'unknown_sku':
      return 'Sorry, this product is not available.'
    case 'name_missing':
      return 'Enter a name for the list.'
    case 'name_too_long':
      return `Use at most ${maxNameLength} characters for the name.`
    case 'name_taken':
      return 'You have a list with this name already. Choose another name.'
    case 'lists_full':
      return `You can have up to ${maxLists} lists. Delete one to create another.`
    case 'list_full':
      return `A list holds up to ${maxItems} products. Remove one to add another.`
    case 'mail_needs_account':
      return 'Log in to get emails about this list.'
    case 'mail_needs_confirmed_email':
      return 'Confirm your email address first: the link is in the email we sent when you registered.'
    default:
      return cartProblemText(problem)
  }
}

/** The name as it is stored, or what is wrong with it. */
export function readName(
  text: string,
): { readonly ok: true; readonly value: string } | { readonly ok: false; readonly problem: WishlistProblem } {
  const name = text.trim().replaceAll(/\s+/g, ' ')
  if (name === '' || !isStorable(name)) return { ok: false, problem: { code: 'name_missing' } }
  if (name.length > maxNameLength) return { ok: false, problem: { code: 'name_too_long' } }
  return { ok: true, value: name }
}

const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Whether another list of the owner has the name, in any letter case. */
export const isNameTaken = (
  lists: readonly Pick<StoredList, 'id' | 'kind' | 'name'>[],
  name: string,
  id?: string,
): boolean => lists.some((list) => list.kind === 'list' && list.id !== id && sameName(list.name, name))

export type StoredItem = Omit<StoredLine, 'productCode'> & { readonly seen: Seen }

export type StoredList = Pick<Wishlist, 'id' | 'kind' | 'name' | 'shareToken' | 'wantsMail'> & {
  readonly items: readonly StoredItem[]
}

/**
 * A guest's items after those of the account's list: the same product once, with the larger number. An item of the account keeps what was
 * seen of it; the options of the guest are the later choice. Products beyond the limit of a list are left out.
 */
export function mergedItems(own: readonly StoredItem[], guest: readonly StoredItem[]): StoredItem[] {
  const byId = new Map(own.map((item) => [item.productId, item]))
  for (const came of guest) {
    const there = byId.get(came.productId)
    byId.set(
      came.productId,
      there === undefined
        ? came
        : {
            ...there,
            quantity: Math.max(there.quantity, came.quantity),
            warrantyId: came.warrantyId ?? there.warrantyId,
            installId: came.installId ?? there.installId,
          },
    )
  }
  return [...byId.values()].slice(0, maxItems)
}

export type ListMerge =
  /** The guest's list becomes the account's as it is. */
  | { readonly kind: 'move'; readonly guestId: string }
  /** Its items go into the account's list of the same name. */
  | { readonly kind: 'merge'; readonly guestId: string; readonly ownId: string; readonly items: readonly StoredItem[] }

/**
 * What becomes of a guest's lists at sign-in: lists of one name become one, what was saved for later goes together, and every other list
 * moves under its own name. Empty lists are left behind, and so are lists beyond the limit.
 */
export function mergedLists(own: readonly StoredList[], guest: readonly StoredList[]): ListMerge[] {
  let free = maxLists - own.filter(({ kind }) => kind === 'list').length
  return guest.flatMap((came): ListMerge[] => {
    if (came.items.length === 0) return []
    const there = own.find(
      (list) => list.kind === came.kind && (list.kind === 'later' || sameName(list.name, came.name)),
    )
    if (there !== undefined)
      return [{ kind: 'merge', guestId: came.id, ownId: there.id, items: mergedItems(there.items, came.items) }]
    if (came.kind === 'list' && free-- <= 0) return []
    return [{ kind: 'move', guestId: came.id }]
  })
}

export type ItemNews =
  | { readonly kind: 'price-drop'; readonly was: Cents; readonly now: Cents }
  | { readonly kind: 'back-in-stock'; readonly now: Cents }

/**
 * What a mail says of a product: it can be bought again, or it costs less than when it was added or mailed about last. A price that rose
 * and fell again to the same amount is no news. Null for everything else.
 */
export function newsOf(seen: Seen, now: Seen): ItemNews | null {
  if (!now.isBuyable || now.price === null) return null
  if (!seen.isBuyable) return { kind: 'back-in-stock', now: now.price }
  return seen.price !== null && now.price < seen.price ? { kind: 'price-drop', was: seen.price, now: now.price } : null
}

/** Lists in API responses: dollars, and null for missing values. */
export type WishlistResponse = ReturnType<typeof toWishlistResponse>

export function toWishlistResponse(list: Wishlist, link: (token: string) => string) {
  return {
    id: list.kind === 'later' ? laterId : list.id,
    name: list.name,
    isSavedForLater: list.kind === 'later',
    shareLink: list.shareToken === null ? null : link(list.shareToken),
    wantsMail: list.wantsMail,
    items: list.items.map(({ price, was, productId: _id, ...item }) => ({
      ...item,
      price: price === null ? null : dollarsOf(price),
      was: was === null ? null : dollarsOf(was),
    })),
  }
}

export type WishlistItemResponse = WishlistResponse['items'][number]
