import type { Route } from './+types/order-lookup.ts'
import { OrderLookupPage } from '../../../modules/account/ui/order-lookup-page.tsx'
import { requestContext } from '../../../composition/request-context.ts'
import { pageTypeMeta } from '../../head/page-type.ts'

export const loader = ({ context }: Route.LoaderArgs) => ({
  supportNumber: context.get(requestContext).brand.supportNumber,
})

/** Before script the form is posted here: the page comes back, and says what it needs. */
export const action = () => null

export const meta = () => [{ title: 'Look up an order' }, pageTypeMeta('accounts')]

export default function OrderLookup({ loaderData }: Route.ComponentProps) {
  return <OrderLookupPage {...loaderData} />
}
