import { Fragment, lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { plainDay } from '../../../platform/calendar.ts'
import { centsOf } from '../../../platform/money.ts'
import { callApi } from '../../../ui/browser/api.ts'
import { FocusedNotice } from '../../../ui/display/focused-notice.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { useHasScript } from '../../../ui/browser/use-has-script.ts'
import type { Country } from '../../../brands/apps.ts'
import { loadCart } from '../../cart/ui/cart-actions.ts'
import { productPath } from '../../catalogue/catalogue.ts'
import { orderTexts, type OrderView } from '../../orders/order-view.ts'
import { formatPrice } from '../../pricing/pricing.ts'
import { accountErrorText, downloadFile, useAccountCall } from '../internal/ui/account-calls.ts'
import { AccountLayout, Shown } from '../internal/ui/account-layout.tsx'
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
            <p>Your order needs JavaScript. Please call {props.supportNumber} if you have none.</p>
          </noscript>
        )}
      </div>
    </div>
  )
}

/** What opens an order stands in the fragment of a mail's link: it is used once here and taken out of the address. */
function Opened({ id, children }: { id: string; children: ReactNode }) {
  const [state, setState] = useState<'opening' | 'open' | string>('opening')
  useEffect(() => {
    const [, key] = /^#key=([\w.-]+)$/.exec(location.hash) ?? []
    if (key === undefined) return setState('open')
    history.replaceState(history.state, '', location.pathname + location.search)
    void callApi<{ id: string }>('POST', '/api/orders/open', { key }).then((answer) =>
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
  const call = useAccountCall<OrderView>(`/api/orders/${encodeURIComponent(props.id)}`)
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

type News = { readonly kind: 'error' | 'success'; readonly text: string }

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
  const [isBusy, setIsBusy] = useState(false)
  useEffect(() => setOrder(given), [given])
  useEffect(() => setNews(first), [first])

  function changed(next: OrderView, text: string): void {
    setOrder(next)
    setOpen(null)
    setNews({ kind: 'success', text })
  }

  /** What was shown is not so any more. */
  const stale = () => reload()

  async function buyAgain(): Promise<void> {
    setIsBusy(true)
    const answer = await callApi<{ added: string[]; missing: string[] }>('POST', `/api/orders/${order.id}/reorder`)
    setIsBusy(false)
    if (!answer.ok)
      return setNews({ kind: 'error', text: answer.status === 400 ? answer.message : accountErrorText(answer) })
    await loadCart()
    const { added, missing } = answer.value
    const parts = [
      ...(added.length > 0 ? [`In your cart: ${added.join(', ')}.`] : []),
      ...(missing.length > 0 ? [`Not available in that quantity now: ${missing.join(', ')}.`] : []),
    ]
    setNews({ kind: added.length > 0 ? 'success' : 'error', text: parts.join(' ') })
  }

  async function download(): Promise<void> {
    setIsBusy(true)
    const problem = await downloadFile(
      `/api/orders/${order.id}/invoice.pdf`,
      `${order.webOrderId.replace('W', 'I')}.pdf`,
    )
    setIsBusy(false)
    if (problem !== null) setNews({ kind: 'error', text: problem })
  }

  const { delivery, may } = order
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
            <p>It has to be paid before your order leaves our warehouse.</p>
          </div>
          {may.pay && open !== 'pay' && (
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

      <div className={account.panels}>
        <section className={account.panel} aria-labelledby="order-delivery">
          <h3 id="order-delivery">Delivery</h3>
          <p className={styles.day}>{delivery.text}</p>
          {delivery.suppliers.map((one) => (
            <p key={one}>{one}</p>
          ))}
          {delivery.proforma !== null && <p>{delivery.proforma}</p>}
          {delivery.expectsCall && <p>One of our experts will be in touch with you.</p>}
          {may.reschedule && (
            <p className="no-print">
              <button type="button" className="link-button" onClick={() => setOpen('reschedule')}>
                Change the delivery day
              </button>
            </p>
          )}
        </section>
        <section className={account.panel} aria-labelledby="order-address">
          <h3 id="order-address">Delivery address</h3>
          <address className={styles.address}>
            {delivery.name}
            <br />
            {delivery.lines.map((line) => (
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
          {order.poNumber !== '' && <p className={account.soft}>PO number {order.poNumber}</p>}
        </section>
      </div>

      <section aria-labelledby="order-items">
        <h3 id="order-items">Items</h3>
        <ul className={styles.items}>
          {order.lines.map((line) => (
            <li key={line.productCode} data-gone={line.cancelled === line.quantity || undefined}>
              <img src={line.picture} alt="" width="64" height="64" />
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

      {order.refunds.length > 0 && (
        <section aria-labelledby="order-refunds">
          <h3 id="order-refunds">Refunds</h3>
          <ul className={styles.refunds}>
            {order.refunds.map((refund) => (
              <li key={refund.number}>
                <p>
                  <b>{price(refund.amount)}</b> on {plainDay(refund.date)} (refund {refund.number}):{' '}
                  {refund.items.map((one) => one.title).join(', ')}
                </p>
                {refund.unpaid > 0 && (
                  <p className={account.soft}>{price(refund.unpaid)} of it had not been paid and is no longer owed.</p>
                )}
                {refund.payouts.map((one) => (
                  <p key={one.method} className={account.soft}>
                    {price(one.amount)} to {one.method.toLowerCase() === 'card' ? 'your card' : one.method}:{' '}
                    {one.isGiftCard
                      ? 'on it now.'
                      : one.isDone
                        ? 'sent. It can take up to five business days to show.'
                        : 'on its way.'}
                  </p>
                ))}
              </li>
            ))}
          </ul>
        </section>
      )}

      <section className={`${styles.actions} no-print`} aria-label="What you can do">
        <div className={account.actions}>
          {may.invoice && (
            <button type="button" className="button button--quiet" disabled={isBusy} onClick={() => void download()}>
              Download tax invoice (PDF)
            </button>
          )}
          <button type="button" className="button button--quiet" disabled={isBusy} onClick={() => void buyAgain()}>
            Buy again
          </button>
          {may.cancel && (
            <button type="button" className="button button--quiet" onClick={() => setOpen('cancel')}>
              Cancel items or order
            </button>
          )}
          <button type="button" className="link-button" onClick={() => window.print()}>
            Print
          </button>
        </div>
        {order.closesText !== null && (
          <p className={account.soft}>You can change this order {order.closesText}, local time.</p>
        )}
        <p>
          Something else? Call <a href={`tel:${supportNumber.replaceAll(' ', '')}`}>{supportNumber}</a>.{' '}
          <a href={back.href}>{back.text}</a>
        </p>
      </section>

      <section aria-labelledby="order-history">
        <h3 id="order-history">History</h3>
        <ol className={styles.history}>
          {order.history.map((one, at) => (
            <li key={`${at} ${one.text}`}>
              <span className={account.soft}>{plainDay(one.date)}</span> {one.text}
            </li>
          ))}
        </ol>
      </section>

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

function Sum({ name, value, isTotal = false }: { name: string; value: string; isTotal?: boolean }) {
  return (
    <div className={isTotal ? styles.total : undefined}>
      <dt>{name}</dt>
      <dd className="tabular">{value}</dd>
    </div>
  )
}
