import type { CartHolder } from '../../modules/cart/cart.server.ts'
import { addressKey } from '../../platform/http/client-address.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import { minutes } from '../../platform/clock.ts'
import type { Metrics } from '../../platform/metrics/metrics.server.ts'
import type { Queue } from './queue.server.ts'
import { createTicketing } from './ticketing.server.ts'
import { createPasses } from './passes.server.ts'
import type { ChangedTokens, Shopper } from './shopper.ts'
import { placeOf, type QueueState } from './waiting-room-rules.ts'
import type { Ticket, WaitingRoomTokens } from './waiting-room-tokens.server.ts'

/** Who may enter the checkout: the one function that page and calls go by (decision 0083). */

export type Admission =
  | { readonly kind: 'in'; readonly changed: ChangedTokens }
  | {
      readonly kind: 'waiting'
      readonly place: number
      readonly ticket: Ticket
      /** Whether the turn of another ticket was missed. */
      readonly isNewPlace: boolean
      readonly changed: ChangedTokens
    }
  /** The request has no cart with something in it. */
  | { readonly kind: 'no cart' }
  /** Too many tickets for one address. */
  | { readonly kind: 'full'; readonly waitSeconds: number }

/**
 * Tickets of one address (a /64 of IPv6), each of a cart of its own. A home or an office has fewer shoppers a minute; of a mobile network's
 * shared address the rest come a few seconds later.
 */
const ticketsByAddress = { name: 'waiting room tickets by address', count: 30, windowMs: minutes(1) }

export type AdmissionDeps = {
  readonly queue: Queue
  readonly tokens: WaitingRoomTokens
  readonly holders: (cartSecrets: readonly string[]) => Promise<ReadonlyMap<string, CartHolder>>
  /** Whether a payment of the cart was ever begun: then its shopper has been let in before. */
  readonly hasPayment: (cartId: string) => Promise<boolean>
  readonly rateLimiter: Pick<RateLimiter, 'take'>
  readonly metrics: Pick<Metrics, 'count' | 'observe'>
}

export type AdmissionService = ReturnType<typeof createAdmission>

export function createAdmission({ queue, tokens, holders, hasPayment, rateLimiter, metrics }: AdmissionDeps) {
  const ticketing = createTicketing({ queue, holders })

  const passes = createPasses({ queue, tokens, holders })

  function letIn({ ticket: brought }: Shopper, cartSecret: string, ticket: Ticket | null): Admission {
    ticketing.used(cartSecret)
    if (ticket !== null) {
      metrics.count('waiting_room_admitted_total', { from: ticket.from === 0 ? 'free place' : 'queue' })
      metrics.observe('waiting_room_wait_seconds', {}, Math.max(0, queue.now() - ticket.at) / 1_000)
    }
    return { kind: 'in', changed: { pass: passes.first(cartSecret), ...(brought === null ? {} : { ticket: null }) } }
  }

  /** By the pass alone; null without a good one. Needs no database. */
  function byPass(shopper: Shopper): Admission | null {
    const changed = passes.used(shopper)
    return changed === null ? null : { kind: 'in', changed }
  }

  /** By a ticket that exists; null when there is none, or it was lost. */
  function byTicket(shopper: Shopper, state: QueueState): Admission | null {
    const { cartSecret } = shopper
    if (cartSecret === null) return null
    const brought = tokens.readTicket(shopper.ticket, cartSecret)
    for (const ticket of [brought, ticketing.known(cartSecret)]) {
      const place = ticket === null ? 'unknown' : placeOf(ticket.number, state)
      if (ticket === null || place === 'unknown' || place === 'lost') continue
      if (place === 'in') return letIn(shopper, cartSecret, ticket)
      const changed = ticket === brought ? {} : { ticket: tokens.ticket(ticket, cartSecret) }
      return { kind: 'waiting', place, ticket, isNewPlace: brought !== null && ticket !== brought, changed }
    }
    return null
  }

  async function byNewTicket(shopper: Shopper): Promise<Admission> {
    const { cartSecret, address, ticket: before } = shopper
    if (cartSecret === null) return { kind: 'no cart' }
    const waitSeconds = rateLimiter.take(ticketsByAddress, addressKey(address))
    if (waitSeconds > 0) {
      metrics.count('waiting_room_refused_total', { reason: 'address' })
      return { kind: 'full', waitSeconds }
    }
    ticketing.used(cartSecret)
    const issued = await ticketing.issue(cartSecret)
    if (issued.kind === 'exempt') return letIn(shopper, cartSecret, null)
    if (issued.kind === 'no cart') {
      metrics.count('waiting_room_refused_total', { reason: 'no cart' })
      return issued
    }
    const { ticket } = issued
    const place = placeOf(ticket.number, queue.state)
    if (typeof place !== 'number') return letIn(shopper, cartSecret, ticket)
    const isNewPlace = tokens.readTicket(before, cartSecret) !== null
    return { kind: 'waiting', place, ticket, isNewPlace, changed: { ticket: tokens.ticket(ticket, cartSecret) } }
  }

  /** Whoever has begun to pay has been let in before, however long the bank's page took. */
  async function byReturn(shopper: Shopper): Promise<Admission | null> {
    const { cartSecret } = shopper
    if (cartSecret === null) return { kind: 'in', changed: {} }
    const holder = (await holders([cartSecret])).get(cartSecret)
    return holder !== undefined && (await hasPayment(holder.cartId)) ? letIn(shopper, cartSecret, null) : null
  }

  return {
    /** Whether nobody waits, as far as is known: then a request without a cart takes nothing from anybody. */
    hasRoom: () => queue.state.serving >= queue.state.issued,

    /** The place of somebody who waits, from memory; null for anybody else. */
    placeInMemory(shopper: Shopper): Extract<Admission, { kind: 'waiting' }> | null {
      if (!queue.isFresh() || shopper.ticket === null || shopper.isReturn) return null
      const ticket = tokens.readTicket(shopper.ticket, shopper.cartSecret)
      const place = ticket === null ? null : placeOf(ticket.number, queue.state)
      if (ticket === null || typeof place !== 'number' || byPass(shopper) !== null) return null
      return { kind: 'waiting', place, ticket, isNewPlace: false, changed: {} }
    },

    /** Lets a shopper in or gives a place. Throws when that takes the database and it is away. */
    async admit(shopper: Shopper): Promise<Admission> {
      const passed = byPass(shopper)
      if (passed !== null) return passed
      const returned = shopper.isReturn ? await byReturn(shopper) : null
      if (returned !== null) return returned
      const state = await queue.current()
      const placed = byTicket(shopper, state)
      if (placed !== null) return placed
      // Another process may have given the ticket since the state was read.
      const brought = tokens.readTicket(shopper.ticket, shopper.cartSecret)
      if (brought !== null && brought.number > state.issued) {
        const found = byTicket(shopper, await queue.refresh())
        if (found !== null) return found
      }
      return byNewTicket(shopper)
    },

    whilePaying: passes.whilePaying,
    moved: passes.moved,
  }
}
