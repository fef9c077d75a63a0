import { redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { Related } from '../../../modules/admin/admin-resource.server.ts'
import { recordPath, signedIn } from '../../access.server.ts'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { RelatedTable } from '../../ui/records/related-table.tsx'
import { Empty } from '../../ui/controls/empty.tsx'

const searched = ['orders', 'products', 'customers']

/** One search field for an order number, a SKU or an email address. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { admin } = signedIn(context).services
  const q = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, 100)
  const found: Related[] = []
  for (const resource of q === '' ? [] : searched.flatMap((name) => admin.resource(name) ?? [])) {
    const page = await admin.list(resource, new URLSearchParams({ q }))
    const [only] = page.records
    const isExact =
      only !== undefined &&
      page.count === 1 &&
      resource.columns.some(({ name }) => String(only.values[name] ?? '').toLowerCase() === q.toLowerCase())
    if (isExact) throw redirect(recordPath(resource.name, only.key), 303)
    const columns = resource.columns.slice(0, 3)
    found.push({
      title: resource.title,
      columns: columns.map(({ label }) => label),
      empty: 'Nothing found.',
      rows: page.records.slice(0, 10).map(({ key, values }) =>
        columns.map(({ name }, at) => {
          const text = String(values[name] ?? '–')
          return at === 0 ? { text, href: recordPath(resource.name, key) } : text
        }),
      ),
    })
  }
  return { q, found }
}

export default function Find() {
  const { q, found } = useLoaderData<typeof loader>()
  return (
    <>
      <PageTitle>{q === '' ? 'Find' : `Results for ‘${q}’`}</PageTitle>
      {q === '' && <Empty>Enter an order number, a SKU, a title or an email address above.</Empty>}
      {found.map((one) => (
        <RelatedTable key={one.title} related={one} />
      ))}
    </>
  )
}
