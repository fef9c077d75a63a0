import type { AppCode } from '../../brands/apps.ts'
import type { Brand } from '../../brands/brands.ts'
import { hours, type Clock } from '../../platform/clock.ts'
import type { Database, Writer } from '../../platform/database/database.server.ts'
import { sha256 } from '../../platform/digest.ts'
import type { Limit } from '../../platform/http/rate-limit.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.server.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import { noCartId, type Cart } from './cart.ts'
import type { CartReading } from './internal/cart-reading.server.ts'
import type { SharedLine } from './internal/carts.ts'
import type { Agreement } from './internal/cart-store.server.ts'
import {
  deleteSharedCartsBefore,
  insertSentCart,
  storedSharedCart,
  type QuoteTerms,
  type SharedCartKey,
  type SharedLineRow,
} from './internal/shared-carts-store.server.ts'
import type { StoredLine } from './merging.ts'

export type { QuoteTerms } from './internal/shared-carts-store.server.ts'

/** Shared carts and quotes: a copy of the lines under a link of its own, which does not reveal the sender or open anyone's cart. */

/** Done with `{app, token, recipient}`. */
export const mailCartJob = 'mail-cart'

/** How many mails a visitor can have us send, and how many one address can be sent: an hour each. */
export const mailLimits = {
  byVisitor: { name: 'mailed carts', count: 5, windowMs: hours(1) },
  byRecipient: { name: 'mailed carts by recipient', count: 5, windowMs: hours(1) },
} as const satisfies Record<string, Limit>

const retentionDays = hours(30 * 24)

export type SharedCart = {
  /** The shared lines with current catalogue data: no code, no address and no id of its own. */
  readonly cart: Cart
  /** The same as it was sent. */
  readonly lines: readonly StoredLine[]
  /** Titles of products that this app no longer sells. */
  readonly gone: readonly string[]
  readonly expiresAt: Date
  /** Created by staff; its prices are valid as long as the link. */
  readonly isQuote: boolean
  /** 'Q01234567', of every quote; null for a cart that was mailed. */
  readonly number: string | null
  readonly madeAt: Date
  /** The details of a shopper's quote besides the lines; null for everything else. */
  readonly terms: QuoteTerms | null
  /** Agreed prices, by product code. */
  readonly agreed: ReadonlyMap<string, Agreement | null>
}

export interface SharedCarts {
  /** Stores a copy of the lines for 30 days and queues the mail with its link, both or neither. */
  send(cart: Cart, recipient: string): Promise<void>
  /** The same for an offer by staff, inside the caller's transaction. */
  quote(
    tx: Writer,
    quote: {
      readonly app: AppCode
      readonly lines: readonly SharedLineRow[]
      readonly by: string
      readonly recipient: string
    },
  ): Promise<void>
  /** The same without a mail; returns the link's token, for another mail. */
  offer(
    tx: Writer,
    quote: { readonly app: AppCode; readonly lines: readonly SharedLineRow[]; readonly by: string },
  ): Promise<string>
  /** Stores a shopper's own quote for 30 days; each line's price is valid as long as its agreement. Returns the link's token. */
  saveQuote(app: AppCode, quote: { readonly lines: readonly SharedLine[]; readonly terms: QuoteTerms }): Promise<string>
  /** Queues the mail with a link that is there already. */
  mailLink(app: AppCode, token: string, recipient: string): Promise<void>
  /** Null for a link that does not exist, belongs to another app or has expired. */
  open(brand: Brand, token: string): Promise<SharedCart | null>
  /** A quote by its number, for staff; null for an unknown, foreign or expired one. */
  byNumber(brand: Brand, number: string): Promise<SharedCart | null>
  /** Lines of earlier orders or shared carts with current catalogue data; `gone` are titles of products that this app no longer sells. */
  shown(brand: Brand, lines: readonly StoredLine[]): Promise<Pick<SharedCart, 'cart' | 'gone' | 'agreed'>>
  /** Deletes expired copies. */
  forget(): Promise<void>
}

