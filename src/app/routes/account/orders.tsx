import { OrdersPage } from '../../../modules/account/ui/orders-page.tsx'
import { pageTypeMeta } from '../../head/page-type.ts'

export const meta = () => [{ title: 'Your orders' }, { name: 'robots', content: 'noindex' }, pageTypeMeta('accounts')]

export default function AccountOrders() {
  return <OrdersPage />
}
