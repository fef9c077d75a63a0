import type { Database } from '../../platform/database/database.server.ts'
import { ok, err } from '../../platform/result.ts'
import type { Carts } from '../cart/cart.server.ts'
import { buyableLines, type SharedCart, type SharedCarts } from '../cart/shared-carts.server.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import { can } from '../identity/policy.ts'
import { agreedPriceProblem } from '../pricing/agreed-price.ts'
import { quoteNumberIn, quoteTokenIn, type MadeQuote } from '../quotes/quotes.ts'
import type { Quotes } from '../quotes/quotes.server.ts'
import type { StaffAudit, Done } from './internal/staff-audit.server.ts'
import { limitOf, offerOf } from './internal/offers.server.ts'
import type { PricedProject } from './projects.ts'
import type { Projects } from './internal/projects.server.ts'
import type { Member } from './staff.ts'

/** Quotes that customers come back with, whoever made them: finding one, and what becomes of it. */

/** A quote that somebody says on the telephone, as it stands today. */
export type FoundQuote = {
  readonly number: string
  readonly madeAt: Date
  readonly expiresAt: Date
  readonly cart: SharedCart['cart']
  readonly gone: readonly string[]
  /** With delivery and services, when a shopper made it; null for one of ours. */
  readonly made: MadeQuote | null
}

export interface FoundQuotes {
  /** By its number or its link. */
  find(member: Member, text: string): Done<FoundQuote>
  /** Puts what can be had of it, at the prices that hold, into the cart that the member works in; once is as good as twice. */
  toCart(member: Member, number: string): Done<null>
  /** Makes a project of its products. A price that holds is agreed on as far as the member may. */
  toProject(member: Member, number: string): Done<PricedProject>
}

export function createFoundQuotes({
  database,
  catalogue,
  carts,
  sharedCarts,
  quotes,
  projects,
  audit: { permitted, write },
}: {
  database: Database
  catalogue: Pick<Catalogue, 'product'>
  carts: Pick<Carts, 'putSentForStaff'>
  sharedCarts: Pick<SharedCarts, 'open' | 'byNumber'>
  quotes: Pick<Quotes, 'madeOf'>
  projects: Pick<Projects, 'create'>
  audit: Pick<StaffAudit, 'permitted' | 'write'>
}): FoundQuotes {
  async function quoteNamed({ brand }: Pick<Member, 'brand'>, text: string): Promise<SharedCart | null> {
    const [number, token] = [quoteNumberIn(text), quoteTokenIn(text)]
    const sent =
      number !== null
        ? await sharedCarts.byNumber(brand, number)
        : token === null
          ? null
          : await sharedCarts.open(brand, token)
    return sent?.number == null ? null : sent
  }

  return {
    find: async (member, text) => {
      const sent = can(member.principal, 'sell') ? await quoteNamed(member, text) : null
      const made = sent === null ? null : await quotes.madeOf(member.brand, sent)
      return permitted(member, 'sell', 'open quote', 'quotes', async (tx) => {
        if (sent?.number == null) {
          const message = 'No quote of this shop has this number or link, or it is older than 30 days'
          return err({ code: 'validation', errors: [{ field: 'find', message }] })
        }
        const { number, madeAt, expiresAt, cart, gone } = sent
        await write(tx, member, 'open quote', `quote ${number}`, null, null)
        return ok({ number, madeAt, expiresAt, cart, gone, made })
      })
    },
    toCart: async (member, number) => {
      const sent = can(member.principal, 'sell') ? await quoteNamed(member, number) : null
      return permitted(member, 'sell', 'quote to cart', `quote ${number}`, async (tx) => {
        if (sent === null) return err({ code: 'not_found' })
        const [lines, services] = [buyableLines(sent), sent.terms?.services ?? null]
        const put = await carts.putSentForStaff(tx, member.brand, member.principal.userId, { lines, services })
        if (!put.ok) return err({ code: 'cart', problem: put.problem })
        await write(tx, member, 'quote to cart', `quote ${number}`, null, { cartId: put.value.id, lines })
        return ok(null)
      })
    },
    toProject: async (member, number) => {
      const sent = can(member.principal, 'sell') ? await quoteNamed(member, number) : null
      const limit = await limitOf(database.db, member.principal.userId)
      const lines = (sent === null ? [] : buyableLines(sent)).map(({ productId, quantity, agreed = null }) => {
        const offer = offerOf(catalogue, productId, member.brand)?.offer ?? null
        const isBelow = offer?.price != null && agreed !== null && agreed.cents < offer.price
        const isAllowed = isBelow && agreedPriceProblem(offer, agreed.cents, limit) === null
        return { productId, room: '', quantity, agreed: isAllowed ? agreed.cents : null }
      })
      if (sent !== null && lines.length > 0)
        return projects.create(
          member,
          {
            name: `Quote ${sent.number ?? ''}`,
            customerName: '',
            customerEmail: null,
            customerPhone: null,
            status: 'Open',
          },
          lines,
        )
      return permitted(member, 'sell', 'quote to project', `quote ${number}`, async () =>
        err(sent === null ? { code: 'not_found' } : { code: 'cart', problem: { code: 'not_available' } }),
      )
    },
  }
}
