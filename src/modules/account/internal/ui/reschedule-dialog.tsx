import { useState } from 'react'
import { dayOf, longDay, tripleOf, type Day } from '../../../../platform/calendar.ts'
import { centsOf } from '../../../../platform/money.ts'
import { callApi, type ApiCall } from '../../../../ui/browser/api.ts'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { Notice } from '../../../../ui/display/notice.tsx'
import type { DatedPrice } from '../../../delivery/delivery.ts'
import { CalendarSkeleton } from '../../../delivery/ui/calendar-skeleton.tsx'
import { DeliveryCalendar } from '../../../delivery/ui/delivery-calendar.tsx'
import type { OrderView } from '../../../orders/order-view.ts'
import { useAccountCall } from './account-calls.ts'
import account from '../../ui/account.module.css'
import styles from '../../ui/order-page.module.css'

type Dates = ApiCall<'GET', '/api/orders/:id/dates'>['answer']

/** Another day for the delivery, from the calendar of the checkout. */
export default function RescheduleDialog({
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
  const call = useAccountCall(
    (signal) => callApi('GET', '/api/orders/:id/dates', { params: { id: order.id }, signal }),
    order.id,
  )
  const [chosen, setChosen] = useState<Day | null>(order.delivery.day)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setIsSending] = useState(false)
  const isNew = chosen !== null && chosen !== order.delivery.day

  async function send(): Promise<void> {
    if (!isNew || isSending) return
    setIsSending(true)
    setProblem(null)
    const body = { deliveryDate: tripleOf(chosen) }
    const answer = await callApi('POST', '/api/orders/:id/reschedule', { params: { id: order.id }, body })
    setIsSending(false)
    if (answer.ok)
      return onDone(answer.value, `Your delivery is now on ${longDay(chosen)}. We have emailed you to confirm.`)
    setProblem(answer.message)
    if (answer.status === 400) call.reload()
    if (answer.status === 409) onStale()
  }

  const dates = call.value?.dates.map(datedPrice) ?? []
  const today = (call.value === null ? null : dayOf(call.value.today)) ?? order.placedOn
  return (
    <Dialog title="Change delivery day" type="twoCol" onClose={onClose}>
      <div className={styles.form}>
        <p>
          Currently {order.delivery.text}. Choose any day that does not cost more. If it costs less, we refund the
          difference.
        </p>
        {problem !== null && <Notice kind="error">{problem}</Notice>}
        {call.failure !== null && <Notice kind="error">{call.failure.message}</Notice>}
      </div>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        {call.value === null && call.failure === null && <CalendarSkeleton />}
        {call.value !== null && (
          <>
            <DeliveryCalendar dates={dates} today={today} selected={chosen} onSelect={setChosen} />
            <p role="status">{isNew ? `New day: ${longDay(chosen)}` : 'Please choose another day.'}</p>
          </>
        )}
        <div className={account.actions}>
          <button type="submit" className="button" disabled={!isNew || isSending}>
            Change day
          </button>
          <button type="button" className="button button--quiet" onClick={onClose}>
            Keep current day
          </button>
        </div>
      </form>
    </Dialog>
  )
}

const datedPrice = ({ date, price, available }: Dates['dates'][number]): DatedPrice => ({
  day: dayOf(date) ?? '',
  price: typeof price === 'number' ? centsOf(price) : price,
  available,
})
