import { Form, Link } from 'react-router'
import { SubmitButton } from '../controls/button.tsx'
import { Empty } from '../controls/empty.tsx'
import { FactsTable, type FactsCell } from '../controls/facts-table.tsx'
import { DoneNotice } from '../controls/notice.tsx'
import page from '../layout/page.module.css'
import { PageTitle } from '../layout/page-title.tsx'

type Rows = readonly (readonly FactsCell[])[]
type Part = { readonly count: string; readonly rows: Rows }

/** A report: what shoppers do not see, and why. */
export function PictureProblemsPage({
  isRetried,
  canRetry,
  sources,
  products,
  missing,
}: {
  isRetried: boolean
  canRetry: boolean
  sources: Part & { readonly href: string }
  products: Part & { readonly href: string }
  missing: Part
}) {
  return (
    <>
      <PageTitle>Broken and missing pictures</PageTitle>
      <p className={page['trail']}>
        <Link to="/office/media">Media library</Link>
      </p>
      {isRetried && <DoneNotice>The pictures are being fetched. Look again in a minute.</DoneNotice>}
      <h2 className={page['heading']}>{`Not fetched from other hosts (${sources.count})`}</h2>
      {sources.rows.length === 0 ? (
        <Empty>Every picture of a feed could be fetched.</Empty>
      ) : (
        <>
          {canRetry && (
            <Form method="post" action="/office/media/problems" className={page['bar']}>
              <SubmitButton look="quiet">Try all again now</SubmitButton>
            </Form>
          )}
          <FactsTable
            title="Not fetched from other hosts"
            columns={['Address', 'Problem', 'Attempts', 'Last try', 'Next try']}
            rows={sources.rows}
            isNamed
            lookOf={(column) => (column === 2 ? 'number' : column > 2 ? 'time' : null)}
          />
          <More count={sources.count} shown={sources.rows.length} href={sources.href} />
        </>
      )}
      <h2 className={page['heading']}>{`Addresses without a file (${missing.count})`}</h2>
      {missing.rows.length === 0 ? (
        <Empty>Every upload that a record names is there.</Empty>
      ) : (
        <FactsTable title="Addresses without a file" columns={['What', 'Name', 'Address']} rows={missing.rows} />
      )}
      <h2 className={page['heading']}>{`Live products without pictures (${products.count})`}</h2>
      {products.rows.length === 0 ? (
        <Empty>Every live product has a picture.</Empty>
      ) : (
        <>
          <FactsTable
            title="Live products without pictures"
            columns={['Product', 'SKU']}
            rows={products.rows}
            isNamed
          />
          <More count={products.count} shown={products.rows.length} href={products.href} />
        </>
      )}
    </>
  )
}

function More({ count, shown, href }: { count: string; shown: number; href: string }) {
  return (
    count !== String(shown) && (
      <p>
        <Link to={href}>{`Show all ${count}`}</Link>
      </p>
    )
  )
}
