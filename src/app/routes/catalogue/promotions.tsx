import type { Route } from './+types/promotions.ts'
import { canonicalAddress } from '../../../brands/brands.ts'
import { Breadcrumbs } from '../../../modules/navigation/ui/breadcrumbs.tsx'
import { listedPromotions } from '../../../modules/promotions/promotions.ts'
import { PromotionsPage } from '../../../modules/promotions/ui/promotions-page.tsx'
import { serialize, deserialize } from '../../../platform/serialized.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { cachedForAll } from '../../head/page-headers.ts'
import { pageTypeMeta } from '../../head/page-type.ts'

export function loader({ context, request }: Route.LoaderArgs) {
  const {
    brand,
    services: { catalogue, promotions },
  } = context.get(requestContext)
  const requested = new URL(request.url).searchParams
  const required = { brand: requested.get('brand') || null, category: requested.get('category') || null }
  const today = catalogue.today(brand.country)
  const running = listedPromotions(promotions.of(brand), { brand: null, category: null }, today)
  const titled = (uris: Iterable<string>, titleOf: (uri: string) => string | undefined) =>
    Array.from(new Set(uris), (value) => ({ value, label: titleOf(value) ?? value })).toSorted((a, b) =>
      a.label.localeCompare(b.label),
    )
  return serialize({
    view: {
      promotions: listedPromotions(running, required, today),
      today,
      brands: titled(
        running.flatMap((one) => one.brand ?? []),
        (uri) => catalogue.brandByUri(uri)?.title,
      ),
      categories: titled(
        running.flatMap((one) => one.categories.map((uri) => uri.split('/')[0] ?? uri)),
        (uri) => catalogue.category(uri)?.title,
      ),
      ...required,
    },
    companyName: brand.companyName,
    canonical: canonicalAddress(brand, '/promotions'),
    isNarrowed: required.brand !== null || required.category !== null,
  })
}

export const headers = () => cachedForAll(['promotions'])

export function meta({ loaderData }: Route.MetaArgs) {
  if (loaderData === undefined) return [{ title: 'Page not found' }]
  const { companyName, canonical, isNarrowed } = deserialize(loaderData)
  return [
    { title: `Promotions at ${companyName}` },
    { tagName: 'link', rel: 'canonical', href: canonical },
    ...(isNarrowed ? [{ name: 'robots', content: 'noindex,follow' }] : []),
    pageTypeMeta('promotions'),
  ]
}

export default function Promotions({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Breadcrumbs trail={[{ title: 'Promotions', href: null }]} />
      <PromotionsPage {...deserialize(loaderData).view} />
    </>
  )
}
