import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import type { Country } from '../../../brands/apps.ts'
import { plainDay } from '../../../platform/calendar.ts'
import { centsOf } from '../../../platform/money.ts'
import { callApi } from '../../../ui/browser/api.ts'
import { useHasScript } from '../../../ui/browser/use-has-script.ts'
import { FocusedNotice } from '../../../ui/display/focused-notice.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { orderTexts, type OrderView } from '../../orders/order-view.ts'
import { formatPrice } from '../../pricing/pricing.ts'
import { useAccountCall } from '../internal/ui/account-calls.ts'
import { AccountLayout, Shown } from '../internal/ui/account-layout.tsx'
import { type News, OrderActions } from '../internal/ui/order-actions.tsx'
import { OrderDelivery, OrderItems, OrderRefunds, OrderHistory } from '../internal/ui/order-sections.tsx'
import { useOrderReturn } from '../internal/ui/use-order-return.ts'
import account from './account.module.css'
import styles from './order-page.module.css'

const CancelDialog = lazy(() => import('../internal/ui/cancel-dialog.tsx'))
const RescheduleDialog = lazy(() => import('../internal/ui/reschedule-dialog.tsx'))
const PayBalance = lazy(() => import('../internal/ui/pay-balance.tsx'))

const price = (dollars: number): string => formatPrice(centsOf(dollars))

export type OrderPageProps = { readonly id: string; readonly supportNumber: string; readonly country: Country }

/** An order of the account. */
export function AccountOrderPage(props: OrderPageProps) {
  return (
    <AccountLayout title="Your order">
      <OrderDetail {...props} back={{ href: '/account/orders', text: 'All orders' }} />
    </AccountLayout>
  )
}

/** An order that was looked up, or opened by a link of a mail. */
export function LookedUpOrderPage(props: OrderPageProps) {
  const hasScript = useHasScript()
  return (
    <div className={`page ${account.page}`}>
      <header>
        <h1>Your order</h1>
      </header>
      <div className={account.content}>
        {hasScript ? (
          <Opened id={props.id}>
            <OrderDetail {...props} back={{ href: '/order-lookup', text: 'Look up another order' }} />
          </Opened>
        ) : (
          <noscript>
            <p>Please turn on JavaScript to see your order, or call {props.supportNumber}.</p>
          </noscript>
        )}
      </div>
    </div>
  )
}

/** A mail's link has its access token in the fragment: it is used once here and removed from the address. */
function Opened({ id, children }: { id: string; children: ReactNode }) {
  const [state, setState] = useState<'opening' | 'open' | string>('opening')
  useEffect(() => {
    const [, key] = /^#key=([\w.-]+)$/.exec(location.hash) ?? []
    if (key === undefined) return setState('open')
    history.replaceState(history.state, '', location.pathname + location.search)
    void callApi('POST', '/api/orders/open', { body: { key } }).then((answer) =>
      setState(answer.ok && answer.value.id === id ? 'open' : answer.ok ? orderTexts.linkOver : answer.message),
    )
  }, [id])
  if (state === 'open') return children
  if (state === 'opening') return <div className={`skeleton ${account.waiting}`} role="status" aria-label="Loading" />
  return (
    <>
      <Notice kind="error">{state}</Notice>
      <p>
        <a href="/order-lookup">Look up your order</a>
      </p>
    </>
  )
}

function OrderDetail({ back, ...props }: OrderPageProps & { back: { href: string; text: string } }) {
  const call = useAccountCall(
    (signal) => callApi('GET', '/api/orders/:id', { params: { id: props.id }, signal }),
    props.id,
  )
  const returned = useOrderReturn(props.id, call.reload)
  if (call.failure?.status === 404) {
    return (
      <>
        <Notice kind="error">{orderTexts.gone}</Notice>
        <p>
          <a href="/order-lookup">Look up your order by its number and email address</a>
        </p>
      </>
    )
  }
  if (returned.isWorking)
    return <div className={`skeleton ${account.waiting}`} role="status" aria-label="Checking your payment" />
  return (
    <Shown call={call}>
      {(order) => <Sheet {...props} order={order} back={back} news={returned.message} reload={call.reload} />}
    </Shown>
  )
}

function Sheet({
  order: given,
  back,
  news: first,
  reload,
  supportNumber,
  country,
}: OrderPageProps & { order: OrderView; back: { href: string; text: string }; news: News | null; reload: () => void }) {
  const [order, setOrder] = useState(given)
  const [news, setNews] = useState<News | null>(first)
  const [open, setOpen] = useState<'cancel' | 'reschedule' | 'pay' | null>(null)
  useEffect(() => setOrder(given), [given])
  useEffect(() => setNews(first), [first])

  function changed(next: OrderView, text: string): void {
    setOrder(next)
    setOpen(null)
    setNews({ kind: 'success', text })
  }

  /** The displayed order is out of date. */
  const stale = () => reload()

  return (
    <div className={styles.order}>
      {news !== null && (
        <FocusedNotice kind={news.kind} of={news}>
          <p>{news.text}</p>
        </FocusedNotice>
      )}
      <section className={styles.head} aria-labelledby="order-number">
        <div>
          <h2 id="order-number">Order {order.webOrderId}</h2>
          <p className={account.soft}>Placed on {plainDay(order.placedOn)}</p>
        </div>
        <p className={styles.standing} data-standing={order.standing}>
          {order.standingText}
        </p>
      </section>

      {order.balance > 0 && (
        <section className={styles.balance} aria-labelledby="order-balance">
          <div>
            <h3 id="order-balance">{price(order.balance)} is still to be paid</h3>
            <p>Please pay it before your order leaves our warehouse.</p>
          </div>
          {order.may.pay && open !== 'pay' && (
            <button type="button" className="button no-print" onClick={() => setOpen('pay')}>
              Pay {price(order.balance)}
            </button>
          )}
        </section>
      )}
      {open === 'pay' && (
        <Suspense fallback={<div className={`skeleton ${account.waiting}`} role="status" aria-label="Loading" />}>
          <PayBalance
            order={order}
            country={country}
            supportNumber={supportNumber}
            onPaid={() => {
              setOpen(null)
              setNews({ kind: 'success', text: 'Thank you, your order is paid.' })
              stale()
            }}
            onStale={stale}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}

      <OrderDelivery order={order} onReschedule={() => setOpen('reschedule')} />

      <OrderItems order={order} />

      {order.refunds.length > 0 && <OrderRefunds refunds={order.refunds} />}

      <OrderActions
        order={order}
        back={back}
        supportNumber={supportNumber}
        onNews={setNews}
        onCancel={() => setOpen('cancel')}
      />

      <OrderHistory history={order.history} />

      <Suspense fallback={null}>
        {open === 'cancel' && (
          <CancelDialog order={order} onDone={changed} onStale={stale} onClose={() => setOpen(null)} />
        )}
        {open === 'reschedule' && (
          <RescheduleDialog order={order} onDone={changed} onStale={stale} onClose={() => setOpen(null)} />
        )}
      </Suspense>
    </div>
  )
}
