import type { AppCode } from '../../brands/apps.ts'

/** Work for later: every mail of the identity host. The job names whom it is for; links are made when it is done, so no secret waits in a queue. */
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
  /** The code of a login that waits for it; `pending` is the hash of its secret, of which the code is made when the mail is. */
  | { readonly kind: 'login-code'; readonly pending: string }
  /** The account is gone, and its owner's name with it. */
  | { readonly kind: 'closed'; readonly firstName: string }
  /** A new address for the account of `email`. */
  | { readonly kind: 'change'; readonly newEmail: string }
)
