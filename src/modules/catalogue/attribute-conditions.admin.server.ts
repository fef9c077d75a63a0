import type { RecordValues } from '../../platform/database/records.ts'
import type { FieldError } from '../../platform/result.ts'
import { attributeOfCondition } from './attribute-conditions.ts'
import type { Catalogue } from './catalogue.server.ts'

/** The conditions of services and promotions as a form asks for them. */

export const conditionHelp =
  'One a line, and all must hold: water_dispenser = Plumbed, or assembly != None | Legs only. With =, the attribute must be known; with !=, a product without the attribute counts too. Write yes or no for switches, and | between several values.'

/**
 * An attribute that nobody has defined makes a condition that no product meets. What is stored already stays: a new shop starts with services
 * whose attributes come with its catalogue.
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
