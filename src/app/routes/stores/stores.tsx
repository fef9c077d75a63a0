import { data } from 'react-router'
import type { Route } from './+types/stores.ts'
import { canonicalAddress } from '../../../brands/brands.ts'
import { Breadcrumbs } from '../../../modules/navigation/ui/breadcrumbs.tsx'
import { filterAddress, filterStores, filtersOf, readFilters, storesByState } from '../../../modules/stores/stores.ts'
import { StoresPage } from '../../../modules/stores/ui/stores-page.tsx'
import { serialize, deserialize } from '../../../platform/serialized.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { headersOfLoader, cachedForAll } from '../../head/page-headers.ts'
import { pageTypeMeta } from '../../head/page-type.ts'
import { trailMeta } from '../../head/trail-meta.ts'
import { blurbOf, cacheSeconds, storesOrMissing } from './store-blurb.server.ts'

export function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(requestContext)
  const { brand } = shop
  const all = storesOrMissing(shop)
  const selected = readFilters(new URL(request.url).searchParams.get('filters') ?? '')
  const shown = filterStores(all, selected, shop.now())
  return data(
    serialize({
      view: {
        groups: storesByState(shown).map(({ title, stores }) => ({
          title,
          stores: stores.map((store) => blurbOf(store, shop)),
        })),
        filters: filtersOf(all, selected).map((filter) => ({
          title: filter.title,
          selected: filter.selected,
          href: filterAddress(filter.id, selected),
        })),
        names: Object.fromEntries(all.map((store) => [store.storeUri, store.name])),
      },
      companyName: brand.companyName,
      canonical: canonicalAddress(brand, '/stores'),
    }),
    { headers: cachedForAll(['stores'], cacheSeconds) },
  )
}

export const headers = headersOfLoader

const trail = [{ title: 'Stores', href: null }]

export function meta({ loaderData }: Route.MetaArgs) {
  if (loaderData === undefined) return [{ title: 'Page not found' }]
  const { companyName, canonical } = deserialize(loaderData)
  return [
    { title: `${companyName} stores` },
    { tagName: 'link', rel: 'canonical', href: canonical },
    pageTypeMeta('generic'),
    ...trailMeta(trail, canonical),
  ]
}

export default function Stores({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Breadcrumbs trail={trail} />
      <StoresPage {...deserialize(loaderData).view} />
    </>
  )
}
