import { z } from 'zod'
import { captchaText } from '../../modules/identity/captcha.ts'
import { securityEventKinds } from '../../modules/identity/security-log.ts'
import { ProblemError, httpProblem } from '../../platform/http/problem.ts'
import type { Account } from '../../modules/identity/identity.server.ts'
import { successSchema } from '../../platform/http/endpoint.ts'
import { jsonResponse } from '../../platform/http/json-response.ts'
import {
  appFor,
  clientId,
  done,
  identityEndpoint,
  json,
  leave,
  needsSession,
  nonce,
  tag,
  tokenAnswer,
  tokenSchema,
  tryWaitOf,
} from './identity-call.server.ts'
import { identityExternalEndpoints } from './identity-external.server.ts'
import { identityFactorEndpoints } from './identity-factors.server.ts'

/** The identity host's calls (decisions identity-01 to identity-25). The form post of a login is no call: `identity-host.server.ts`. */

const email = z.string().max(320)
const password = z.string().max(1_000)

const profileAnswer = z.object({
  userId: z.string(),
  email: z.string(),
  emailConfirmed: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string().nullable(),
  abn: z.string().nullable(),
})

const toProfileResponse = (account: Account): z.infer<typeof profileAnswer> => ({
  userId: account.id,
  email: account.email,
  emailConfirmed: account.emailConfirmedAt !== null,
  firstName: account.firstName,
  lastName: account.lastName,
  phone: account.phone,
  abn: account.abn,
})

