import type { Brand } from '../../../brands/brands.ts'
import type { Writer } from '../../../platform/database/database.server.ts'
import type { Cents } from '../../../platform/money.ts'
import type { Result } from '../../../platform/result.ts'
import type { Cart, CartLine, CartProblem } from '../cart.ts'
import type { GiftCard } from '../gift-cards.ts'
import type { CartHolder } from './cart-holders.server.ts'
import type { Agreement } from './cart-store.server.ts'
import type { LineChange } from '../last-visit.ts'
import type { StoredLine } from '../merging.ts'

/** A cart that a member of staff may work in. */
export type AssistedCart = {
  readonly cart: Cart
  /** The customer it is for; null while unknown. */
  readonly customerEmail: string | null
  /** The agreed price of one unit, by product code. */
  readonly agreed: ReadonlyMap<string, Cents>
}

/** A line of a shared cart, with its quoted price if there is one. */
export type SharedLine = StoredLine & { readonly agreed?: Agreement | null }

/** What is done with a line that leaves the cart, in the same transaction. */
export type OnRemoval = (tx: Writer, line: CartLine) => Promise<void>

/** A cart and the secret that names it. */
export type Owned = { readonly cart: Cart; readonly secret: string }

/** Carts: ownership, contents, current prices. A cart is identified by the secret in its owner's cookie. */
export interface Carts {
  /** The open or placing cart of a cookie's secret; null when there is none (or it has become an order). */
  current(brand: Brand, secret: string | null): Promise<Cart | null>
  /** The cart of a cookie's secret, in any state. */
  owned(brand: Brand, secret: string | null): Promise<Cart | null>
  byId(id: string): Promise<Cart | null>
  /** What is known of the carts of many secrets, by secret, without their contents; a secret of no cart has none. */
  holders(secrets: readonly string[]): Promise<ReadonlyMap<string, CartHolder>>
  /**
   * Adds a product or, with `productCode`, sets its line's quantity. A warranty or an installation that is given replaces the line's, null
   * removes it, and undefined keeps it. Creates a cart when there is none: then `secret` is new.
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
  /** The stored lines of an open cart, each with its agreed price if that still applies. */
  storedLines(brand: Brand, secret: string | null): Promise<readonly SharedLine[]>
  /**
   * Ensures that the cart holds at least these lines, all of them or nothing. Creates a cart when there is none. `services` are ticked at
   * the checkout by default; null leaves that as it was.
   */
  putAll(
    brand: Brand,
    secret: string | null,
    lines: readonly SharedLine[],
    services?: readonly string[] | null,
  ): Promise<Result<Owned, CartProblem>>
  /** The changes of the lines since the shopper saw them last; marks them as seen. */
  look(brand: Brand, secret: string | null): Promise<readonly LineChange[]>
  /** Whether a secret names the account's own open cart, or the one that this member of staff works in. */
  isOwn(brand: Brand, secret: string, accountId: string): Promise<boolean>
  /** A cart of the account, or one that this member of staff works in, in any state. */
  ownById(brand: Brand, id: string, accountId: string): Promise<Cart | null>
  /** Logs out one browser: its secret becomes invalid. The cart stays in other browsers. */
  forget(secret: string): Promise<void>
  /**
   * At login: the guest's cart becomes the account's, or its lines, code and address are merged into the account's cart (decision cart-02).
   * From now on `secret` identifies the account's cart in this browser, and other browsers keep theirs; the guest's becomes invalid. Null
   * when neither has a cart.
   */
  merge(brand: Brand, secret: string | null, accountId: string): Promise<Result<Owned | null, CartProblem>>
  /** The cart that a member of staff works in, and its customer; null when there is none. */
  assisted(brand: Brand, staffId: string): Promise<AssistedCart | null>
  /** Open carts of a customer in an app that have something in them, the one changed last first. */
  openCartsOf(
    brand: Brand,
    customer: { readonly accountId: string | null; readonly email: string },
  ): Promise<readonly (AssistedCart & { readonly updatedAt: Date })[]>
  /**
   * From now on a member of staff works in a customer's cart, or in a new one for the customer, and in no other. The customer keeps access
   * and sees every change.
   */
  attendFor(
    tx: Writer,
    brand: Brand,
    staffId: string,
    customer: { readonly cartId: string | null; readonly accountId: string | null; readonly email: string },
  ): Promise<Result<Cart, CartProblem>>
  /** Ends work in a cart; its contents stay. */
  leave(tx: Writer, brand: Brand, staffId: string): Promise<void>
  /** Changes a line of the cart that a member of staff works in; a quantity of zero removes it, `agreed` null removes an agreed price. */
  changeForStaff(
    tx: Writer,
    brand: Brand,
    staffId: string,
    line: { readonly productCode: string; readonly quantity: number; readonly agreed: Cents | null },
  ): Promise<Result<Cart, CartProblem>>
  /**
   * For a member of staff: the cart they work in, by a secret of this browser. A guest's cart in this browser becomes it, or is merged into
   * it. Null when there is neither.
   */
  attend(brand: Brand, secret: string | null, staffId: string): Promise<Result<Owned | null, CartProblem>>
  /**
   * Adds lines, each of a different product, to the cart that a member of staff works in, all of them or nothing. Creates a cart when there
   * is none.
   */
  putForStaff(
    tx: Writer,
    brand: Brand,
    staffId: string,
    lines: readonly (StoredLine & { readonly agreed: Cents | null })[],
  ): Promise<Result<Cart, CartProblem>>
  /** The same with the contents of a link, like `putAll`: at least as many, with options, prices and services as they were shared. */
  putSentForStaff(
    tx: Writer,
    brand: Brand,
    staffId: string,
    sent: { readonly lines: readonly SharedLine[]; readonly services: readonly string[] | null },
  ): Promise<Result<Cart, CartProblem>>
  /** Removes a line; `also` takes part in the transaction, with the line as it was. */
  remove(brand: Brand, secret: string | null, productCode: string, also?: OnRemoval): Promise<Result<Cart, CartProblem>>
  clear(brand: Brand, secret: string | null): Promise<Result<null, CartProblem>>
  /** `email` is the address whose coupon uses count; without it the cart's own, and without either the submit checks. */
  applyCode(brand: Brand, secret: string | null, code: string, email: string | null): Promise<Result<Cart, CartProblem>>
  removeCode(brand: Brand, secret: string | null, code: string): Promise<Result<Cart, CartProblem>>
  /** Stores an email address with the cart, if there is one. */
  setEmail(brand: Brand, secret: string | null, email: string): Promise<Result<null, CartProblem>>
  /** A gift card that can be spent in the app; null for any other code. One that is empty is answered too. */
  giftCard(brand: Brand, code: string): Promise<GiftCard | null>
  /** For placing an order: the cart as it is now, locked until the transaction ends. */
  lock(tx: Writer, id: string): Promise<Cart | null>
  setState(tx: Writer, id: string, state: Cart['state']): Promise<void>
  /** Deducts the gift card payments of an order: all of them, or nothing and false when a balance is too low by now. */
  chargeGiftCards(tx: Writer, cards: readonly { readonly code: string; readonly cents: Cents }[]): Promise<boolean>
  /** Returns an order's gift card payments to the cards. They are then valid for at least a year (decision 0043). */
  creditGiftCards(tx: Writer, cards: readonly { readonly code: string; readonly cents: Cents }[]): Promise<void>
  couponUses(tx: Writer, code: string, email: string): Promise<number>
}
