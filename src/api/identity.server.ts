import { z } from 'zod'
import { appCodes, type AppCode } from '../brands/apps.ts'
import type { Account } from '../modules/identity/identity.server.ts'
import type { IdentityProblem, IdentityProvider, SignedIn } from '../modules/identity/provider.server.ts'
import type { SigningKeys } from '../modules/identity/signing-keys.server.ts'
import { clientIdOf } from '../modules/identity/tokens.ts'
import { tryLimits } from '../modules/identity/try-limits.ts'
import { endpointsWith, type Endpoint } from '../platform/http/endpoint.ts'
import { ProblemError, refusal, tooManyRequests } from '../platform/http/problem.ts'
import type { Limit } from '../platform/http/rate-limit.ts'

/** The identity host's calls (decisions identity-01 to identity-25). The form post of a login is no call: `identity-host.server.ts`. */

export type IdentityContext = {
  readonly provider: IdentityProvider
  readonly keys: SigningKeys
  /** The app whose page asks; null when the request names no page. */
  readonly app: AppCode | null
  /** The secret of the session's cookie. */
  readonly secret: string | null
  /** Sets the cookie, or with null takes it away. */
  keepSecret(secret: string | null, lastsSeconds: number): void
  waitFor(limit: Limit): number
}

const tag = 'Identity'
const identityEndpoint = endpointsWith<IdentityContext>()

export function tryWait(waitFor: IdentityContext['waitFor']): number {
  return Math.max(...tryLimits.map((limit) => waitFor(limit)))
}

const email = z.string().max(320)
const password = z.string().max(1_000)
const nonce = z.string().max(100)

const clientId = z.enum(appCodes.map(clientIdOf) as [string, ...string[]], { error: 'must be the id of a client' })
const ok = z.object({ ok: z.literal(true) })
const done = () => Response.json({ ok: true }, { headers: noStore })
const noStore = { 'cache-control': 'no-store' }

const profileAnswer = z.object({
  userId: z.string(),
  email: z.string(),
  emailConfirmed: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string().nullable(),
  abn: z.string().nullable(),
})

const wireProfile = (account: Account): z.infer<typeof profileAnswer> => ({
  userId: account.id,
  email: account.email,
  emailConfirmed: account.emailConfirmedAt !== null,
  firstName: account.firstName,
  lastName: account.lastName,
  phone: account.phone,
  abn: account.abn,
})

export const linkInvalid = 'This link is invalid or has expired.'

function leave(problem: IdentityProblem): never {
  switch (problem.code) {
    case 'validation':
      throw new ProblemError({
        status: 400,
        type: 'validation',
        faults: problem.faults.map((fault) => ({ ...fault, code: 'invalid' })),
      })
    case 'too_many':
      throw new ProblemError(tooManyRequests(problem.waitSeconds))
    case 'link_invalid':
      throw new ProblemError(refusal(400, 'link_invalid', linkInvalid, 'token'))
    case 'not_yours':
      throw new ProblemError(refusal(403, 'not_yours', 'This account belongs to somebody else.', 'userId'))
    case 'bad_nonce':
      throw new ProblemError(refusal(400, 'bad_nonce', 'nonce: must be 32 hexadecimal characters', 'nonce'))
    case 'invalid_login':
      throw new ProblemError(refusal(401, 'invalid_login', 'Your email or password is incorrect.'))
    case 'no_session':
      throw new ProblemError(refusal(401, 'no_session', 'You are not logged in. Please log in again.'))
  }
}

/** A client signs in for its own app; a page of one cannot speak for another. */
function appFor({ app }: Pick<IdentityContext, 'app'>, client: string | null): AppCode {
  const named = client === null ? null : (appCodes.find((one) => clientIdOf(one) === client) ?? null)
  if (named !== null && app !== null && named !== app)
    throw new ProblemError(
      refusal(400, 'other_client', 'clientId: must be the client of the page that asks', 'clientId'),
    )
  const found = named ?? app
  if (found === null)
    throw new ProblemError(refusal(400, 'origin', 'origin: must be the address of a shop of ours', 'origin'))
  return found
}

