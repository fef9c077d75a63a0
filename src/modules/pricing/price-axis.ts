import { addMonths, tripleOf, type Day } from '../../platform/calendar.ts'
import type { Cents } from '../../platform/money.ts'

/** The axes of a chart of prices: round amounts and the months. */

/** Steps that people count in: 1, 2 or 5 times a power of ten, and never less than a cent. */
function roundStep(minStep: Cents): Cents {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, minStep)))
  return ([1, 2, 5, 10].find((one) => one * power >= minStep) ?? 10) * power
}

/** Round amounts in equal steps, lowest first; the first is at most `lowest` and the last at least `highest`. Three to six of them. */
export function priceTicks(lowest: Cents, highest: Cents): Cents[] {
  const step = roundStep((highest - lowest) / 4)
  const first = Math.floor(lowest / step) * step
  const count = Math.max(2, Math.ceil((highest - first) / step))
  return Array.from({ length: count + 1 }, (_, at) => first + at * step)
}

/** The first day of each month after `from`, up to `to`. */
export function monthStarts(from: Day, to: Day): Day[] {
  const [year, month] = tripleOf(from)
  const starts: Day[] = []
  const own = `${year}-${String(month).padStart(2, '0')}-01`
  for (let next = addMonths(own, 1); next <= to; next = addMonths(next, 1)) starts.push(next)
  return starts
}
