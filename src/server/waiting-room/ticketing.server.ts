import { setTimeout as wait } from 'node:timers/promises'
import type { CartHolder } from '../../modules/cart/cart.server.ts'
import { placeOf } from './waiting-room-rules.ts'
import type { Queue } from './queue.server.ts'
import type { Ticket } from './waiting-room-tokens.server.ts'

/**
 * Gives tickets in batches: whoever comes within a tenth of a second shares two statements, in the order in which they came. A ticket costs a
 * cart with something in it, and a cart has one, however often it comes: programs that store no cookies get none.
 */

export type Issued =
  | { readonly kind: 'ticket'; readonly ticket: Ticket }
  /** Staff, and a cart that is being paid for: neither waits. */
  | { readonly kind: 'exempt' }
  /** The secret names no cart, or one with nothing to order. */
  | { readonly kind: 'no cart' }

export interface Ticketing {
  /** The ticket that this process has given to a cart, as long as it is good. */
  known(cartSecret: string): Ticket | null
  issue(cartSecret: string): Promise<Issued>
  /** The shopper is in: another queueing is another ticket. */
  used(cartSecret: string): void
}

const batchMs = 100

/** At about 200 bytes each they stay below 40 MB; beyond, the oldest is given again if its shopper loses it. */
const maxKnown = 200_000

type Waiting = {
  readonly cartSecret: string
  readonly done: (issued: Issued) => void
  readonly fail: (error: unknown) => void
}

export function createTicketing({
  queue,
  holders,
}: {
  readonly queue: Pick<Queue, 'state' | 'now' | 'take'>
  readonly holders: (cartSecrets: readonly string[]) => Promise<ReadonlyMap<string, CartHolder>>
}): Ticketing {
  // In the order of their numbers, as a Map keeps insertion order.
  const open = new Map<string, Ticket>()
  const pending = new Map<string, Promise<Issued>>()
  let batch: Waiting[] = []
  let isRunning = false

  function remember(cartSecret: string, ticket: Ticket): void {
    open.delete(cartSecret)
    open.set(cartSecret, ticket)
    for (const [oldest, { number }] of open) {
      if (number > queue.state.lost && open.size <= maxKnown) break
      open.delete(oldest)
    }
  }

  async function give(given: readonly Waiting[]): Promise<void> {
    const carts = await holders(given.map(({ cartSecret }) => cartSecret))
    const queueing = given.filter(({ cartSecret }) => hasToWait(carts.get(cartSecret)))
    let number = queueing.length === 0 ? 0 : await queue.take(queueing.length)
    const at = Math.round(queue.now())
    for (const one of given) {
      const holder = carts.get(one.cartSecret)
      if (!hasToWait(holder)) {
        one.done({ kind: isExempt(holder) ? 'exempt' : 'no cart' })
        continue
      }
      const place = placeOf(number, queue.state)
      const ticket = { number, at, from: typeof place === 'number' ? place : 0 }
      remember(one.cartSecret, ticket)
      one.done({ kind: 'ticket', ticket })
      number++
    }
  }

  /** The first of a quiet moment is answered at once; those who come meanwhile are the next batch. */
  async function run(): Promise<void> {
    isRunning = true
    await new Promise((done) => setImmediate(done))
    while (batch.length > 0) {
      const given = batch
      batch = []
      const rested = wait(batchMs, undefined, { ref: false })
      await give(given).catch((error: unknown) => given.forEach(({ fail }) => fail(error)))
      await rested
    }
    isRunning = false
  }

  return {
    known: (cartSecret) => open.get(cartSecret) ?? null,
    issue(cartSecret) {
      const known = pending.get(cartSecret)
      if (known !== undefined) return known
      const issued = new Promise<Issued>((done, fail) => void batch.push({ cartSecret, done, fail })).finally(() =>
        pending.delete(cartSecret),
      )
      pending.set(cartSecret, issued)
      if (!isRunning) void run()
      return issued
    },
    used: (cartSecret) => void open.delete(cartSecret),
  }
}

const isExempt = (holder: CartHolder | undefined): boolean =>
  holder !== undefined && (holder.isStaff || holder.state === 'placing')

const hasToWait = (holder: CartHolder | undefined): boolean =>
  holder !== undefined && !isExempt(holder) && holder.state === 'open' && !holder.isEmpty
