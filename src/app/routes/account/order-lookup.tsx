import type { Route } from './+types/order-lookup.ts'
import { OrderLookupPage } from '../../../modules/account/ui/order-lookup-page.tsx'
import { shopContext } from '../../../composition/shop.ts'
import { pageTypeMeta } from '../../head/page-type.ts'

export const loader = ({ context }: Route.LoaderArgs) => ({
  supportNumber: context.get(shopContext).brand.supportNumber,
})

export const meta = () => [{ title: 'Look up an order' }, pageTypeMeta('accounts')]

export default function OrderLookup({ loaderData }: Route.ComponentProps) {
  return <OrderLookupPage {...loaderData} />
}
