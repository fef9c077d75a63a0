import { sha256 } from '../../../platform/digest.ts'
import { cartHolders } from './cart-holders.server.ts'
import { cartById, cartBySecret, deleteSecret, lockCart, namesOwnCart, setCartState } from './cart-store.server.ts'
import type { Carts } from './carts.ts'
import type { CartChangeDeps } from './cart-changes.server.ts'
import { createCartLines } from './cart-lines.server.ts'
import { createCartMerging } from './cart-merging.server.ts'
import { createStaffCart } from './staff-cart.server.ts'
import { createCartCodes } from './cart-codes.server.ts'

export function createCarts(deps: CartChangeDeps): Carts {
  const {
    database,
    reading: { fill },
    clock,
  } = deps
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
    async holders(secrets) {
      const found = await cartHolders(database.db, secrets.map(sha256))
      return new Map(
        secrets.flatMap((secret) => {
          const holder = found.get(sha256(secret))
          return holder === undefined ? [] : [[secret, holder] as const]
        }),
      )
    },
    ...createCartLines(deps),
    isOwn: (brand, secret, accountId) => namesOwnCart(database.db, sha256(secret), { accountId, app: brand.app }),
    async ownById(brand, id, accountId) {
      const row = await cartById(database.db, id)
      const isTheirs = row?.accountId === accountId || row?.assistedBy === accountId
      return row === null || row.app !== brand.app || !isTheirs ? null : fill(database.db, row)
    },
    forget: (secret) => deleteSecret(database.db, sha256(secret)),
    ...createCartMerging(deps),
    ...createStaffCart(deps),
    ...createCartCodes(deps),
    async lock(tx, id) {
      const row = await lockCart(tx, id)
      return row === null ? null : fill(tx, row, 'now')
    },
    setState: (tx, id, state) => setCartState(tx, id, state, clock.now()),
  }
}
