import type { AppCode } from '../../brands/apps.ts'
import type { Day } from '../../platform/calendar.ts'
import type { ItemNews } from './wishlists.ts'

/** Work for later: the mail about products on an account's lists. */
export const wishlistMailJob = 'wishlist-mail'

export type WishlistMailOrder = {
  readonly app: AppCode
  readonly accountId: string
  /** The day it counts for, in the time zone of the shop's country. */
  readonly day: Day
  readonly items: readonly { readonly productId: number; readonly news: ItemNews }[]
}

/** The content of a mail, read when it is sent. */
export type WishlistMailContent = {
  readonly firstName: string
  readonly email: string
  readonly items: readonly {
    readonly title: string
    readonly uri: string
    readonly news: ItemNews
    /** Names of the lists that it is on. */
    readonly lists: readonly string[]
  }[]
}
