import { sql } from 'kysely'
import type { Reader } from '../../../platform/database/database.server.ts'
import type { CartRow } from './cart-store.server.ts'

/** What is known of a cart by the secret of a browser, without reading its contents. */
export type CartHolder = {
  readonly cartId: string
  readonly state: CartRow['state']
  readonly isEmpty: boolean
  /** Whether the secret is that of a member of staff who works in the cart. */
  readonly isStaff: boolean
}

/** The carts of many secrets in one statement, by the hash of the secret; a secret of no cart has none. */
export async function cartHolders(
  db: Reader,
  secretHashes: readonly string[],
): Promise<ReadonlyMap<string, CartHolder>> {
  const { rows } = await sql<CartHolder & { readonly secretHash: string }>`
    select s.secret_hash as "secretHash", c.id as "cartId", c.state, s.staff_id is not null as "isStaff",
      not exists (select from cart_line l where l.cart_id = c.id) as "isEmpty"
    from cart_secret s join cart c on c.id = s.cart_id
    where s.secret_hash = any(${[...secretHashes]}::text[])`.execute(db)
  return new Map(rows.map(({ secretHash, ...holder }) => [secretHash, holder]))
}
