import type { CartHolder } from '../../modules/cart/cart.server.ts'
import type { Queue } from './queue.server.ts'
import type { ChangedTokens, Shopper } from './shopper.ts'
import { passIdleMs, passLastsMs, passRenewedMs, passWhilePayingMs } from './waiting-room-rules.ts'
import type { Pass, WaitingRoomTokens } from './waiting-room-tokens.server.ts'

/** Passes of the checkout: how long they last, and what becomes of them. Only moving one takes the database. */
export function createPasses({
  queue,
  tokens,
  holders,
}: {
  readonly queue: Pick<Queue, 'now'>
  readonly tokens: WaitingRoomTokens
  readonly holders: (cartSecrets: readonly string[]) => Promise<ReadonlyMap<string, CartHolder>>
}) {
  const isGood = (pass: Pass | null): pass is Pass => pass !== null && queue.now() < pass.endsAt

  /** Good for so long from now, and never longer than a pass lasts. */
  function extended({ admittedAt }: Pick<Pass, 'admittedAt'>, forMs: number): Pass {
    const endsAt = Math.round(Math.min(queue.now() + forMs, admittedAt + passLastsMs))
    return { admittedAt: Math.round(admittedAt), endsAt }
  }

  return {
    first: (cartSecret: string): string => tokens.pass(extended({ admittedAt: queue.now() }, passIdleMs), cartSecret),

    /** What using the pass changes; null without a good one. */
    used({ pass: token, cartSecret }: Shopper): ChangedTokens | null {
      const pass = tokens.readPass(token, cartSecret)
      if (!isGood(pass) || cartSecret === null) return null
      const renewed = extended(pass, passIdleMs)
      return renewed.endsAt - pass.endsAt >= passRenewedMs ? { pass: tokens.pass(renewed, cartSecret) } : {}
    },

    /** The pass of a shopper who is about to pay elsewhere, so that it is good when they come back; nothing without a pass. */
    whilePaying({ pass: token, cartSecret }: Shopper): ChangedTokens {
      const pass = tokens.readPass(token, cartSecret)
      if (!isGood(pass) || cartSecret === null) return {}
      return { pass: tokens.pass(extended(pass, passWhilePayingMs), cartSecret) }
    },

    /**
     * Pass and ticket for another cart of the same browser: at a login the account's, of which the guest's has become a part. A cart that is
     * still there, such as one that was ordered, has used them up.
     */
    async moved(
      { pass: passToken, ticket: ticketToken, cartSecret }: Shopper,
      toSecret: string,
    ): Promise<ChangedTokens> {
      const pass = tokens.readPass(passToken, cartSecret)
      const ticket = tokens.readTicket(ticketToken, cartSecret)
      if (cartSecret === null || (pass === null && ticket === null)) return {}
      if ((await holders([cartSecret])).has(cartSecret)) return {}
      return {
        ...(isGood(pass) ? { pass: tokens.pass(pass, toSecret) } : {}),
        ...(ticket === null ? {} : { ticket: tokens.ticket(ticket, toSecret) }),
      }
    },
  }
}
