import type { AppCode } from '../../brands/apps.ts'

/** Work for later: every mail of the identity host. The job names whom it is for; links are made when it is done, so no secret waits in a queue. */
export const identityMailJob = 'identity-mail'

export type IdentityMailOrder = {
  readonly app: AppCode
  /** Lower case. */
  readonly email: string
} & (
  | { readonly kind: 'confirm' | 'reset' | 'known' | 'password-changed' }
  /** A new address for the account of `email`. */
  | { readonly kind: 'change'; readonly newEmail: string }
)
