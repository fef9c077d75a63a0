import type { Cents } from '../../../../../platform/money.ts'

/** Amounts, lengths and weights as people and exports write them. Null means that the text is not one. */

export type ReadMoney = { readonly cents: Cents; readonly currency: string | null }

/** '499.00 AUD', 'AUD 1,299', '$1,299.00', '1.299,00 EUR'. Built without a float; finer than a cent is no amount. */
export function readMoney(text: string): ReadMoney | null {
  const match = /^([A-Z]{3})?\s*(?:\$\s*)?(\d[\d.,'\s]*)([A-Z]{3})?$/i.exec(text.trim())
  if (match === null || (match[1] !== undefined && match[3] !== undefined)) return null
  const number = plainNumber((match[2] ?? '').trim())
  const parts = /^(\d+)(?:\.(\d{1,2})0*)?$/.exec(number ?? '')
  if (parts === null) return null
  const cents = Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'))
  if (!Number.isSafeInteger(cents)) return null
  return { cents, currency: (match[1] ?? match[3])?.toUpperCase() ?? null }
}

/** '1,299.50' and '1.299,50' as '1299.50'. A single comma with three digits behind it groups thousands; else it is decimal. */
function plainNumber(text: string): string | null {
  const compact = text.replaceAll(/['\u00A0 ]/g, '')
  if (/^\d{1,3}(,\d{3})*(\.\d+)?$/.test(compact)) return compact.replaceAll(',', '')
  if (/^\d{1,3}(\.\d{3})+,\d+$/.test(compact)) return compact.replaceAll('.', '').replace(',', '.')
  return /^\d+([.,]\d+)?$/.test(compact) ? compact.replace(',', '.') : null
}

const millimetresPer: Readonly<Record<string, number>> = { mm: 1, cm: 10, m: 1_000, in: 25.4, inch: 25.4, ft: 304.8 }
const kilogramsPer: Readonly<Record<string, number>> = { kg: 1, g: 0.001, lb: 0.453_592_37, oz: 0.028_349_523 }

export const readMillimetres = (text: string): number | null => readMeasure(text, millimetresPer, 1)
export const readKilograms = (text: string): number | null => readMeasure(text, kilogramsPer, 3)

function readMeasure(text: string, factors: Readonly<Record<string, number>>, decimals: number): number | null {
  const match = /^([\d.,]+)\s*([a-z]+)s?\.?$/i.exec(text.trim())
  const unit = (match?.[2] ?? '').toLowerCase()
  const factor = factors[unit] ?? factors[unit.replace(/(es|s)$/, '')]
  const number = Number(plainNumber(match?.[1] ?? '') ?? Number.NaN)
  return factor === undefined || Number.isNaN(number) ? null : rounded(number * factor, decimals)
}

/** The number a text begins with: '605 L' is 605. */
export function readNumber(text: string): number | null {
  const match = /^[-+]?\d[\d,]*(\.\d+)?/.exec(text.trim())
  return match === null ? null : Number(match[0].replaceAll(',', ''))
}

export function rounded(value: number, decimals: number): number {
  return Number(`${Math.round(Number(`${value}e${decimals}`))}e-${decimals}`)
}

export function readBoolean(text: string): boolean | null {
  if (/^(yes|true|y|1)$/i.test(text.trim())) return true
  return /^(no|false|n|0)$/i.test(text.trim()) ? false : null
}

/** Shortens at a word, with an ellipsis, to what the record can hold. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text
  const head = text.slice(0, max - 1)
  const space = head.lastIndexOf(' ')
  return `${(space > max / 2 ? head.slice(0, space) : head)
    .trimEnd()
    .toWellFormed()
    .replace(/\uFFFD$/, '')}…`
}
