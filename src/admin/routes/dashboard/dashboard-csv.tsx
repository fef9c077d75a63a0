import type { MiddlewareFunction } from 'react-router'
import { dashboardTable, dashboardTables } from '../../dashboard/dashboard-tables.ts'
import { csvRow } from '../../../platform/text/csv.ts'
import { signedIn } from '../../access.server.ts'
import { confirmFirst } from '../../admin-context.server.ts'
import { csvResponse } from '../../csv-response.server.ts'
import { dashboardQuery } from './dashboard-view.server.ts'

/** A download is a response of its own; a page is rendered only when it is denied. */
export const middleware: MiddlewareFunction[] = [
  async ({ context, request }) => {
    const { member, services } = signedIn(context)
    if (services.admin.isStale(member, 'download')) throw confirmFirst(null)
    const query = new URL(request.url).searchParams
    const what = dashboardTables.find((one) => one === query.get('what')) ?? 'sales'
    const { columns, rows } = dashboardTable(await services.dashboard(member, dashboardQuery(member, query)), what)
    return csvResponse(`dashboard-${what}`, [columns, ...rows].map((row) => csvRow(row)).join(''))
  },
]

export const loader = () => null

export default function DashboardCsv() {
  return null
}
