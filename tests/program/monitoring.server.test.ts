import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dashboardFiles } from '../../scripts/dashboards.ts'
import { archiveReading } from '../../src/platform/metrics/archive-reading.server.ts'
import { lockReading } from '../../src/platform/database/lock-reading.server.ts'
import { counterDefinitions, histogramDefinitions } from '../../src/platform/metrics/metric-definitions.ts'
import { databaseEngines } from '../../src/testing/database.ts'
import { openTestShop, type TestShop } from '../../src/testing/shop.server.ts'

/** Dashboards and alerts name what the shop offers, and each alert has a runbook: one that names nothing never fires. */

const root = join(import.meta.dirname, '../..')
const ruleFiles = ['deploy/alerts/objectives.yaml', 'deploy/alerts/causes.yaml']
const read = (file: string) => readFileSync(join(root, file), 'utf8')

let shop: TestShop
let scraped: string
beforeAll(async () => {
  const engine = (await databaseEngines()).at(-1)
  shop = await openTestShop({ sandbox: false, ...(engine === undefined ? {} : { engine }) })
  await shop.visitor().get('/')
  scraped = (await shop.visitor().get('/metrics')).text
})
afterAll(async () => shop.close())

type Rule = { readonly name: string; readonly expr: string; readonly text: string }

/** The rules of a file: promtool holds that it is good YAML against it, here each rule is a block of lines. */
const rulesOf = (file: string): Rule[] =>
  read(file)
    .split(/^ {6}(?=- (?:alert|record): )/m)
    .slice(1)
    .map((text) => ({
      name: /^- (?:alert|record): (\S+)/.exec(text)?.[1] ?? '',
      expr: /^ {8}expr: (?:>-\n)?((?:.*\n)(?: {10}.*\n)*)/m.exec(text)?.[1] ?? '',
      text,
    }))

const rules = ruleFiles.flatMap(rulesOf)
const alerts = rules.filter(({ text }) => text.startsWith('- alert'))

const words = new Set(['or', 'and', 'unless', 'offset'])

/** The series that an expression of PromQL selects, with the labels that it selects by. */
function seriesOf(expr: string): { name: string; labels: string[] }[] {
  const plain = expr.replace(/\[[^\]]*\]/g, ' ').replace(/\b(?:by|on|ignoring) \([^)]*\)/g, ' ')
  const selectors = [...plain.matchAll(/(?<![\w:."])([a-z_:][\w:]*)\s*(\{[^}]*\})?(?!\s*\()(?![\w:])/g)]
  return selectors.flatMap(([, name = '', selector = '']) => {
    if (words.has(name)) return []
    return [{ name, labels: [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label = '']) => label) }]
  })
}

/** Names as a scrape has them: a histogram is three. */
function offeredNames(): ReadonlySet<string> {
  const types = [...scraped.matchAll(/^# TYPE (\S+) (\S+)$/gm)]
  const names = types.flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  )
  // Prometheus adds "up"; the database of a machine without a PostgreSQL server has no locks to wait for.
  return new Set([
    ...names,
    'up',
    ...Object.keys(lockReading(shop.database).gauges),
    ...Object.keys(archiveReading(shop.database).gauges),
    ...rules.map(({ name }) => name),
  ])
}

/** The labels of a series; null for one that has no value yet and is described nowhere. */
function labelsOf(name: string): ReadonlySet<string> | null {
  const base = name.replace(/_(bucket|count|sum)$/, '')
  const defined: { readonly labels: readonly string[] } | undefined =
    { ...counterDefinitions, ...histogramDefinitions }[name as keyof typeof counterDefinitions] ??
    histogramDefinitions[base as keyof typeof histogramDefinitions]
  const sample = new RegExp(`^${name}\\{(.*)\\} `, 'm').exec(scraped)?.[1]
  if (defined === undefined && sample === undefined) return null
  const shown = [...(sample ?? '').matchAll(/(\w+)="/g)].map(([, label = '']) => label)
  return new Set(['instance', 'job', 'le', ...(defined?.labels ?? []), ...shown])
}

type Panel = { readonly title: string; readonly targets?: readonly { readonly expr: string }[] }

const queries = (): { where: string; expr: string }[] => [
  ...rules.map(({ name, expr }) => ({ where: name, expr })),
  ...[...dashboardFiles].flatMap(([file, text]) =>
    (JSON.parse(text) as { panels: Panel[] }).panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => ({ where: `${file}: ${title}`, expr })),
    ),
  ),
]

test('every metric and label that an alert or a dashboard names is offered', () => {
  const names = offeredNames()
  const found = queries().flatMap(({ where, expr }) => {
    const series = seriesOf(expr)
    if (series.length === 0) return [`${where}: selects nothing`]
    return series.flatMap(({ name, labels }) => [
      ...(names.has(name) ? [] : [`${where}: ${name}`]),
      ...labels.filter((label) => labelsOf(name)?.has(label) === false).map((label) => `${where}: ${name}{${label}}`),
    ])
  })
  expect(queries().length).toBeGreaterThan(80)
  expect(found).toEqual([])
})

test('the check finds a name and a label that are not there', () => {
  expect(seriesOf('sum by (app) (rate(orders_placed_total{app="aol",method!="free"}[5m])) / on (x) up')).toEqual([
    { name: 'orders_placed_total', labels: ['app', 'method'] },
    { name: 'up', labels: [] },
  ])
  expect(offeredNames().has('orders_lost_total')).toBe(false)
  expect(labelsOf('orders_placed_total')?.has('colour')).toBe(false)
})

test('every alert has a severity and a runbook, and every runbook an alert', () => {
  const books = alerts.map(({ text }) => /runbook_url: (\S+)/.exec(text)?.[1] ?? 'none')
  expect(alerts.length).toBeGreaterThan(25)
  expect(alerts.filter(({ text }) => !/severity: (page|ticket)\n/.test(text)).map(({ name }) => name)).toEqual([])
  expect(books.filter((book) => !existsSync(join(root, book)))).toEqual([])
  expect(globSync('docs/runbooks/*.md', { cwd: root }).filter((book) => !books.includes(book))).toEqual([])
  for (const { name, text } of alerts)
    expect(read(/runbook_url: (\S+)/.exec(text)?.[1] ?? ''), `the runbook of ${name} names it`).toContain(name)
})

test('the dashboards are as `npm run dashboards` writes them', () => {
  expect(globSync('*.json', { cwd: join(root, 'deploy/grafana') }).toSorted()).toEqual(
    [...dashboardFiles.keys()].toSorted(),
  )
  for (const [file, text] of dashboardFiles) expect(read(`deploy/grafana/${file}`)).toBe(text)
})

const run = promisify(execFile)
const hasPromtool = await run('promtool', ['--version']).then(
  () => true,
  () => false,
)

test.skipIf(!hasPromtool)(
  'promtool accepts the rules and their tests (skipped where promtool is not installed)',
  { timeout: 180_000 },
  async () => {
    const tests = globSync('deploy/alerts/*.test.yaml', { cwd: root })
    expect(tests.length).toBeGreaterThan(3)
    await run('promtool', ['check', 'rules', ...ruleFiles], { cwd: root })
    await run('promtool', ['test', 'rules', ...tests], { cwd: root })
  },
)
