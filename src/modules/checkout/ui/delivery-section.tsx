import type { UseFormReturn } from 'react-hook-form'
import { longDay } from '../../../platform/calendar.ts'
import { Notice } from '../../../ui/notice.tsx'
import { CalendarSkeleton } from '../../delivery/ui/calendar-skeleton.tsx'
import { DeliveryCalendar } from '../../delivery/ui/delivery-calendar.tsx'
import { formatPrice } from '../../pricing/pricing.ts'
import type { CheckoutValues } from './checkout-values.ts'
import type { useAvailability } from './use-availability.ts'
import styles from './checkout-page.module.css'

/** The calendar of priced dates, and what stands in its place while there is none. */
export function DeliverySection({
  form,
  dates,
  unavailableText,
}: {
  form: UseFormReturn<CheckoutValues>
  dates: ReturnType<typeof useAvailability>
  unavailableText: string
}) {
  const { availability, selected, select, shipping } = dates
  return (
    <div className={styles.dates}>
      <h3 id="deliveryDate" tabIndex={-1}>
        Delivery date
      </h3>
      {availability.status === 'idle' && <p className={styles.soft}>Choose your suburb to see dates and prices.</p>}
      {availability.status === 'loading' && <CalendarSkeleton />}
      {availability.status === 'failed' && <Notice kind="error">{availability.message}</Notice>}
      {availability.status === 'unavailable' && <Notice kind="error">{unavailableText}</Notice>}
      {availability.status === 'ready' && (
        <>
          {selected !== null && (
            <p className={styles.chosen} aria-live="polite">
              {longDay(selected)} · <b>{formatPrice(shipping)}</b>
            </p>
          )}
          <DeliveryCalendar
            dates={availability.dates}
            today={availability.today}
            selected={selected}
            onSelect={select}
          />
          <label className={styles.tick}>
            <input type="checkbox" {...form.register('requestedDeliveryContact')} /> Please contact me to discuss my
            delivery
          </label>
          <p className={styles.soft}>Our team will personally deliver your order to your designated address.</p>
        </>
      )}
    </div>
  )
}
