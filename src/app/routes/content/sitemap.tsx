import { data } from 'react-router'
import type { Route } from './+types/sitemap.ts'
import { canonicalAddress } from '../../../brands/brands.ts'
import { Breadcrumbs } from '../../../modules/navigation/ui/breadcrumbs.tsx'
import { SitemapPage } from '../../../modules/navigation/ui/sitemap-page.tsx'
import { sitemapSections } from '../../../modules/navigation/sitemap.server.ts'
import { serialize, deserialize } from '../../../platform/serialized.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { headersOfLoader, cachedForAll } from '../../head/page-headers.ts'
import { pageTypeMeta } from '../../head/page-type.ts'
import { trailMeta } from '../../head/trail-meta.ts'

export function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(requestContext)
  const { companyName } = shop.brand
  return data(
    serialize({
      sections: sitemapSections(shop.brand, shop.services),
      companyName,
      canonical: canonicalAddress(shop.brand, '/sitemap'),
    }),
    {
      headers: cachedForAll(['listings', 'content', 'stores']),
    },
  )
}

export const headers = headersOfLoader

const trail = [{ title: 'Site map', href: null }]

export function meta({ loaderData }: Route.MetaArgs) {
  if (loaderData === undefined) return []
  const { companyName, canonical } = deserialize(loaderData)
  return [
    { title: `Site map – ${companyName}` },
    { tagName: 'link', rel: 'canonical', href: canonical },
    pageTypeMeta('siteMap'),
    ...trailMeta(trail, canonical),
  ]
}

export default function Sitemap({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Breadcrumbs trail={trail} />
      <SitemapPage sections={deserialize(loaderData).sections} />
    </>
  )
}
