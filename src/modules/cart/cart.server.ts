import { timeZoneOf } from '../../brands/apps.ts'
import type { Brand } from '../../brands/brands.ts'
import { dayIn } from '../../platform/calendar.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Reader, Writer } from '../../platform/database.server.ts'
import { sha256 } from '../../platform/digest.ts'
import type { Ids } from '../../platform/ids.ts'
import { accepted, refused, type Result } from '../../platform/result.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import { isValidPrice, offerIn } from '../pricing/pricing.ts'
import {
  isBuyable,
  isInCountry,
  stockStatusOf,
  unavailableReasonOf,
  type ProductSummary,
} from '../catalogue/catalogue.ts'
import { chosenOf, type UpsellKind, type UpsellOptions } from '../catalogue/upsell.ts'
import {
  backOrderMessage,
  cartTotals,
  choiceGoneMessage,
  couponProblem,
  isUsedUp,
  mostOfOneLine,
  type AppliedCode,
  type Cart,
  type CartLine,
  type CartProblem,
} from './cart.ts'
import {
  cartById,
  cartBySecret,
  chargeGiftCard,
  couponByCode,
  couponUses,
  deleteLine,
  deleteLines,
  giftCardByCode,
  insertCart,
  lockCart,
  putLine,
  setCartState,
  touchCart,
  type CartRow,
} from './cart-store.server.ts'

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
      readonly warrantyId?: number | null
      readonly installId?: number | null
    },
  ): Promise<Result<{ cart: Cart; secret: string }, CartProblem>>
  remove(brand: Brand, secret: string | null, productCode: string): Promise<Result<Cart, CartProblem>>
  clear(brand: Brand, secret: string | null): Promise<Result<null, CartProblem>>
  /** `email` is whose uses of a coupon count; when it is not known yet, the cart's own, and without either the submit looks. */
  applyCode(brand: Brand, secret: string | null, code: string, email: string | null): Promise<Result<Cart, CartProblem>>
  removeCode(brand: Brand, secret: string | null, code: string): Promise<Result<Cart, CartProblem>>
  setEmail(brand: Brand, secret: string | null, email: string): Promise<void>
  /** For placing an order: the cart as it is now, locked until the transaction ends. */
  lock(tx: Writer, id: string): Promise<Cart | null>
  setState(tx: Writer, id: string, state: Cart['state']): Promise<void>
  chargeGiftCard(tx: Writer, code: string, cents: number): Promise<boolean>
  couponUses(tx: Writer, code: string, email: string): Promise<number>
}

