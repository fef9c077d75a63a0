import { useLocation } from 'react-router'
import { callApi } from '../../../ui/browser/api.ts'
import { PageLinks } from '../../../ui/navigation/page-links.tsx'
import { accountTexts } from '../account.ts'
import { useAccountCall } from '../internal/ui/account-calls.ts'
import { AccountLayout, Empty, Shown } from '../internal/ui/account-layout.tsx'
import { InvoiceTable } from '../internal/ui/invoice-table.tsx'

export function InvoicesPage() {
  return (
    <AccountLayout title="Your invoices">
      <Invoices />
    </AccountLayout>
  )
}

function Invoices() {
  const requested = new URLSearchParams(useLocation().search).get('page') ?? '1'
  const currentPage = /^[1-9]\d{0,4}$/.test(requested) ? Number(requested) : 1
  const call = useAccountCall(
    (signal) => callApi('GET', '/api/account/order/invoiced', { query: { page: currentPage - 1 }, signal }),
    currentPage,
  )
  return (
    <Shown call={call}>
      {({ items, pageSize, totalCount }) =>
        items.length === 0 ? (
          <Empty text={accountTexts.noInvoices} href="/products" link="See all products" />
        ) : (
          <>
            <InvoiceTable invoices={items} />
            <PageLinks
              list={{ itemsPerPage: pageSize, totalItems: totalCount, currentPage }}
              address={(page) => `/account/invoices?page=${page}`}
            />
          </>
        )
      }
    </Shown>
  )
}
