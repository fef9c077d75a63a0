import { useState } from 'react'
import { plainDay } from '../../../platform/calendar.ts'
import { centsOf } from '../../../platform/money.ts'
import { callApi } from '../../../ui/browser/api.ts'
import { Notice } from '../../../ui/display/notice.tsx'
import { formatPrice } from '../../pricing/pricing.ts'
import { accountTexts, type Invoice } from '../account.ts'
import { downloadFile, useAccountCall } from '../internal/ui/account-calls.ts'
import { AccountLayout, Shown } from '../internal/ui/account-layout.tsx'
import { AddressText } from '../internal/ui/address-text.tsx'
import styles from './account.module.css'

const price = (dollars: number): string => formatPrice(centsOf(dollars))

export function InvoicePage({ id, seller }: { id: string; seller: string }) {
  return (
    <AccountLayout title="Invoice">
      <InvoiceDetail id={id} seller={seller} />
    </AccountLayout>
  )
}

function InvoiceDetail({ id, seller }: { id: string; seller: string }) {
  const call = useAccountCall(
    (signal) => callApi('GET', '/api/account/order/invoiced/:id', { params: { id }, signal }),
    id,
  )
  if (call.failure?.status === 404) {
    return (
      <>
        <Notice kind="error">{accountTexts.invoiceGone}</Notice>
        <p>
          <a href="/account/invoices">All invoices</a>
        </p>
      </>
    )
  }
  return <Shown call={call}>{(invoice) => <Sheet invoice={invoice} seller={seller} />}</Shown>
}

function Sheet({ invoice, seller }: { invoice: Invoice; seller: string }) {
  const [problem, setProblem] = useState<string | null>(null)
  const download = async () => setProblem(await downloadFile(invoice.pdfUrl, `${invoice.invoiceNumber}.pdf`))
  return (
    <>
      <section aria-labelledby="invoice-number">
        <h2 id="invoice-number">Tax invoice {invoice.invoiceNumber}</h2>
        <p>
          {seller}. Order {invoice.webOrderId} of {plainDay(invoice.orderDate)}, invoiced on{' '}
          {plainDay(invoice.invoiceDate)}.
          {invoice.deliveryDate !== null && ` Delivery on ${plainDay(invoice.deliveryDate)}.`}
        </p>
      </section>
      <div className={styles.panels}>
        <section className={styles.panel} aria-labelledby="invoice-billing">
          <h3 id="invoice-billing">Billed to</h3>
          <AddressText address={invoice.billingAddress} />
        </section>
        <section className={styles.panel} aria-labelledby="invoice-delivery">
          <h3 id="invoice-delivery">Delivered to</h3>
          <AddressText address={invoice.deliveryAddress} />
        </section>
      </div>
      <InvoiceLines invoice={invoice} />
      <InvoiceTotals invoice={invoice} />
      <div className={`${styles.actions} no-print`}>
        <button type="button" className="button" onClick={() => void download()}>
          Download tax invoice (PDF)
        </button>
        <button type="button" className="button button--quiet" onClick={() => window.print()}>
          Print
        </button>
        <a href={`/account/orders/${invoice.id}`}>See the order</a>
        <a href="/account/invoices">All invoices</a>
      </div>
      {problem !== null && <Notice kind="error">{problem}</Notice>}
    </>
  )
}

function InvoiceLines({ invoice }: { invoice: Invoice }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Product</th>
          <th scope="col">Quantity</th>
          <th scope="col" className={styles.amount}>
            Each
          </th>
          <th scope="col" className={styles.amount}>
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {invoice.lines.map((line) => (
          <tr key={line.productCode}>
            <td data-label="Product">
              <span>
                {line.title}
                <br />
                <span className={styles.soft}>{line.sku}</span>
              </span>
            </td>
            <td data-label="Quantity">{line.qty}</td>
            <td data-label="Each" className={styles.amount}>
              {price(line.unitPrice)}
            </td>
            <td data-label="Total" className={styles.amount}>
              {price(line.lineTotal)}
            </td>
          </tr>
        ))}
        {invoice.services.map((service) => (
          <tr key={service.title}>
            <td data-label="Service">{service.title}</td>
            <td data-label="Quantity">1</td>
            <td data-label="Each" className={styles.amount}>
              {price(service.price)}
            </td>
            <td data-label="Total" className={styles.amount}>
              {price(service.price)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function InvoiceTotals({ invoice }: { invoice: Invoice }) {
  return (
    <dl className={styles.totals}>
      <dt>Delivery</dt>
      <dd>{price(invoice.deliveryCost)}</dd>
      {invoice.discount > 0 && (
        <>
          <dt>Discount</dt>
          <dd>-{price(invoice.discount)}</dd>
        </>
      )}
      <dt className={styles.sum}>Total</dt>
      <dd className={styles.sum}>{price(invoice.total)}</dd>
      <dt>GST included</dt>
      <dd>{price(invoice.gst)}</dd>
      {invoice.payments.map((payment) => (
        <div key={`${payment.method} ${payment.date}`} style={{ display: 'contents' }}>
          <dt>
            {payment.method}, {plainDay(payment.date)}
          </dt>
          <dd>{price(payment.amount)}</dd>
        </div>
      ))}
      {invoice.credited > 0 && (
        <>
          <dt>Refunded or credited since</dt>
          <dd>-{price(invoice.credited)}</dd>
        </>
      )}
      {invoice.balance > 0 && (
        <>
          <dt className={styles.sum}>Still to pay</dt>
          <dd className={styles.sum}>{price(invoice.balance)}</dd>
        </>
      )}
    </dl>
  )
}
