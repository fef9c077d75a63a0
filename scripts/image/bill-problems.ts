import { Validation, type Spec } from '@cyclonedx/cyclonedx-library'
import { installedPackages, type BillOfMaterials, type Component } from './bill-of-materials.ts'

/** Whether a bill of materials can be handed on: valid, complete, and under licences that a shop may ship. */

/**
 * Licences that allow the shop to ship the package as it is, unchanged and beside its own code, with the licence text. LGPL and MPL: their code
 * is a library or file of its own, and can be replaced.
 */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
])

/** Whether an SPDX expression allows it: every part of AND, one part of OR. */
export function isAllowed(expression: string): boolean {
  const plain = expression.replaceAll(/[()]/g, '')
  return plain.split(/ OR /).some((one) => one.split(/ AND /).every((id) => allowed.has(id.trim())))
}

type Licence = { readonly expression?: string; readonly license?: { readonly id?: string; readonly name?: string } }

/** The SPDX expression of a component; empty when it names none. */
export const licenceOf = ({ licenses = [] }: Component): string =>
  (licenses as readonly Licence[])
    .map(({ expression, license }) => expression ?? license?.id ?? license?.name ?? '')
    .join(' AND ')

/** What is wrong with the bill of the packages in `folder/node_modules`. Debian's packages have their licences in the base image. */
export async function billProblems(bill: BillOfMaterials, folder: string): Promise<readonly string[]> {
  const version = bill.specVersion as Spec.Version
  const found = await new Validation.JsonStrictValidator(version).validate(JSON.stringify(bill))
  const named = new Set(bill.components.map(({ name, version: of }) => `${name}@${of}`))
  const ofNpm = bill.components.filter(({ purl }) => purl.startsWith('pkg:npm/'))
  return [
    ...(found === null ? [] : [`not valid: ${JSON.stringify(found)}`]),
    ...[...installedPackages(folder)].filter((one) => !named.has(one)).map((one) => `not in the bill: ${one}`),
    ...ofNpm
      .filter((one) => !isAllowed(licenceOf(one)))
      .map((one) => `not an allowed licence: ${one.name}: ${licenceOf(one) || 'none'}`),
  ]
}
