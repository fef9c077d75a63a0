import { data, redirect } from 'react-router'
import type { Route } from './+types/store.ts'
import { canonicalAddress } from '../../../brands/brands.ts'
import { breadcrumbsJsonLd } from '../../../modules/catalogue/breadcrumbs-json-ld.ts'
import { Breadcrumbs } from '../../../modules/navigation/ui/breadcrumbs.tsx'
import { videoCallPath } from '../../../modules/content/forms/contact.ts'
import { storeJsonLd } from '../../../modules/stores/json-ld.ts'
import { hoursText, storePath, weekdayAt } from '../../../modules/stores/stores.ts'
import { StorePage } from '../../../modules/stores/ui/stores-page.tsx'
import { serialize, deserialize } from '../../../platform/serialized.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { Notice } from '../../../ui/display/notice.tsx'
import { headersOfLoader, cachedForAll } from '../../head/page-headers.ts'
import { pageTypeMeta } from '../../head/page-type.ts'
import { blurbOf, cacheSeconds, storeOrMissing } from './store-blurb.server.ts'

export function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(requestContext)
  const { brand } = shop
  const store = storeOrMissing(shop, params.storeUri)
  const origin = brand.origin
  const trail = [
    { title: 'Stores', href: '/stores' },
    { title: store.name, href: null },
  ]
  return data(
    serialize({
      view: {
        blurb: blurbOf(store, shop),
        description: store.description,
        email: store.email,
        videoCall: shop.services.settings.isOn(brand, 'WebexEnabled') ? videoCallPath : null,
        picture: store.thumbImg?.src ?? null,
        days: store.openTimes.map((time, at) => ({
          day: time.day,
          text: hoursText(time),
          isToday: at === weekdayAt(store, shop.now()),
        })),
        isAppointmentOnly: store.isAppointmentOnly,
      },
      // The form's target; the address includes it, which keeps the page the same for everyone.
      wasChosen: new URL(request.url).searchParams.get('sent') === 'store',
      trail,
      title: `${brand.companyName} ${store.name}`,
      canonical: canonicalAddress(brand, storePath(store.storeUri)),
      structuredData: {
        '@context': 'https://schema.org',
        '@graph': [storeJsonLd(store, { companyName: brand.companyName, origin }), breadcrumbsJsonLd(trail, origin)],
      },
    }),
    { headers: cachedForAll(['stores'], cacheSeconds) },
  )
}

/** Sets the visitor's store (decision stores-04). */
export async function action({ context, params }: Route.ActionArgs) {
  const shop = context.get(requestContext)
  const { storeId, storeUri } = storeOrMissing(shop, params.storeUri)
  await shop.services.stores.choose(shop, storeId)
  throw redirect(`${storePath(storeUri)}?sent=store`, 303)
}

export const headers = headersOfLoader

export function meta({ loaderData }: Route.MetaArgs) {
  if (loaderData === undefined) return [{ title: 'Page not found' }]
  const { title, view, canonical, structuredData } = deserialize(loaderData)
  return [
    { title },
    { name: 'description', content: `${view.blurb.address}, ${view.blurb.suburbLine}. ${view.description}`.trim() },
    { tagName: 'link', rel: 'canonical', href: canonical },
    pageTypeMeta('generic'),
    { 'script:ld+json': structuredData },
  ]
}

export default function StoreRoute({ loaderData }: Route.ComponentProps) {
  const { view, trail, wasChosen } = deserialize(loaderData)
  return (
    <>
      <Breadcrumbs trail={trail} />
      <StorePage
        view={view}
        notice={wasChosen && <Notice kind="success">{view.blurb.name} is now your store.</Notice>}
      />
    </>
  )
}
