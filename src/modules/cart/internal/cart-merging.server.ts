import { sha256 } from '../../../platform/digest.ts'
import { err, ok } from '../../../platform/result.ts'
import { maxGiftCards } from '../gift-cards.ts'
import {
  type CartRow,
  addSecret,
  cartAssistedBy,
  cartBySecret,
  cartOfAccount,
  deleteCustomerSecrets,
  deleteLines,
  lockAccount,
  lockCart,
  putLine,
  setAssisted,
  setOwner,
  touchCart,
} from './cart-store.server.ts'
import { mergedLines } from '../merging.ts'
import type { Carts } from './carts.ts'
import { type CartChangeDeps, changed } from './cart-changes.server.ts'

/** At login, a guest's cart is merged into the account's cart. */

export function createCartMerging(deps: CartChangeDeps): Pick<Carts, 'merge' | 'attend'> {
  const {
    database,
    reading: { fill },
    clock,
    ids,
  } = deps
  return {
    async merge(brand, secret, accountId) {
      const known = secret === null ? null : await cartBySecret(database.db, sha256(secret), brand.app)
      if (secret !== null && known?.accountId === accountId && known.state !== 'ordered')
        return ok({ cart: await fill(database.db, known), secret })
      return database.transaction(async (tx) => {
        await lockAccount(tx, accountId)
        const theirs = await cartOfAccount(tx, accountId, brand.app)
        // Two carts are locked in the order of their ids.
        const locked = new Map<string, CartRow | null>()
        for (const id of [...new Set([known?.id, theirs?.id])].filter((one) => one !== undefined).toSorted())
          locked.set(id, await lockCart(tx, id))
        const open = (row: CartRow | null | undefined) => (row == null || row.state === 'ordered' ? null : row)
        const own = open(theirs === null ? null : locked.get(theirs.id))
        const came = open(known === null ? null : locked.get(known.id))
        // A cart that another account left in this browser is not the guest's.
        const guest = came?.accountId === null && came.id !== own?.id ? came : null
        const brings = guest !== null && (own === null || isWorthMerging(guest)) ? guest : null
        // A cart that is being paid for is neither merged into nor merged; it can only be viewed.
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
        // Holders of the guest's secret must not see what the account adds to its cart.
        if (guest !== null && guest.state === 'open') await deleteCustomerSecrets(tx, guest.id)
        const fresh = ids.secret()
        await addSecret(tx, target.id, { secretHash: sha256(fresh), staffId: null, now: clock.now() })
        if (brings === null) return ok({ cart: await fill(tx, target), secret: fresh })
        return changed(deps, tx, target.id, fresh, {
          code: brings.code ?? own?.code ?? null,
          gift_cards: [...new Set([...(own?.giftCards ?? []), ...brings.giftCards])].slice(0, maxGiftCards),
          email: own?.email ?? brings.email ?? null,
          ...(brings.services == null ? {} : { services: [...brings.services] }),
        })
      })
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
        return brings === null
          ? ok({ cart: await fill(tx, target), secret: fresh })
          : changed(deps, tx, target.id, fresh)
      })
    },
  }
}

/** Whether a guest's cart has something in it that an account's cart would gain. */
const isWorthMerging = ({ lines, code, giftCards }: Pick<CartRow, 'lines' | 'code' | 'giftCards'>): boolean =>
  lines.length > 0 || code !== null || giftCards.length > 0
