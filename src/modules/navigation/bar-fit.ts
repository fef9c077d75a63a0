import type { Tokens } from '../../brands/tokens.ts'

/**
 * How many categories the bar shows at which width of the screen; the rest are under 'More'. Reckoned from the letters of their titles
 * when the page is made, so that the bar is right at first sight, without script, and nothing moves.
 */

/** The widths from which the bar holds more, and the room that is left there between the gutters (base.css). header.module.css has them too. */
const steps = [
  { from: 768, room: 718 },
  { from: 975, room: 912 },
  { from: 1200, room: 1_123 },
  { from: 1440, room: 1_347 },
] as const

/** An entry stands in the bar from this step on: 0 at every width that has a bar, 4 never. */
export type BarStep = 0 | 1 | 2 | 3 | 4

/** At most; on the wide side, because a title that does not fit costs more than an empty place. */
const fontPx = 14.4
const letterEm = 0.56
const capitalEm = 0.72
/** Between two titles. */
const gapPx = 28
/** 'More' and its arrow. */
const morePx = 92

export function barSteps(
  titles: readonly string[],
  { labelCase, labelTracking }: Pick<Tokens['font'], 'labelCase' | 'labelTracking'>,
): BarStep[] {
  const em = (labelCase === 'uppercase' ? capitalEm : letterEm) + Number.parseFloat(labelTracking)
  const widths = titles.map((title) => title.length * em * fontPx + gapPx)
  const total = widths.reduce((sum, width) => sum + width, -gapPx)
  let used = 0
  return widths.map((width): BarStep => {
    used += width
    const step = steps.findIndex(({ room }) => total <= room || used + morePx <= room)
    return (step === -1 ? steps.length : step) as BarStep
  })
}
