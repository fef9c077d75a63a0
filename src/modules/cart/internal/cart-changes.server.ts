import type { Brand } from '../../../brands/brands.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Writer } from '../../../platform/database/database.server.ts'
import { sha256 } from '../../../platform/digest.ts'
import type { Ids } from '../../../platform/ids.ts'
import { type Result, err, ok } from '../../../platform/result.ts'
import type { Catalogue } from '../../catalogue/catalogue.server.ts'
import { bundleGoneMessage } from '../../promotions/bundles.ts'
import type { Cart, CartProblem } from '../cart.ts'
import type { CartReading } from './cart-reading.server.ts'
import {
  type Agreement,
  type CartRow,
  cartById,
  cartBySecret,
  lockCart,
  putLine,
  setAgreed,
  touchCart,
} from './cart-store.server.ts'
import { withSharedLines } from '../merging.ts'
import type { Owned, SharedLine } from './carts.ts'

/** Common to every change of a cart: the lock, the new version, and the resulting cart. */

export type CartChangeDeps = {
  readonly database: Database
  readonly catalogue: Catalogue
  readonly reading: CartReading
  readonly clock: Clock
  readonly ids: Ids
}

/** Runs a change on the cart of a secret, under its lock, and answers the cart as it is then. */
export async function change(
  { database, reading: { fill } }: CartChangeDeps,
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
    const before = await fill(tx, row)
    const problem = await work(tx, before)
    if (problem !== null) return err(problem)
    const changed = await cartById(tx, row.id)
    return changed === null ? err({ code: 'line_gone' as const }) : ok(withLostBundles(before, await fill(tx, changed)))
  })
}

/** The cart after a change, with a message for each bundle of which a part has left it. */
function withLostBundles(before: Cart, after: Cart): Cart {
  const lost = before.bundles.filter(({ id }) => !after.bundles.some((one) => one.id === id))
  const messages = lost.flatMap(({ title, skus }) => {
    const part = before.lines.find(({ sku }) => skus.includes(sku) && !after.lines.some((line) => line.sku === sku))
    return part === undefined ? [] : [bundleGoneMessage(title, part.title)]
  })
  return messages.length === 0 ? after : { ...after, messages: [...after.messages, ...messages] }
}

/** A new cart, and the secret that identifies it. */
export function newCart(ids: Ids, { app, currency }: Brand): { readonly row: CartRow; readonly secret: string } {
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
export async function changed(
  { reading: { fill }, clock }: CartChangeDeps,
  tx: Writer,
  id: string,
  secret: string,
  changes: Parameters<typeof touchCart>[3] = {},
): Promise<Result<Owned, CartProblem>> {
  await touchCart(tx, id, clock.now(), changes)
  const row = await cartById(tx, id)
  return row === null ? err({ code: 'line_gone' }) : ok({ cart: await fill(tx, row), secret })
}

/** Whether an agreed price still applies to a quantity. */
export const holds = (clock: Clock, agreed: Agreement, quantity: number): boolean =>
  quantity <= agreed.upTo && clock.now() < new Date(agreed.until)

/** Copies a shared cart into a locked cart. An agreed price is never replaced by a higher one. */
export async function putSent(
  deps: CartChangeDeps,
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
    const keepsOwn = there !== null && there.cents < agreed.cents && holds(deps.clock, there, quantity)
    if (!keepsOwn) await setAgreed(tx, row.id, productCode, { ...agreed, by: null })
  }
  return changed(deps, tx, row.id, secret, services === null ? {} : { services: [...services] })
}
