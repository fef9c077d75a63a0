/** The eight apps (brand variants) of one build, in the order of decision brands-02. */
export const appCodes = ['wa', 'andoo', 'aol', 'aol-nz', 'aoc', 'wac', 'hc', 'fk'] as const

export type AppCode = (typeof appCodes)[number]

export type Country = 'AU' | 'NZ'

/** Whose clock says what day it is in a country. */
export const timeZoneOf: Readonly<Record<Country, string>> = { AU: 'Australia/Sydney', NZ: 'Pacific/Auckland' }

/** Where each app delivers, which decides whose warehouses count for it. */
export const countryOfApp: Readonly<Record<AppCode, Country>> = {
  wa: 'AU',
  andoo: 'AU',
  aol: 'AU',
  'aol-nz': 'NZ',
  aoc: 'AU',
  wac: 'AU',
  hc: 'AU',
  fk: 'AU',
}
