import { Form, Link } from 'react-router'
import { buttonClass } from '../controls/button.tsx'
import { Empty } from '../controls/empty.tsx'
import { FactsTable } from '../controls/facts-table.tsx'
import { ErrorNotice } from '../controls/notice.tsx'
import { SelectField, type Option } from '../controls/select-field.tsx'
import { PageTitle } from '../layout/page-title.tsx'
import page from '../layout/page.module.css'
import { BarChart, type BarChartView } from './bar-chart.tsx'
import styles from './dashboard.module.css'
import { countText } from '../../../platform/text/count-text.ts'

export type { Bar } from './bar-chart.tsx'

export type DashboardView = {
  readonly span: number
  readonly spans: readonly number[]
  readonly app: string | null
  readonly apps: readonly Option[]
  readonly currency: string
  /** Waiting or failed mails; null for members who do not monitor the system. */
  readonly mails: { readonly depth: number; readonly oldestSeconds: number; readonly failed: number } | null
  readonly figures: readonly Figure[]
  readonly charts: readonly Chart[]
}

export type Figure = { readonly title: string; readonly value: string; readonly href?: string }

export type Chart = {
  readonly title: string
  readonly csvHref: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Null for a table without a chart. */
  readonly bars: BarChartView | null
}

/** How the shop is doing. Every chart can be read without colour, and has its numbers as a table and as a file. */
export function DashboardPage({ span, spans, app, apps, currency, mails, figures, charts }: DashboardView) {
  return (
    <>
      <PageTitle>Dashboard</PageTitle>
      <Form key={`${span} ${app}`} className={page['filters']} action="/office" aria-label="Dashboard filters">
        <SelectField
          id="days"
          name="days"
          label="Days"
          options={spans.map((one) => ({ value: String(one), label: `Last ${one} days` }))}
          value={String(span)}
        />
        <SelectField
          id="app"
          name="app"
          label="Shop"
          options={apps}
          value={app ?? ''}
          empty={`All shops in ${currency}`}
        />
        <button className={buttonClass('quiet')} type="submit">
          Show
        </button>
      </Form>
      {mails !== null && <MailProblems mails={mails} />}
      <dl className={styles['figures']}>
        {figures.map(({ title, value, href }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{href === undefined ? value : <Link to={href}>{value}</Link>}</dd>
          </div>
        ))}
      </dl>
      <div className={styles['charts']}>
        {charts.map((chart) => (
          <ChartBox key={chart.title} chart={chart} />
        ))}
      </div>
    </>
  )
}

function MailProblems({ mails: { depth, oldestSeconds, failed } }: { mails: NonNullable<DashboardView['mails']> }) {
  return (
    <>
      {oldestSeconds > 120 && (
        <ErrorNotice takesFocus={false}>
          <p>
            {`${countText(depth, 'email is', 'emails are')} waiting to be sent, the oldest for ${Math.floor(
              oldestSeconds / 60,
            )} minutes: the mail server is not accepting them. Check SMTP_URL and `}
            <Link to="/office/jobs">the job queue</Link>.
          </p>
        </ErrorNotice>
      )}
      {failed > 0 && (
        <ErrorNotice takesFocus={false}>
          <p>
            {`${countText(failed, 'email')} could not be sent. Check the reason and retry under `}
            <Link to="/office/jobs?state=failed">Jobs</Link>.
          </p>
        </ErrorNotice>
      )}
    </>
  )
}

function ChartBox({ chart: { title, csvHref, columns, rows, bars } }: { chart: Chart }) {
  const table =
    rows.length === 0 ? (
      <Empty>No data yet.</Empty>
    ) : (
      <FactsTable title={title} columns={columns} rows={rows} lookOf={(column) => (column === 0 ? null : 'number')} />
    )
  return (
    <div className={styles['chart']}>
      <h2>{title}</h2>
      {bars !== null && <BarChart chart={bars} />}
      {bars === null ? (
        table
      ) : (
        <details>
          <summary>Data table</summary>
          {table}
        </details>
      )}
      <p>
        <Link className={buttonClass('small')} to={csvHref} reloadDocument>
          Download CSV<span className="visually-hidden"> of {title.toLowerCase()}</span>
        </Link>
      </p>
    </div>
  )
}
