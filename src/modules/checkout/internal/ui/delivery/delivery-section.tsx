import { lazy, Suspense, useEffect } from 'react'
import { Notice } from '../../../../../ui/display/notice.tsx'
import { WeekSkeleton } from '../../../../delivery/ui/week-skeleton.tsx'
import { telephone } from '../../../../navigation/site.ts'
import type { CheckoutFormValues, FormErrors } from '../../../ui/registered-field.ts'
import type { Delivery } from './use-delivery.ts'
import styles from '../../../ui/checkout-page.module.css'

/** Calendar, notices, boxes and services: hidden until a place is known. */
const choices = () => import('./delivery-choices.tsx')
const DeliveryChoices = lazy(choices)

/** The delivery dates, or a placeholder while they are unknown. */
export function DeliverySection({
  delivery,
  form,
  errors,
  unavailable,
  isBanner,
  onUnique,
}: {
  delivery: Delivery
  form: CheckoutFormValues
  errors: FormErrors
  unavailable: { readonly text: string; readonly supportNumber: string }
  /** What cannot be delivered is reported above the page already. */
  isBanner: boolean
  onUnique: (isTicked: boolean) => void
}) {
  const { given, failure, view } = delivery
  // Loaded together with the response.
  useEffect(() => {
    if (given.calendarIsLoading) choices().catch(() => {})
  }, [given.calendarIsLoading])
  const isAnswered = given.today !== null
  const isIdle = !isAnswered && !given.calendarIsLoading && failure === null
  return (
    <div className={styles.dates}>
      <h3 id="deliveryDate" tabIndex={-1}>
        Delivery date
      </h3>
      {isIdle && <p className={styles.soft}>Choose your suburb to see dates and prices.</p>}
      {given.calendarIsLoading && <Waiting />}
      {failure !== null && <Notice kind="error">{failure}</Notice>}
      {given.deliveryUnavailable &&
        (isBanner ? (
          <p>
            <WithPhone {...unavailable} />
          </p>
        ) : (
          <Notice kind="error">
            <WithPhone {...unavailable} />
          </Notice>
        ))}
      {isAnswered && view !== null && (
        <Suspense fallback={<Waiting />}>
          <DeliveryChoices delivery={delivery} view={view} form={form} errors={errors} onUnique={onUnique} />
        </Suspense>
      )}
    </div>
  )
}

/** As high as the dates with what stands below them, so that the payment section does not jump. */
function Waiting() {
  return (
    <div className={styles.waitingForDates}>
      <WeekSkeleton />
    </div>
  )
}

/** A text with the support number in it as a number to call. */
export function WithPhone({ text, supportNumber }: { text: string; supportNumber: string }) {
  const [before, after = ''] = text.split(supportNumber)
  return (
    <>
      {before}
      <a href={telephone(supportNumber)}>{supportNumber}</a>
      {after}
    </>
  )
}
