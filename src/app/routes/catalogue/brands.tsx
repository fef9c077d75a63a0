import { data } from 'react-router'
import type { Route } from './+types/brands.ts'
import { canonicalAddress } from '../../../brands/brands.ts'
import { wordmarkOf } from '../../../modules/catalogue/brands/brand-list.ts'
import { BrandsPage } from '../../../modules/catalogue/ui/brands-page.tsx'
import { Breadcrumbs } from '../../../modules/navigation/ui/breadcrumbs.tsx'
import { serialize, deserialize } from '../../../platform/serialized.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { headersOfLoader, cachedForAll } from '../../head/page-headers.ts'
import { pageTypeMeta } from '../../head/page-type.ts'
import { trailMeta } from '../../head/trail-meta.ts'

export function loader({ context }: Route.LoaderArgs) {
  const {
    brand,
    services: { catalogue },
  } = context.get(requestContext)
  const brands = catalogue.brands
    .filter((one) => catalogue.directory.isSold(brand.app, one.uri))
    .map(({ title, uri, wordmark }) => ({ title, uri, wordmark: wordmarkOf(wordmark) }))
  return data(serialize({ brands, companyName: brand.companyName, canonical: canonicalAddress(brand, '/brands') }), {
    headers: cachedForAll(['listings']),
  })
}

export const headers = headersOfLoader

const trail = [{ title: 'Brands', href: null }]

export function meta({ loaderData }: Route.MetaArgs) {
  if (loaderData === undefined) return [{ title: 'Page not found' }]
  const { companyName, canonical } = deserialize(loaderData)
  return [
    { title: `Brands at ${companyName}` },
    { tagName: 'link', rel: 'canonical', href: canonical },
    pageTypeMeta('brandPage'),
    ...trailMeta(trail, canonical),
  ]
}

export default function Brands({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Breadcrumbs trail={trail} />
      <BrandsPage brands={deserialize(loaderData).brands} />
    </>
  )
}
