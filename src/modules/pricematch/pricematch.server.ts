import type { AppCode } from '../../brands/apps.ts'
import { minutes, type Clock } from '../../platform/clock.ts'
import type { Database, Reader } from '../../platform/database/database.server.ts'
import type { Limit } from '../../platform/http/rate-limit.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.server.ts'
import type { Cents } from '../../platform/money.ts'
import { ok, err, type Result } from '../../platform/result.ts'
import type { CartServices } from '../cart/cart.server.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import { agreedPriceProblem } from '../pricing/agreed-price.ts'
import { priceRecords } from '../catalogue/prices/price-records.server.ts'
import { insertPriceMatch, saveAnswer, lockWaiting, priceMatchByReference } from './pricematch-store.server.ts'
import type { PriceMatch, PriceMatchDraft } from './pricematch.ts'

/** Requests for a price that another shop advertises: kept, answered once, and mailed about both times. */

/** Done with `{reference}` when it was asked, and with `{reference, token}` when it was answered; token is null for a no. */
export const priceMatchMailJob = 'price-match-mail'

/** How often one visitor may ask. */
export const priceMatchLimit: Limit = { name: 'price match', count: 5, windowMs: minutes(10) }

export type AcceptProblem =
  | { readonly code: 'answered' | 'not_sold' | 'price_of_maker' | 'price_above_shop' }
  | { readonly code: 'price_below_floor'; readonly floor: Cents }

export interface PriceMatches {
  /** Keeps a request and queues the mail about it, both or neither; answers its reference, such as 'M01234567'. */
  ask(app: AppCode, product: { readonly id: number; readonly price: Cents }, draft: PriceMatchDraft): Promise<string>
  /** A quote for one at this price, with the mail that has its link. */
  accept(id: number, price: Cents, by: string): Promise<Result<null, AcceptProblem>>
  /** False when it was answered meanwhile. */
  refuse(id: number, reason: string): Promise<boolean>
  find(reference: string): Promise<PriceMatch | null>
}

export type PriceMatchDeps = {
  readonly database: Database
  readonly catalogue: Pick<Catalogue, 'product'>
  readonly cart: Pick<CartServices, 'shared'>
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly clock: Clock
  readonly ids: Ids
}

export function openPriceMatch({ database, catalogue, cart, jobs, clock, ids }: PriceMatchDeps): PriceMatches {
  async function problemOf(
    db: Reader,
    { productId, app }: Pick<PriceMatch, 'productId' | 'app'>,
    price: Cents,
  ): Promise<AcceptProblem | null> {
    const offer = catalogue.product(productId)?.offers[app]
    if (offer === undefined) return { code: 'not_sold' }
    const problem = agreedPriceProblem(offer, price, 100)
    if (problem?.code === 'price_unknown') return { code: 'not_sold' }
    if (problem?.code === 'price_of_maker' || problem?.code === 'price_above_shop') return { code: problem.code }
    const floor = (await priceRecords.read(db, `${productId}.${app}`))?.['floor'] ?? null
    return typeof floor === 'number' && price < floor ? { code: 'price_below_floor', floor } : null
  }

  return {
    ask: (app, product, draft) =>
      database.transaction(async (tx) => {
        const requested = { ...draft, app, productId: product.id, ownPrice: product.price, now: clock.now() }
        for (;;) {
          const reference = `M${String(BigInt(`0x${ids.secret()}`) % 100_000_000n).padStart(8, '0')}`
          if (!(await insertPriceMatch(tx, { ...requested, reference }))) continue
          await jobs.enqueue(tx, priceMatchMailJob, { reference })
          return reference
        }
      }),
    accept: (id, price, by) =>
      database.transaction(async (tx) => {
        const requested = await lockWaiting(tx, id)
        if (requested === null) return err({ code: 'answered' })
        const problem = await problemOf(tx, requested, price)
        if (problem !== null) return err(problem)
        const { app, productId, sku: productCode, reference } = requested
        const line = { productCode, productId, quantity: 1, warrantyId: null, installId: null, agreed: price }
        const token = await cart.shared.offer(tx, { app, lines: [line], by })
        await saveAnswer(tx, id, { matched: price }, clock.now())
        await jobs.enqueue(tx, priceMatchMailJob, { reference, token })
        return ok(null)
      }),
    refuse: (id, reason) =>
      database.transaction(async (tx) => {
        const requested = await lockWaiting(tx, id)
        if (requested === null) return false
        await saveAnswer(tx, id, { reason }, clock.now())
        await jobs.enqueue(tx, priceMatchMailJob, { reference: requested.reference, token: null })
        return true
      }),
    find: (reference) => priceMatchByReference(database.db, reference),
  }
}
