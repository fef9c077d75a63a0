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
    summary: 'Issues the nonce of a new login and sets the cookie that its tokens are bound to.',
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
    summary: "Moves the guest's cart, delivery location and comparison to the account after login.",
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
    summary: "Clears the member's cart and session from the browser after logout.",
    answer: successSchema,
    async handle({ context: { shop } }) {
      await leaveAccount(shop)
      return personalJson({ success: true })
    },
  }),
]
