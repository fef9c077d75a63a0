import { importPKCS8, SignJWT } from 'jose'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientError,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  ResponseBodyError,
  type CustomFetch,
  type ServerMetadata,
} from 'openid-client'
import { minutes, type Clock } from '../../../platform/clock.ts'
import { tracedFetch } from '../../../platform/tracing/traced-call.ts'
import type { Tracing } from '../../../platform/tracing/tracing.ts'
import type { ProviderName } from '../external-providers.ts'

/** Other providers of identities, by OpenID Connect: the authorization code flow with PKCE, state and nonce. */

export type ProviderSettings = {
  readonly name: ProviderName
  readonly clientId: string
  /** Client authentication: a secret, or Apple's signed one, which is generated. */
  readonly secret: string | AppleKey
  /** The address of its metadata; or the metadata itself, for a provider that publishes too little. */
  readonly server: string | ServerMetadata
  readonly scope: string
  /** Apple responds with a form post when a name is requested. */
  readonly answersByPost: boolean
  /** The provider says whether an address is verified. Facebook does not, so its addresses are not trusted. */
  readonly saysEmailVerified: boolean
}

export type AppleKey = { readonly teamId: string; readonly keyId: string; readonly privateKey: string }

/** A provider's user. */
export type ExternalPerson = {
  readonly subject: string
  /** Lower case; null when the provider does not include it. */
  readonly email: string | null
  readonly isEmailVerified: boolean
  readonly firstName: string
  readonly lastName: string
}

export type Departure = {
  readonly address: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** 'cancelled' when the user declined; 'failed' when the response is invalid; 'silent' when there was none. */
export type ArrivalProblem = 'cancelled' | 'failed' | 'silent'

export interface OpenIdProvider {
  readonly name: ProviderName
  readonly answersByPost: boolean
  /** Null when the provider cannot be reached. */
  depart(callback: string): Promise<Departure | null>
  arrive(
    address: URL,
    expected: { readonly state: string; readonly nonce: string; readonly verifier: string },
  ): Promise<ExternalPerson | ArrivalProblem>
}

/** How long a provider's metadata is believed; its keys follow their own terms. */
const metadataLasts = minutes(60)
const longestAnswer = 5_000

export function createOpenIdProvider(settings: ProviderSettings, clock: Clock, tracing: Tracing): OpenIdProvider {
  const { name, clientId, answersByPost, saysEmailVerified } = settings
  const target = { target: `openid ${name}`, sendsContext: false, isRoot: true } as const
  // The library's fetch is the built-in one with narrower types.
  const traced = tracing.isOn ? { [customFetch]: tracedFetch(tracing, target) as CustomFetch } : {}
  let known: { readonly configuration: Promise<Configuration>; readonly at: number } | null = null

  async function discover(): Promise<Configuration> {
    const secret = typeof settings.secret === 'string' ? settings.secret : await appleSecret(settings.secret, clientId)
    const authentication = ClientSecretPost(secret)
    const { server } = settings
    const isPlain = (typeof server === 'string' ? server : server.issuer).startsWith('http:')
    if (typeof server !== 'string') {
      const configuration = new Configuration(server, clientId, {}, authentication)
      configuration.timeout = longestAnswer / 1_000
      Object.assign(configuration, traced)
      if (isPlain) allowInsecureRequests(configuration)
      enableNonRepudiationChecks(configuration)
      return configuration
    }
    return discovery(new URL(server), clientId, {}, authentication, {
      timeout: longestAnswer / 1_000,
      ...traced,
      execute: isPlain ? [allowInsecureRequests, enableNonRepudiationChecks] : [enableNonRepudiationChecks],
    })
  }

  async function configuration(): Promise<Configuration | null> {
    const now = clock.now().getTime()
    if (known === null || now - known.at > metadataLasts) known = { configuration: discover(), at: now }
    const requested = known
    return requested.configuration.catch(() => {
      if (known === requested) known = null
      return null
    })
  }

  return {
    name,
    answersByPost,
    async depart(callback) {
      const configured = await configuration()
      if (configured === null) return null
      const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()]
      const address = buildAuthorizationUrl(configured, {
        redirect_uri: callback,
        scope: settings.scope,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(answersByPost ? { response_mode: 'form_post' } : {}),
      })
      return { address: address.href, state, nonce, verifier }
    },
    async arrive(address, { state, nonce, verifier }) {
      const configured = await configuration()
      if (configured === null) return 'silent'
      try {
        const tokens = await authorizationCodeGrant(configured, address, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (claims === undefined) return 'failed'
        const text = (claim: string) => (typeof claims[claim] === 'string' ? claims[claim] : '')
        const email = text('email').trim().toLowerCase()
        const [first = '', ...rest] = text('name').split(' ')
        return {
          subject: claims.sub,
          email: email === '' ? null : email,
          // Apple writes it as text.
          isEmailVerified: saysEmailVerified && [true, 'true'].includes(claims['email_verified'] as never),
          firstName: text('given_name') || first,
          lastName: text('family_name') || rest.join(' '),
        }
      } catch (error) {
        if (error instanceof AuthorizationResponseError)
          return /^(access_denied|user_cancelled_\w+)$/.test(error.error) ? 'cancelled' : 'failed'
        if (error instanceof ResponseBodyError) return 'failed'
        if (error instanceof ClientError)
          return ['OAUTH_TIMEOUT', 'OAUTH_ABORT'].includes(String(error.code)) ? 'silent' : 'failed'
        if (error instanceof TypeError) return 'silent'
        return 'failed'
      }
    },
  }
}

/**
 * Apple has no fixed secret: it is a token signed with the team's key, valid for at most half a year. This one lives an hour longer than
 * the metadata.
 */
export async function appleSecret({ teamId, keyId, privateKey }: AppleKey, clientId: string): Promise<string> {
  const key = await importPKCS8(privateKey.replaceAll('\\n', '\n'), 'ES256')
  return new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience('https://appleid.apple.com')
    .setIssuedAt()
    .setExpirationTime('2h')
    .sign(key)
}
