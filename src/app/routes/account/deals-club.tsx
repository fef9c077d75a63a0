import { data } from 'react-router'
import type { Route } from './+types/deals-club.ts'
import { DealsClubPage } from '../../../modules/account/ui/deals-club-page.tsx'
import { requestContext } from '../../../composition/request-context.ts'
import { pageTypeMeta } from '../../head/page-type.ts'

/** Not there where the app has no club. */
export function loader({ context }: Route.LoaderArgs) {
  const {
    brand,
    services: { settings },
  } = context.get(requestContext)
  if (!settings.isOn(brand, 'dealsClubEnabled')) throw data(null, { status: 404 })
  return null
}

export const meta = () => [{ title: 'Deals Club' }, { name: 'robots', content: 'noindex' }, pageTypeMeta('accounts')]

export default function AccountDealsClub() {
  return <DealsClubPage />
}
