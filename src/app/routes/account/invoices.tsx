import { InvoicesPage } from '../../../modules/account/ui/invoices-page.tsx'
import { pageTypeMeta } from '../../head/page-type.ts'

export const meta = () => [{ title: 'Your invoices' }, { name: 'robots', content: 'noindex' }, pageTypeMeta('accounts')]

export default function AccountInvoices() {
  return <InvoicesPage />
}
