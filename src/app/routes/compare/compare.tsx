import { data } from 'react-router'
import type { Route } from './+types/compare.ts'
import { canonicalAddress } from '../../../brands/brands.ts'
import { comparisonTitle } from '../../../modules/compare/comparison.ts'
import { ComparisonPage, type ComparisonView } from '../../../modules/compare/ui/comparison-page.tsx'
import { StoredComparison } from '../../../modules/compare/ui/stored-comparison.tsx'
import { Breadcrumbs } from '../../../modules/navigation/ui/breadcrumbs.tsx'
import { serialize, deserialize } from '../../../platform/serialized.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { comparingOrMissing, comparisonOf } from './comparison-data.server.ts'
import { headersOfLoader, cachedForAll } from '../../head/page-headers.ts'
import { pageTypeMeta } from '../../head/page-type.ts'

type CompareData = { readonly view: ComparisonView | null; readonly canonical: string }

/** /compare?sku=A~B shows the comparison where it is; without skus the browser's own list decides (ROUTE-32, decision compare-01). */
export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(requestContext)
  comparingOrMissing(shop)
  const skus = shop.services.compare.skusOf(url.searchParams.get('sku') ?? '')
  if (skus.length === 0) {
    const canonical = canonicalAddress(shop.brand, '/compare')
    return data(serialize<CompareData>({ view: null, canonical }), { headers: cachedForAll(['listings']) })
  }
  const { view, canonical, tags } = await comparisonOf(skus, shop)
  return data(serialize<CompareData>({ view, canonical }), { headers: cachedForAll(tags) })
}

export const headers = headersOfLoader

export function meta({ loaderData }: Route.MetaArgs) {
  if (loaderData === undefined) return [{ title: 'Page not found' }]
  const { view, canonical } = deserialize(loaderData)
  return [
    { title: comparisonTitle(view === null ? [] : view.products.map((one) => one.card.title)) },
    { tagName: 'link', rel: 'canonical', href: canonical },
    { name: 'robots', content: 'noindex,follow' },
    pageTypeMeta('productComparison'),
  ]
}

export default function Compare({ loaderData }: Route.ComponentProps) {
  const { view } = deserialize(loaderData)
  return (
    <>
      <Breadcrumbs trail={[{ title: 'Compare', href: null }]} />
      {view === null ? <StoredComparison /> : <ComparisonPage {...view} />}
    </>
  )
}
