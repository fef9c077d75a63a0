import { data } from 'react-router'
import type { Route } from './+types/virtual-tour.ts'
import { canonicalAddress } from '../../../brands/brands.ts'
import { Breadcrumbs } from '../../../modules/navigation/ui/breadcrumbs.tsx'
import { storePath, tourPath } from '../../../modules/stores/stores.ts'
import { TourPage } from '../../../modules/stores/ui/tour-page.tsx'
import { serialize, deserialize } from '../../../platform/serialized.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { headersOfLoader, cachedForAll } from '../../head/page-headers.ts'
import { pageTypeMeta } from '../../head/page-type.ts'
import { trailMeta } from '../../head/trail-meta.ts'
import { storeOrMissing } from './store-blurb.server.ts'

export function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(requestContext)
  const { storeUri, name, thumbImg, virtualTourId } = storeOrMissing(shop, params.storeUri)
  if (virtualTourId === null) throw data(null, { status: 404 })
  return data(
    serialize({
      storeUri,
      name,
      picture: thumbImg?.src ?? null,
      canonical: canonicalAddress(shop.brand, tourPath(storeUri)),
    }),
    { headers: cachedForAll(['stores']) },
  )
}

export const headers = headersOfLoader

const trailOf = ({ storeUri, name }: { storeUri: string; name: string }) => [
  { title: 'Stores', href: '/stores' },
  { title: name, href: storePath(storeUri) },
  { title: 'Virtual tour', href: null },
]

export function meta({ loaderData }: Route.MetaArgs) {
  if (loaderData === undefined) return [{ title: 'Page not found' }]
  const { storeUri, name, canonical } = deserialize(loaderData)
  return [
    { title: `Virtual tour of ${name}` },
    { tagName: 'link', rel: 'canonical', href: canonical },
    pageTypeMeta('virtualTour'),
    ...trailMeta(trailOf({ storeUri, name }), canonical),
  ]
}

export default function VirtualTour({ loaderData }: Route.ComponentProps) {
  const { storeUri, name, picture } = deserialize(loaderData)
  return (
    <>
      <Breadcrumbs trail={trailOf({ storeUri, name })} />
      <TourPage storeUri={storeUri} name={name} picture={picture} />
    </>
  )
}
