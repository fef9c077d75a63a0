import { data, redirect } from 'react-router'
import type { Route } from './+types/virtual-tours.ts'
import { Breadcrumbs } from '../../../modules/navigation/ui/breadcrumbs.tsx'
import { suburbLine, tourPath } from '../../../modules/stores/stores.ts'
import { ToursPage } from '../../../modules/stores/ui/tour-page.tsx'
import { requestContext } from '../../../composition/request-context.ts'
import { pageTypeMeta } from '../../head/page-type.ts'

/** The tour of the visitor's own store, or else the stores that have one (ROUTE-23, decision stores-06): rendered for each visitor. */
export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(requestContext)
  const {
    brand,
    services: { stores },
  } = shop
  const withTour = stores.of(brand).filter((store) => store.virtualTourId !== null)
  if (withTour.length === 0) throw data(null, { status: 404 })
  const chosen = await stores.chosen(shop)
  if (chosen !== null && chosen.virtualTourId !== null) throw redirect(tourPath(chosen.storeUri), 302)
  return withTour.map((store) => ({
    storeUri: store.storeUri,
    name: store.name,
    suburbLine: suburbLine(store),
  }))
}

export const meta = () => [{ title: 'Virtual tours' }, pageTypeMeta('virtualTour')]

export default function VirtualTours({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Breadcrumbs
        trail={[
          { title: 'Stores', href: '/stores' },
          { title: 'Virtual tours', href: null },
        ]}
      />
      <ToursPage stores={loaderData} />
    </>
  )
}
