import { plainDay } from '../../../../platform/calendar.ts'
import { centsOf } from '../../../../platform/money.ts'
import { formatPrice } from '../../../pricing/pricing.ts'
import type { InvoiceSummary } from '../../account.ts'
import styles from '../../ui/account.module.css'

export function InvoiceTable({ invoices }: { invoices: readonly InvoiceSummary[] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Invoice</th>
          <th scope="col">Order</th>
          <th scope="col">Date</th>
          <th scope="col">Items</th>
          <th scope="col" className={styles.amount}>
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {invoices.map((one) => (
          <tr key={one.id}>
            <td data-label="Invoice">
              <span>
                <a href={`/account/invoices/${one.id}`}>{one.invoiceNumber}</a>
                {one.status === 'Refunded' && (
                  <>
                    <br />
                    <span className={styles.soft}>Refunded</span>
                  </>
                )}
              </span>
            </td>
            <td data-label="Order">{one.webOrderId}</td>
            <td data-label="Date">{plainDay(one.invoiceDate)}</td>
            <td data-label="Items">{one.itemCount}</td>
            <td data-label="Total" className={styles.amount}>
              {formatPrice(centsOf(one.total))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
