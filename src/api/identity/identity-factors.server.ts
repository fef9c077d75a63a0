import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { z } from 'zod'
import { safeReturnUrl } from '../../modules/identity/return-url.ts'
import type { Asker, Enrolled, Proof } from '../../modules/identity/second-factors.server.ts'
import { successSchema, type AnswerOf } from '../../platform/http/endpoint.ts'
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
  tokenSchema,
  type IdentityContext,
  tryWaitOf,
} from './identity-call.server.ts'

/** Second factors and passkeys (docs/decisions/0025): all of these calls are added. */

const code = z.string().max(100)

/** What the library at one end hands to the library at the other, in its own types. */
type Passed<Value> = z.ZodType<Value, Value>

/** A browser's passkey response; the library validates every part of it. */
const text = z.string().max(20_000)
const passkeyResponse = z
  .object({
    id: z.string().min(1).max(2_000),
    rawId: z.string().max(2_000),
    type: z.literal('public-key', { error: 'must be public-key' }),
    response: z.looseObject({ clientDataJSON: text }),
    clientExtensionResults: z.looseObject({}),
    authenticatorAttachment: z.string().max(40).optional(),
  })
  .meta({ description: 'The PublicKeyCredential as JSON (WebAuthn level 3)' })
const signature = passkeyResponse as unknown as Passed<AuthenticationResponseJSON>
const attestation = passkeyResponse as unknown as Passed<RegistrationResponseJSON>
const passkeyOptions = z.looseObject({ challenge: z.string() })
// Extensions are in the library's types with bytes, which JSON does not have; none that has any is asked for.
const requestOptions = passkeyOptions as unknown as Passed<Omit<PublicKeyCredentialRequestOptionsJSON, 'extensions'>>
const creationOptions = passkeyOptions as unknown as Passed<Omit<PublicKeyCredentialCreationOptionsJSON, 'extensions'>>

const enrolled = z.object({
  recoveryCodes: z
    .array(z.string())
    .nullable()
    .meta({ description: 'Shown once; null if the account already has some' }),
  tokens: tokenSchema.nullable().meta({ description: 'Tokens of the pending login; null if already signed in' }),
})

const asker = (context: IdentityContext): Asker => ({
  session: context.secret,
  pending: context.cookie('idpending'),
})

function enrolledAnswer(context: IdentityContext, { recoveryCodes, signedIn }: Enrolled): AnswerOf<typeof enrolled> {
  if (signedIn === null) return json({ recoveryCodes, tokens: null })
  context.saveCookie('idpending', null, 0)
  return json({ recoveryCodes, tokens: tokenAnswer(context, signedIn) })
}

const proof = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('password'), value: z.string().max(1_000) }),
  z.object({ kind: z.enum(['totp', 'recovery', 'mail']), value: z.string().max(1_000) }),
  z.object({ kind: z.literal('passkey'), response: signature }),
])

function proofOf(context: IdentityContext, given: z.output<typeof proof>): Proof {
  return given.kind === 'passkey' ? { ...given, site: siteOf(context) } : given
}

