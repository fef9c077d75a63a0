import type { Route } from './+types/account.ts'
import { OverviewPage } from '../../../modules/account/ui/overview-page.tsx'
import { requestContext } from '../../../composition/request-context.ts'
import { pageTypeMeta } from '../../head/page-type.ts'

export function loader({ context }: Route.LoaderArgs) {
  const {
    brand,
    services: { settings },
  } = context.get(requestContext)
  return { hasClub: settings.isOn(brand, 'dealsClubEnabled'), country: brand.country }
}

export const meta = () => [{ title: 'Your account' }, { name: 'robots', content: 'noindex' }, pageTypeMeta('accounts')]

export default function Account({ loaderData }: Route.ComponentProps) {
  return <OverviewPage {...loaderData} />
}
