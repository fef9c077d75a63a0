import type { Reader, Writer } from '../../../platform/database/database.server.ts'
import { sha256 } from '../../../platform/digest.ts'
import { type Result, err, ok } from '../../../platform/result.ts'
import { isBuyable, stockStatusOf } from '../../catalogue/catalogue.ts'
import { chosenOf } from '../../catalogue/product/upsell.ts'
import { isValidPrice, offerIn } from '../../pricing/pricing.ts'
import { type CartProblem, maxPerLine } from '../cart.ts'
import { stockIn } from './cart-reading.server.ts'
import { type CartRow, cartBySecret, changeLine, insertCartWith, lockCart } from './cart-store.server.ts'
import type { StoredLine } from '../merging.ts'
import type { Carts, Owned } from './carts.ts'
import { type CartChangeDeps, newCart } from './cart-changes.server.ts'

/** Puts a product into a cart or changes its line. */
export async function putProduct(
  { database, catalogue, reading: { fill }, clock, ids }: CartChangeDeps,
  ...[brand, secret, item]: Parameters<Carts['put']>
): ReturnType<Carts['put']> {
  if (brand.hidesPricesWhenAnonymous) return err({ code: 'login_required' })
  const product = catalogue.productBySku(item.sku)
  const sold = product?.offers[brand.app]
  if (product === null || sold === undefined || !isValidPrice(sold.price)) return err({ code: 'not_available' })
  const isAnother = (item.productId ?? product.id) !== product.id || (item.unitId ?? null) !== null
  if (isAnother) return err({ code: 'not_available' })
  const status = stockStatusOf(product, brand.country)
  if (!isBuyable(status)) return err({ code: 'not_available' })
  const onHand = stockIn(product, brand.country)
  // A rejected option must be one that is really not offered.
  const namesChoice = (item.warrantyId ?? item.installId ?? null) !== null
  const read = await (namesChoice ? catalogue.upsellsNow : catalogue.upsells)([product], brand.app)
  const upsells = read(product)
  const request = { warrantyId: item.warrantyId ?? null, installId: item.installId ?? null }
  const [unknown] = chosenOf(upsells, request).gone
  if (unknown !== undefined) return err({ code: `${unknown}_not_offered`, title: product.title })
  const seen = { price: offerIn(sold, brand).price, isBuyable: true } as const

  /** The resulting line, among the existing ones. */
  const requested = (lines: readonly StoredLine[]): Result<StoredLine, CartProblem> => {
    const line = lines.find((one) => one.productCode === (item.productCode ?? product.sku))
    // A line is changed by its product code; naming another product as well is an error, not a way to replace it.
    if (item.productCode !== undefined && line?.productId !== product.id) return err({ code: 'line_gone' })
    const request = item.productCode === undefined ? (line?.quantity ?? 0) + item.quantity : item.quantity
    const quantity = Math.min(maxPerLine, request)
    if (quantity > onHand) return err({ code: 'quantity_over_stock', left: onHand, title: product.title })
    // An option that is no longer offered was reported by the cart until now, and is dropped with the first change of its line.
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
      const made = newCart(ids, brand)
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
  // The cart was changed between reading and writing: now this change waits for the lock.
  return database.transaction(async (tx) => {
    const turn = await tryOn(tx, await lockCart(tx, known.id))
    return turn ?? err({ code: 'line_gone' as const })
  })
}
