import { useState } from 'react'
import { callApi } from '../../../../ui/browser/api.ts'
import { loadCart } from '../../../cart/ui/cart-actions.ts'
import type { OrderView } from '../../../orders/order-view.ts'
import account from '../../ui/account.module.css'
import styles from '../../ui/order-page.module.css'
import { accountErrorText, downloadFile } from './account-calls.ts'

export type News = { readonly kind: 'error' | 'success'; readonly text: string }

/** The actions of an order; changes open a dialog of the page. */
export function OrderActions({
  order,
  back,
  supportNumber,
  onNews,
  onCancel,
}: {
  readonly order: OrderView
  readonly back: { readonly href: string; readonly text: string }
  readonly supportNumber: string
  readonly onNews: (news: News) => void
  readonly onCancel: () => void
}) {
  const { may } = order
  const [isBusy, setIsBusy] = useState(false)

  async function buyAgain(): Promise<void> {
    setIsBusy(true)
    const answer = await callApi('POST', '/api/orders/:id/reorder', { params: { id: order.id } })
    setIsBusy(false)
    if (!answer.ok)
      return onNews({ kind: 'error', text: answer.status === 400 ? answer.message : accountErrorText(answer) })
    await loadCart()
    const { added, missing } = answer.value
    const parts = [
      ...(added.length > 0 ? [`Added to your cart: ${added.join(', ')}.`] : []),
      ...(missing.length > 0 ? [`Not available in that quantity: ${missing.join(', ')}.`] : []),
    ]
    onNews({ kind: added.length > 0 ? 'success' : 'error', text: parts.join(' ') })
  }

  async function download(): Promise<void> {
    setIsBusy(true)
    const problem = await downloadFile(
      `/api/orders/${order.id}/invoice.pdf`,
      `${order.webOrderId.replace('W', 'I')}.pdf`,
    )
    setIsBusy(false)
    if (problem !== null) onNews({ kind: 'error', text: problem })
  }

  return (
    <section className={`${styles.actions} no-print`} aria-label="Manage your order">
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
          <button type="button" className="button button--quiet" onClick={onCancel}>
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
        Need help? Call <a href={`tel:${supportNumber.replaceAll(' ', '')}`}>{supportNumber}</a>.{' '}
        <a href={back.href}>{back.text}</a>
      </p>
    </section>
  )
}
