/** The eight apps (brand variants) of one build, in the order of decision brands-02. */
export const appCodes = ['wa', 'andoo', 'aol', 'aol-nz', 'aoc', 'wac', 'hc', 'fk'] as const

export type AppCode = (typeof appCodes)[number]

export const isAppCode = (text: string): text is AppCode => (appCodes as readonly string[]).includes(text)

/** Each app signs in at the identity host as a client of its own (decision identity-16). */
export const clientIdOf = (app: string): string => `storefront-${app}`

/** What the API calls itself, also to the identity host (decision brands-08). */
export const apiName = 'storefront-api'

export type Country = 'AU' | 'NZ'
export const isCountry = (text: string): text is Country => text === 'AU' || text === 'NZ'

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
