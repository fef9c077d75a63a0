import { useState } from 'react'
import { dayOf, longDay, tripleOf, type Day } from '../../../../platform/calendar.ts'
import type { FieldMessages } from '../../../../platform/forms/typed-form.ts'
import { centsOf } from '../../../../platform/money.ts'
import { callApi, type ApiCall } from '../../../../ui/browser/api.ts'
import { Form, SubmitButton } from '../../../../ui/forms/form.tsx'
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
  const isNew = chosen !== null && chosen !== order.delivery.day

  async function send(): Promise<FieldMessages | null> {
    if (!isNew) return null
    const body = { deliveryDate: tripleOf(chosen) }
    const answer = await callApi('POST', '/api/orders/:id/reschedule', { params: { id: order.id }, body })
    if (answer.ok) {
      onDone(answer.value, `Your delivery is now on ${longDay(chosen)}. We have emailed you to confirm.`)
      return null
    }
    if (answer.status === 400) call.reload()
    if (answer.status === 409) onStale()
    return { form: answer.message }
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
        {call.failure !== null && <Notice kind="error">{call.failure.message}</Notice>}
      </div>
      <Form className={styles.form} send={send}>
        {() => (
          <>
            {call.value === null && call.failure === null && <CalendarSkeleton />}
            {call.value !== null && (
              <>
                <DeliveryCalendar dates={dates} today={today} selected={chosen} onSelect={setChosen} />
                <p role="status">{isNew ? `New day: ${longDay(chosen)}` : 'Please choose another day.'}</p>
              </>
            )}
            <div className={account.actions}>
              <SubmitButton disabled={!isNew}>Change day</SubmitButton>
              <button type="button" className="button button--quiet" onClick={onClose}>
                Keep current day
              </button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  )
}

const datedPrice = ({ date, price, available }: Dates['dates'][number]): DatedPrice => ({
  day: dayOf(date) ?? '',
  price: typeof price === 'number' ? centsOf(price) : price,
  available,
})
