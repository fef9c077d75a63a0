import type { Route } from './+types/invoice.ts'
import { InvoicePage } from '../../../modules/account/ui/invoice-page.tsx'
import { requestContext } from '../../../composition/request-context.ts'
import { pageTypeMeta } from '../../head/page-type.ts'

export const loader = ({ context }: Route.LoaderArgs) => ({ seller: context.get(requestContext).brand.companyName })

export const meta = () => [{ title: 'Invoice' }, { name: 'robots', content: 'noindex' }, pageTypeMeta('accounts')]

export default function AccountInvoice({ params, loaderData }: Route.ComponentProps) {
  return <InvoicePage id={params.id} seller={loaderData.seller} />
}
