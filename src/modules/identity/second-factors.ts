/** Second factors: types and messages for pages and calls. */

export type LoginStep = {
  /** Set one up, because the account requires it, or enter one. */
  readonly need: 'enrol' | 'verify'
  readonly hasTotp: boolean
  /** One that works on this page's host. */
  readonly hasPasskey: boolean
  /** A code has been mailed. */
  readonly hasMail: boolean
  readonly returnUrl: string
  /** The current code of a demo account, which is public; null for every other. */
  readonly demoCode: string | null
}

export type ListedPasskey = {
  readonly id: string
  readonly name: string
  /** The host it works on. */
  readonly site: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
}

export type Factors = {
  readonly hasPassword: boolean
  readonly hasTotp: boolean
  readonly passkeys: readonly ListedPasskey[]
  readonly recoveryCodesLeft: number
  /** A password alone is not enough. */
  readonly isRequired: boolean
  readonly isStaff: boolean
}

export const maxPasskeys = 20
export const longestPasskeyName = 40

export const factorTexts = {
  wrongCode: 'This code is incorrect or has already been used. Please enter the current one',
  passkeyName: `Please give it a name (max ${longestPasskeyName} characters)`,
  tooManyPasskeys: `You can have at most ${maxPasskeys} passkeys. Please remove one first`,
  hasTotp: 'Your account already has an authenticator app. Please remove it first',
  stale: 'Please confirm that it is you.',
  noStep: 'This login has taken too long. Please log in again.',
  unconfirmed: 'Please confirm your email address first.',
  passkeyRefused: 'This passkey could not be used. Please try again, or choose another way.',
  lastFactor: 'Please set up another second factor first.',
} as const
