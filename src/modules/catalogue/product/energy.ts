import type { Day } from '../../../platform/calendar.ts'
import type { Cents } from '../../../platform/money.ts'
import { formatPrice } from '../../pricing/pricing.ts'

/** The energy tariffs of a country, as pages send them to the browser: the visitor's state is known only there. */
export type Tariffs = {
  /** Tenths of a cent, tax included, where the state has none of its own or is not known. */
  readonly standard: number
  /** By state code in capital letters. */
  readonly byState: Readonly<Record<string, number>>
  readonly validFrom: Day
  readonly source: string
}

export function tariffFor(tariffs: Tariffs, state: string | null | undefined): number {
  return tariffs.byState[state?.toUpperCase() ?? ''] ?? tariffs.standard
}

/**
 * The cost of the energy label's yearly consumption at a tariff in tenths of a cent, in whole dollars as cents: more digits would claim a
 * false precision. Ten years are ten times the year before rounding.
 */
export function runningCost(kwhPerYear: number, tenthCents: number, years = 1): Cents {
  return Math.round((kwhPerYear * tenthCents * years) / 1_000) * 100
}

/** '33.5 cents'. */
export function tariffText(tenthCents: number): string {
  return `${tenthCents / 10} cents`
}

/** '$154'; an appliance that uses next to nothing costs '$0' to run, it is not free. */
export function runningCostText(kwhPerYear: number, tenthCents: number, years = 1): string {
  return formatPrice(runningCost(kwhPerYear, tenthCents, years), { zeroText: null })
}
