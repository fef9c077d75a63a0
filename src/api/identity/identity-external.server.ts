import { z } from 'zod'
import { accountHome } from '../../modules/identity/return-url.ts'
import type { LoginOutcome } from '../../modules/identity/provider.server.ts'
import { successSchema } from '../../platform/http/endpoint.ts'
import { ProblemError, httpProblem } from '../../platform/http/problem.ts'
import {
  done,
  identityEndpoint,
  json,
  leave,
  needsSession,
  nonce,
  siteOf,
  tag,
  tokenAnswer,
  type IdentityContext,
  tryWaitOf,
} from './identity-call.server.ts'

/** Logins by other providers (decision identity-18). The browser itself goes to the first two addresses. */

const provider = z.object({ provider: z.string().max(40) })

export const identityExternalEndpoints = [
  identityEndpoint({
    method: 'GET',
    path: '/api/account/externallogin/:provider',
    tag,
    summary: 'Redirects to an external identity provider to log in.',
    params: provider,
    query: z.object({ nonce: nonce.default(''), origin: z.string().max(300).default('') }),
    answer: null,
    success: 302,
    problems: [400, 404, 429],
    limit: tryWaitOf,
    async handle({ context, params, query }) {
      const app = context.appOf(query.origin)
      if (app === null)
        throw new ProblemError(httpProblem(400, 'origin', 'origin: must be the address of a shop of ours', 'origin'))
      const { origin } = query
      const callback = context.callbackOf(origin, app, params.provider)
      const departed = await context.externals.depart({ ...query, provider: params.provider, callback })
      if (!departed.ok) {
        if (departed.problem.code !== 'provider_silent') return leave(departed.problem)
        return goTo(`${origin}/account/internal/login?problem=silent&provider=${params.provider}`)
      }
      const { address, secret, lastsSeconds } = departed.value
      context.saveCookie('idexternal', secret, lastsSeconds)
      return goTo(address)
    },
  }),
  identityEndpoint({
    method: 'GET',
    path: '/api/account/externallogin/:provider/callback',
    tag,
    summary: 'Handles the return from an external identity provider.',
    params: provider,
    answer: null,
    success: 302,
    problems: [400, 429],
    limit: tryWaitOf,
    async handle({ context, params, request }) {
      const { search } = new URL(request.url)
      const back = await context.externals.arrive({
        search: new URLSearchParams(search.slice(0, 8_000)),
        secret: context.cookie('idexternal'),
        provider: params.provider,
        agent: context.agent,
        appOf: (origin) => context.appOf(origin),
        callbackOf: (origin, app) => context.callbackOf(origin, app, params.provider),
      })
      context.saveCookie('idexternal', null, 0)
      if (back === null)
        throw new ProblemError(httpProblem(400, 'login_over', 'This login is over. Please try again.', 'state'))
      const { origin } = back
      const named = `provider=${back.provider}`
      switch (back.kind) {
        case 'problem':
          return goTo(
            `${origin}/account/${back.isConnecting ? 'security' : 'internal/login'}?problem=${back.problem}&${named}`,
          )
        case 'connected':
          return goTo(`${origin}/account/security?connected=${back.provider}`)
        case 'login':
          return goTo(afterFirstProof(context, back.outcome, { origin, returnUrl: accountHome }))
      }
    },
  }),
  identityEndpoint({
    method: 'POST',
    path: '/api/account/connectprovider',
    tag,
    ownProof: true,
    summary: 'Redirects to an external identity provider to link it to the signed-in account.',
    body: provider,
    answer: z.object({ address: z.string() }),
    problems: [400, 401, 403, 404, 429, 503],
    authorize: needsSession,
    limit: tryWaitOf,
    async handle({ context, body }) {
      const { origin, app } = siteOf(context)
      const callback = context.callbackOf(origin, app, body.provider)
      const departed = await context.externals.connect(context.secret, { ...body, origin, callback })
      if (!departed.ok) return leave(departed.problem)
      const { address, secret, lastsSeconds } = departed.value
      context.saveCookie('idexternal', secret, lastsSeconds)
      return json({ address })
    },
  }),
  identityEndpoint({
    method: 'POST',
    path: '/api/account/disconnectprovider',
    tag,
    ownProof: true,
    summary: 'Unlinks an external identity provider from the account.',
    body: provider,
    answer: successSchema,
    problems: [400, 401, 403, 404, 429],
    authorize: needsSession,
    limit: tryWaitOf,
    async handle({ context, body }) {
      const gone = await context.externals.disconnect(context.secret, body.provider)
      return gone.ok ? done() : leave(gone.problem)
    },
  }),
]

/** The next page after the first factor: the callback with tokens, or the remaining step. */
export function afterFirstProof(
  context: IdentityContext,
  outcome: LoginOutcome,
  { origin, returnUrl }: { readonly origin: string; readonly returnUrl: string },
): string {
  if (outcome.kind === 'pending') {
    context.saveCookie('idpending', outcome.secret, outcome.lastsSeconds)
    return `${origin}/account/internal/second-step`
  }
  const tokens = tokenAnswer(context, outcome)
  const fragment = new URLSearchParams({ ...tokens, expires_in: String(tokens.expires_in) })
  return `${origin}/account/login-callback?returnUrl=${encodeURIComponent(returnUrl)}#${fragment}`
}

/** Tokens travel in the fragment, which is not sent to any server or logged. */
export function goTo(location: string, status: 302 | 303 = 302): Response {
  return new Response(null, {
    status,
    headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  })
}
