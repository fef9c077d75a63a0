import { z } from 'zod'
import { joinAccount, leaveAccount } from '../../composition/sign-in.server.ts'
import { needsAccount, personalJson, shopEndpoint, perAddress } from '../api.server.ts'
import { successSchema } from '../../platform/http/endpoint.ts'
import { minutes } from '../../platform/clock.ts'

const tag = 'Session'

/** Logins that one visitor can begin. */
const beginnings = { name: 'logins begun', count: 60, windowMs: minutes(1) }

/** The shop's part in signing in and out; no document names these calls (docs/decisions/0022). */
export const sessionEndpoints = [
  shopEndpoint({
    method: 'POST',
    path: '/api/session/nonce',
    tag,
    summary: 'The nonce of a login that begins. Sets the cookie that the tokens of this login are bound to.',
    answer: z.object({ nonce: z.string() }),
    problems: [429],
    limit: perAddress(beginnings),
    handle({ context: { shop } }) {
      return personalJson({ nonce: shop.services.identity.startLogin(shop.visitor) })
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/session/start',
    tag,
    summary: "After signing in: the guest's cart, delivery location and compare list go to the account.",
    answer: successSchema,
    problems: [401],
    authorize: needsAccount,
    async handle({ context: { shop } }) {
      await shop.visitor.accountId()
      await joinAccount(shop)
      return personalJson({ success: true })
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/session/end',
    tag,
    summary: 'After signing out: the browser names no cart and no login of the member any more.',
    answer: successSchema,
    async handle({ context: { shop } }) {
      await leaveAccount(shop)
      return personalJson({ success: true })
    },
  }),
]
