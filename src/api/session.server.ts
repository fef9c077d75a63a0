import { z } from 'zod'
import { personalJson, shopEndpoint } from './api.server.ts'
import { ProblemError, tooManyRequests } from '../platform/http/problem.ts'
import { minutes } from '../platform/clock.ts'

const tag = 'Session'

/** Logins that one visitor can begin. */
const beginnings = { name: 'logins begun', count: 60, windowMs: minutes(1) }
const ok = z.object({ ok: z.literal(true) })

/** The shop's part in signing in and out; no document names these calls (docs/decisions/0022). */
export const sessionEndpoints = [
  shopEndpoint({
    method: 'POST',
    path: '/api/session/nonce',
    tag,
    summary: 'The nonce of a login that begins. Sets the cookie that the tokens of this login are bound to.',
    answer: z.object({ nonce: z.string() }),
    refusals: [429],
    handle({ context: { shop } }) {
      const wait = shop.waitFor(beginnings)
      if (wait > 0) throw new ProblemError(tooManyRequests(wait))
      return personalJson({ nonce: shop.session.startLogin() })
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/session/start',
    tag,
    summary: "After signing in: the guest's cart becomes the member's, or goes into the one they have.",
    answer: ok,
    refusals: [401],
    async handle({ context: { shop } }) {
      await shop.account()
      await shop.session.joined()
      return personalJson({ ok: true })
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/session/end',
    tag,
    summary: 'After signing out: the browser names no cart and no login of the member any more.',
    answer: ok,
    handle({ context: { shop } }) {
      shop.session.left()
      return personalJson({ ok: true })
    },
  }),
]