export const identityEndpoints = [
  identityEndpoint({
    method: 'GET',
    path: '/.well-known/jwks.json',
    tag,
    summary: 'Lists the public keys that tokens are signed with, by kid.',
    answer: z.object({ keys: z.array(z.looseObject({ kid: z.string() })) }),
    async handle({ context }) {
      const headers = { 'cache-control': 'public, max-age=60', 'access-control-allow-origin': '*' }
      return jsonResponse({ keys: await context.keys.published() }, { headers })
    },
  }),
  identityEndpoint({
    method: 'POST',
    path: '/api/account/register',
    tag,
    ownProof: true,
    summary:
      'Creates an account and emails a link to confirm its address. Responds the same if the account already exists.',
    query: z.object({
      captchaToken: z.string().max(4_096).default('').meta({ description: 'Required where the app uses a captcha.' }),
    }),
    body: z.object({
      email,
      password,
      firstName: z.string().max(200),
      lastName: z.string().max(200),
      phone: z.string().max(60),
      clientId,
      ABN: z.string().max(60).default('').meta({ description: "'' if there is none" }),
    }),
    answer: successSchema,
    problems: [400, 429],
    limit: tryWaitOf,
    async handle({ context, body, query }) {
      const { clientId: client, ...form } = body
      const app = appFor(context, client)
      if (!(await context.isPerson(app, 'register', query.captchaToken)))
        throw new ProblemError(httpProblem(400, 'captcha', captchaText, 'captchaToken'))
      const made = await context.provider.register(app, form)
      return made.ok ? done() : leave(made.problem)
    },
  }),
  identityEndpoint({
    method: 'POST',
    path: '/api/account/logout',
    tag,
    ownProof: true,
    summary: 'Ends the session in the cookie.',
    body: z.object({ userId: z.string().max(100), clientId: z.string().max(100) }),
    answer: successSchema,
    async handle({ context, body }) {
      await context.provider.logout(context.secret, body.userId)
      context.saveSecret(null, 0)
      return done()
    },
  }),
  identityEndpoint({
    method: 'POST',
    path: '/api/account/relogin',
    tag,
    ownProof: true,
    summary: 'Issues new tokens for the session in the cookie. The token may be empty or expired: the cookie decides.',
    body: z.object({
      token: z.string().max(4_096),
      origin: z.string().max(300),
      nonce,
      returnUrl: z.string().max(4_096),
    }),
    answer: tokenSchema,
    problems: [400, 401],
    async handle({ context, body }) {
      const renewed = await context.provider.renew(appFor(context, null), context.secret, body.nonce)
      if (renewed.ok) return json(tokenAnswer(context, renewed.value))
      if (renewed.problem.code === 'no_session') context.saveSecret(null, 0)
      return leave(renewed.problem)
    },
  }),
  identityEndpoint({
    method: 'POST',
    path: '/api/account/forgotpassword',
    tag,
    ownProof: true,
    summary: 'Emails a link to reset the password if the account exists.',
    body: z.object({ clientId, email }),
    answer: successSchema,
    problems: [400, 429],
    limit: tryWaitOf,
    async handle({ context, body }) {
      await context.provider.forgotPassword(appFor(context, body.clientId), body.email)
      return done()
    },
  }),
  identityEndpoint({
    method: 'POST',
    path: '/api/account/mailcode',
    tag,
    ownProof: true,
    summary: 'Emails a code to log in with, if there is an account that may log in so. Responds the same if not.',
    body: z.object({
      email,
      nonce,
      captchaToken: z.string().max(4_096).default('').meta({ description: 'Required where the app uses a captcha.' }),
    }),
    answer: successSchema,
    problems: [400, 429],
    limit: tryWaitOf,
    async handle({ context, body }) {
      const app = appFor(context, null)
      if (!(await context.isPerson(app, 'login', body.captchaToken)))
        throw new ProblemError(httpProblem(400, 'captcha', captchaText, 'captchaToken'))
      const sent = await context.provider.sendCode({ app, email: body.email, nonce: body.nonce, agent: context.agent })
      if (!sent.ok) return leave(sent.problem)
      context.saveCookie('idmailed', sent.value.secret, sent.value.lastsSeconds)
      return done()
    },
  }),
  identityEndpoint({
    method: 'POST',
    path: '/api/account/maillogin',
    tag,
    ownProof: true,
    summary: 'Logs in with the emailed code, in the browser that asked for it.',
    body: z.object({ email, code: z.string().max(40) }),
    answer: tokenSchema,
    problems: [400, 429],
    limit: tryWaitOf,
    async handle({ context, body }) {
      const done = await context.provider.logInByCode(context.cookie('idmailed'), body)
      if (!done.ok) return leave(done.problem)
      context.saveCookie('idmailed', null, 0)
      return json(tokenAnswer(context, done.value))
    },
  }),
  identityEndpoint({
    method: 'POST',
    path: '/api/account/resetpassword',
    tag,
    ownProof: true,
    summary: 'Sets a new password with the emailed link and ends every session.',
    body: z.object({ token: z.string().max(200), password }),
    answer: successSchema,
    problems: [400, 429],
    limit: tryWaitOf,
    async handle({ context, body }) {
      const reset = await context.provider.resetPassword(appFor(context, null), body.token, body.password)
      return reset.ok ? done() : leave(reset.problem)
    },
  }),
  identityEndpoint({
    method: 'GET',
    path: '/api/account/getprofile',
    tag,
    summary: 'Returns the profile of the signed-in account.',
    answer: profileAnswer,
    problems: [401],
    async handle({ context }) {
      const account = await context.provider.profile(context.secret)
      return account === null ? leave({ code: 'no_session' }) : json(toProfileResponse(account))
    },
  }),
  identityEndpoint({
    method: 'POST',
    path: '/api/account/updateprofile',
    tag,
    ownProof: true,
    summary:
      'Updates the fields whose flag is set. A new email address takes effect once it and the current one have confirmed it.',
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
    problems: [400, 401, 403, 429],
    authorize: needsSession,
    limit: tryWaitOf,
    async handle({ context, body }) {
      const { clientId: client, ...change } = body
      const updated = await context.provider.updateProfile(appFor(context, client), context.secret, change)
      return updated.ok ? json(toProfileResponse(updated.value)) : leave(updated.problem)
    },
  }),
  identityEndpoint({
    method: 'GET',
    path: '/api/account/confirmemail/:token',
    tag,
    summary: 'Confirms an email address with the emailed link. Repeating it succeeds.',
    params: z.object({ token: z.string().min(1).max(200) }),
    answer: z.object({
      email: z.string(),
      confirmed: z.literal(true),
      complete: z
        .boolean()
        .meta({ description: 'False if a change of address still needs confirmation by the other address' }),
    }),
    problems: [400, 429],
    limit: tryWaitOf,
    async handle({ context, params }) {
      const confirmed = await context.provider.confirmEmail(appFor(context, null), params.token)
      if (!confirmed.ok) return leave(confirmed.problem)
      const { email: address, isComplete } = confirmed.value
      return json({ email: address, confirmed: true, complete: isComplete })
    },
  }),
  identityEndpoint({
    method: 'POST',
    path: '/api/account/resendconfirmemail',
    tag,
    ownProof: true,
    summary: 'Resends the confirmation link, at most once a minute.',
    body: z.object({ clientId, email }),
    answer: successSchema,
    problems: [400, 429],
    limit: tryWaitOf,
    async handle({ context, body }) {
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
    summary: 'Changes the password, given the current one, and ends every other session.',
    body: z.object({ clientId, current: password, password }),
    answer: successSchema,
    problems: [400, 401, 429],
    authorize: needsSession,
    limit: tryWaitOf,
    async handle({ context, body }) {
      const { clientId: client, ...change } = body
      const changed = await context.provider.changePassword(appFor(context, client), context.secret, change)
      return changed.ok ? done() : leave(changed.problem)
    },
  }),
  identityEndpoint({
    method: 'GET',
    path: '/api/account/sessions',
    tag,
    summary: 'Lists the active sessions of the account.',
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
    problems: [401],
    async handle({ context }) {
      const listed = await context.provider.sessions(context.secret)
      if (!listed.ok) return leave(listed.problem)
      return json({
        sessions: listed.value.map(({ createdAt, lastUsedAt, ...session }) => ({
          ...session,
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt.toISOString(),
        })),
      })
    },
  }),
  identityEndpoint({
    method: 'GET',
    path: '/api/account/securityevents',
    tag,
    summary: 'Lists recent security events of the account, newest first.',
    answer: z.object({
      events: z.array(
        z.object({
          kind: z.enum(securityEventKinds),
          at: z.string(),
          agent: z.string(),
          country: z.string().nullable(),
          count: z.int().min(1),
        }),
      ),
    }),
    problems: [401],
    async handle({ context }) {
      const found = await context.provider.securityEvents(context.secret)
      if (!found.ok) return leave(found.problem)
      return json({ events: found.value.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })) })
    },
  }),
  identityEndpoint({
    method: 'POST',
    path: '/api/account/endsessions',
    tag,
    ownProof: true,
    summary: 'Ends one session of the account, or all of them if null.',
    body: z.object({ sessionId: z.uuid().nullable() }),
    answer: successSchema,
    problems: [400, 401],
    authorize: needsSession,
    async handle({ context, body }) {
      const ended = await context.provider.endSessions(context.secret, body.sessionId)
      if (!ended.ok) return leave(ended.problem)
      if (body.sessionId === null) context.saveSecret(null, 0)
      return done()
    },
  }),
  ...identityFactorEndpoints,
  ...identityExternalEndpoints,
]
