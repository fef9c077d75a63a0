import type { Cents, Currency } from '../../../platform/money.ts'

/** Values as providers write and limit them. */

/** Cents of a provider's decimal string; null for anything finer than cents or not a plain amount. */
export function centsOfDecimal(amount: string): Cents | null {
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(amount)
  return match === null ? null : Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

export function isCurrency(text: string): text is Currency {
  return text === 'AUD' || text === 'NZD'
}

export const cut = (text: string, longest: number): string => text.slice(0, longest)

/** The field when there is something to say: providers refuse empty texts. */
export function optional(name: string, text: string): Record<string, string> {
  return text === '' ? {} : { [name]: text }
}
