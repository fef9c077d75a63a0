/** Searches for card data where none is allowed: card numbers, security codes and encrypted cards. */

/** The cards of a run. Nothing else in a run looks like the security code, in quotes or after a name. */
export const findCards = {
  plain: '4111111111111111',
  challenged: '4212345678901237',
  cvc: '9713',
} as const

const spaced = (number: string) => number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')

const patterns: readonly (readonly [name: string, pattern: RegExp])[] = [
  ...[findCards.plain, findCards.challenged].flatMap((number): [string, RegExp][] => [
    ['a card number', new RegExp(number)],
    ['a card number', new RegExp(spaced(number))],
  ]),
  // Four digits occur in many numbers; a code stands alone, in quotes or after its name.
  ['a security code', new RegExp(`(?:"|'|\\\\"|cvc=|cvv=|code=)${findCards.cvc}(?:"|'|\\\\"|&|$)`, 'i')],
  // Five parts between dots, the first of them a header of JSON: a JWE. A signed token has three.
  ['an encrypted card', /eyJ[\w-]{8,}\.[\w-]*\.[\w-]+\.[\w-]+\.[\w-]+/],
  ['an encrypted card', /encryptedCardNumber|encryptedSecurityCode|encryptedValues"\s*:\s*\{\s*"/],
]

export type Found = { readonly where: string; readonly what: string }

/** Never repeats what it found: the report is a log too. */
export function findCardData(where: string, text: string): Found[] {
  const found = patterns.filter(([, pattern]) => pattern.test(text)).map(([what]) => what)
  return [...new Set(found)].map((what) => ({ where, what }))
}
