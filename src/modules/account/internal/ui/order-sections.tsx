import { Fragment } from 'react'
import { plainDay } from '../../../../platform/calendar.ts'
import { centsOf } from '../../../../platform/money.ts'
import { productPath, reviewsPath } from '../../../catalogue/catalogue.ts'
import type { OrderView } from '../../../orders/order-view.ts'
import { PickupDetails } from '../../../orders/ui/pickup-details.tsx'
import { formatPrice } from '../../../pricing/pricing.ts'
import account from '../../ui/account.module.css'
import { Picture } from '../../../../ui/display/picture.tsx'
import styles from '../../ui/order-page.module.css'

const price = (dollars: number): string => formatPrice(centsOf(dollars))

/** When and where to an order is delivered. */
export function OrderDelivery({
  order,
  onReschedule,
}: {
  readonly order: OrderView
  readonly onReschedule: () => void
}) {
  const { delivery, may } = order
  return (
    <div className={account.panels}>
      <section className={account.panel} aria-labelledby="order-delivery">
        <h3 id="order-delivery">{delivery.pickup === null ? 'Delivery' : 'Pickup'}</h3>
        <p className={styles.day}>{delivery.text}</p>
        {delivery.pickup !== null && <PickupDetails pickup={delivery.pickup} />}
        {delivery.suppliers.map((one) => (
          <p key={one}>{one}</p>
        ))}
        {delivery.proforma !== null && <p>{delivery.proforma}</p>}
        {delivery.expectsCall && <p>One of our experts will be in touch with you.</p>}
        {may.reschedule && (
          <p className="no-print">
            <button type="button" className="link-button" onClick={onReschedule}>
              Change delivery day
            </button>
          </p>
        )}
      </section>
      <section className={account.panel} aria-labelledby="order-address">
        <h3 id="order-address">{delivery.pickup === null ? 'Delivery address' : 'Picked up by'}</h3>
        <address className={styles.address}>
          {delivery.name}
          <br />
          {(delivery.pickup === null ? delivery.lines : []).map((line) => (
            <Fragment key={line}>
              {line}
              <br />
            </Fragment>
          ))}
          {order.phone}
          <br />
          {order.email}
        </address>
        {delivery.instructions !== '' && <p className={account.soft}>{delivery.instructions}</p>}
        {delivery.access.length > 0 && <p className={account.soft}>{delivery.access.join(' · ')}</p>}
        {order.poNumber !== '' && <p className={account.soft}>PO number {order.poNumber}</p>}
      </section>
    </div>
  )
}

/** The order's lines and totals. */
export function OrderItems({ order }: { readonly order: OrderView }) {
  return (
    <section aria-labelledby="order-items">
      <h3 id="order-items">Items</h3>
      <ul className={styles.items}>
        {order.lines.map((line) => (
          <li key={line.productCode} data-gone={line.cancelled === line.quantity || undefined}>
            <Picture src={line.picture} alt="" width={64} height={64} loading="eager" />
            <div>
              <a href={productPath(line.uri)}>{line.title}</a>
              <p className={account.soft}>
                Quantity {line.quantity}
                {line.cancelled > 0 && `, ${line.cancelled === line.quantity ? '' : `${line.cancelled} `}cancelled`}
              </p>
              {line.choices.map((one) => (
                <p key={one.name} className={account.soft}>
                  {one.name} {price(one.total)}
                </p>
              ))}
              {line.cancelled < line.quantity && (
                <a className={`${account.soft} no-print`} href={`${reviewsPath(line.uri)}#write`}>
                  Write a review<span className="visually-hidden"> of {line.title}</span>
                </a>
              )}
            </div>
            <p className="tabular">{price(line.total)}</p>
          </li>
        ))}
      </ul>
      <dl className={styles.sums}>
        {order.charges.map((one) => (
          <Sum key={one.title} name={one.title} value={price(one.price)} />
        ))}
        {order.discounts.map((one) => (
          <Sum key={one.name} name={one.name} value={formatPrice(-centsOf(one.amount))} />
        ))}
        <Sum name="Order Total" value={price(order.total)} isTotal />
        {order.payments.map((one, at) => (
          <Sum
            key={`${one.date} ${one.method} ${at}`}
            name={`Paid on ${plainDay(one.date)}, ${one.method}`}
            value={price(one.amount)}
          />
        ))}
        {order.balance > 0 && <Sum name="Still to pay" value={price(order.balance)} isTotal />}
      </dl>
    </section>
  )
}

function Sum({ name, value, isTotal = false }: { name: string; value: string; isTotal?: boolean }) {
  return (
    <div className={isTotal ? styles.total : undefined}>
      <dt>{name}</dt>
      <dd className="tabular">{value}</dd>
    </div>
  )
}

/** Refunds for cancelled or returned items. */
export function OrderRefunds({ refunds }: Pick<OrderView, 'refunds'>) {
  return (
    <section aria-labelledby="order-refunds">
      <h3 id="order-refunds">Refunds</h3>
      <ul className={styles.refunds}>
        {refunds.map((refund) => (
          <li key={refund.number}>
            <p>
              <b>{price(refund.amount)}</b> on {plainDay(refund.date)} (refund {refund.number}):{' '}
              {refund.items.map((one) => one.title).join(', ')}
            </p>
            {refund.unpaid > 0 && (
              <p className={account.soft}>{price(refund.unpaid)} was unpaid and is no longer owed.</p>
            )}
            {refund.payouts.map((one) => (
              <p key={one.method} className={account.soft}>
                {price(one.amount)} to {one.method.toLowerCase() === 'card' ? 'your card' : one.method}:{' '}
                {one.isGiftCard
                  ? 'available now.'
                  : one.isDone
                    ? 'sent. It can take up to five business days to show.'
                    : 'on its way.'}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}

export function OrderHistory({ history }: Pick<OrderView, 'history'>) {
  return (
    <section aria-labelledby="order-history">
      <h3 id="order-history">History</h3>
      <ol className={styles.history}>
        {history.map((one, at) => (
          <li key={`${at} ${one.text}`}>
            <span className={account.soft}>{plainDay(one.date)}</span> {one.text}
          </li>
        ))}
      </ol>
    </section>
  )
}
