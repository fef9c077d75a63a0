import { useLocation } from 'react-router'
import { plainDay } from '../../../platform/calendar.ts'
import { centsOf } from '../../../platform/money.ts'
import { callApi } from '../../../ui/browser/api.ts'
import { PageLinks } from '../../../ui/navigation/page-links.tsx'
import { formatPrice } from '../../pricing/pricing.ts'
import { accountTexts, type OrderSummary } from '../account.ts'
import { useAccountCall } from '../internal/ui/account-calls.ts'
import { AccountLayout, Empty, Shown } from '../internal/ui/account-layout.tsx'
import styles from './account.module.css'

export function OrdersPage() {
  return (
    <AccountLayout title="Your orders">
      <Orders />
    </AccountLayout>
  )
}

function deliveryText({ standing, deliveryDate, pickupStore }: OrderSummary): string {
  if (deliveryDate !== null) return plainDay(deliveryDate)
  if (standing === 'cancelled' || standing === 'refunded') return 'Cancelled'
  return pickupStore === null ? 'To be confirmed' : `Pickup at ${pickupStore}`
}

function Orders() {
  const requested = new URLSearchParams(useLocation().search).get('page') ?? '1'
  const currentPage = /^[1-9]\d{0,4}$/.test(requested) ? Number(requested) : 1
  const call = useAccountCall(
    (signal) => callApi('GET', '/api/account/orders', { query: { page: currentPage - 1 }, signal }),
    currentPage,
  )
  return (
    <Shown call={call}>
      {({ orders, pageSize, totalCount }) =>
        orders.length === 0 ? (
          <>
            <Empty text={accountTexts.noOrders} href="/products" link="See all products" />
            <p>
              Ordered as a guest? <a href="/order-lookup">Look up an order</a>
            </p>
          </>
        ) : (
          <>
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">Order</th>
                  <th scope="col">Date</th>
                  <th scope="col">Products</th>
                  <th scope="col">Delivery</th>
                  <th scope="col">Status</th>
                  <th scope="col" className={styles.amount}>
                    Total
                  </th>
                </tr>
              </thead>
              <tbody>
                {orders.map((order) => (
                  <tr key={order.id}>
                    <td data-label="Order">
                      <a href={`/account/orders/${order.id}`}>{order.webOrderId}</a>
                    </td>
                    <td data-label="Date">{plainDay(order.orderDate)}</td>
                    <td data-label="Products">
                      <span>{order.titles.join(', ')}</span>
                    </td>
                    <td data-label="Delivery">{deliveryText(order)}</td>
                    <td data-label="Status">
                      <span>
                        {order.standingText}
                        {order.balance > 0 && (
                          <>
                            <br />
                            <span className={styles.soft}>{formatPrice(centsOf(order.balance))} to pay</span>
                          </>
                        )}
                      </span>
                    </td>
                    <td data-label="Total" className={styles.amount}>
                      {formatPrice(centsOf(order.total))}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            <PageLinks
              list={{ itemsPerPage: pageSize, totalItems: totalCount, currentPage }}
              address={(page) => `/account/orders?page=${page}`}
            />
          </>
        )
      }
    </Shown>
  )
}
