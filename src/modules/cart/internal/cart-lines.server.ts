import type { Brand } from '../../../brands/brands.ts'
import { sha256 } from '../../../platform/digest.ts'
import { err, ok } from '../../../platform/result.ts'
import type { Catalogue } from '../../catalogue/catalogue.server.ts'
import { isBuyable, stockStatusOf } from '../../catalogue/catalogue.ts'
import { isValidPrice, offerIn } from '../../pricing/pricing.ts'
import {
  type CartLineRow,
  cartBySecret,
  deleteLine,
  deleteLines,
  insertCart,
  lockCart,
  setCartEmail,
  setSeen,
  touchCart,
} from './cart-store.server.ts'
import { type Seen, changeSince } from '../last-visit.ts'
import type { Carts } from './carts.ts'
import { type CartChangeDeps, change, holds, newCart, putSent } from './cart-changes.server.ts'
import { putProduct } from './put-product.server.ts'

/** The lines of a visitor's cart. */

export function createCartLines(
  deps: CartChangeDeps,
): Pick<Carts, 'put' | 'storedLines' | 'putAll' | 'look' | 'remove' | 'clear' | 'setEmail'> {
  const { database, clock, ids } = deps
  return {
    put: (...request) => putProduct(deps, ...request),
    async storedLines(brand, secret) {
      const row = secret === null ? null : await cartBySecret(database.db, sha256(secret), brand.app)
      if (row === null || row.state === 'ordered') return []
      return row.lines.map(({ seen: _seen, position: _position, agreed = null, ...line }) => ({
        ...line,
        agreed: agreed !== null && holds(clock, agreed, line.quantity) ? agreed : null,
      }))
    },
    async putAll(brand, secret, lines, services = null) {
      if (brand.hidesPricesWhenAnonymous) return err({ code: 'login_required' })
      if (lines.length === 0) return err({ code: 'not_available' })
      const known = secret === null ? null : await cartBySecret(database.db, sha256(secret), brand.app)
      return database.transaction(async (tx) => {
        const row = known === null ? null : await lockCart(tx, known.id)
        if (row?.state === 'placing') return err({ code: 'checkout_in_progress' as const })
        const own = row?.state === 'open' && secret !== null ? { row, secret } : newCart(ids, brand)
        if (own.row !== row) await insertCart(tx, { ...own.row, secretHash: sha256(own.secret), now: clock.now() })
        return putSent(deps, tx, own, lines, services)
      })
    },
    async look(brand, secret) {
      const known = secret === null ? null : await cartBySecret(database.db, sha256(secret), brand.app)
      if (known === null || known.state === 'ordered') return []
      const looked = known.lines.map((line) => ({ line, now: seenNow(deps.catalogue, line, brand) }))
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
    remove: (brand, secret, productCode, also) =>
      change(deps, brand, secret, async (tx, cart) => {
        const line = cart.lines.find((one) => one.productCode === productCode)
        if (!(await deleteLine(tx, cart.id, productCode))) return { code: 'line_gone' }
        if (line !== undefined) await also?.(tx, line)
        await touchCart(tx, cart.id, clock.now())
        return null
      }),
    async clear(brand, secret) {
      const done = await change(deps, brand, secret, async (tx, cart) => {
        await deleteLines(tx, cart.id)
        await touchCart(tx, cart.id, clock.now(), { code: null, gift_cards: [] })
        return null
      })
      return done.ok || done.problem.code === 'line_gone' ? ok(null) : done
    },
    async setEmail(brand, secret, email) {
      const done = await change(deps, brand, secret, async (tx, cart) => {
        await setCartEmail(tx, cart.id, email.trim().toLowerCase(), clock.now())
        return null
      })
      return done.ok || done.problem.code === 'line_gone' ? ok(null) : done
    },
  }
}

/** The current data of a line. A product that this app no longer sells cannot be bought. */
function seenNow(catalogue: Catalogue, line: CartLineRow, brand: Brand): Seen & { readonly title: string } {
  const product = catalogue.product(line.productId)
  const sold = product?.offers[brand.app]
  const price = sold === undefined ? null : offerIn(sold, brand).price
  const canBeBought = product !== null && isValidPrice(price) && isBuyable(stockStatusOf(product, brand.country))
  return { title: product?.title ?? line.productCode, price, isBuyable: canBeBought }
}
