import type { Brand } from '../../../brands/brands.ts'
import { days } from '../../../platform/clock.ts'
import type { Writer } from '../../../platform/database/database.server.ts'
import { sha256 } from '../../../platform/digest.ts'
import type { Cents } from '../../../platform/money.ts'
import { err, ok } from '../../../platform/result.ts'
import { isBuyable, stockStatusOf } from '../../catalogue/catalogue.ts'
import { isValidPrice } from '../../pricing/pricing.ts'
import { maxPerLine } from '../cart.ts'
import { stockIn } from './cart-reading.server.ts'
import {
  type CartRow,
  cartAssistedBy,
  deleteLine,
  insertCart,
  lockAccount,
  lockCart,
  putLine,
  setAgreed,
  setAssisted,
} from './cart-store.server.ts'
import type { StoredLine } from '../merging.ts'
import type { Carts } from './carts.ts'
import { type CartChangeDeps, changed, newCart, putSent } from './cart-changes.server.ts'

/** Line changes by staff in the cart that they work in. */

/** How long an agreed price in a cart is valid. */
export const agreementsLast = days(30)

export function createStaffCartLines(
  deps: CartChangeDeps,
): Pick<Carts, 'changeForStaff' | 'putForStaff' | 'putSentForStaff'> {
  const { catalogue, clock } = deps
  return {
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
      const done = await changed(deps, tx, row.id, '')
      return done.ok ? ok(done.value.cart) : done
    },
    async putSentForStaff(tx, brand, staffId, { lines, services }) {
      if (lines.length === 0) return err({ code: 'not_available' })
      const worked = await workedCart(deps, tx, brand, staffId)
      if (worked === null) return err({ code: 'checkout_in_progress' })
      const done = await putSent(deps, tx, worked, lines, services)
      return done.ok ? ok(done.value.cart) : done
    },
    async putForStaff(tx, brand, staffId, lines) {
      const worked = await workedCart(deps, tx, brand, staffId)
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
      const done = await changed(deps, tx, cart.id, worked.secret)
      return done.ok ? ok(done.value.cart) : done
    },
  }
}

/** The cart that a member of staff works in, locked, or a new one; null while it is being paid for. */
async function workedCart(
  { clock, ids }: CartChangeDeps,
  tx: Writer,
  brand: Brand,
  staffId: string,
): Promise<{ readonly row: CartRow; readonly secret: string } | null> {
  await lockAccount(tx, staffId)
  const theirs = await cartAssistedBy(tx, staffId, brand.app)
  const row = theirs === null ? null : await lockCart(tx, theirs.id)
  if (row?.state === 'placing') return null
  const made = newCart(ids, brand)
  if (row?.state === 'open') return { row, secret: made.secret }
  await insertCart(tx, { ...made.row, secretHash: sha256(made.secret), now: clock.now() })
  await setAssisted(tx, made.row.id, { accountId: staffId })
  return made
}