export function createCarts(parts: {
  database: Database
  catalogue: Catalogue
  clock: Clock
  ids: Ids
  brandOf: (app: Cart['app']) => Brand
}): Carts {
  const { database, catalogue, clock, ids, brandOf } = parts

  async function fill(db: Reader | Writer, row: CartRow): Promise<Cart> {
    const brand = brandOf(row.app)
    const sold = row.lines.flatMap(({ productId }) => catalogue.product(productId) ?? [])
    const upsellsOf = await catalogue.upsellsOf(sold, row.app, db)
    const kept = row.lines.flatMap((line) => lineOf(line, brand, upsellsOf))
    const lines = kept.map(({ line }) => line)
    const code = row.code === null ? null : await codeOfRow(db, row.code, lines, brand)
    const unsold = lines.filter((line) => !line.isBuyable)
    return {
      id: row.id,
      app: row.app,
      currency: row.currency,
      version: row.version,
      state: row.state,
      email: row.email,
      lines,
      code,
      totals: cartTotals(lines, code),
      messages: [
        ...(lines.some((line) => line.status === 'backOrder') ? [backOrderMessage] : []),
        ...kept.flatMap(({ line, gone }) =>
          line.isBuyable ? gone.map((kind) => choiceGoneMessage(kind, line.title)) : [],
        ),
      ],
      errors: unsold.map((line) => `${line.title} can no longer be bought. Please remove it to go on.`),
    }
  }

  /** A product that this app no longer sells drops out of its carts; so do choices that are no longer offered, and those are named. */
  function lineOf(
    { warrantyId, installId, ...line }: CartRow['lines'][number],
    brand: Brand,
    upsellsOf: (product: ProductSummary) => UpsellOptions,
  ): { line: CartLine; gone: readonly UpsellKind[] }[] {
    const product = catalogue.product(line.productId)
    const sold = product?.offers[brand.app]
    if (product === null || sold === undefined) return []
    const offer = offerIn(sold, brand)
    const status = stockStatusOf(product, brand.country)
    const upsells = upsellsOf(product)
    const { gone, ...choices } = chosenOf(upsells, { warrantyId, installId })
    const filled = {
      ...line,
      ...choices,
      upsells,
      sku: product.sku,
      uri: product.uri,
      title: product.title,
      brand: product.brand.title,
      categoryUri: product.categoryUri,
      picture: product.picture,
      condition: product.condition,
      missingParts: product.missingParts,
      supplierDirect: product.supplierDirect,
      status,
      isBuyable: isValidPrice(offer.price) && isBuyable(status),
      unavailableReason: unavailableReasonOf(status),
      // A price that has been taken away since leaves a line that cannot be ordered, and costs nothing meanwhile.
      price: offer.price ?? 0,
      rrp: offer.rrp,
      lineDiscount: offer.lineDiscount ?? 0,
      altPriceMsg: offer.altPriceMsg ?? null,
    }
    return [{ line: filled, gone }]
  }

  async function codeOfRow(
    db: Reader | Writer,
    text: string,
    lines: readonly CartLine[],
    brand: Brand,
  ): Promise<AppliedCode | null> {
    const found = await findCode(db, text, lines, brand)
    return found.ok ? found.value : null
  }

  async function findCode(
    db: Reader | Writer,
    text: string,
    lines: readonly CartLine[],
    brand: Brand,
  ): Promise<Result<AppliedCode, CartProblem>> {
    const today = dayIn(timeZoneOf[brand.country], clock.now())
    const coupon = await couponByCode(db, text)
    if (coupon !== null) {
      const problem = couponProblem(coupon, lines, brand.app, today)
      return problem === null ? accepted({ kind: 'coupon', coupon }) : refused(problem)
    }
    const card = await giftCardByCode(db, text)
    const isGood = card !== null && card.currency === brand.currency && card.expiresOn >= today && card.balance > 0
    return isGood ? accepted({ kind: 'gift-card', card }) : refused({ code: 'code_unknown' })
  }

  /** Runs a change on the cart of a secret, under its lock, and answers the cart as it is then. */
  async function change(
    brand: Brand,
    secret: string | null,
    work: (tx: Writer, cart: Cart) => Promise<CartProblem | null>,
  ): Promise<Result<Cart, CartProblem>> {
    const known = secret === null ? null : await cartBySecret(database.db, sha256(secret), brand.app)
    if (known === null || known.state === 'ordered') return refused({ code: 'line_gone' })
    return database.transaction(async (tx) => {
      const row = await lockCart(tx, known.id)
      if (row === null || row.state === 'ordered') return refused({ code: 'line_gone' as const })
      if (row.state === 'placing') return refused({ code: 'checkout_in_progress' as const })
      const problem = await work(tx, await fill(tx, row))
      if (problem !== null) return refused(problem)
      const changed = await cartById(tx, row.id)
      return changed === null ? refused({ code: 'line_gone' as const }) : accepted(await fill(tx, changed))
    })
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
      if (brand.hidesPricesWhenAnonymous) return refused({ code: 'login_required' })
      const product = catalogue.productBySku(item.sku)
      if (product === null || !isValidPrice(product.offers[brand.app]?.price)) return refused({ code: 'not_available' })
      const status = stockStatusOf(product, brand.country)
      if (!isBuyable(status)) return refused({ code: 'not_available' })
      const onHand = Object.entries(product.stock).reduce(
        (sum, [code, stock]) =>
          isInCountry(code, brand.country) ? sum + stock.quantity + (stock.incoming?.quantity ?? 0) : sum,
        0,
      )

      // Read now, not as remembered: an answer that refuses a choice has to be right.
      const upsells = (await catalogue.upsellsOf([product], brand.app))(product)
      const asked = { warrantyId: item.warrantyId ?? null, installId: item.installId ?? null }
      const [unknown] = chosenOf(upsells, asked).gone
      if (unknown !== undefined) return refused({ code: `${unknown}_not_offered`, title: product.title })
      const tooMany = { code: 'quantity_over_stock', left: onHand, title: product.title } as const
      const known = secret === null ? null : await cartBySecret(database.db, sha256(secret), brand.app)
      const isNew = known === null || known.state === 'ordered'
      // Refused before anything is written: a refusal leaves no empty cart behind.
      if (isNew && item.productCode !== undefined) return refused({ code: 'line_gone' })
      if (isNew && item.quantity > onHand) return refused(tooMany)
      const cartId = isNew ? ids.uuid() : known.id
      const cartSecret = isNew || secret === null ? ids.secret() : secret
      return database.transaction(async (tx) => {
        const now = clock.now()
        if (isNew)
          await insertCart(tx, {
            id: cartId,
            secretHash: sha256(cartSecret),
            app: brand.app,
            currency: brand.currency,
            now,
          })
        const row = await lockCart(tx, cartId)
        if (row === null) return refused({ code: 'line_gone' as const })
        if (row.state !== 'open') return refused({ code: 'checkout_in_progress' as const })
        const line = row.lines.find((one) => one.productCode === (item.productCode ?? product.sku))
        // A line is changed by naming it; naming another product beside it is a mistake and not a way to change that one.
        if (item.productCode !== undefined && line?.productId !== product.id)
          return refused({ code: 'line_gone' as const })
        const quantity = Math.min(
          mostOfOneLine,
          item.productCode === undefined ? (line?.quantity ?? 0) + item.quantity : item.quantity,
        )
        if (quantity > onHand)
          return refused({ code: 'quantity_over_stock' as const, left: onHand, title: product.title })
        // What is no longer offered has been named by the cart until now, and is forgotten with the first change of its line.
        const kept = chosenOf(upsells, { warrantyId: line?.warrantyId ?? null, installId: line?.installId ?? null })
        await putLine(tx, cartId, {
          productCode: product.sku,
          productId: product.id,
          quantity,
          warrantyId: item.warrantyId === undefined ? (kept.warranty?.id ?? null) : item.warrantyId,
          installId: item.installId === undefined ? (kept.install?.id ?? null) : item.installId,
        })
        await touchCart(tx, cartId, now)
        const changed = await cartById(tx, cartId)
        if (changed === null) return refused({ code: 'line_gone' as const })
        return accepted({ cart: await fill(tx, changed), secret: cartSecret })
      })
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
        await touchCart(tx, cart.id, clock.now(), { code: null })
        return null
      })
      return done.ok || done.problem.code === 'line_gone' ? accepted(null) : done
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
        await touchCart(tx, cart.id, clock.now(), { code: text.trim().toUpperCase() })
        return null
      }),
    removeCode: (brand, secret, text) =>
      change(brand, secret, async (tx, cart) => {
        const row = await cartById(tx, cart.id)
        if (row?.code !== text.trim().toUpperCase()) return { code: 'code_not_applied' }
        await touchCart(tx, cart.id, clock.now(), { code: null })
        return null
      }),
    async setEmail(brand, secret, email) {
      await change(brand, secret, async (tx, cart) => {
        await touchCart(tx, cart.id, clock.now(), { email: email.trim().toLowerCase() })
        return null
      })
    },
    async lock(tx, id) {
      const row = await lockCart(tx, id)
      return row === null ? null : fill(tx, row)
    },
    setState: (tx, id, state) => setCartState(tx, id, state, clock.now()),
    chargeGiftCard,
    couponUses,
  }
}
