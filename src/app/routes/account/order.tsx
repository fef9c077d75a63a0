import type { Route } from './+types/order.ts'
import { AccountOrderPage } from '../../../modules/account/ui/order-page.tsx'
import { requestContext } from '../../../composition/request-context.ts'
import { pageTypeMeta } from '../../head/page-type.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { supportNumber, country } = context.get(requestContext).brand
  return { supportNumber, country }
}

export const meta = () => [{ title: 'Your order' }, { name: 'robots', content: 'noindex' }, pageTypeMeta('accounts')]

export default function AccountOrder({ params, loaderData }: Route.ComponentProps) {
  return <AccountOrderPage id={params.id} {...loaderData} />
}
