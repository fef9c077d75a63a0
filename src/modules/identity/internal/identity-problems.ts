import type { FieldError, Result } from '../../../platform/result.ts'
import type { TokenAnswer } from './tokens/tokens.ts'

/** What the identity host can say no with, and what a login comes to. */

export type IdentityProblem =
  | { readonly code: 'validation'; readonly errors: readonly FieldError[] }
  | {
      readonly code:
        | 'invalid_login'
        | 'no_session'
        | 'link_invalid'
        | 'not_yours'
        | 'bad_nonce'
        /** The act asks for a proof that is newer (policy.ts). */
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

/** Tokens for the page, and the secret that the identity host's cookie holds from now on; null when it holds the right one. */
export type SignedIn = {
  readonly tokens: TokenAnswer
  readonly secret: string | null
  readonly lastsSeconds: number
  /** Of a sign-in; a renewal makes none. */
  readonly deviceMark: string | null
}

/** What a first proof comes to: a sign-in, or a login that waits for a second one under the secret of a cookie. */
export type LoginOutcome =
  | ({ readonly kind: 'in' } & SignedIn)
  | { readonly kind: 'pending'; readonly secret: string; readonly lastsSeconds: number }
