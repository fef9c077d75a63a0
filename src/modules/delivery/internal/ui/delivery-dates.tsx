import { useEffect, useState } from 'react'
import { longDay, type Day } from '../../../../platform/calendar.ts'
import { callApi, type ApiCall } from '../../../../ui/browser/api.ts'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { Notice } from '../../../../ui/display/notice.tsx'
import { formatPrice } from '../../../pricing/pricing.ts'
import { chargeOf } from '../../delivery.ts'
import { CalendarSkeleton } from '../../ui/calendar-skeleton.tsx'
import { DeliveryCalendar } from '../../ui/delivery-calendar.tsx'
import styles from './delivery-dates.module.css'

type DeliveryDatesResponse = ApiCall<'GET', '/api/v2/delivery/dates'>['answer']

/** Every day this product can come, with its price: the calendar of the checkout, before anything is in the cart. */
export default function DeliveryDates({
  sku,
  localityId,
  where,
  onClose,
}: {
  sku: string
  localityId: string
  where: string
  onClose: () => void
}) {
  const [answer, setAnswer] = useState<DeliveryDatesResponse | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [selected, setSelected] = useState<Day | null>(null)

  useEffect(() => {
    const question = new AbortController()
    void callApi('GET', '/api/v2/delivery/dates', {
      query: { localityId, sku },
      signal: question.signal,
    }).then((found) => {
      if (question.signal.aborted) return
      if (!found.ok) return setProblem(found.message)
      setAnswer(found.value)
      setSelected(found.value.dates.find((date) => date.available)?.day ?? null)
    })
    return () => question.abort()
  }, [localityId, sku])

  const chosen = answer?.dates.find((date) => date.day === selected)
  return (
    <Dialog title="Delivery dates and prices" type="leftAligned" onClose={onClose}>
      <div>
        <p className={styles.where}>{`To ${where}`}</p>
        {problem !== null && <Notice kind="error">{problem}</Notice>}
        {problem === null && answer === null && <CalendarSkeleton />}
        {answer?.arranged != null && <Notice kind="info">{answer.arranged}</Notice>}
        {answer?.arranged === null && (
          <>
            {chosen === undefined ? (
              <p className={styles.chosen}>Not available in your area</p>
            ) : (
              <p className={styles.chosen} aria-live="polite">
                {`${longDay(chosen.day)} · `}
                <b>{typeof chosen.price === 'string' ? chosen.price : formatPrice(chargeOf(chosen.price))}</b>
              </p>
            )}
            <DeliveryCalendar dates={answer.dates} today={answer.today} selected={selected} onSelect={setSelected} />
            <p className={styles.soft}>Choose your day at the checkout. Prices are for this product on its own.</p>
          </>
        )}
      </div>
    </Dialog>
  )
}
