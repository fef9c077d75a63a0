import { useEffect, useRef, useState } from 'react'
import type { FieldMessages } from '../../../../platform/forms/typed-form.ts'
import { centsOf } from '../../../../platform/money.ts'
import { callApi, type ApiCall } from '../../../../ui/browser/api.ts'
import { Notice } from '../../../../ui/display/notice.tsx'
import { Form, SubmitButton } from '../../../../ui/forms/form.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import type { OrderView } from '../../../orders/order-view.ts'
import { formatPrice } from '../../../pricing/pricing.ts'
import account from '../../ui/account.module.css'
import styles from '../../ui/order-page.module.css'

type RefundPreview = ApiCall<'POST', '/api/orders/:id/refund-preview'>['answer']

/** Cancels items or the order, with a preview of the refund. */
export default function CancelDialog({
  order,
  onDone,
  onStale,
  onClose,
}: {
  order: OrderView
  onDone: (order: OrderView, text: string) => void
  onStale: () => void
  onClose: () => void
}) {
  const open = order.lines.filter((line) => line.cancelled < line.quantity)
  const hasChoice = open.length > 1 || open.some((line) => line.quantity - line.cancelled > 1)
  const [isWhole, setIsWhole] = useState(true)
  const [chosen, setChosen] = useState<Readonly<Record<string, number>>>({})
  const [preview, setPreview] = useState<RefundPreview | null>(null)
  const [previewProblem, setPreviewProblem] = useState<string | null>(null)
  // One key for each request: a repeated submit is carried out once.
  const key = useRef('')

  const lines = isWhole
    ? null
    : Object.entries(chosen).flatMap(([productCode, quantity]) => (quantity > 0 ? [{ productCode, quantity }] : []))
  const request = JSON.stringify(lines)
  const isEmpty = lines?.length === 0

  useEffect(() => {
    key.current = crypto.randomUUID()
    setPreview(null)
    setPreviewProblem(null)
    if (request === '[]') return
    const requested = new AbortController()
    const body = { lines: JSON.parse(request) as typeof lines }
    void callApi('POST', '/api/orders/:id/refund-preview', {
      params: { id: order.id },
      body,
      signal: requested.signal,
    }).then((answer) => {
      if (answer.ok) setPreview(answer.value)
      else if (answer.status !== -1) setPreviewProblem(answer.message)
    })
    return () => requested.abort()
  }, [request, order.id])

  async function send(): Promise<FieldMessages | null> {
    if (preview === null) return null
    const answer = await callApi('POST', '/api/orders/:id/cancel', {
      params: { id: order.id },
      body: { lines, expectedAmount: preview.amount },
      headers: { 'idempotency-key': key.current },
    })
    if (answer.ok) {
      const text = preview.isWhole ? 'Your order is cancelled.' : 'Your items are cancelled.'
      onDone(answer.value, `${text} We have sent you an email about it.`)
      return null
    }
    if (answer.status === 409) onStale()
    return { form: answer.message }
  }

  return (
    <Dialog title="Cancel items or order" type="leftAligned" onClose={onClose}>
      <Form className={styles.form} send={send}>
        {() => (
          <>
            {previewProblem !== null && <Notice kind="error">{previewProblem}</Notice>}
            {hasChoice && <Extent isWhole={isWhole} onChoose={setIsWhole} />}
            {!isWhole && <ItemPicks lines={open} chosen={chosen} onChoose={setChosen} />}
            <p role="status">
              {isEmpty
                ? 'Choose the items and quantities to cancel.'
                : preview === null
                  ? 'Calculating your refund …'
                  : `${formatPrice(centsOf(preview.amount), { zeroText: null })} will come off your order${
                      order.balance > 0
                        ? ', starting with what is still to pay'
                        : ' and be refunded to your original payment method'
                    }.`}
            </p>
            <div className={account.actions}>
              <SubmitButton disabled={preview === null}>
                {preview?.isWhole === false ? 'Cancel these items' : 'Cancel order'}
              </SubmitButton>
              <button type="button" className="button button--quiet" onClick={onClose}>
                Keep order
              </button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  )
}

/** The whole order, or only some of it. */
function Extent({ isWhole, onChoose }: { isWhole: boolean; onChoose: (isWhole: boolean) => void }) {
  return (
    <fieldset className={styles.choice}>
      <legend>What would you like to cancel?</legend>
      <label className={styles.option}>
        <input type="radio" name="what" checked={isWhole} onChange={() => onChoose(true)} /> The whole order
      </label>
      <label className={styles.option}>
        <input type="radio" name="what" checked={!isWhole} onChange={() => onChoose(false)} /> Some items
      </label>
    </fieldset>
  )
}

/** How many of each item. */
function ItemPicks({
  lines,
  chosen,
  onChoose,
}: {
  lines: OrderView['lines']
  chosen: Readonly<Record<string, number>>
  onChoose: (chosen: Readonly<Record<string, number>>) => void
}) {
  return (
    <div>
      {lines.map((line) => {
        const max = line.quantity - line.cancelled
        return (
          <label key={line.productCode} className={styles.pick}>
            <span>{line.title}</span>
            <select
              aria-label={`Quantity of ${line.title} to cancel`}
              value={chosen[line.productCode] ?? 0}
              onChange={(event) => onChoose({ ...chosen, [line.productCode]: Number(event.target.value) })}
            >
              {Array.from({ length: max + 1 }, (_, quantity) => (
                <option key={quantity} value={quantity}>
                  {quantity}
                </option>
              ))}
            </select>
          </label>
        )
      })}
    </div>
  )
}