export function createSharedCarts({
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
}): SharedCarts {
  async function shown(
    brand: Brand,
    lines: readonly (StoredLine & { readonly agreed?: Agreement | null })[],
  ): Promise<Pick<SharedCart, 'cart' | 'gone' | 'agreed'>> {
    const cart = await reading.fill(database.db, {
      id: noCartId,
      app: brand.app,
      currency: brand.currency,
      state: 'open',
      version: 0,
      email: null,
      accountId: null,
      code: null,
      giftCards: [],
      lines: lines.map((line, position) => ({ ...line, position, seen: null, agreed: line.agreed ?? null })),
    })
    const gone = lines
      .filter((line) => !cart.lines.some(({ productCode }) => productCode === line.productCode))
      .flatMap(({ productId }) => catalogue.product(productId)?.title ?? [])
    return { cart, gone, agreed: new Map(lines.map((line) => [line.productCode, line.agreed ?? null])) }
  }

  async function keep(
    tx: Writer,
    app: AppCode,
    lines: readonly SharedLineRow[],
    { quotedBy = null, terms = null }: { readonly quotedBy?: string | null; readonly terms?: QuoteTerms | null } = {},
  ): Promise<string> {
    const isQuote = quotedBy !== null || terms !== null
    for (;;) {
      const token = ids.secret()
      const number = isQuote ? `Q${String(BigInt(`0x${ids.secret()}`) % 100_000_000n).padStart(8, '0')}` : null
      const now = clock.now()
      const expiresAt = new Date(now.getTime() + retentionDays)
      const sent = { tokenHash: sha256(token), app, now, expiresAt, lines, quotedBy, number, terms }
      if (await insertSentCart(tx, sent)) return token
    }
  }

  async function opened(brand: Brand, key: SharedCartKey): Promise<SharedCart | null> {
    const found = await storedSharedCart(database.db, key, brand.app, clock.now())
    if (found === null) return null
    const lines = found.lines.map((line) => ({ ...line, agreed: agreementOf(line, found.expiresAt) }))
    return { ...found, ...(await shown(brand, lines)) }
  }

  const mail = (tx: Writer, app: AppCode, token: string, recipient: string) =>
    jobs.enqueue(tx, mailCartJob, { app, token, recipient })

  return {
    shown,
    async send(cart, recipient) {
      const lines = cart.lines.map((line) => ({ ...storedLine(line), agreed: null }))
      await database.transaction(async (tx) => mail(tx, cart.app, await keep(tx, cart.app, lines), recipient))
    },
    quote: async (tx, { app, lines, by, recipient }) =>
      mail(tx, app, await keep(tx, app, lines, { quotedBy: by }), recipient),
    offer: (tx, { app, lines, by }) => keep(tx, app, lines, { quotedBy: by }),
    saveQuote: (app, { lines, terms }) =>
      database.transaction(async (tx) => {
        const rows = lines.map(({ agreed = null, ...line }) => ({
          ...line,
          agreed: agreed?.cents ?? null,
          agreedUntil: agreed?.until ?? null,
        }))
        return keep(tx, app, rows, { terms })
      }),
    mailLink: (app, token, recipient) => database.transaction((tx) => mail(tx, app, token, recipient)),
    open: (brand, token) => opened(brand, { tokenHash: sha256(token) }),
    byNumber: (brand, number) => opened(brand, { number }),
    forget: () => deleteSharedCartsBefore(database.db, clock.now()),
  }
}

/** The part of a shared cart that can be added now: never more than the stock. */
export function buyableLines({ cart, agreed }: Pick<SharedCart, 'cart' | 'agreed'>): SharedLine[] {
  return cart.lines
    .filter((line) => line.isBuyable)
    .map((line) => ({
      ...storedLine(line),
      quantity: Math.min(line.quantity, line.stockLeft),
      agreed: agreed.get(line.productCode) ?? null,
    }))
}

/** A quoted price applies to the quoted quantity, and is valid as long as the link unless agreed otherwise. */
const agreementOf = ({ agreed, agreedUntil, quantity }: SharedLineRow, linkUntil: Date): Agreement | null =>
  agreed === null ? null : { cents: agreed, upTo: quantity, until: new Date(agreedUntil ?? linkUntil).toISOString() }

const storedLine = ({ productCode, productId, quantity, warranty, install }: Cart['lines'][number]): StoredLine => ({
  productCode,
  productId,
  quantity,
  warrantyId: warranty?.id ?? null,
  installId: install?.id ?? null,
})
