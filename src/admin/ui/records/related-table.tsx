import type { Related } from '../../../modules/admin/admin-resource.server.ts'
import { Empty } from '../controls/empty.tsx'
import { FactsTable } from '../controls/facts-table.tsx'
import page from '../layout/page.module.css'

/** Rows that belong to a record or stand above a list. */
export function RelatedTable({ related: { title, columns, rows, empty } }: { related: Related }) {
  return (
    <section>
      <h2 className={page['heading']}>{title}</h2>
      {rows.length === 0 ? <Empty>{empty}</Empty> : <FactsTable title={title} columns={columns} rows={rows} />}
    </section>
  )
}
