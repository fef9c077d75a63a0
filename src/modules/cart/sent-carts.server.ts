import type { AppCode } from '../../brands/apps.ts'
import type { Brand } from '../../brands/brands.ts'
import { hours, type Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.server.ts'
import { sha256 } from '../../platform/digest.ts'
import type { Limit } from '../../platform/http/rate-limit.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs.server.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import { noCartId, type Cart } from './cart.ts'
import type { CartReading } from './cart-reading.server.ts'
import { deleteSentCartsBefore, insertSentCart, sentLines } from './sent-carts-store.server.ts'
import type { KeptLine } from './merging.ts'

/** Carts that were mailed: a copy of the lines under a link of its own, which says nothing of who sent it and opens nobody's cart. */

/** Done with `{app, token, recipient}`. */
export const mailCartJob = 'mail-cart'

/** How many mails a visitor can have us send, and how many one address can be sent: an hour each. */
export const mailLimits = {
  byVisitor: { name: 'mailed carts', count: 5, windowMs: hours(1) },
  byRecipient: { name: 'mailed carts by recipient', count: 5, windowMs: hours(1) },
} as const satisfies Record<string, Limit>

const keptFor = hours(30 * 24)

export type SentCart = {
  /** What was sent, as the catalogue has it now: it has no code, no address and no id of its own. */
  readonly cart: Cart
  /** Titles of what this app sells no more. */
  readonly gone: readonly string[]
  readonly expiresAt: Date
}

export interface SentCarts {
  /** Keeps a copy of the lines for 30 days and queues the mail with the link to it, both or neither. */
  send(cart: Cart, recipient: string): Promise<void>
  /** Null for a link that was never made, belongs to another app or has expired. */
  open(brand: Brand, token: string): Promise<SentCart | null>
  /** Forgets what has expired. */
  forget(): Promise<void>
}

export function createSentCarts({
  database,
  catalogue,
  reading,
  jobs,
  clock,
  ids,
}: {
  database: Database
  catalogue: Pick<Catalogue, 'product'>
  reading: CartReading
  jobs: Pick<Jobs, 'enqueue'>
  clock: Clock
  ids: Ids
}): SentCarts {
  return {
    async send(cart, recipient) {
      const token = ids.secret()
      const now = clock.now()
      await database.transaction(async (tx) => {
        await insertSentCart(tx, {
          tokenHash: sha256(token),
          app: cart.app,
          now,
          expiresAt: new Date(now.getTime() + keptFor),
          lines: cart.lines.map(keptLine),
        })
        await jobs.enqueue(tx, mailCartJob, { app: cart.app satisfies AppCode, token, recipient })
      })
    },
    async open(brand, token) {
      const found = await sentLines(database.db, sha256(token), brand.app, clock.now())
      if (found === null) return null
      const cart = await reading.fill(database.db, {
        id: noCartId,
        app: brand.app,
        currency: brand.currency,
        state: 'open',
        version: 0,
        email: null,
        accountId: null,
        code: null,
        lines: found.lines.map((line) => ({ ...line, seen: null })),
      })
      const gone = found.lines
        .filter((line) => !cart.lines.some(({ productCode }) => productCode === line.productCode))
        .flatMap(({ productId }) => catalogue.product(productId)?.title ?? [])
      return { cart, gone, expiresAt: found.expiresAt }
    },
    forget: () => deleteSentCartsBefore(database.db, clock.now()),
  }
}

/** What of a sent cart can go into another one now: never more than there is. */
export function buyableLines({ cart }: Pick<SentCart, 'cart'>): KeptLine[] {
  return cart.lines
    .filter((line) => line.isBuyable)
    .map((line) => ({ ...keptLine(line), quantity: Math.min(line.quantity, line.stockLeft) }))
}

const keptLine = ({ productCode, productId, quantity, warranty, install }: Cart['lines'][number]): KeptLine => ({
  productCode,
  productId,
  quantity,
  warrantyId: warranty?.id ?? null,
  installId: install?.id ?? null,
})
