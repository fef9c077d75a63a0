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

/** The share of a chart's width, in percent, that the words on today's price may take: on a phone they are long for it. */
const todayWidth = 45

/**
 * Where the words on today's price stand beside a stepped line, so that no step crosses them: above the line, or below it after a fall, or
 * above the highest of the last steps when the line has gone both ways or has no room below. `x` and `y` are percent from the left and the
 * top, steps in the order of days; the last is today's.
 */
export function todayPlace(steps: readonly { readonly x: number; readonly y: number }[]): {
  readonly y: number
  readonly side: 'above' | 'below'
} {
  const today = steps.at(-1)?.y ?? 0
  // The step that reaches into the words counts from where they begin.
  const beside = steps.filter((_, at) => (steps[at + 1]?.x ?? 100) >= 100 - todayWidth).map(({ y }) => y)
  const highest = Math.min(...beside, today)
  const roomBelow = 85
  const isBelow = highest < today && beside.every((y) => y <= today) && today <= roomBelow
  return isBelow ? { y: today, side: 'below' } : { y: highest, side: 'above' }
}
