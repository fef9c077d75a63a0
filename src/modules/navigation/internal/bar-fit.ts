import type { HeaderLook } from '../../../brands/brands.ts'
import type { Tokens } from '../../../brands/tokens.ts'

/**
 * How many categories the bar shows at each screen width; the rest are under 'More'. Estimated from the letters of their titles when the
 * page is rendered, so that the bar is right at first paint, without script or layout shift.
 */

/** The widths from which the bar holds more, and the room that is left there between the gutters (base.css). ui/category-bar.module.css has them too. */
const steps = [
  { from: 768, room: 718 },
  { from: 975, room: 912 },
  { from: 1200, room: 1_123 },
  { from: 1440, room: 1_347 },
] as const

/** An entry is in the bar from this step on: 0 at every width with a bar, 4 never. */
export type BarStep = 0 | 1 | 2 | 3 | 4

/** The size of a title's letters at most: ui/category-bar.module.css sets them so. */
const fontPx: Readonly<Record<HeaderLook['labels'], number>> = {
  plain: 14.4,
  caps: 12.5,
  soft: 14.4,
  compact: 14.4,
  loud: 14.4,
}
/** Between two titles, including the padding of a soft background. */
const gapPx = 28
/** 'More', its arrow and the gap before it. */
const morePx = 92

/** A title's width in em, on the wide side: one that does not fit costs more than an empty place. */
function widthOf(title: string, isUpper: boolean): number {
  const text = isUpper ? title.toUpperCase() : title
  return [...text].reduce((sum, letter) => sum + (letters.find(([set]) => set.test(letter))?.[1] ?? 0.6), 0)
}

const letters: readonly (readonly [RegExp, number])[] = [
  [/[ijlI.,'’|! ]/, 0.32],
  [/[frt\-()]/, 0.43],
  [/[mwMW&]/, 0.94],
  [/[A-Z\d]/, 0.74],
]

export function barSteps(
  titles: readonly string[],
  labels: HeaderLook['labels'],
  { labelCase, labelTracking }: Pick<Tokens['font'], 'labelCase' | 'labelTracking'>,
): BarStep[] {
  const tracking = Number.parseFloat(labelTracking)
  const widths = titles.map(
    (title) => (widthOf(title, labelCase === 'uppercase') + title.length * tracking) * fontPx[labels] + gapPx,
  )
  const total = widths.reduce((sum, width) => sum + width, -gapPx)
  let used = 0
  return widths.map((width): BarStep => {
    used += width
    const step = steps.findIndex(({ room }) => total <= room || used + morePx <= room)
    return (step === -1 ? steps.length : step) as BarStep
  })
}
