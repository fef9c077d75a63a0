import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.server.ts'
import { recordSet } from '../../platform/database/record-source.server.ts'
import { days } from '../../platform/clock.ts'
import { isPaymentPage, paymentPagePattern } from './payment-page.ts'
import { paymentScripts } from './payment-scripts.ts'

/** What browsers report of content policies, counted by day, and the inventory of scripts where one pays, for the back office. */

/** No more kinds of report are kept of a day: what is made up must not fill the table. Those of payment pages have room of their own. */
const maxKinds = { payment: 200, other: 300 } as const
const retentionDays = days(90)

export async function savePolicyReport(
  db: Reader,
  report: {
    readonly page: string
    readonly directive: string
    readonly blocked: string
    readonly disposition: string
    readonly now: Date
  },
): Promise<void> {
  const { page, directive, blocked, disposition, now } = report
  const isPayment = isPaymentPage(page)
  const paymentPages = sql<boolean>`page ~* ${paymentPagePattern}`
  await sql`insert into csp_report (on_day, page, directive, blocked, disposition, last_at)
    select ${now}::timestamptz::date, ${page}, ${directive}, ${blocked}, ${disposition}, ${now}
    where (select count(*) from csp_report where on_day = ${now}::timestamptz::date and (${paymentPages}) = ${isPayment})
      < ${isPayment ? maxKinds.payment : maxKinds.other}
    on conflict (on_day, page, directive, blocked, disposition)
      do update set count = csp_report.count + 1, last_at = excluded.last_at`.execute(db)
}

export async function forgetPolicyReports(db: Reader, now: Date): Promise<void> {
  await sql`delete from csp_report where last_at < ${new Date(now.getTime() - retentionDays)}`.execute(db)
}

export const policyReportRecords = recordSet({
  from: sql`csp_report r`,
  locked: 'r',
  key: sql`lpad(r.id::text, 18, '0')`,
  byKey: (key) => (/^\d{1,18}$/.test(key) ? sql<boolean>`r.id = ${Number(key)}` : null),
  columns: {
    at: { sql: sql`r.last_at`, sorts: 'timestamptz' },
    page: { sql: sql`r.page` },
    directive: { sql: sql`r.directive` },
    blocked: { sql: sql`r.blocked` },
    disposition: { sql: sql`r.disposition` },
    count: { sql: sql`r.count` },
  },
  search: [sql`r.page`, sql`r.blocked`, sql`r.directive`],
  filters: { disposition: (word) => sql<boolean>`r.disposition = ${word}` },
})

const rows = JSON.stringify(
  paymentScripts.map(({ name, shownAddress: address, reason, owner, wholeBy }) => ({
    name,
    address,
    reason,
    owner,
    whole: wholeBy,
  })),
)

export const paymentScriptRecords = recordSet({
  from: sql`jsonb_to_recordset(${rows}::jsonb) as s(name text, address text, reason text, owner text, whole text)`,
  locked: 's',
  key: sql`s.name`,
  byKey: (key) => sql<boolean>`s.name = ${key}`,
  columns: {
    name: { sql: sql`s.name`, sorts: 'text' },
    address: { sql: sql`s.address` },
    reason: { sql: sql`s.reason` },
    owner: { sql: sql`s.owner` },
    whole: { sql: sql`s.whole` },
  },
  search: [sql`s.name`, sql`s.address`],
  filters: {},
})
