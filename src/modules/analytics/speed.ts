/** Web vitals of real visits: the metrics, and their aggregation. No I/O. */

/** Largest contentful paint and interaction to next paint in milliseconds, cumulative layout shift in thousandths. */
export const speedMetrics = ['lcp', 'inp', 'cls'] as const
export type SpeedMetric = (typeof speedMetrics)[number]

/** For one page; metrics that the browser does not support are left out. */
export type PageSpeed = Readonly<Partial<Record<SpeedMetric, number>>>

/** Up to here a page is good, and beyond the second figure poor, by the thresholds of Core Web Vitals. */
export const speedLimits = {
  lcp: [2_500, 4_000],
  inp: [200, 500],
  cls: [100, 250],
} as const satisfies Record<SpeedMetric, readonly [number, number]>

export const maxMeasured = 120_000

/** Values are stored in buckets that grow by a tenth: exact enough to tell good from poor, with few rows. */
export const stepOf = (figure: number): number => (figure <= 1 ? 0 : Math.ceil(Math.log(figure) / Math.log(1.1)))

const endOf = (step: number): number => (step === 0 ? 0 : 1.1 ** step)

/** The figure that three of four visits stay below, to within a tenth; null when there was none. */
export function defaultWorst(steps: readonly { readonly step: number; readonly count: number }[]): number | null {
  const total = steps.reduce((sum, { count }) => sum + count, 0)
  let seen = 0
  for (const { step, count } of steps.toSorted((a, b) => a.step - b.step)) {
    seen += count
    if (seen >= total * 0.75) return Math.round(endOf(step))
  }
  return null
}

export function speedWord(metric: SpeedMetric, figure: number): 'good' | 'fair' | 'poor' {
  const [good, fair] = speedLimits[metric]
  return figure <= good ? 'good' : figure <= fair ? 'fair' : 'poor'
}

/** Sums layout shifts as CLS does: in session windows of at most five seconds, with gaps under a second; the worst window counts. */
export function shiftsOf(shifts: readonly { readonly at: number; readonly by: number }[]): number {
  let [worst, sum, began, last] = [0, 0, 0, 0]
  for (const { at, by } of shifts) {
    if (sum > 0 && at - last < 1_000 && at - began < 5_000) sum += by
    else [sum, began] = [by, at]
    last = at
    worst = Math.max(worst, sum)
  }
  return worst
}
