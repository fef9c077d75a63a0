import type { Brand } from '../../../brands/brands.ts'
import type { Writer } from '../../../platform/database/database.server.ts'
import type { Cents } from '../../../platform/money.ts'
import type { Result } from '../../../platform/result.ts'
import type { Cart, CartProblem } from '../cart.ts'
import type { GiftCard } from '../gift-cards.ts'
import type { Agreement } from './cart-store.server.ts'
import type { LineChange } from '../last-visit.ts'
import type { StoredLine } from '../merging.ts'

/** A cart that one of ours may work in. */
export type AssistedCart = {
  readonly cart: Cart
  /** The customer it is for; null while nobody has said. */
  readonly customerEmail: string | null
  /** What was agreed for one unit, by product code. */
  readonly agreed: ReadonlyMap<string, Cents>
}

/** A line of a cart that was sent, with the price that holds for it where it was a quote. */
export type SharedLine = StoredLine & { readonly agreed?: Agreement | null }

/** A cart and the secret that names it. */
export type Owned = { readonly cart: Cart; readonly secret: string }

/** Carts: who has which, what is in it, what it costs now. A cart is named by the secret in its owner's cookie. */
export interface Carts {
  /** The open or placing cart of a cookie's secret; null when there is none (or it has become an order). */
  current(brand: Brand, secret: string | null): Promise<Cart | null>
  /** The cart of a cookie's secret whatever became of it. */
  owned(brand: Brand, secret: string | null): Promise<Cart | null>
  byId(id: string): Promise<Cart | null>
  /**
   * Adds a product or, with `productCode`, sets its line's quantity. A warranty or an install that is named is the line's from now on,
   * null is none, and one that is left out stays as it was. Makes a cart when there is none: then `secret` is new.
   */
  put(
    brand: Brand,
    secret: string | null,
    item: {
      readonly sku: string
      readonly quantity: number
      readonly productCode?: string
      /** When given it must be the product of the sku. */
      readonly productId?: number
      /** A one-off unit; the catalogue has none, so nothing but null can be bought. */
      readonly unitId?: string | null
      readonly warrantyId?: number | null
      readonly installId?: number | null
    },
  ): Promise<Result<Owned, CartProblem>>
  /** The lines of an open cart as they are kept, each with what was agreed for it if that still holds. */
  storedLines(brand: Brand, secret: string | null): Promise<readonly SharedLine[]>
  /**
   * Sees to it that the cart holds at least these lines, all of them or nothing. Makes a cart when there is none. `services` are those
   * that the checkout ticks to begin with; null leaves that as it was.
   */
  putAll(
    brand: Brand,
    secret: string | null,
    lines: readonly SharedLine[],
    services?: readonly string[] | null,
  ): Promise<Result<Owned, CartProblem>>
  /** What has become of the lines since the shopper saw them last; from now on they have seen them as they are. */
  look(brand: Brand, secret: string | null): Promise<readonly LineChange[]>
  /** Whether a secret names the account's own open cart, or the one that this member of staff works in. */
  isOwn(brand: Brand, secret: string, accountId: string): Promise<boolean>
  /** A cart that belongs to the account or that this member of staff works in, whatever became of it. */
  ownById(brand: Brand, id: string, accountId: string): Promise<Cart | null>
  /** One browser signs out: its secret names nothing any more. The cart and the other browsers keep it. */
  forget(secret: string): Promise<void>
  /**
   * At sign-in: the guest's cart becomes the account's, or its lines, code and address go into the one the account has (decision cart-02).
   * `secret` names the account's cart in this browser from now on, and other browsers keep theirs; the guest's names nothing any more.
   * Null when neither has a cart.
   */
  merge(brand: Brand, secret: string | null, accountId: string): Promise<Result<Owned | null, CartProblem>>
  /** The cart that one of ours works in, and for whom; null when there is none. */
  assisted(brand: Brand, staffId: string): Promise<AssistedCart | null>
  /** Open carts of a customer in an app that have something in them, the one changed last first. */
  openCartsOf(
    brand: Brand,
    customer: { readonly accountId: string | null; readonly email: string },
  ): Promise<readonly (AssistedCart & { readonly updatedAt: Date })[]>
  /**
   * From now on one of ours works in a customer's cart, or in a new one that is the customer's, and in no other. The customer keeps
   * theirs: what is done in it they see.
   */
  attendFor(
    tx: Writer,
    brand: Brand,
    staffId: string,
    customer: { readonly cartId: string | null; readonly accountId: string | null; readonly email: string },
  ): Promise<Result<Cart, CartProblem>>
  /** One of ours works in no cart any more; what is in it stays. */
  leave(tx: Writer, brand: Brand, staffId: string): Promise<void>
  /** Changes a line of the cart that one of ours works in; a quantity of zero takes it out, `agreed` null takes an agreement back. */
  changeForStaff(
    tx: Writer,
    brand: Brand,
    staffId: string,
    line: { readonly productCode: string; readonly quantity: number; readonly agreed: Cents | null },
  ): Promise<Result<Cart, CartProblem>>
  /**
   * For a member of staff: the cart they work in, by a secret of this browser. What a guest had put into this browser's cart becomes it, or
   * goes into it. Null when there is neither.
   */
  attend(brand: Brand, secret: string | null, staffId: string): Promise<Result<Owned | null, CartProblem>>
  /** Puts lines, each of a product of its own, into the cart that one of ours works in, all of them or nothing. Makes a cart when there is none. */
  putForStaff(
    tx: Writer,
    brand: Brand,
    staffId: string,
    lines: readonly (StoredLine & { readonly agreed: Cents | null })[],
  ): Promise<Result<Cart, CartProblem>>
  /** The same with what a link shows, and as `putAll` does it: at least as many, with choices, prices and services as they were sent. */
  putSentForStaff(
    tx: Writer,
    brand: Brand,
    staffId: string,
    sent: { readonly lines: readonly SharedLine[]; readonly services: readonly string[] | null },
  ): Promise<Result<Cart, CartProblem>>
  remove(brand: Brand, secret: string | null, productCode: string): Promise<Result<Cart, CartProblem>>
  clear(brand: Brand, secret: string | null): Promise<Result<null, CartProblem>>
  /** `email` is whose uses of a coupon count; when it is not known yet, the cart's own, and without either the submit looks. */
  applyCode(brand: Brand, secret: string | null, code: string, email: string | null): Promise<Result<Cart, CartProblem>>
  removeCode(brand: Brand, secret: string | null, code: string): Promise<Result<Cart, CartProblem>>
  /** Keeps an address with the cart; without a cart there is nothing to keep it with. */
  setEmail(brand: Brand, secret: string | null, email: string): Promise<Result<null, CartProblem>>
  /** A gift card that can be spent in the app; null for any other code. One that is empty is answered too. */
  giftCard(brand: Brand, code: string): Promise<GiftCard | null>
  /** For placing an order: the cart as it is now, locked until the transaction ends. */
  lock(tx: Writer, id: string): Promise<Cart | null>
  setState(tx: Writer, id: string, state: Cart['state']): Promise<void>
  /** Takes what an order's gift cards pay: all of it, or nothing and false when one of them holds less by now. */
  chargeGiftCards(tx: Writer, cards: readonly { readonly code: string; readonly cents: Cents }[]): Promise<boolean>
  /** Puts back what an order had taken off gift cards. They can be spent for a year from now at least (decision 0043). */
  creditGiftCards(tx: Writer, cards: readonly { readonly code: string; readonly cents: Cents }[]): Promise<void>
  couponUses(tx: Writer, code: string, email: string): Promise<number>
}
