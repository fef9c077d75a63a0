import type { Cents } from '../../platform/money.ts'

/** Cents a kilowatt hour: a middling residential tariff, said beside every figure made with it. */
export const tariffCents = 32

/** What a year's label consumption costs, in whole dollars as cents: more digits would claim a precision nobody has. */
export function runningCostAYear(kwhPerYear: number): Cents {
  return Math.round((kwhPerYear * tariffCents) / 100) * 100
}
