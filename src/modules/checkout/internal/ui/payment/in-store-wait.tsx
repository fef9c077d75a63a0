import { useLayoutEffect, useRef, useState } from 'react'
import { callApi, type ApiCall } from '../../../../../ui/browser/api.ts'
import { Dialog } from '../../../../../ui/overlays/dialog.tsx'
import { Spinner } from '../../../../../ui/display/spinner.tsx'
import { paymentOptions } from '../../../../payments/payments.ts'
import { submitTexts } from '../../../checkout.ts'
import { endNote } from '../../../ui/charge-note.ts'
import { watchPayment, type Watched } from './in-store-poll.ts'
import styles from '../../../ui/payment-panel.module.css'

export const waitingText = 'Waiting for customer to confirm in their Zip app. Please do not refresh the page'

const selectedPaymentOption = paymentOptions['zip-in-store']
const unloadWaitMs = 200

/** A modal until the shopper has decided in their app. Loaded when a store code was accepted. */
export default function InStoreWait({
  cartId,
  reference,
  onEnd,
}: {
  cartId: string
  reference: string
  onEnd: (watched: Watched) => void
}) {
  const isOver = useRef(false)
  const [isCancelling, setIsCancelling] = useState(false)

  function end(watched: Watched): void {
    if (isOver.current) return
    isOver.current = true
    onEnd(watched)
  }

  // Before it is displayed: the page may be closed from then on.
  useLayoutEffect(() => {
    const query = { cartId, paymentReference: reference, selectedPaymentOption: String(selectedPaymentOption) }
    void watchPayment({
      reference,
      ask: () =>
        isOver.current
          ? Promise.resolve({ ok: true, value: { paymentStatus: 'Cancelled', message: null, nothingCharged: false } })
          : callApi('GET', '/api/payment/status', { query }),
      pause: (ms) => new Promise((done) => setTimeout(done, ms)),
      now: () => performance.now(),
    }).then(end)

    // Closing the page cancels the payment. The request needs a moment to leave, and the server never relies on it (PAY-30, PAY-31).
    function giveUp() {
      if (isOver.current) return
      const ended: ApiCall<'POST', '/api/checkout/void'>['body'] = { cartId, selectedPaymentOption }
      const body = new Blob([JSON.stringify(ended)], { type: 'application/json' })
      navigator.sendBeacon('/api/checkout/void', body)
      const until = performance.now() + unloadWaitMs
      while (performance.now() < until);
    }
    addEventListener('pagehide', giveUp)
    return () => removeEventListener('pagehide', giveUp)
    // One payment, watched once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  async function cancel(): Promise<void> {
    if (isOver.current) return
    setIsCancelling(true)
    const answer = await callApi('POST', '/api/checkout/void', { body: { cartId, selectedPaymentOption } })
    const isPaid = answer.ok && answer.value.paymentStatus === 'Approved'
    end(
      isPaid
        ? { isPlaced: true }
        : { isPlaced: false, message: submitTexts.inStoreCancelled, note: answer.ok ? endNote(answer.value) : null },
    )
  }

  return (
    <Dialog
      title="Zip App"
      size="small"
      closesByKeyboard={false}
      closesByBackdrop={false}
      onClose={() => void cancel()}
    >
      <div className={styles.waiting}>
        <Spinner />
        <p role="status">{waitingText}</p>
        <button type="button" className="button button--quiet" disabled={isCancelling} onClick={() => void cancel()}>
          Cancel
        </button>
      </div>
    </Dialog>
  )
}
