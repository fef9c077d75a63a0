/** Security events of an account, and their texts. No I/O. */

export const securityEventTitles = {
  signed_in: 'Signed in',
  signed_out: 'Signed out',
  sign_in_failed: 'Sign-in failed',
  second_step_failed: 'Second step of a sign-in failed',
  factor_added: 'Second factor added',
  factor_removed: 'Second factor removed',
  second_step_on: 'Second step at sign-in turned on',
  second_step_off: 'Second step at sign-in turned off',
  recovery_codes_made: 'New recovery codes made',
  provider_connected: 'Sign-in with another provider connected',
  provider_removed: 'Sign-in with another provider removed',
  password_changed: 'Password changed',
  email_changed: 'Email address changed',
  sessions_ended: 'Sign-ins ended',
  session_reused: 'Sign-in ended because it was used on two devices',
  role_changed: 'Role changed by an administrator',
} as const

export type SecurityEventKind = keyof typeof securityEventTitles
export const securityEventKinds = Object.keys(securityEventTitles) as SecurityEventKind[]

export type SecurityEvent = {
  readonly kind: SecurityEventKind
  readonly at: Date
  readonly agent: string
  /** ISO 3166 code; null when unknown. */
  readonly country: string | null
  /** How many times within an hour; more than 1 for failed tries alone. */
  readonly count: number
}

/** How many of them the account's page shows. */
export const shownSecurityEvents = 50