export const identityFactorEndpoints = [
  identityEndpoint({
    method: 'GET',
    path: '/api/account/loginstep',
    tag,
    summary: 'Returns the second step that a login is waiting for.',
    answer: z.object({
      need: z.enum(['enrol', 'verify']),
      hasTotp: z.boolean(),
      hasPasskey: z.boolean(),
      hasMail: z.boolean(),
      returnUrl: z.string(),
      demoCode: z.string().nullable(),
    }),
    problems: [401],
    async handle({ context }) {
      const { origin, app } = context
      const site = origin === null || app === null ? null : { origin, app }
      const step = await context.factors.step(context.cookie('idpending'), site)
      return step === null ? leave({ code: 'no_step' }) : json(step)
    },
  }),
  identityEndpoint({
    method: 'POST',
    path: '/api/account/loginstep',
    tag,
    ownProof: true,
    summary:
      'Completes a login with its second factor: a code from an authenticator app or an email, a recovery code or a passkey.',
    body: proof,
    answer: tokenSchema,
    problems: [400, 401, 429],
    limit: tryWaitOf,
    async handle({ context, body }) {
      const given = proofOf(context, body)
      if (given.kind === 'password')
        throw new ProblemError(httpProblem(400, 'invalid', 'kind: must be totp, recovery, mail or passkey', 'kind'))
      const finished = await context.factors.finish(context.cookie('idpending'), given)
      if (!finished.ok) {
        if (finished.problem.code === 'no_step') context.saveCookie('idpending', null, 0)
        return leave(finished.problem)
      }
      context.saveCookie('idpending', null, 0)
      return json(tokenAnswer(context, finished.value))
    },
  }),
  identityEndpoint({
    method: 'POST',
    path: '/api/account/passkeylogin',
    tag,
    ownProof: true,
    summary: 'Logs in with a passkey alone.',
    body: z.object({ nonce, returnUrl: z.string().max(4_096), response: signature }),
    answer: tokenSchema,
    problems: [400, 429],
    limit: tryWaitOf,
    async handle({ context, body }) {
      const login = { nonce: body.nonce, response: body.response, returnUrl: safeReturnUrl(body.returnUrl) }
      const begun = await context.factors.logIn(siteOf(context), { ...login, agent: context.agent })
      if (!begun.ok) return leave(begun.problem)
      return begun.value.kind === 'in' ? json(tokenAnswer(context, begun.value)) : leave({ code: 'passkey_refused' })
    },
  }),
  identityEndpoint({
    method: 'POST',
    path: '/api/account/passkeyrequest',
    tag,
    ownProof: true,
    summary: 'Returns the passkey challenge for a login, its second step or reauthentication.',
    body: z.object({ purpose: z.enum(['login', 'second', 'fresh']), nonce: nonce.default('') }),
    answer: requestOptions,
    problems: [400, 401, 429],
    limit: tryWaitOf,
    async handle({ context, body }) {
      const { purpose } = body
      const made = await context.factors.passkeyRequest(purpose, asker(context), siteOf(context), body.nonce)
      return made.ok ? json(made.value) : leave(made.problem)
    },
  }),
  identityEndpoint({
    method: 'POST',
    path: '/api/account/passkeycreation',
    tag,
    ownProof: true,
    summary: 'Returns the options for creating a passkey.',
    body: z.object({}),
    answer: creationOptions,
    problems: [401, 403, 429],
    limit: tryWaitOf,
    async handle({ context }) {
      const made = await context.factors.passkeyCreation(asker(context), siteOf(context))
      return made.ok ? json(made.value) : leave(made.problem)
    },
  }),
  identityEndpoint({
    method: 'POST',
    path: '/api/account/addpasskey',
    tag,
    ownProof: true,
    summary: 'Registers a new passkey.',
    body: z.object({ name: z.string().max(1_000), response: attestation }),
    answer: enrolled,
    problems: [400, 401, 403, 429],
    limit: tryWaitOf,
    async handle({ context, body }) {
      const added = await context.factors.addPasskey(asker(context), siteOf(context), body)
      return added.ok ? enrolledAnswer(context, added.value) : leave(added.problem)
    },
  }),
  identityEndpoint({
    method: 'POST',
    path: '/api/account/begintotp',
    tag,
    ownProof: true,
    summary: 'Issues a secret for an authenticator app. It takes effect once its first code is confirmed.',
    body: z.object({}),
    answer: z.object({ secret: z.string(), address: z.string() }),
    problems: [400, 401, 403, 429],
    limit: tryWaitOf,
    async handle({ context }) {
      const begun = await context.factors.beginTotp(asker(context), siteOf(context).app)
      return begun.ok ? json(begun.value) : leave(begun.problem)
    },
  }),
  identityEndpoint({
    method: 'POST',
    path: '/api/account/confirmtotp',
    tag,
    ownProof: true,
    summary: 'Confirms an authenticator app with its first code.',
    body: z.object({ code }),
    answer: enrolled,
    problems: [400, 401, 403, 429],
    limit: tryWaitOf,
    async handle({ context, body }) {
      const confirmed = await context.factors.confirmTotp(asker(context), siteOf(context).app, body.code)
      return confirmed.ok ? enrolledAnswer(context, confirmed.value) : leave(confirmed.problem)
    },
  }),
  identityEndpoint({
    method: 'GET',
    path: '/api/account/factors',
    tag,
    summary: "Lists the signed-in account's login methods.",
    answer: z.object({
      hasPassword: z.boolean(),
      hasTotp: z.boolean(),
      passkeys: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          site: z.string(),
          createdAt: z.string(),
          lastUsedAt: z.string().nullable(),
        }),
      ),
      recoveryCodesLeft: z.int(),
      isRequired: z.boolean(),
      isStaff: z.boolean(),
      connected: z.array(z.string()).meta({ description: 'Linked external providers' }),
    }),
    problems: [401],
    async handle({ context }) {
      const listed = await context.factors.list(context.secret)
      if (!listed.ok) return leave(listed.problem)
      const connected = await context.externals.connected(context.secret)
      return json({ ...listed.value, connected: connected.ok ? connected.value : [] })
    },
  }),
  identityEndpoint({
    method: 'POST',
    path: '/api/account/removefactor',
    tag,
    ownProof: true,
    summary: 'Removes the authenticator app or a passkey.',
    body: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('totp') }),
      z.object({ kind: z.literal('passkey'), id: z.string().max(2_000) }),
    ]),
    answer: successSchema,
    problems: [400, 401, 403, 429],
    authorize: needsSession,
    limit: tryWaitOf,
    async handle({ context, body }) {
      const removed = await context.factors.remove(context.secret, siteOf(context).app, body)
      return removed.ok ? done() : leave(removed.problem)
    },
  }),
  identityEndpoint({
    method: 'POST',
    path: '/api/account/requirefactor',
    tag,
    ownProof: true,
    summary: 'Turns two-step login on or off.',
    body: z.object({ isRequired: z.boolean() }),
    answer: z.object({ recoveryCodes: z.array(z.string()).nullable() }),
    problems: [400, 401, 403, 429],
    authorize: needsSession,
    limit: tryWaitOf,
    async handle({ context, body }) {
      const set = await context.factors.require(context.secret, siteOf(context).app, body.isRequired)
      return set.ok ? json({ recoveryCodes: set.value }) : leave(set.problem)
    },
  }),
  identityEndpoint({
    method: 'POST',
    path: '/api/account/recoverycodes',
    tag,
    ownProof: true,
    summary: 'Issues ten new recovery codes and invalidates the old ones.',
    body: z.object({}),
    answer: z.object({ recoveryCodes: z.array(z.string()) }),
    problems: [400, 401, 403, 429],
    limit: tryWaitOf,
    async handle({ context }) {
      const made = await context.factors.newRecoveryCodes(context.secret, siteOf(context).app)
      return made.ok ? json({ recoveryCodes: made.value }) : leave(made.problem)
    },
  }),
  identityEndpoint({
    method: 'POST',
    path: '/api/account/proveagain',
    tag,
    ownProof: true,
    summary: 'Reauthenticates the signed-in user, which sensitive actions require after five minutes.',
    body: proof,
    answer: successSchema,
    problems: [400, 401, 429],
    authorize: needsSession,
    limit: tryWaitOf,
    async handle({ context, body }) {
      const proved = await context.factors.proveAgain(context.secret, proofOf(context, body))
      return proved.ok ? done() : leave(proved.problem)
    },
  }),
]
