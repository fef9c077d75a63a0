import type { AppCode } from '../../brands/apps.ts'

/** Mail jobs of the identity host. A job names the recipient; links are created when it runs, so no secret waits in a queue. */
export const identityMailJob = 'identity-mail'

export type IdentityMailOrder = {
  readonly app: AppCode
  /** Lower case. */
  readonly email: string
} & (
  | {
      readonly kind:
        | 'confirm'
        | 'reset'
        | 'known'
        | 'password-changed'
        | 'factor-added'
        | 'factor-removed'
        | 'second-step-off'
        | 'recovery-codes-made'
        | 'session-reused'
    }
  /** From a browser that the account was never used in. */
  | { readonly kind: 'new-sign-in'; readonly agent: string; readonly at: string }
  /** To the address before and to the one from now on. */
  | { readonly kind: 'email-changed'; readonly newEmail: string }
  | { readonly kind: 'connected'; readonly provider: string }
  /** The login code; `pending` is the hash of the pending login's secret, from which the code is derived when the mail is sent. */
  | { readonly kind: 'login-code' | 'mail-login-code'; readonly pending: string }
  /** The account is gone, and its owner's name with it. */
  | { readonly kind: 'closed'; readonly firstName: string }
  /** A new address for the account of `email`. */
  | { readonly kind: 'change'; readonly newEmail: string }
)
