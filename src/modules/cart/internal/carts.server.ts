import type { Brand } from '../../../brands/brands.ts'
import { timeZoneOf } from '../../../brands/apps.ts'
import { addDays, dayIn } from '../../../platform/calendar.ts'
import { days, type Clock } from '../../../platform/clock.ts'
import type { Database, Reader, Writer } from '../../../platform/database/database.server.ts'
import { sha256 } from '../../../platform/digest.ts'
import type { Cents } from '../../../platform/money.ts'
import type { Ids } from '../../../platform/ids.ts'
import { ok, err, type Result } from '../../../platform/result.ts'
import type { Catalogue } from '../../catalogue/catalogue.server.ts'
import { isBuyable, stockStatusOf } from '../../catalogue/catalogue.ts'
import { chosenOf } from '../../catalogue/upsell.ts'
import { isValidPrice, offerIn } from '../../pricing/pricing.ts'
import {
  isUsedUp,
  maxGiftCards,
  maxPerLine,
  namedGiftCard,
  type Cart,
  type CartProblem,
  type GiftCard,
} from '../cart.ts'
import { stockIn, type CartReading } from './cart-reading.server.ts'
import {
  addSecret,
  cartAssistedBy,
  cartById,
  cartBySecret,
  cartOfAccount,
  changeLine,
  chargeGiftCard,
  creditGiftCard,
  couponUses,
  deleteCustomerSecrets,
  deleteLine,
  deleteLines,
  deleteSecret,
  giftCardByCode,
  insertCart,
  insertCartWith,
  leaveAssisted,
  lockAccount,
  lockCart,
  namesOwnCart,
  openCarts,
  putLine,
  setAgreed,
  setAssisted,
  setCartEmail,
  setCartState,
  setOwner,
  setSeen,
  touchCart,
  type Agreement,
  type CartLineRow,
  type CartRow,
} from './cart-store.server.ts'
import { changeSince, type LineChange, type Seen } from '../last-visit.ts'
import { mergedLines, withSharedLines, type StoredLine } from '../merging.ts'

/** A cart that one of ours may work in. */
export type AssistedCart = {
  readonly cart: Cart
  /** The customer it is for; null while nobody has said. */
  readonly customerEmail: string | null
  /** What was agreed for one unit, by product code. */
  readonly agreed: ReadonlyMap<string, Cents>
}

/** How long a price holds that was agreed on in a cart. */
export const agreementsLast = days(30)

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

/** Whether a guest's cart has something in it that an account's cart would gain. */
const isWorthMerging = ({ lines, code, giftCards }: Pick<CartRow, 'lines' | 'code' | 'giftCards'>): boolean =>
  lines.length > 0 || code !== null || giftCards.length > 0

const inLockOrder = <Card extends { readonly code: string }>(cards: readonly Card[]): Card[] =>
  cards.toSorted((a, b) => (a.code < b.code ? -1 : 1))

