/** A dashboard in a few lines, and its form in Grafana. */

type Unit = 'reqps' | 's' | 'percentunit' | 'short' | 'bytes' | 'currencyUSD' | 'cpm'
export type Panel = {
  readonly title: string
  readonly unit: Unit
  /** Queries by their legend, in which {{label}} stands for a label's value. */
  readonly queries: Readonly<Record<string, string>>
  /** Where the line becomes bad. */
  readonly limit?: number
}
export type Dashboard = {
  readonly uid: string
  readonly title: string
  readonly rows: Readonly<Record<string, readonly Panel[]>>
}

const [columns, width, height] = [3, 8, 7]
const source = { type: 'prometheus', uid: '${source}' }

function panelOf({ title, unit, queries, limit }: Panel, id: number, x: number, y: number): object {
  const steps = [{ color: 'green', value: null }, ...(limit === undefined ? [] : [{ color: 'red', value: limit }])]
  return {
    id,
    type: 'timeseries',
    title,
    datasource: source,
    gridPos: { x, y, w: width, h: height },
    fieldConfig: {
      defaults: {
        unit,
        min: 0,
        thresholds: { mode: 'absolute', steps },
        custom: { thresholdsStyle: { mode: limit === undefined ? 'off' : 'line' } },
      },
      overrides: [],
    },
    targets: Object.entries(queries).map(([legendFormat, expr], at) => ({
      refId: String.fromCharCode(65 + at),
      datasource: source,
      expr,
      legendFormat,
    })),
  }
}

/** The dashboard as Grafana imports it. */
export function grafanaOf({ uid, title, rows }: Dashboard): object {
  const panels: object[] = []
  let y = 0
  for (const [name, own] of Object.entries(rows)) {
    panels.push({
      id: panels.length + 1,
      type: 'row',
      title: name,
      collapsed: false,
      gridPos: { x: 0, y, w: 24, h: 1 },
      panels: [],
    })
    y += 1
    for (const [at, panel] of own.entries())
      panels.push(panelOf(panel, panels.length + 1, (at % columns) * width, y + Math.floor(at / columns) * height))
    y += Math.ceil(own.length / columns) * height
  }
  return {
    uid,
    title,
    tags: ['shop'],
    schemaVersion: 39,
    timezone: 'browser',
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: [{ name: 'source', label: 'Prometheus', type: 'datasource', query: 'prometheus' }] },
    panels,
  }
}
