/** Second factors: limits and messages for pages and calls. */

export const maxPasskeys = 20
export const longestPasskeyName = 40

export const factorTexts = {
  wrongCode: 'This code is incorrect or has already been used. Please enter the current one',
  wrongMailCode: 'This code is incorrect or has expired. Please check it, or ask for another one',
  passkeyName: `Please give it a name (max ${longestPasskeyName} characters)`,
  tooManyPasskeys: `You can have at most ${maxPasskeys} passkeys. Please remove one first`,
  hasTotp: 'Your account already has an authenticator app. Please remove it first',
  stale: 'Please confirm that it is you.',
  noStep: 'This login has taken too long. Please log in again.',
  unconfirmed: 'Please confirm your email address first.',
  passkeyRefused: 'This passkey could not be used. Please try again, or choose another way.',
  lastFactor: 'Please set up another second factor first.',
} as const
