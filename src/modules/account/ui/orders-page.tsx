import { plainDay } from '../../../platform/calendar.ts'
import { centsOf } from '../../../platform/money.ts'
import { formatPrice } from '../../pricing/pricing.ts'
import { accountTexts, type OrderSummary } from '../account.ts'
import { useAccountCall } from './account-calls.ts'
import { AccountFrame, Empty, Shown } from './account-frame.tsx'
import styles from './account.module.css'

const states: Readonly<Record<OrderSummary['state'], string>> = {
  paid: 'Paid',
  'deposit-paid': 'Deposit paid',
  'on-account': 'On account',
  'awaiting-payment': 'Awaiting payment',
}

export function OrdersPage() {
  return (
    <AccountFrame title="Your orders">
      <Orders />
    </AccountFrame>
  )
}

function Orders() {
  const call = useAccountCall<{ orders: readonly OrderSummary[] }>('/api/account/orders')
  return (
    <Shown call={call}>
      {({ orders }) =>
        orders.length === 0 ? (
          <Empty text={accountTexts.noOrders} href="/products" link="See all products" />
        ) : (
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Order</th>
                <th scope="col">Date</th>
                <th scope="col">Products</th>
                <th scope="col">Delivery</th>
                <th scope="col">Payment</th>
                <th scope="col" className={styles.amount}>
                  Total
                </th>
              </tr>
            </thead>
            <tbody>
              {orders.map((order) => (
                <tr key={order.id}>
                  <td data-label="Order">
                    {order.state === 'paid' || order.state === 'deposit-paid' ? (
                      <a href={`/account/invoices/${order.id}`}>{order.webOrderId}</a>
                    ) : (
                      order.webOrderId
                    )}
                  </td>
                  <td data-label="Date">{plainDay(order.orderDate)}</td>
                  <td data-label="Products">
                    <span>{order.titles.join(', ')}</span>
                  </td>
                  <td data-label="Delivery">
                    {order.deliveryDate === null ? 'To be confirmed' : plainDay(order.deliveryDate)}
                  </td>
                  <td data-label="Payment">{states[order.state]}</td>
                  <td data-label="Total" className={styles.amount}>
                    {formatPrice(centsOf(order.total))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )
      }
    </Shown>
  )
}
