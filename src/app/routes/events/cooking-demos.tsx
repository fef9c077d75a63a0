import { timeZoneOf } from '../../../brands/apps.ts'
import type { Route } from './+types/cooking-demos.ts'
import { canonicalAddress } from '../../../brands/brands.ts'
import { defaultFilters, demosPath, demosPerPage, readDemoQuery } from '../../../modules/events/events.ts'
import { DemosPage } from '../../../modules/events/ui/demos-page.tsx'
import { Breadcrumbs } from '../../../modules/navigation/ui/breadcrumbs.tsx'
import { dayIn } from '../../../platform/calendar.ts'
import { serialize, deserialize } from '../../../platform/serialized.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { pageTypeMeta } from '../../head/page-type.ts'
import { storesOrMissing } from '../stores/store-blurb.server.ts'
import { trailMeta } from '../../head/trail-meta.ts'

/** The list for the filters in the address; without any it is the default list (DEMO-15). */
export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(requestContext)
  const {
    brand,
    services: { events },
  } = shop
  // Sessions are in showrooms.
  storesOrMissing(shop)
  const today = dayIn(timeZoneOf[brand.country], shop.now())
  const read = readDemoQuery(Object.fromEntries(new URL(request.url).searchParams), today)
  const filters = read.ok ? read.value : defaultFilters(today)
  return serialize({
    view: {
      filters,
      list: await events.list(brand, filters, demosPerPage),
      ...(await events.choices(brand)),
      today,
      problems: read.ok ? {} : read.problem,
    },
    companyName: brand.companyName,
    canonical: canonicalAddress(brand, demosPath()),
  })
}

/** The page loads its next lists itself, and retries when one fails (decision events-03). */
export function shouldRevalidate({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }): boolean {
  return currentUrl.pathname !== nextUrl.pathname
}

const trail = [{ title: 'Cooking demos', href: null }]

export function meta({ loaderData }: Route.MetaArgs) {
  if (loaderData === undefined) return [{ title: 'Page not found' }]
  const { companyName, canonical } = deserialize(loaderData)
  return [
    { title: `Cooking demos at ${companyName}` },
    {
      name: 'description',
      content: `Cooking demos at ${companyName} showrooms: see appliances in action and book your seats.`,
    },
    { tagName: 'link', rel: 'canonical', href: canonical },
    pageTypeMeta('generic'),
    ...trailMeta(trail, canonical),
  ]
}

export default function CookingDemos({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Breadcrumbs trail={trail} />
      <DemosPage view={deserialize(loaderData).view} />
    </>
  )
}
