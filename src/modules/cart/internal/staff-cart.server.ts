import type { Reader, Writer } from '../../../platform/database/database.server.ts'
import { sha256 } from '../../../platform/digest.ts'
import { err, ok } from '../../../platform/result.ts'
import {
  type CartRow,
  cartAssistedBy,
  cartById,
  cartOfAccount,
  insertCart,
  leaveAssisted,
  lockAccount,
  lockCart,
  openCarts,
  setAssisted,
  setOwner,
} from './cart-store.server.ts'
import type { AssistedCart, Carts } from './carts.ts'
import { type CartChangeDeps, newCart } from './cart-changes.server.ts'
import { createStaffCartLines } from './staff-cart-lines.server.ts'

/** Carts that staff work in, for customers. */

export function createStaffCart(
  deps: CartChangeDeps,
): Pick<
  Carts,
  'assisted' | 'openCartsOf' | 'attendFor' | 'leave' | 'changeForStaff' | 'putForStaff' | 'putSentForStaff'
> {
  const {
    database,
    reading: { fill },
    clock,
    ids,
  } = deps

  async function assistedOf(db: Reader | Writer, row: CartRow): Promise<AssistedCart> {
    const agreed = row.lines.flatMap((line) =>
      line.agreed == null ? [] : [[line.productCode, line.agreed.cents] as const],
    )
    return { cart: await fill(db, row), customerEmail: row.customerEmail ?? null, agreed: new Map(agreed) }
  }

  return {
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
      const made = newCart(ids, brand)
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
    ...createStaffCartLines(deps),
  }
}