function limited({ waitFor }: IdentityContext): void {
  const wait = tryWait(waitFor)
  if (wait > 0) throw new ProblemError(tooManyRequests(wait))
}

export function tokenAnswer(context: IdentityContext, { tokens, secret, lastsSeconds }: SignedIn): SignedIn['tokens'] {
  if (secret !== null) context.keepSecret(secret, lastsSeconds)
  return tokens
}

export const identityEndpoints: readonly Endpoint<IdentityContext>[] = [
  identityEndpoint({
    method: 'GET',
    path: '/.well-known/jwks.json',
    tag,
    summary: 'The public keys of tokens, by kid.',
    answer: z.object({ keys: z.array(z.looseObject({ kid: z.string() })) }),
    async handle({ context }) {
      const headers = { 'cache-control': 'public, max-age=60', 'access-control-allow-origin': '*' }
      return Response.json({ keys: await context.keys.published() }, { headers })
    },
  }),
  identityEndpoint({
    method: 'POST',
    path: '/api/account/register',
    tag,
    ownProof: true,
    summary: 'Opens an account, and mails a link to confirm its address. Answers the same when there is one already.',
    body: z.object({
      email,
      password,
      firstName: z.string().max(200),
      lastName: z.string().max(200),
      phone: z.string().max(60),
      clientId,
      ABN: z.string().max(60).default('').meta({ description: "'' when there is none" }),
    }),
    answer: ok,
    refusals: [400, 429],
    async handle({ context, body }) {
      limited(context)
      const { clientId: client, ...form } = body
      const made = await context.provider.register(appFor(context, client), form)
      return made.ok ? done() : leave(made.problem)
    },
  }),
  identityEndpoint({
    method: 'POST',
    path: '/api/account/logout',
    tag,
    ownProof: true,
    summary: 'Ends the session of the cookie.',
    body: z.object({ userId: z.string().max(100), clientId: z.string().max(100) }),
    answer: ok,
    async handle({ context, body }) {
      await context.provider.logout(context.secret, body.userId)
      context.keepSecret(null, 0)
      return done()
    },
  }),
  identityEndpoint({
    method: 'POST',
    path: '/api/account/relogin',
    tag,
    ownProof: true,
    summary: 'New tokens for the session of the cookie. The token may be empty or expired: the cookie decides.',
    body: z.object({
      token: z.string().max(4_096),
      origin: z.string().max(300),
      nonce,
      returnUrl: z.string().max(4_096),
    }),
    answer: z.object({ access_token: z.string(), id_token: z.string(), nonce: z.string(), expires_in: z.int() }),
    refusals: [400, 401],
    async handle({ context, body }) {
      const renewed = await context.provider.renew(appFor(context, null), context.secret, body.nonce)
      if (renewed.ok) return Response.json(tokenAnswer(context, renewed.value), { headers: noStore })
      if (renewed.problem.code === 'no_session') context.keepSecret(null, 0)
      return leave(renewed.problem)
    },
  }),
  identityEndpoint({
    method: 'POST',
    path: '/api/account/forgotpassword',
    tag,
    ownProof: true,
    summary: 'Mails a link to choose a new password, when there is such an account.',
    body: z.object({ clientId, email }),
    answer: ok,
    refusals: [400, 429],
    async handle({ context, body }) {
      limited(context)
      await context.provider.forgotPassword(appFor(context, body.clientId), body.email)
      return done()
    },
  }),
  identityEndpoint({
    method: 'POST',
    path: '/api/account/resetpassword',
    tag,
    ownProof: true,
    summary: 'Sets the password by the link of a mail, and ends every session.',
    body: z.object({ token: z.string().max(200), password }),
    answer: ok,
    refusals: [400, 429],
    async handle({ context, body }) {
      limited(context)
      const reset = await context.provider.resetPassword(appFor(context, null), body.token, body.password)
      return reset.ok ? done() : leave(reset.problem)
    },
  }),
  identityEndpoint({
    method: 'GET',
    path: '/api/account/getprofile',
    tag,
    summary: 'The profile of whoever the cookie signs in.',
    answer: profileAnswer,
    refusals: [401],
    async handle({ context }) {
      const account = await context.provider.profile(context.secret)
      return account === null
        ? leave({ code: 'no_session' })
        : Response.json(wireProfile(account), { headers: noStore })
    },
  }),
  identityEndpoint({
    method: 'POST',
    path: '/api/account/updateprofile',
    tag,
    ownProof: true,
    summary:
      'Changes the fields whose flag is set. A new address counts once it and the present one have confirmed it.',
    body: z.object({
      userId: z.string().max(100),
      clientId,
      email,
      emailChanged: z.boolean(),
      firstName: z.string().max(200),
      firstNameChanged: z.boolean(),
      lastName: z.string().max(200),
      lastNameChanged: z.boolean(),
    }),
    answer: profileAnswer,
    refusals: [400, 401, 403, 429],
    async handle({ context, body }) {
      limited(context)
      const { clientId: client, ...change } = body
      const updated = await context.provider.updateProfile(appFor(context, client), context.secret, change)
      return updated.ok ? Response.json(wireProfile(updated.value), { headers: noStore }) : leave(updated.problem)
    },
  }),
  identityEndpoint({
    method: 'GET',
    path: '/api/account/confirmemail/:token',
    tag,
    summary: 'Confirms the address that the link was mailed to. Using it again is a success.',
    params: z.object({ token: z.string().min(1).max(200) }),
    answer: z.object({
      email: z.string(),
      confirmed: z.literal(true),
      complete: z
        .boolean()
        .meta({ description: 'False for a change of address that the other address has to confirm' }),
    }),
    refusals: [400, 429],
    async handle({ context, params }) {
      limited(context)
      const confirmed = await context.provider.confirmEmail(params.token)
      if (!confirmed.ok) return leave(confirmed.problem)
      const { email: address, isComplete } = confirmed.value
      return Response.json({ email: address, confirmed: true, complete: isComplete }, { headers: noStore })
    },
  }),
  identityEndpoint({
    method: 'POST',
    path: '/api/account/resendconfirmemail',
    tag,
    ownProof: true,
    summary: 'Mails the link to confirm an address again, at most once a minute.',
    body: z.object({ clientId, email }),
    answer: ok,
    refusals: [400, 429],
    async handle({ context, body }) {
      limited(context)
      await context.provider.resendConfirmation(appFor(context, body.clientId), body.email)
      return done()
    },
  }),
  // Added: no document names the next three.
  identityEndpoint({
    method: 'POST',
    path: '/api/account/changepassword',
    tag,
    ownProof: true,
    summary: 'Changes the password with the present one, and ends every other session.',
    body: z.object({ clientId, current: password, password }),
    answer: ok,
    refusals: [400, 401, 429],
    async handle({ context, body }) {
      limited(context)
      const { clientId: client, ...change } = body
      const changed = await context.provider.changePassword(appFor(context, client), context.secret, change)
      return changed.ok ? done() : leave(changed.problem)
    },
  }),
  identityEndpoint({
    method: 'GET',
    path: '/api/account/sessions',
    tag,
    summary: 'Where the account is signed in.',
    answer: z.object({
      sessions: z.array(
        z.object({
          id: z.string(),
          app: z.string(),
          agent: z.string(),
          createdAt: z.string(),
          lastUsedAt: z.string(),
          isThis: z.boolean(),
        }),
      ),
    }),
    refusals: [401],
    async handle({ context }) {
      const listed = await context.provider.sessions(context.secret)
      return listed.ok ? Response.json({ sessions: listed.value }, { headers: noStore }) : leave(listed.problem)
    },
  }),
  identityEndpoint({
    method: 'POST',
    path: '/api/account/endsessions',
    tag,
    ownProof: true,
    summary: 'Ends one session of the account, or with null all of them.',
    body: z.object({ sessionId: z.uuid().nullable() }),
    answer: ok,
    refusals: [400, 401],
    async handle({ context, body }) {
      const ended = await context.provider.endSessions(context.secret, body.sessionId)
      if (!ended.ok) return leave(ended.problem)
      if (body.sessionId === null) context.keepSecret(null, 0)
      return done()
    },
  }),
]
