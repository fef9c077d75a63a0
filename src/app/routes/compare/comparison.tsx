import { data } from 'react-router'
import type { Route } from './+types/comparison.ts'
import { skusOfPath } from '../../../modules/compare/compare.ts'
import { comparisonTitle } from '../../../modules/compare/comparison.ts'
import { ComparisonPage } from '../../../modules/compare/ui/comparison-page.tsx'
import { Breadcrumbs } from '../../../modules/navigation/ui/breadcrumbs.tsx'
import { serialize, deserialize } from '../../../platform/serialized.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { comparingOrMissing, comparisonOf } from './comparison-data.server.ts'
import { headersOfLoader, cachedForAll } from '../../head/page-headers.ts'
import { pageTypeMeta } from '../../head/page-type.ts'

/** /comparison/{sku}/{sku}/{sku}, the address of a comparison (decision compare-01). */
export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(requestContext)
  comparingOrMissing(shop)
  // From the address itself: the router would take an encoded slash within a sku for one between two.
  const { view, canonical, tags } = await comparisonOf(skusOfPath(url.pathname), shop)
  return data(serialize({ view, canonical }), { headers: cachedForAll(tags) })
}

export const headers = headersOfLoader

export function meta({ loaderData }: Route.MetaArgs) {
  if (loaderData === undefined) return [{ title: 'Page not found' }]
  const { view, canonical } = deserialize(loaderData)
  return [
    { title: comparisonTitle(view.products.map((one) => one.card.title)) },
    { tagName: 'link', rel: 'canonical', href: canonical },
    // Any three of thousands of products have one.
    { name: 'robots', content: 'noindex,follow' },
    pageTypeMeta('productComparison'),
  ]
}

export default function Comparison({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Breadcrumbs trail={[{ title: 'Compare', href: null }]} />
      <ComparisonPage {...deserialize(loaderData).view} />
    </>
  )
}
