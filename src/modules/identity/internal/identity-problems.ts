import type { FieldError, Result } from '../../../platform/result.ts'
import type { TokenAnswer } from './tokens/tokens.ts'

/** Problems of the identity host, and the results of a login. */

export type IdentityProblem =
  | { readonly code: 'validation'; readonly errors: readonly FieldError[] }
  | {
      readonly code:
        | 'invalid_login'
        | 'no_session'
        | 'link_invalid'
        | 'not_yours'
        | 'bad_nonce'
        /** The action requires a more recent authentication (policy.ts). */
        | 'stale'
        /** A login that was begun and is over, or never was. */
        | 'no_step'
        | 'unconfirmed'
        | 'passkey_refused'
        | 'last_factor'
        | 'unknown_provider'
        | 'provider_silent'
    }
  | { readonly code: 'too_many'; readonly waitSeconds: number }

export type Answer<Value> = Promise<Result<Value, IdentityProblem>>

/** Tokens for the page, and the new secret for the identity host's cookie; null when it is unchanged. */
export type SignedIn = {
  readonly tokens: TokenAnswer
  readonly secret: string | null
  readonly lastsSeconds: number
  /** Of a login; a renewal creates none. */
  readonly deviceMark: string | null
}

/** The result of a first factor: a session, or a pending login that waits for a second one under a cookie's secret. */
export type LoginOutcome =
  | ({ readonly kind: 'in' } & SignedIn)
  | { readonly kind: 'pending'; readonly secret: string; readonly lastsSeconds: number }
