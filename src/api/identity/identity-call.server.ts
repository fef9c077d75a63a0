import { z } from 'zod'
import { clientIdOf, appCodes, type AppCode } from '../../brands/apps.ts'
import type { CaptchaForm } from '../../modules/identity/captcha.server.ts'
import type { ExternalLogins } from '../../modules/identity/external-logins.server.ts'
import { identityTexts } from '../../modules/identity/error-texts.ts'
import type { IdentityProblem, IdentityProvider, SignedIn } from '../../modules/identity/provider.server.ts'
import { factorTexts } from '../../modules/identity/second-factors.ts'
import type { SecondFactors } from '../../modules/identity/second-factors.server.ts'
import type { SigningKeys } from '../../modules/identity/signing-keys.server.ts'
import { tryLimits } from '../../modules/identity/try-limits.ts'
import { endpointsWith, type successSchema } from '../../platform/http/endpoint.ts'
import { ProblemError, httpProblem, tooManyRequests } from '../../platform/http/problem.ts'
import { jsonResponse, type JsonResponse } from '../../platform/http/json-response.ts'
import type { Limit } from '../../platform/http/rate-limit.ts'

/** Shared by the calls of the identity host. */

/** Cookies of the identity host beside the session's: a login that waits for its second proof, for a mailed code, or at another provider. */
export type PassingCookie = 'idpending' | 'idmailed' | 'idexternal' | 'iddevice'

export type IdentityContext = {
  readonly provider: IdentityProvider
  readonly factors: SecondFactors
  readonly externals: ExternalLogins
  readonly keys: SigningKeys
  /** The app whose page sent the request; null when the request names no page. */
  readonly app: AppCode | null
  /** The origin of that page. */
  readonly origin: string | null
  readonly agent: string
  /** The secret of the session's cookie. */
  readonly secret: string | null
  cookie(name: PassingCookie): string | null
  /** Sets the cookie, or with null takes it away. */
  saveSecret(secret: string | null, lastsSeconds: number): void
  saveCookie(name: PassingCookie, value: string | null, lastsSeconds: number): void
  waitFor(limit: Limit): number
  /** Whether a form of an app is sent by a person; `token` is the captcha's response. */
  isPerson(app: AppCode, form: CaptchaForm, token: string): Promise<boolean>
  /** The app of an origin that is one of our shops'. */
  appOf(origin: string): AppCode | null
  /** Where a provider sends the browser of a page back to. */
  callbackOf(origin: string, app: AppCode, provider: string): string
}

export const tag = 'Identity'
export const identityEndpoint = endpointsWith<IdentityContext>()

export function tryWait(waitFor: IdentityContext['waitFor']): number {
  return Math.max(...tryLimits.map((limit) => waitFor(limit)))
}

export const noStore = { 'cache-control': 'no-store' }
export const json = <Value>(value: NoInfer<Value>): JsonResponse<Value> =>
  jsonResponse<Value>(value, { headers: noStore })
export const done = () => json<z.input<typeof successSchema>>({ success: true })

export const nonce = z.string().max(100)
export const clientId = z.enum(appCodes.map(clientIdOf) as [string, ...string[]], {
  error: 'must be the id of a client',
})
export const tokenSchema = z.object({
  access_token: z.string(),
  id_token: z.string(),
  nonce: z.string(),
  expires_in: z.int(),
})

export function leave(problem: IdentityProblem): never {
  switch (problem.code) {
    case 'validation':
      throw new ProblemError({
        status: 400,
        type: 'validation',
        errors: problem.errors.map((error) => ({ ...error, code: 'invalid' })),
      })
    case 'too_many':
      throw new ProblemError(tooManyRequests(problem.waitSeconds))
    case 'link_invalid':
      throw new ProblemError(httpProblem(400, 'link_invalid', identityTexts.linkInvalid, 'token'))
    case 'not_yours':
      throw new ProblemError(httpProblem(403, 'not_yours', 'This account belongs to somebody else.', 'userId'))
    case 'bad_nonce':
      throw new ProblemError(httpProblem(400, 'bad_nonce', 'nonce: must be 32 hexadecimal characters', 'nonce'))
    case 'invalid_login':
      throw new ProblemError(httpProblem(401, 'invalid_login', 'Your email or password is incorrect.'))
    case 'no_session':
      throw new ProblemError(httpProblem(401, 'no_session', 'You are not logged in. Please log in again.'))
    case 'no_step':
      throw new ProblemError(httpProblem(401, 'no_step', factorTexts.noStep))
    case 'stale':
      throw new ProblemError(httpProblem(403, 'fresh_login_required', factorTexts.stale))
    case 'unconfirmed':
      throw new ProblemError(httpProblem(403, 'email_unconfirmed', factorTexts.unconfirmed))
    case 'passkey_refused':
      throw new ProblemError(httpProblem(400, 'passkey_refused', factorTexts.passkeyRefused))
    case 'last_factor':
      throw new ProblemError(httpProblem(400, 'last_factor', factorTexts.lastFactor))
    case 'unknown_provider':
      throw new ProblemError(httpProblem(404, 'unknown_provider', 'There is no login by this provider.'))
    case 'provider_silent':
      throw new ProblemError(
        httpProblem(503, 'provider_silent', 'The provider does not answer just now. Please try again later.'),
      )
  }
}

/** A client signs in for its own app; a page of one cannot speak for another. */
export function appFor({ app }: Pick<IdentityContext, 'app'>, client: string | null): AppCode {
  const named = client === null ? null : (appCodes.find((one) => clientIdOf(one) === client) ?? null)
  if (named !== null && app !== null && named !== app)
    throw new ProblemError(
      httpProblem(400, 'other_client', 'clientId: must be the client of the page that asks', 'clientId'),
    )
  const found = named ?? app
  if (found === null)
    throw new ProblemError(httpProblem(400, 'origin', 'origin: must be the address of a shop of ours', 'origin'))
  return found
}

/** The limit of every call that authenticates. */
export const tryWaitOf = ({ waitFor }: Pick<IdentityContext, 'waitFor'>): number => tryWait(waitFor)

/** Rejects a caller without a session before the body is validated (decision platform-15). */
export async function needsSession({ context }: { readonly context: IdentityContext }): Promise<void> {
  if ((await context.provider.profile(context.secret)) === null) leave({ code: 'no_session' })
}

/** The origin and the app of the requesting page: passkeys and providers are tied to them. */
export function siteOf({ origin, app }: Pick<IdentityContext, 'origin' | 'app'>): { origin: string; app: AppCode } {
  if (origin !== null && app !== null) return { origin, app }
  throw new ProblemError(httpProblem(400, 'origin', 'origin: must be the address of a shop of ours', 'origin'))
}

export function tokenAnswer(
  context: IdentityContext,
  { tokens, secret, lastsSeconds, deviceMark }: SignedIn,
): SignedIn['tokens'] {
  if (secret !== null) context.saveSecret(secret, lastsSeconds)
  if (deviceMark !== null) context.saveCookie('iddevice', deviceMark, 365 * 86_400)
  return tokens
}