export function createCarts({
  database,
  catalogue,
  reading,
  clock,
  ids,
}: {
  database: Database
  catalogue: Catalogue
  reading: CartReading
  clock: Clock
  ids: Ids
}): Carts {
  const { fill, findCode } = reading

  /** Runs a change on the cart of a secret, under its lock, and answers the cart as it is then. */
  async function change(
    brand: Brand,
    secret: string | null,
    work: (tx: Writer, cart: Cart) => Promise<CartProblem | null>,
  ): Promise<Result<Cart, CartProblem>> {
    const known = secret === null ? null : await cartBySecret(database.db, sha256(secret), brand.app)
    if (known === null || known.state === 'ordered') return err({ code: 'line_gone' })
    return database.transaction(async (tx) => {
      const row = await lockCart(tx, known.id)
      if (row === null || row.state === 'ordered') return err({ code: 'line_gone' as const })
      if (row.state === 'placing') return err({ code: 'checkout_in_progress' as const })
      const problem = await work(tx, await fill(tx, row))
      if (problem !== null) return err(problem)
      const changed = await cartById(tx, row.id)
      return changed === null ? err({ code: 'line_gone' as const }) : ok(await fill(tx, changed))
    })
  }

  /** A cart that nobody has yet, and the secret that will name it. */
  function newCart({ app, currency }: Brand): { readonly row: CartRow; readonly secret: string } {
    const row = {
      id: ids.uuid(),
      app,
      currency,
      version: 1,
      email: null,
      accountId: null,
      code: null,
      giftCards: [],
      lines: [],
    }
    return { row: { ...row, state: 'open' }, secret: ids.secret() }
  }

  /** A new version of the cart, as it is now. */
  async function changed(
    tx: Writer,
    id: string,
    secret: string,
    changes: Parameters<typeof touchCart>[3] = {},
  ): Promise<Result<Owned, CartProblem>> {
    await touchCart(tx, id, clock.now(), changes)
    const row = await cartById(tx, id)
    return row === null ? err({ code: 'line_gone' }) : ok({ cart: await fill(tx, row), secret })
  }

  const holds = (agreed: Agreement, quantity: number): boolean =>
    quantity <= agreed.upTo && clock.now() < new Date(agreed.until)

  /** What was sent goes into a cart that is locked. What is agreed on a line already gives way to nothing dearer. */
  async function putSent(
    tx: Writer,
    { row, secret }: { readonly row: CartRow; readonly secret: string },
    lines: readonly SharedLine[],
    services: readonly string[] | null,
  ): Promise<Result<Owned, CartProblem>> {
    const requested = withSharedLines(row.lines, lines)
    for (const line of requested) await putLine(tx, row.id, line, null)
    for (const { productCode, agreed } of lines) {
      if (agreed == null) continue
      const there = row.lines.find((one) => one.productCode === productCode)?.agreed ?? null
      const quantity = requested.find((one) => one.productCode === productCode)?.quantity ?? 0
      const keepsOwn = there !== null && there.cents < agreed.cents && holds(there, quantity)
      if (!keepsOwn) await setAgreed(tx, row.id, productCode, { ...agreed, by: null })
    }
    return changed(tx, row.id, secret, services === null ? {} : { services: [...services] })
  }

  /** The cart that one of ours works in, locked, or a new one; null while it is being paid for. */
  async function workedCart(
    tx: Writer,
    brand: Brand,
    staffId: string,
  ): Promise<{ readonly row: CartRow; readonly secret: string } | null> {
    await lockAccount(tx, staffId)
    const theirs = await cartAssistedBy(tx, staffId, brand.app)
    const row = theirs === null ? null : await lockCart(tx, theirs.id)
    if (row?.state === 'placing') return null
    const made = newCart(brand)
    if (row?.state === 'open') return { row, secret: made.secret }
    await insertCart(tx, { ...made.row, secretHash: sha256(made.secret), now: clock.now() })
    await setAssisted(tx, made.row.id, { accountId: staffId })
    return made
  }

  async function assistedOf(db: Reader | Writer, row: CartRow): Promise<AssistedCart> {
    const agreed = row.lines.flatMap((line) =>
      line.agreed == null ? [] : [[line.productCode, line.agreed.cents] as const],
    )
    return { cart: await fill(db, row), customerEmail: row.customerEmail ?? null, agreed: new Map(agreed) }
  }

  /** What is to be seen of a line now. What this app sells no more cannot be bought. */
  function seenNow(line: CartLineRow, brand: Brand): Seen & { readonly title: string } {
    const product = catalogue.product(line.productId)
    const sold = product?.offers[brand.app]
    const price = sold === undefined ? null : offerIn(sold, brand).price
    const canBeBought = product !== null && isValidPrice(price) && isBuyable(stockStatusOf(product, brand.country))
    return { title: product?.title ?? line.productCode, price, isBuyable: canBeBought }
  }

  return {
    async current(brand, secret) {
      if (secret === null) return null
      const row = await cartBySecret(database.db, sha256(secret), brand.app)
      return row === null || row.state === 'ordered' ? null : fill(database.db, row)
    },
    async owned(brand, secret) {
      const row = secret === null ? null : await cartBySecret(database.db, sha256(secret), brand.app)
      return row === null ? null : fill(database.db, row)
    },
    async byId(id) {
      const row = await cartById(database.db, id)
      return row === null ? null : fill(database.db, row)
    },
    async put(brand, secret, item) {
      if (brand.hidesPricesWhenAnonymous) return err({ code: 'login_required' })
      const product = catalogue.productBySku(item.sku)
      const sold = product?.offers[brand.app]
      if (product === null || sold === undefined || !isValidPrice(sold.price)) return err({ code: 'not_available' })
      const isAnother = (item.productId ?? product.id) !== product.id || (item.unitId ?? null) !== null
      if (isAnother) return err({ code: 'not_available' })
      const status = stockStatusOf(product, brand.country)
      if (!isBuyable(status)) return err({ code: 'not_available' })
      const onHand = stockIn(product, brand.country)
      // An answer that refuses a choice has to be right.
      const namesChoice = (item.warrantyId ?? item.installId ?? null) !== null
      const read = await (namesChoice ? catalogue.upsellsNow : catalogue.upsells)([product], brand.app)
      const upsells = read(product)
      const request = { warrantyId: item.warrantyId ?? null, installId: item.installId ?? null }
      const [unknown] = chosenOf(upsells, request).gone
      if (unknown !== undefined) return err({ code: `${unknown}_not_offered`, title: product.title })
      const seen = { price: offerIn(sold, brand).price, isBuyable: true } as const

      /** What the line is to be, among those that are there. */
      const requested = (lines: readonly StoredLine[]): Result<StoredLine, CartProblem> => {
        const line = lines.find((one) => one.productCode === (item.productCode ?? product.sku))
        // A line is changed by naming it; naming another product beside it is a mistake and not a way to change that one.
        if (item.productCode !== undefined && line?.productId !== product.id) return err({ code: 'line_gone' })
        const request = item.productCode === undefined ? (line?.quantity ?? 0) + item.quantity : item.quantity
        const quantity = Math.min(maxPerLine, request)
        if (quantity > onHand) return err({ code: 'quantity_over_stock', left: onHand, title: product.title })
        // What is no longer offered has been named by the cart until now, and is forgotten with the first change of its line.
        const stored = chosenOf(upsells, { warrantyId: line?.warrantyId ?? null, installId: line?.installId ?? null })
        return ok({
          productCode: product.sku,
          productId: product.id,
          quantity,
          warrantyId: item.warrantyId === undefined ? (stored.warranty?.id ?? null) : item.warrantyId,
          installId: item.installId === undefined ? (stored.install?.id ?? null) : item.installId,
        })
      }

      /** Null when the cart has changed since it was read. */
      async function tryOn(db: Reader | Writer, row: CartRow | null): Promise<Result<Owned, CartProblem> | null> {
        if (row?.state === 'placing') return err({ code: 'checkout_in_progress' })
        const open = row?.state === 'open' ? row : null
        const line = requested(open?.lines ?? [])
        if (!line.ok) return line
        const now = clock.now()
        if (open === null || secret === null) {
          const made = newCart(brand)
          await insertCartWith(db, { ...made.row, secretHash: sha256(made.secret), now }, line.value, seen)
          const lines = [{ ...line.value, position: 1, seen }]
          return ok({ cart: await fill(db, { ...made.row, lines }), secret: made.secret })
        }
        const position = await changeLine(db, open, line.value, seen, now)
        if (position === null) return null
        const there = open.lines.find((one) => one.productCode === line.value.productCode)
        const written = { ...line.value, position, seen, agreed: there?.agreed ?? null }
        const isThere = there !== undefined
        const lines = isThere
          ? open.lines.map((one) => (one.productCode === written.productCode ? written : one))
          : [...open.lines, written]
        return ok({ cart: await fill(db, { ...open, version: open.version + 1, lines }), secret })
      }

      const known = secret === null ? null : await cartBySecret(database.db, sha256(secret), brand.app)
      const done = await tryOn(database.db, known)
      if (done !== null || known === null) return done ?? err({ code: 'line_gone' })
      // Somebody changed the cart between reading and writing: now this change waits for its turn.
      return database.transaction(async (tx) => {
        const turn = await tryOn(tx, await lockCart(tx, known.id))
        return turn ?? err({ code: 'line_gone' as const })
      })
    },
    async storedLines(brand, secret) {
      const row = secret === null ? null : await cartBySecret(database.db, sha256(secret), brand.app)
      if (row === null || row.state === 'ordered') return []
      return row.lines.map(({ seen: _seen, position: _position, agreed = null, ...line }) => ({
        ...line,
        agreed: agreed !== null && holds(agreed, line.quantity) ? agreed : null,
      }))
    },
    async putAll(brand, secret, lines, services = null) {
      if (brand.hidesPricesWhenAnonymous) return err({ code: 'login_required' })
      if (lines.length === 0) return err({ code: 'not_available' })
      const known = secret === null ? null : await cartBySecret(database.db, sha256(secret), brand.app)
      return database.transaction(async (tx) => {
        const row = known === null ? null : await lockCart(tx, known.id)
        if (row?.state === 'placing') return err({ code: 'checkout_in_progress' as const })
        const own = row?.state === 'open' && secret !== null ? { row, secret } : newCart(brand)
        if (own.row !== row) await insertCart(tx, { ...own.row, secretHash: sha256(own.secret), now: clock.now() })
        return putSent(tx, own, lines, services)
      })
    },
    async look(brand, secret) {
      const known = secret === null ? null : await cartBySecret(database.db, sha256(secret), brand.app)
      if (known === null || known.state === 'ordered') return []
      const looked = known.lines.map((line) => ({ line, now: seenNow(line, brand) }))
      const news = looked.filter(
        ({ line: { seen }, now }) => seen?.price !== now.price || seen.isBuyable !== now.isBuyable,
      )
      if (news.length === 0) return []
      await database.transaction(async (tx) => {
        // The same locks in the same order as every change of the cart.
        await lockCart(tx, known.id)
        for (const { line, now } of news) await setSeen(tx, known.id, line.productCode, now)
      })
      return news.flatMap(({ line, now }) => changeSince(line.seen, now) ?? [])
    },
    isOwn: (brand, secret, accountId) => namesOwnCart(database.db, sha256(secret), { accountId, app: brand.app }),
    async ownById(brand, id, accountId) {
      const row = await cartById(database.db, id)
      const isTheirs = row?.accountId === accountId || row?.assistedBy === accountId
      return row === null || row.app !== brand.app || !isTheirs ? null : fill(database.db, row)
    },
    forget: (secret) => deleteSecret(database.db, sha256(secret)),
    async merge(brand, secret, accountId) {
      const known = secret === null ? null : await cartBySecret(database.db, sha256(secret), brand.app)
      if (secret !== null && known?.accountId === accountId && known.state !== 'ordered')
        return ok({ cart: await fill(database.db, known), secret })
      return database.transaction(async (tx) => {
        await lockAccount(tx, accountId)
        const theirs = await cartOfAccount(tx, accountId, brand.app)
        // Two carts are locked in the order of their ids, whoever asks.
        const locked = new Map<string, CartRow | null>()
        for (const id of [...new Set([known?.id, theirs?.id])].filter((one) => one !== undefined).toSorted())
          locked.set(id, await lockCart(tx, id))
        const open = (row: CartRow | null | undefined) => (row == null || row.state === 'ordered' ? null : row)
        const own = open(theirs === null ? null : locked.get(theirs.id))
        const came = open(known === null ? null : locked.get(known.id))
        // A cart that another account left in this browser is not the guest's to give.
        const guest = came?.accountId === null && came.id !== own?.id ? came : null
        const brings = guest !== null && (own === null || isWorthMerging(guest)) ? guest : null
        // What is being paid for is neither added to nor given away; a browser may look at it.
        if (brings !== null && (own?.state === 'placing' || brings.state === 'placing'))
          return err({ code: 'checkout_in_progress' as const })
        const target = own ?? brings
        if (target === null) return ok(null)
        if (own !== null && brings !== null) {
          for (const line of mergedLines(own.lines, brings.lines)) {
            const seen = brings.lines.find(({ productCode }) => productCode === line.productCode)?.seen ?? null
            await putLine(tx, own.id, line, own.lines.some((one) => one.productCode === line.productCode) ? null : seen)
          }
          await deleteLines(tx, brings.id)
          await touchCart(tx, brings.id, clock.now(), { code: null, gift_cards: [], email: null })
        }
        if (own === null) await setOwner(tx, target.id, accountId)
        // Whoever knew the guest's secret before the sign-in must not see what the account puts into its cart.
        if (guest !== null && guest.state === 'open') await deleteCustomerSecrets(tx, guest.id)
        const fresh = ids.secret()
        await addSecret(tx, target.id, { secretHash: sha256(fresh), staffId: null, now: clock.now() })
        if (brings === null) return ok({ cart: await fill(tx, target), secret: fresh })
        return changed(tx, target.id, fresh, {
          code: brings.code ?? own?.code ?? null,
          gift_cards: [...new Set([...(own?.giftCards ?? []), ...brings.giftCards])].slice(0, maxGiftCards),
          email: own?.email ?? brings.email ?? null,
          ...(brings.services == null ? {} : { services: [...brings.services] }),
        })
      })
    },
    async assisted(brand, staffId) {
      const row = await cartAssistedBy(database.db, staffId, brand.app)
      return row === null ? null : assistedOf(database.db, row)
    },
    async openCartsOf(brand, { accountId, email }) {
      const rows = await openCarts(database.db, brand.app, { accountId, email })
      return Promise.all(
        rows.map(async ({ updatedAt, ...row }) => ({ ...(await assistedOf(database.db, row)), updatedAt })),
      )
    },
    async attendFor(tx, brand, staffId, { cartId, accountId, email }) {
      await lockAccount(tx, staffId)
      if (accountId !== null) await lockAccount(tx, accountId)
      const theirs = accountId === null ? null : await cartOfAccount(tx, accountId, brand.app)
      const id = cartId ?? theirs?.id ?? null
      const row = id === null ? null : await lockCart(tx, id)
      if (cartId !== null && (row === null || row.app !== brand.app || row.state === 'ordered'))
        return err({ code: 'line_gone' })
      if (row?.state === 'placing') return err({ code: 'checkout_in_progress' })
      await leaveAssisted(tx, staffId, brand.app)
      const made = newCart(brand)
      const cart = row ?? made.row
      if (row === null) {
        await insertCart(tx, { ...cart, secretHash: sha256(made.secret), now: clock.now() })
        if (accountId !== null) await setOwner(tx, cart.id, accountId)
      }
      await setAssisted(tx, cart.id, { accountId: staffId, customerEmail: email })
      const opened = await cartById(tx, cart.id)
      return opened === null ? err({ code: 'line_gone' }) : ok(await fill(tx, opened))
    },
    leave: (tx, brand, staffId) => leaveAssisted(tx, staffId, brand.app),
    async changeForStaff(tx, brand, staffId, { productCode, quantity, agreed }) {
      await lockAccount(tx, staffId)
      const theirs = await cartAssistedBy(tx, staffId, brand.app)
      const row = theirs === null ? null : await lockCart(tx, theirs.id)
      const line = row?.lines.find((one) => one.productCode === productCode)
      if (row === null || line === undefined) return err({ code: 'line_gone' })
      if (row.state !== 'open') return err({ code: 'checkout_in_progress' })
      if (quantity === 0) await deleteLine(tx, row.id, productCode)
      else {
        const product = catalogue.product(line.productId)
        const left = product === null ? 0 : stockIn(product, brand.country)
        if (product === null) return err({ code: 'line_gone' })
        if (quantity > left) return err({ code: 'quantity_over_stock', left, title: product.title })
        await putLine(tx, row.id, { ...line, quantity }, null)
        const until = new Date(clock.now().getTime() + agreementsLast).toISOString()
        const stored = agreed === null ? null : { cents: agreed, upTo: quantity, until, by: staffId }
        await setAgreed(tx, row.id, productCode, stored)
      }
      const done = await changed(tx, row.id, '')
      return done.ok ? ok(done.value.cart) : done
    },
    async attend(brand, secret, staffId) {
      const known = secret === null ? null : await cartBySecret(database.db, sha256(secret), brand.app)
      return database.transaction(async (tx) => {
        await lockAccount(tx, staffId)
        const theirs = await cartAssistedBy(tx, staffId, brand.app)
        const locked = new Map<string, CartRow | null>()
        for (const id of [...new Set([known?.id, theirs?.id])].filter((one) => one !== undefined).toSorted())
          locked.set(id, await lockCart(tx, id))
        const own = theirs === null ? null : (locked.get(theirs.id) ?? null)
        const came = known === null ? null : (locked.get(known.id) ?? null)
        const isFree = came !== null && came.state !== 'ordered' && came.accountId === null && came.assistedBy == null
        const guest = isFree && came.id !== own?.id ? came : null
        const brings = guest !== null && (own === null || isWorthMerging(guest)) ? guest : null
        if (brings !== null && (own?.state === 'placing' || brings.state === 'placing'))
          return err({ code: 'checkout_in_progress' as const })
        const target = own ?? brings
        if (target === null) return ok(null)
        if (own !== null && brings !== null) {
          for (const line of mergedLines(own.lines, brings.lines)) await putLine(tx, own.id, line, null)
          await deleteLines(tx, brings.id)
          await touchCart(tx, brings.id, clock.now(), { code: null, gift_cards: [], email: null })
        }
        if (guest !== null && guest.state === 'open') await deleteCustomerSecrets(tx, guest.id)
        const fresh = ids.secret()
        await setAssisted(tx, target.id, { accountId: staffId })
        await addSecret(tx, target.id, { secretHash: sha256(fresh), staffId, now: clock.now() })
        return brings === null ? ok({ cart: await fill(tx, target), secret: fresh }) : changed(tx, target.id, fresh)
      })
    },
    async putSentForStaff(tx, brand, staffId, { lines, services }) {
      if (lines.length === 0) return err({ code: 'not_available' })
      const worked = await workedCart(tx, brand, staffId)
      if (worked === null) return err({ code: 'checkout_in_progress' })
      const done = await putSent(tx, worked, lines, services)
      return done.ok ? ok(done.value.cart) : done
    },
    async putForStaff(tx, brand, staffId, lines) {
      const worked = await workedCart(tx, brand, staffId)
      if (worked === null) return err({ code: 'checkout_in_progress' as const })
      const { row: cart } = worked
      const requested: (StoredLine & { readonly agreed: Cents | null })[] = []
      for (const line of lines) {
        const product = catalogue.product(line.productId)
        const sold = product?.offers[brand.app]
        if (product === null || sold === undefined || !isValidPrice(sold.price)) return err({ code: 'not_available' })
        if (!isBuyable(stockStatusOf(product, brand.country))) return err({ code: 'not_available' })
        const left = stockIn(product, brand.country)
        const own = cart.lines.find((one) => one.productCode === line.productCode)
        const quantity = Math.min(maxPerLine, line.quantity + (own?.quantity ?? 0))
        if (quantity > left) return err({ code: 'quantity_over_stock', left, title: product.title })
        const { warrantyId = null, installId = null } = own ?? {}
        requested.push({ ...line, quantity, warrantyId, installId })
      }
      for (const { agreed, ...line } of requested) {
        await putLine(tx, cart.id, line, null)
        if (agreed !== null) {
          const until = new Date(clock.now().getTime() + agreementsLast).toISOString()
          await setAgreed(tx, cart.id, line.productCode, { cents: agreed, upTo: line.quantity, until, by: staffId })
        }
      }
      const done = await changed(tx, cart.id, worked.secret)
      return done.ok ? ok(done.value.cart) : done
    },
    remove: (brand, secret, productCode) =>
      change(brand, secret, async (tx, cart) => {
        if (!(await deleteLine(tx, cart.id, productCode))) return { code: 'line_gone' }
        await touchCart(tx, cart.id, clock.now())
        return null
      }),
    async clear(brand, secret) {
      const done = await change(brand, secret, async (tx, cart) => {
        await deleteLines(tx, cart.id)
        await touchCart(tx, cart.id, clock.now(), { code: null, gift_cards: [] })
        return null
      })
      return done.ok || done.problem.code === 'line_gone' ? ok(null) : done
    },
    applyCode: (brand, secret, text, email) =>
      change(brand, secret, async (tx, cart) => {
        const found = await findCode(tx, text, cart.lines, brand)
        if (!found.ok) return found.problem
        const user = email ?? cart.email
        if (found.value.kind === 'coupon' && user !== null) {
          const { coupon } = found.value
          if (isUsedUp(coupon, await couponUses(tx, coupon.code, user))) return { code: 'code_used' }
        }
        if (found.value.kind === 'coupon') {
          await touchCart(tx, cart.id, clock.now(), { code: found.value.coupon.code })
          return null
        }
        const { giftCards: before = [] } = (await cartById(tx, cart.id)) ?? {}
        // One that pays nothing any more makes room.
        const cards = before.filter((code) => cart.giftCards.some((card) => card.code === code))
        const { code } = found.value.card
        if (cards.includes(code)) return { code: 'gift_card_applied' }
        if (cards.length >= maxGiftCards) return { code: 'gift_cards_full' }
        await touchCart(tx, cart.id, clock.now(), { gift_cards: [...cards, code] })
        return null
      }),
    removeCode: (brand, secret, text) =>
      change(brand, secret, async (tx, cart) => {
        const row = await cartById(tx, cart.id)
        const code = text.trim().toUpperCase()
        const cards = row?.giftCards ?? []
        const card = namedGiftCard(code, cards)
        if (row?.code === code) await touchCart(tx, cart.id, clock.now(), { code: null })
        else if (card !== null)
          await touchCart(tx, cart.id, clock.now(), { gift_cards: cards.filter((one) => one !== card) })
        else return { code: 'code_not_applied' }
        return null
      }),
    async setEmail(brand, secret, email) {
      const done = await change(brand, secret, async (tx, cart) => {
        await setCartEmail(tx, cart.id, email.trim().toLowerCase(), clock.now())
        return null
      })
      return done.ok || done.problem.code === 'line_gone' ? ok(null) : done
    },
    async giftCard(brand, code) {
      const card = await giftCardByCode(database.db, code)
      const today = dayIn(timeZoneOf[brand.country], clock.now())
      return card !== null && card.currency === brand.currency && card.expiresOn >= today ? card : null
    },
    async lock(tx, id) {
      const row = await lockCart(tx, id)
      return row === null ? null : fill(tx, row, 'now')
    },
    setState: (tx, id, state) => setCartState(tx, id, state, clock.now()),
    async chargeGiftCards(tx, cards) {
      // In the order of their codes, so that two orders with the same cards cannot wait for each other.
      const taken: { readonly code: string; readonly cents: Cents }[] = []
      for (const card of inLockOrder(cards)) {
        if (!(await chargeGiftCard(tx, card.code, card.cents))) {
          for (const { code, cents } of taken) await creditGiftCard(tx, code, cents, null)
          return false
        }
        taken.push(card)
      }
      return true
    },
    async creditGiftCards(tx, cards) {
      const goodUntil = addDays(clock.now().toISOString().slice(0, 10), 365)
      for (const { code, cents } of inLockOrder(cards)) await creditGiftCard(tx, code, cents, goodUntil)
    },
    couponUses,
  }
}
