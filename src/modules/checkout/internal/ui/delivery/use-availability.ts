import { useCallback, useEffect, useRef, useState } from 'react'
import type { Day } from '../../../../../platform/calendar.ts'
import { callApi } from '../../../../../ui/browser/api.ts'
import { notify } from '../../../../analytics/ui/track.ts'
import { asking, noAvailability, type AvailabilityState } from '../../../availability.ts'
import type { DayChoice } from './delivery-view.ts'
import type { SubmitBody } from '../payment/submit-order.ts'

export type PlaceToDeliver = { readonly suburb: string; readonly state: string; readonly postcode: string }

type Rules = typeof import('./delivery-view.ts')

/**
 * Loads the availability for an address, keeps the choice while it is still available, and drops late responses. Returns whether the place
 * is served, as far as is known.
 */
export function useAvailability({ isProforma }: { isProforma: boolean }) {
  const [given, setGiven] = useState<AvailabilityState>(noAvailability)
  const [failure, setFailure] = useState<string | null>(null)
  const [rules, setRules] = useState<Rules | null>(null)
  // The choice before the dates were loaded again: it is restored when it is still available (decision delivery-06).
  const previous = useRef<DayChoice | null>(null)
  const newest = useRef(0)
  const known = useRef({ given, failure, isProforma })
  useEffect(() => {
    known.current = { given, failure, isProforma }
  })

  /** Invalidates earlier requests; returns the number of the next one. */
  const startAnew = useCallback((next: AvailabilityState): number => {
    const { rawDates, selectedDate, selectedWindow } = known.current.given
    // A placeholder day of an arranged delivery was not a choice.
    if (rawDates.length > 0 && selectedDate !== null) previous.current = { day: selectedDate, window: selectedWindow }
    setFailure(null)
    setGiven(next)
    return ++newest.current
  }, [])

  const ask = useCallback(
    async (form: SubmitBody): Promise<'served' | 'not served'> => {
      const mine = startAnew(asking)
      const body = { ...form, cardDetails: null, deliveryDate: null }
      const [answer, loaded] = await Promise.all([
        callApi('POST', '/api/checkout/avail', { body }),
        import('./delivery-view.ts').catch(() => null),
      ])
      if (mine !== newest.current) return 'served'
      if (answer.ok && loaded !== null) {
        setRules(loaded)
        setGiven(loaded.answered(answer.value, { isProforma: known.current.isProforma, previous: previous.current }))
        return 'served'
      }
      const isNotServed = !answer.ok && answer.status === 400
      setGiven(noAvailability)
      setFailure(
        // A queue, or a pause, says itself when to go on.
        isNotServed || (!answer.ok && answer.status === 503)
          ? answer.message
          : 'An error has occurred when selecting a delivery location. Please try again.',
      )
      return isNotServed ? 'not served' : 'served'
    },
    [startAnew],
  )

  const forget = useCallback(() => void startAnew(noAvailability), [startAnew])
  const select = useCallback(
    (day: Day) => {
      setGiven((now) => rules?.chosen(now, day) ?? now)
      notify({ name: 'add_shipping_info', shippingDate: day })
    },
    [rules],
  )
  /** A choice from an earlier visit, to be validated against the next response. */
  const remember = useCallback((choice: DayChoice | null) => {
    previous.current = choice
  }, [])
  const selectWindow = useCallback(
    (selectedWindow: string | null) => setGiven((now) => ({ ...now, selectedWindow })),
    [],
  )
  /** Nothing has been requested since the start or since the place was cleared. */
  const isIdle = useCallback(() => {
    const { given: now, failure: failed } = known.current
    return now.today === null && !now.calendarIsLoading && failed === null
  }, [])
  return { given, failure, rules, isIdle, ask, forget, select, selectWindow, remember }
}
