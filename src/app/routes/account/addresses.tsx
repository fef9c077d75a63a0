import type { Route } from './+types/addresses.ts'
import { AddressesPage } from '../../../modules/account/ui/addresses-page.tsx'
import { requestContext } from '../../../composition/request-context.ts'
import { pageTypeMeta } from '../../head/page-type.ts'

export function loader({ context }: Route.LoaderArgs) {
  const {
    brand: { country },
    services: { geo },
  } = context.get(requestContext)
  return { country, addressSource: geo.addressSource(country) }
}

export const meta = () => [
  { title: 'Your addresses' },
  { name: 'robots', content: 'noindex' },
  pageTypeMeta('accounts'),
]

export default function AccountAddresses({ loaderData }: Route.ComponentProps) {
  return <AddressesPage {...loaderData} />
}
