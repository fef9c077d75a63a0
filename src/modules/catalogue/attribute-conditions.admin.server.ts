import type { RecordValues } from '../../platform/database/records.ts'
import type { FieldError } from '../../platform/result.ts'
import { attributeOfCondition } from './attribute-conditions.ts'
import type { Catalogue } from './catalogue.server.ts'

/** Form fields for the conditions of services and promotions. */

export const conditionHelp =
  'One per line, and all must match: water_dispenser = Plumbed, or assembly != None | Legs only. With =, the product must have the attribute; with !=, a product without it matches too. Use yes or no for switches, and | between several values.'

/**
 * A condition on an undefined attribute matches no product. Stored conditions stay: a new shop starts with services whose attributes come
 * with its catalogue.
 */
export function conditionErrors(
  catalogue: Pick<Catalogue, 'attribute'>,
  values: RecordValues,
  stored: RecordValues | null,
): FieldError[] {
  const unknown = addedLines(values, stored, 'conditions')
    .map(attributeOfCondition)
    .find((code) => catalogue.attribute(code) === null)
  return unknown === undefined ? [] : [{ field: 'conditions', message: `There is no attribute ${unknown}.` }]
}

/** The lines of a field that the stored record does not have. */
export function addedLines(values: RecordValues, stored: RecordValues | null, field: string): string[] {
  const before = (stored?.[field] ?? []) as readonly string[]
  return ((values[field] ?? []) as readonly string[]).filter((line) => !before.includes(line))
}
