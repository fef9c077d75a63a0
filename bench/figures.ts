/** The figures of the bench: their names, what they must reach, and how they are told. Names never change; README.md explains each. */

export type Figures = Record<string, number>

type Target = { readonly atLeast: number } | { readonly atMost: number }

const targets: Readonly<Record<string, Target>> = {
  'page.product.cached.ratio': { atLeast: 0.75 },
  'overload.goodput.ratio': { atLeast: 0.8 },
  'overload.refused.p50_ms': { atMost: 50 },
  'overload.failed.share': { atMost: 0.01 },
  'overload.cart.p99_ms': { atMost: 1_000 },
  'overload.cart.failed': { atMost: 0 },
  'overload.recovery_seconds': { atMost: 10 },
  'sale.goodput.ratio': { atLeast: 0.9 },
  'page.product.uncached.ratio': { atLeast: 0.4 },
  'page.product.uncached.rps': { atLeast: 600 },
  'page.listing.uncached.ratio': { atLeast: 0.3 },
  'page.listing.uncached.rps': { atLeast: 600 },
  'page.listing.brotli_kb': { atMost: 40 },
  ...Object.fromEntries(
    ['1k', '20k', '100k'].flatMap((size) => [
      [`call.listing.rps.${size}`, { atLeast: 3_000 }],
      [`call.product.rps.${size}`, { atLeast: 5_000 }],
      [`call.search.rps.${size}`, { atLeast: 3_000 }],
      [`call.suggest.p95_ms.${size}`, { atMost: 10 }],
      [`browser.filter.p95_ms.${size}`, { atMost: 150 }],
    ]),
  ),
  'delivery.estimates.p95_ms': { atMost: 20 },
  ...Object.fromEntries(
    ['', '.postgres'].flatMap((engine) => [
      [`cart.add.rps${engine}`, { atLeast: 500 }],
      [`cart.add.steady.p99_ms${engine}`, { atMost: 100 }],
      [`availability.lines10.p99_ms${engine}`, { atMost: 50 }],
    ]),
  ),
  'order.flows.rps.postgres': { atLeast: 55 },
  'order.submit.steady.p99_ms.postgres': { atMost: 250 },
  'payment.status.rps.postgres': { atLeast: 500 },
  'index.listing.p95_ms.100k': { atMost: 5 },
  'index.delivered.p95_ms.100k': { atMost: 5 },
  'index.search.p95_ms.100k': { atMost: 10 },
  'index.suggest.p95_ms.100k': { atMost: 10 },
  ...Object.fromEntries(
    ['products', 'words', 'orders', 'dashboard'].map((list) => [`office.${list}.p95_ms`, { atMost: 150 }]),
  ),
  'pictures.goodput.ratio': { atLeast: 0.9 },
  'office.second_process.max_ms': { atMost: 1_000 },
  'relevance.ratio': { atLeast: 1.15 },
  'relevance.test.ratio': { atLeast: 1.1 },
  'models.first': { atLeast: 0.98 },
  'index.memory_mb.100k': { atMost: 1_024 },
  'import.100k.seconds': { atMost: 300 },
  'start.warm.seconds': { atMost: 3 },
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** One line a figure: name, what it must be, what it is, good or missed. */
export function tableOf(figures: Figures): string {
  const lines = Object.entries(figures).map(([name, value]) => {
    const target = targets[name]
    if (target === undefined) return [name, '', shown(value), '']
    const isGood = 'atLeast' in target ? value >= target.atLeast : value <= target.atMost
    const requested = 'atLeast' in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`
    return [name, requested, shown(value), isGood ? 'good' : 'missed']
  })
  const rows = [['figure', 'target', 'measured', ''], ...lines]
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  return rows
    .map(([name = '', requested = '', value = '', verdict = '']) =>
      `${name.padEnd(width(0))}  ${requested.padStart(width(1))}  ${value.padStart(width(2))}  ${verdict}`.trimEnd(),
    )
    .join('\n')
}

function shown(value: number): string {
  if (value >= 100) return value.toFixed(0)
  return value >= 10 ? value.toFixed(1) : value.toFixed(3)
}
