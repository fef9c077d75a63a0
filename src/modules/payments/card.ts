/** Rules about card numbers, expiry and security codes (decisions payments-12 to payments-14). No card data leaves the browser in clear. */

export const cardTypes = [
  'maestro',
  'forbrugsforeningen',
  'dankort',
  'visa',
  'mastercard',
  'amex',
  'dinersclub',
  'discover',
  'unionpay',
  'jcb',
] as const
export type CardType = (typeof cardTypes)[number]

/** The types as they call themselves. */
export const cardNames: Readonly<Record<CardType, string>> = {
  maestro: 'Maestro',
  forbrugsforeningen: 'Forbrugsforeningen',
  dankort: 'Dankort',
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  dinersclub: 'Diners Club',
  discover: 'Discover',
  unionpay: 'UnionPay',
  jcb: 'JCB',
}

type TypeRule = {
  readonly type: CardType
  readonly begins: RegExp
  readonly lengths: readonly number[]
  readonly groups: readonly number[]
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)
const fours = [4, 4, 4, 4, 4]

/** In the order they are tried: the first match decides. */
const rules: readonly TypeRule[] = [
  { type: 'maestro', begins: /^(5018|502|503|506|56|58|639|6220|67)/, lengths: range(12, 19), groups: fours },
  { type: 'forbrugsforeningen', begins: /^600/, lengths: [16], groups: fours },
  { type: 'dankort', begins: /^5019/, lengths: [16], groups: fours },
  { type: 'visa', begins: /^4/, lengths: [13, 16], groups: fours },
  { type: 'mastercard', begins: /^(5[1-5]|2[2-7])/, lengths: [16], groups: fours },
  { type: 'amex', begins: /^3[47]/, lengths: [15], groups: [4, 6, 5] },
  { type: 'dinersclub', begins: /^3[0689]/, lengths: [14], groups: [4, 6, 4] },
  { type: 'discover', begins: /^6([045]|22)/, lengths: [16], groups: fours },
  { type: 'unionpay', begins: /^(62|88)/, lengths: range(16, 19), groups: fours },
  { type: 'jcb', begins: /^35/, lengths: [16], groups: fours },
]

export const longestCardNumber = 19

const digitsOf = (text: string) => text.replaceAll(/\D/g, '')

function ruleOf(number: string): TypeRule | null {
  const digits = digitsOf(number)
  return rules.find((rule) => rule.begins.test(digits)) ?? null
}

export function cardType(number: string): CardType | null {
  return ruleOf(number)?.type ?? null
}

/** The digits in the type's groups, cut to the longest the type allows (CARD-14, CARD-15). */
export function formatCardNumber(text: string): string {
  const rule = ruleOf(text)
  const digits = digitsOf(text).slice(0, rule === null ? longestCardNumber : Math.max(...rule.lengths))
  const parts: string[] = []
  let at = 0
  for (const size of rule?.groups ?? fours) {
    if (at >= digits.length) break
    parts.push(digits.slice(at, at + size))
    at += size
  }
  return parts.join(' ')
}

/** The checksum of ISO/IEC 7812: every second digit from the right doubled. */
export function passesLuhn(number: string): boolean {
  let sum = 0
  for (const [at, digit] of [...digitsOf(number)].toReversed().entries()) {
    const value = at % 2 === 1 ? Number(digit) * 2 : Number(digit)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

export function isCardNumber(text: string): boolean {
  if (!/^[\d ]+$/.test(text)) return false
  const rule = ruleOf(text)
  const digits = digitsOf(text)
  // unionpay numbers do not all carry the checksum (CARD-16).
  return rule !== null && rule.lengths.includes(digits.length) && (rule.type === 'unionpay' || passesLuhn(digits))
}

/** 'MM / YYYY' while it is typed. */
export function formatExpiry(text: string): string {
  const digits = digitsOf(text).slice(0, 6)
  if (digits.length < 3) return /\/\s*$/.test(text) && digits.length === 2 ? `${digits} / ` : digits
  return `${digits.slice(0, 2)} / ${digits.slice(2)}`
}

/** Month and four-digit year; null when it is no expiry in the form MM / YY or MM / YYYY (CARD-19, CARD-41). */
export function readExpiry(text: string): { readonly month: number; readonly year: number } | null {
  const match = /^(\d{2})\s*\/\s*(\d{2}|\d{4})$/.exec(text.trim())
  if (match === null) return null
  const [month, year] = [Number(match[1]), Number(match[2])]
  return month >= 1 && month <= 12 ? { month, year: year < 100 ? 2000 + year : year } : null
}

/** From the current month to 20 years ahead (CARD-40, decision payments-14). */
export function isExpiry(text: string, today: { readonly year: number; readonly month: number }): boolean {
  const expiry = readExpiry(text)
  if (expiry === null || expiry.year < today.year || expiry.year > today.year + 20) return false
  return expiry.year > today.year || expiry.month >= today.month
}

export type CardForm = {
  readonly nameOnCard: string
  readonly cardNo: string
  readonly expiryDate: string
  readonly cvv: string
}

export const emptyCard: CardForm = { nameOnCard: '', cardNo: '', expiryDate: '', cvv: '' }

export function nameProblem(name: string): string | null {
  const text = name.trim()
  return text.length >= 2 && text.length <= 60 && /\p{L}/u.test(text) ? null : 'Please enter a valid name'
}

export function cvvProblem(cvv: string): string | null {
  if (/^\d{3,4}$/.test(cvv)) return null
  return /^\d{1,2}$/.test(cvv) ? 'CVV must be at least 3 digits' : 'Please enter a valid CVV'
}

/** One text per field that is wrong, beside the field (CARD-10 to CARD-22). */
export function cardErrors(
  card: CardForm,
  today: { readonly year: number; readonly month: number },
): { field: keyof CardForm; message: string }[] {
  const errors: { field: keyof CardForm; message: string | null }[] = [
    { field: 'nameOnCard', message: nameProblem(card.nameOnCard) },
    { field: 'cardNo', message: isCardNumber(card.cardNo) ? null : 'Please enter a valid card number' },
    {
      field: 'expiryDate',
      message: isExpiry(card.expiryDate, today) ? null : 'Please enter a valid expiry date (MM / YYYY)',
    },
    { field: 'cvv', message: cvvProblem(card.cvv) },
  ]
  return errors.flatMap(({ field, message }) => (message === null ? [] : [{ field, message }]))
}

/** The last check before a card is sent: the first fault in the order code, name, number, expiry (decision payments-12). */
export function cardCheck(card: CardForm, today: { readonly year: number; readonly month: number }): string | null {
  if (cvvProblem(card.cvv) !== null) return 'Please check your CVC number.'
  if (nameProblem(card.nameOnCard) !== null) return 'Please check the name on your card entered.'
  if (!isCardNumber(card.cardNo)) return 'Please check your card number.'
  return isExpiry(card.expiryDate, today) ? null : 'Please check the card expiry date entered.'
}
