/** The values of metrics at one moment, in the data model that Prometheus and OpenTelemetry share. Everything counts from the process's start. */

export type MetricLabels = Readonly<Record<string, string | number>>

export type HistogramPoint = {
  readonly labels: MetricLabels
  readonly count: number
  readonly sum: number
  /** Upper bounds in rising order, without the last, which is infinite. */
  readonly bounds: readonly number[]
  /** How many fell into each bucket, one more than bounds: not added up. */
  readonly counts: readonly number[]
}

export type ValuePoint = { readonly labels: MetricLabels; readonly value: number }

export type MetricFamily = { readonly name: string; readonly help: string } & (
  | { readonly type: 'counter' | 'gauge'; readonly points: readonly ValuePoint[] }
  | { readonly type: 'histogram'; readonly points: readonly HistogramPoint[] }
)

/** A family in the text format of Prometheus (version 0.0.4). */
export function familyText(family: MetricFamily): string {
  const { name, help, type } = family
  const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
  if (family.type !== 'histogram')
    return [...lines, ...family.points.map(({ labels, value }) => `${name}{${labelText(labels)}} ${value}`)].join('\n')
  for (const { labels, count, sum, bounds, counts } of family.points) {
    const shown = labelText(labels)
    let total = 0
    for (const [at, one] of counts.entries()) {
      total += one
      lines.push(`${name}_bucket{${shown},le="${bounds[at] ?? '+Inf'}"} ${total}`)
    }
    lines.push(`${name}_sum{${shown}} ${sum}`, `${name}_count{${shown}} ${count}`)
  }
  return lines.join('\n')
}

const labelText = (labels: MetricLabels): string =>
  Object.entries(labels)
    .map(
      ([name, value]) =>
        `${name}="${String(value)
          .replace(/[\\"]/g, String.raw`\$&`)
          .replaceAll('\n', String.raw`\n`)}"`,
    )
    .join(',')
