/**
 * What a kilowatt hour costs a household, for a new database. Round figures in the range that households pay, made up for the
 * demonstration: whoever runs the shop puts the figures of a published table in their place (table energy_tariff).
 */

const source = 'Demonstration figures, not a published tariff'
const validFrom = '2026-07-01'

const tenthCents: readonly (readonly [country: 'AU' | 'NZ', state: string, tenthCents: number])[] = [
  ['AU', '', 330],
  ['AU', 'ACT', 290],
  ['AU', 'NSW', 350],
  ['AU', 'NT', 300],
  ['AU', 'QLD', 330],
  ['AU', 'SA', 430],
  ['AU', 'TAS', 300],
  ['AU', 'VIC', 290],
  ['AU', 'WA', 320],
  ['NZ', '', 360],
]

export const demoTariffs = tenthCents.map(([country, state, amount]) => ({
  country,
  state,
  valid_from: validFrom,
  tenth_cents: amount,
  source_title: source,
}))
