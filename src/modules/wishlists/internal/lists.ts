import type { Brand } from '../../../brands/brands.ts'
import type { Site } from '../../../brands/site.server.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.server.ts'
import type { Ids } from '../../../platform/ids.ts'
import type { Jobs } from '../../../platform/jobs/jobs.server.ts'
import type { Result } from '../../../platform/result.ts'
import type { Cart, CartProblem } from '../../cart/cart.ts'
import type { CartRequest, VisitorCart } from '../../cart/cart.server.ts'
import type { Catalogue } from '../../catalogue/catalogue.server.ts'
import type { Geography, PlaceRequest } from '../../geo/geo.server.ts'
import type { AccountRecords } from '../../identity/identity.server.ts'
import type { Wishlist, WishlistProblem } from '../wishlists.ts'
import type { WishlistNews } from './wishlist-news.server.ts'

export type ListRequest = CartRequest & PlaceRequest

export type Changed<Value, Problem = WishlistProblem> = Promise<Result<Value, Problem>>

/** The lists of a request's visitor: of the account of a signed-in customer, or of the browser, by its visitor cookie. */
export interface Wishlists {
  /** In the order of creation; what was saved for later comes last. */
  of(request: ListRequest): Promise<readonly Wishlist[]>
  /** Creates a list, with a product on it when a sku is given. A guest without a visitor's record gets one. */
  create(request: ListRequest, name: string, sku?: string): Changed<Wishlist>
  rename(request: ListRequest, id: string, name: string): Changed<Wishlist>
  /** Deletes a list with everything on it, if it is there. */
  remove(request: ListRequest, id: string): Promise<void>
  /** Turns its link on or off, or replaces it by a new one; the old one then opens nothing. */
  share(request: ListRequest, id: string, link: 'on' | 'off' | 'new'): Changed<Wishlist>
  /** Whether the account is mailed about prices and stock of what is on it. */
  setMail(request: ListRequest, id: string, wantsMail: boolean): Changed<Wishlist>
  /** Adds a product once, or sets how many are wanted; without a quantity one that is there stays as it is. */
  put(request: ListRequest, id: string, item: { readonly sku: string; readonly quantity?: number }): Changed<Wishlist>
  /** Takes a product off, if it is there. */
  take(request: ListRequest, id: string, sku: string): Changed<Wishlist>
  /** Puts a product with its quantity into the cart and takes it off the list, unless the cart refuses it. */
  moveToCart(request: ListRequest, id: string, sku: string): Changed<Cart, WishlistProblem | CartProblem>
  /** Moves a line with its options out of the cart, in one transaction. */
  saveForLater(request: ListRequest, productCode: string): Changed<Cart, WishlistProblem | CartProblem>
  /** The list of a link, as anybody sees it; null for an unknown link, or one that was turned off. */
  shared(brand: Brand, token: string): Promise<Pick<Wishlist, 'name' | 'items'> | null>
  /** At sign-in: the browser's lists become the account's. Doing it twice changes nothing. */
  joinAccount(brand: Brand, visitorSecret: string | null, accountId: string): Promise<void>
  /** Deletes lists of guests whose cookie has expired: nobody can open them. */
  forget(): Promise<void>
  readonly news: WishlistNews
}

export type WishlistDeps = {
  readonly database: Database
  readonly catalogue: Pick<Catalogue, 'product' | 'productBySku'>
  readonly geo: Pick<Geography, 'visitorId' | 'visitorFor'>
  readonly cart: { readonly visitor: Pick<VisitorCart, 'current' | 'put' | 'remove'> }
  readonly accounts: Pick<AccountRecords, 'byId'>
  readonly site: Pick<Site, 'effectiveBrand'>
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly clock: Clock
  readonly ids: Ids
  readonly secretKey: string
}
