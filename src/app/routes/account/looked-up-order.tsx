import { data } from 'react-router'
import type { Route } from './+types/looked-up-order.ts'
import { LookedUpOrderPage } from '../../../modules/account/ui/order-page.tsx'
import { requestContext } from '../../../composition/request-context.ts'
import { headersOfLoader } from '../../head/page-headers.ts'
import { pageTypeMeta } from '../../head/page-type.ts'

/** An account page by type, because no third-party script may run on it: a card may be typed here. */
export function loader({ context }: Route.LoaderArgs) {
  const { supportNumber, country } = context.get(requestContext).brand
  return data({ supportNumber, country }, { headers: { 'referrer-policy': 'strict-origin' } })
}

export const headers = headersOfLoader

export const meta = () => [{ title: 'Your order' }, { name: 'robots', content: 'noindex' }, pageTypeMeta('accounts')]

export default function LookedUpOrder({ params, loaderData }: Route.ComponentProps) {
  return <LookedUpOrderPage id={params.id} {...loaderData} />
}
