import { slug } from '../../../../../platform/text/slug.ts'
import type { Fields } from '../feed.ts'
import type { Condition, Rule, SingleRule } from './mapping-schema.ts'
import { cut, readBoolean, readNumber, rounded } from './measures.ts'

/** What the conditions and rules of a mapping make of a row. */

export function holds(conditions: readonly Condition[], row: Fields): boolean {
  return conditions.every((condition) => {
    const value = at(row, condition.column)
    const texts = (Array.isArray(value) ? value : [value]).map((one) => textOf(one).toLowerCase())
    const isOneOf = (requested: readonly unknown[]) =>
      requested.some((one) => texts.includes(textOf(one).toLowerCase()))
    const number = readNumber(textOf(value))
    if (condition.is !== undefined && !isOneOf(condition.is)) return false
    if (condition.not !== undefined && isOneOf(condition.not)) return false
    if (condition.matches !== undefined) {
      const expression = expressionOf(condition.matches)
      if (!texts.some((text) => expression.test(text))) return false
    }
    if (condition.missing !== undefined && condition.missing !== texts.every((text) => text === '')) return false
    if (condition.above !== undefined && !(number !== null && number > condition.above)) return false
    return condition.below === undefined || (number !== null && number < condition.below)
  })
}

export type Value = string | number | boolean | string[] | null

export function valueOf(rule: Rule, row: Fields): Value {
  for (const one of Array.isArray(rule) ? rule : [rule]) {
    const value = typeof one === 'string' ? plain(at(row, one)) : singleValueOf(one, row)
    if (value !== null) return value
  }
  return null
}

function singleValueOf(rule: SingleRule, row: Fields): Value {
  if (rule.when !== undefined && !holds(rule.when, row)) return null
  let value: Value = null
  if (rule.constant !== undefined) value = rule.constant
  else if (rule.template !== undefined) value = filled(rule.template, row) || null
  else if (rule.column !== undefined) value = plain(at(row, rule.column))
  if (value === null) return null

  if (rule.split !== undefined && !Array.isArray(value)) {
    value = textOf(value)
      .split(rule.split)
      .map((part) => part.trim())
      .filter((part) => part !== '')
  }
  if (Array.isArray(value)) {
    if (rule.as === 'list') return value.length === 0 ? null : value
    value = value[0] ?? null
    if (value === null) return null
  }
  let single: string | number | boolean = value
  if (rule.pattern !== undefined) {
    const match = expressionOf(rule.pattern).exec(textOf(single))
    single = match?.[1] ?? match?.[0] ?? ''
    if (single === '') return null
  }
  if (rule.values !== undefined) single = translated(rule.values, single)
  if (rule.multiply !== undefined || rule.decimals !== undefined || rule.as === 'number') {
    const number = readNumber(textOf(single))
    if (number === null) return null
    // Floats gain digits by multiplying: 59.8 × 10 is 598.
    single = rounded(number * (rule.multiply ?? 1), rule.decimals ?? 6)
  }
  const result = converted(single, rule.as)
  if (typeof result !== 'string') return result
  const padded = rule.padTo === undefined ? result : result.padStart(rule.padTo, '0')
  return rule.cut === undefined ? padded : cut(padded, rule.cut)
}

/** '*' stands for every value that is not listed; without it they stay as they are. */
function translated(
  values: Readonly<Record<string, string | number | boolean>>,
  value: string | number | boolean,
): string | number | boolean {
  const text = textOf(value).toLowerCase()
  const found = Object.entries(values).find(([name]) => name.toLowerCase() === text)
  return found?.[1] ?? values['*'] ?? value
}

function converted(value: string | number | boolean, as: SingleRule['as']): Value {
  const text = textOf(value)
  switch (as) {
    case 'boolean':
      return readBoolean(text)
    case 'text':
      return text
    case 'list':
      return [text]
    case 'slug':
      return slug(text) || null
    case 'sku':
      return (
        text
          .trim()
          .replaceAll(/[^A-Za-z0-9._*+-]+/g, '-')
          .slice(0, 60) || null
      )
    case 'title':
      return inTitleCase(text)
    case 'day':
      return /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0] ?? null
    case 'digits':
      return text.replaceAll(/\D/g, '') || null
    default:
      return value
  }
}

/** 'FISHER & PAYKEL' and 'kogan' as a name is written; a text with both cases is left alone, as are words of up to three letters. */
function inTitleCase(text: string): string {
  if (/[a-z]/.test(text) && /[A-Z]/.test(text)) return text
  return text.replaceAll(/\p{L}{4,}/gu, (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
}

/** Fills '{column}', '{column:1}' with one decimal, and '{=brand}' with what a rule made; a part in square brackets is dropped when one of its columns is empty. */
export function filled(template: string, row: Fields, shape: (text: string) => string = (text) => text): string {
  const valueIn = (placeholder: string) => {
    const [, column = '', decimals] = /^(.*?)(?::(\d))?$/.exec(placeholder) ?? []
    const text = textOf(at(row, column))
    const number = decimals === undefined ? null : readNumber(text)
    return number === null ? text : String(rounded(number, Number(decimals)))
  }
  const placeholders = /\{([^{}]+)\}/g
  return template
    .replaceAll(/\[([^[\]]*)\]/g, (_, part: string) =>
      [...part.matchAll(placeholders)].every((match) => valueIn(match[1] ?? '') !== '') ? part : '',
    )
    .replaceAll(placeholders, (_, placeholder: string) => shape(valueIn(placeholder)))
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** A column, or a field inside one: 'zoned.cold'. */
export function at(row: Fields, column: string): unknown {
  if (column in row) return row[column]
  let value: unknown = row
  for (const step of column.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Fields)[step]
  }
  return value
}

function plain(value: unknown): Value {
  if (Array.isArray(value)) {
    const texts = value.map(textOf).filter((text) => text !== '')
    return texts.length === 0 ? null : texts
  }
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim()
  return typeof value === 'number' || typeof value === 'boolean' ? value : null
}

export function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value).trim()
    : ''
}

export function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' ? readNumber(value) : value
  return typeof number === 'number' ? number : null
}

/** Exports write 0 for a size they do not know. */
export const sizeOf = (value: unknown): number | null => numberOf(value) || null

const expressions = new Map<string, RegExp>()

function expressionOf(source: string): RegExp {
  const known = expressions.get(source) ?? new RegExp(source, 'iu')
  expressions.set(source, known)
  return known
}

export function columnIn(rule: Rule | undefined): string | null {
  if (typeof rule === 'string') return rule
  if (Array.isArray(rule)) return rule.map(columnIn).find((column) => column !== null) ?? null
  return rule?.column ?? /\{([^{}=:]+)[}:]/.exec(rule?.template ?? '')?.[1] ?? null
}
