import type { AttributeValue } from './product/product-record.ts'

/**
 * Conditions on a product's attributes, as the back office writes them: 'water_dispenser = Plumbed'. Services, installs and promotions are
 * offered by them (decision 0049).
 */

/** The attributes of a product that a condition can name. */
export type Traits = Readonly<Record<string, AttributeValue>>

/** '=': known, and one of these values. '!=': unknown, or none of these values. */
type AttributeCondition = {
  readonly attribute: string
  readonly isExcluding: boolean
  readonly values: readonly string[]
}

/** 'door_hinge = Right, reversible | Left, reversible': an attribute's code, = or !=, and values with | between them. */
export const conditionPattern = /^\s*[a-z0-9_]+\s*!?=\s*[^\s|][^|]*(\|\s*[^\s|][^|]*)*$/

export const conditionHint = 'must be the code of an attribute, = or !=, and values with | between them'

const longestText = 60

/** Null where a condition cannot be read. */
function readCondition(line: string): AttributeCondition | null {
  if (!conditionPattern.test(line)) return null
  const at = line.indexOf('=')
  const isExcluding = line[at - 1] === '!'
  return {
    attribute: line.slice(0, isExcluding ? at - 1 : at).trim(),
    isExcluding,
    values: line
      .slice(at + 1)
      .split('|')
      .map(comparable),
  }
}

/** The code of the attribute that a condition names. */
export const attributeOfCondition = (line: string): string => readCondition(line)?.attribute ?? ''

/**
 * Whether a product meets every condition. An unknown attribute meets no '=' and every '!=': no service is sold that may turn out to be
 * impossible, and an exclusion needs a reason. An unreadable condition matches nothing.
 */
export function meetsConditions(conditions: readonly string[], traits: Traits | undefined): boolean {
  return conditions.every((line) => {
    const condition = readCondition(line)
    if (condition === null) return false
    const value = traits?.[condition.attribute]
    const isAmong = value !== undefined && valuesOf(value).some((one) => condition.values.includes(one))
    return isAmong !== condition.isExcluding
  })
}

/** The attributes that a condition can name; undefined where there are none. Of the numbers, those chosen from a list: doors, seats, burners. */
export function traitsOf(
  attributes: Readonly<Record<string, AttributeValue>>,
  isChosenFromList: (code: string) => boolean,
): Traits | undefined {
  const entries = Object.entries(attributes).filter(([code, value]) => {
    if (typeof value === 'number') return isChosenFromList(code)
    return typeof value !== 'string' || value.length <= longestText
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

const comparable = (value: string): string => value.trim().toLowerCase()

function valuesOf(value: AttributeValue): string[] {
  if (typeof value === 'boolean') return [value ? 'yes' : 'no']
  return (typeof value === 'object' ? value : [value]).map((one) => comparable(String(one)))
}
