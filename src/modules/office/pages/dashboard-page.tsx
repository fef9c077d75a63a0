import type { ReactNode } from 'react'
import { daysFrom, shortDay } from '../../../platform/calendar.ts'
import type { Option } from '../office.ts'
import { dashboardTable, type DashboardTable } from '../dashboard-tables.ts'
import { conversionOf, percentText, salesTotals, topOf } from '../dashboard.ts'
import type { Dashboard } from '../dashboard.server.ts'
import { moneyText } from '../shown-values.ts'
import { FactsTable } from './facts-table.tsx'

/** How the shop is doing. Every chart can be read without colour, and has its numbers as a table and as a file. */
export function DashboardPage({
  dashboard,
  span,
  spans,
  app,
  apps,
  mayWatch,
}: {
  dashboard: Dashboard
  span: number
  spans: readonly number[]
  app: string | null
  apps: readonly Option[]
  mayWatch: boolean
}) {
  const { sales, visits, load, waiting, mails, currency } = dashboard
  const totals = salesTotals(sales)
  const visited = visits.reduce((sum, day) => sum + day.visits, 0)
  const asked = new URLSearchParams({ days: String(span), ...(app === null ? {} : { app }) }).toString()
  const byDay = Map.groupBy(load, ({ on }) => on)
  const loadDays = daysFrom(dashboard.today, 14).map((on) => {
    const zones = byDay.get(on) ?? []
    return {
      on,
      booked: zones.reduce((sum, one) => sum + one.booked, 0),
      room: zones.reduce((sum, one) => sum + (one.isClosed ? 0 : one.room), 0),
    }
  })
  const searched = new Map(dashboard.searches.map((day) => [day.on, day]))
  const searchDays = sales.map(({ on }) => searched.get(on) ?? { on, nothing: 0, searches: 0 })
  const chartOf = (name: DashboardTable) => ({
    ...dashboardTable(dashboard, name),
    csv: `/office/dashboard.csv?what=${name}&${asked}`,
  })
  return (
    <>
      <form className="filters" action="/office" aria-label="What is counted">
        <div className="field">
          <label htmlFor="days">Days</label>
          <select id="days" name="days" defaultValue={String(span)}>
            {spans.map((one) => (
              <option key={one} value={one}>
                The last {one} days
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor="app">Shop</label>
          <select id="app" name="app" defaultValue={app ?? ''}>
            <option value="">All that sell in {currency}</option>
            {apps.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
        <button className="button quiet" type="submit">
          Show
        </button>
      </form>
      {mayWatch && mails.oldestSeconds > 120 && (
        <p className="notice wrong" role="alert">
          {mails.depth === 1 ? '1 mail waits' : `${mails.depth} mails wait`} to be sent, the oldest for{' '}
          {Math.floor(mails.oldestSeconds / 60)} minutes: the mail server does not take them. Check SMTP_URL and{' '}
          <a href="/office/jobs">the queue</a>.
        </p>
      )}
      {mayWatch && mails.failed > 0 && (
        <p className="notice wrong" role="alert">
          {mails.failed === 1 ? '1 mail' : `${mails.failed} mails`} could not be sent. Check the reason and try again
          under <a href="/office/jobs?state=failed">Jobs</a>.
        </p>
      )}
      <dl className="figures">
        <Figure title={`Revenue, ${currency}`} value={moneyText(totals.revenue)} />
        <Figure title="Orders" value={totals.orders.toLocaleString('en-AU')} />
        <Figure title="Average order" value={totals.average === null ? '–' : moneyText(totals.average)} />
        <Figure title="Visits" value={visited.toLocaleString('en-AU')} />
        <Figure title="Conversion" value={percentText(conversionOf({ visits: visited, orders: totals.orders }))} />
        <Figure title="Reviews to read" value={String(waiting.reviews)} href="/office/reviews?status=pending" />
        <Figure title="Questions to answer" value={String(waiting.questions)} href="/office/questions?status=pending" />
        <Figure title="Requests to answer" value={String(waiting.contact)} href="/office/contact?state=waiting" />
        <Figure
          title="Price matches to answer"
          value={String(waiting.priceMatches)}
          href="/office/price-matches?state=waiting"
        />
        {mayWatch && (
          <>
            <Figure title="Payment exceptions" value={String(waiting.exceptions)} href="/office/payment-exceptions" />
            <Figure title="Dead jobs" value={String(waiting.deadJobs)} href="/office/jobs?state=failed" />
            <Figure title="Mails waiting" value={String(mails.depth)} href="/office/jobs" />
          </>
        )}
      </dl>
      <div className="charts">
        <Chart {...chartOf('sales')}>
          <Bars
            label={`Revenue by day: ${moneyText(totals.revenue)} in all`}
            bars={sales.map((day) => ({ name: shortDay(day.on), value: day.revenue, room: null }))}
            text={(value) => `$${Math.round(value / 100).toLocaleString('en-AU')}`}
          />
        </Chart>
        <Chart {...chartOf('conversion')}>
          <Bars
            label="Orders of a hundred visits, by day"
            empty={visited === 0 ? undefined : 'Visits, and no order yet: the table has their steps.'}
            bars={visits.map((day) => ({ name: shortDay(day.on), value: conversionOf(day) ?? 0, room: null }))}
            text={(value) => `${Math.round(value * 10) / 10} %`}
          />
        </Chart>
        <Chart {...chartOf('load')}>
          <Bars
            label="Orders booked by delivery day; the dashed outline is the room there is"
            bars={loadDays.map((day) => ({ name: shortDay(day.on), value: day.booked, room: day.room }))}
            text={(value) => String(Math.round(value))}
          />
        </Chart>
        <Chart {...chartOf('searches')}>
          <Bars
            label="Searches that found nothing, by day; the dashed outline is all searches"
            bars={searchDays.map((day) => ({ name: shortDay(day.on), value: day.nothing, room: day.searches }))}
            text={(value) => String(Math.round(value))}
          />
        </Chart>
        <Chart {...chartOf('terms')} isTable />
        <Chart {...chartOf('speed')} isTable />
        <Chart {...chartOf('payments')} isTable />
        <Chart {...chartOf('risks')} isTable />
      </div>
    </>
  )
}

function Figure({ title, value, href }: { title: string; value: string; href?: string }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{href === undefined ? value : <a href={href}>{value}</a>}</dd>
    </div>
  )
}

function Chart({
  title,
  csv,
  columns,
  rows,
  isTable = false,
  children,
}: {
  title: string
  csv: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  isTable?: boolean
  children?: ReactNode
}) {
  const table =
    rows.length === 0 ? (
      <p className="empty">Nothing yet.</p>
    ) : (
      <FactsTable
        title={title}
        columns={columns}
        rows={rows}
        classOf={(column) => (column === 0 ? undefined : 'number')}
      />
    )
  return (
    <div className="chart">
      <h2>{title}</h2>
      {children}
      {isTable ? (
        table
      ) : (
        <details>
          <summary>The numbers as a table</summary>
          {table}
        </details>
      )}
      <p>
        <a className="button quiet small" href={csv} download>
          Download CSV<span className="hidden"> of {title.toLowerCase()}</span>
        </a>
      </p>
    </div>
  )
}

const size = { width: 560, height: 200, left: 52, bottom: 24, top: 14 }

/** Bars with their values on an axis; the largest says its number. */
function Bars({
  label,
  empty = 'Nothing yet.',
  bars,
  text,
}: {
  label: string
  /** What stands there while everything is zero. */
  empty?: string | undefined
  bars: readonly { readonly name: string; readonly value: number; readonly room: number | null }[]
  text: (value: number) => string
}) {
  if (bars.every(({ value, room }) => value === 0 && (room ?? 0) === 0)) return <p className="empty">{empty}</p>
  const largest = Math.max(...bars.map(({ value, room }) => Math.max(value, room ?? 0)))
  const top = topOf(largest)
  const inner = { width: size.width - size.left, height: size.height - size.bottom - size.top }
  const step = inner.width / bars.length
  const heightOf = (value: number) => (inner.height * value) / top
  const baseline = size.top + inner.height
  const every = Math.ceil(bars.length / 7)
  const best = bars.findIndex(({ value }) => value === Math.max(...bars.map((bar) => bar.value)))
  return (
    <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={label}>
      {[0, 0.5, 1].map((part) => (
        <g key={part}>
          <line
            className="axis"
            x1={size.left}
            x2={size.width}
            y1={baseline - inner.height * part}
            y2={baseline - inner.height * part}
            strokeOpacity={part === 0 ? 1 : 0.25}
          />
          <text x={size.left - 6} y={baseline - inner.height * part + 4} textAnchor="end">
            {text(top * part)}
          </text>
        </g>
      ))}
      {bars.map(({ name, value, room }, at) => {
        const x = size.left + step * at
        const width = Math.max(2, step * 0.7)
        return (
          <g key={name}>
            {room !== null && (
              <rect
                className="room"
                x={x + step * 0.15}
                y={baseline - heightOf(room)}
                width={width}
                height={heightOf(room)}
              />
            )}
            <rect
              className="mark-bar"
              x={x + step * 0.15}
              y={baseline - heightOf(value)}
              width={width}
              height={heightOf(value)}
            />
            {at === best && value > 0 && (
              <text
                className="value"
                x={Math.min(x + step / 2, size.width - 24)}
                y={baseline - heightOf(value) - 4}
                textAnchor="middle"
              >
                {text(value)}
              </text>
            )}
            {at % every === 0 && (
              <text x={x + step / 2} y={size.height - 8} textAnchor="middle">
                {name}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
}
