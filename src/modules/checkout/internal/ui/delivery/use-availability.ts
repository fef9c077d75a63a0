import { useCallback, useEffect, useRef, useState } from 'react'
import type { Day } from '../../../../../platform/calendar.ts'
import { callApi } from '../../../../../ui/browser/api.ts'
import { notify } from '../../../../analytics/ui/track.ts'
import { asking, noAvailability, type AvailabilityState } from '../../../availability.ts'
import type { SubmitBody } from '../payment/submit-order.ts'

export type PlaceToDeliver = { readonly suburb: string; readonly state: string; readonly postcode: string }

type Rules = typeof import('./delivery-view.ts')

/**
 * Asks what can be delivered to an address, keeps the choice while it can still be had, and drops answers that come late. Asking answers
 * whether the place is one that we serve, as far as is known.
 */
export function useAvailability({ isProforma }: { isProforma: boolean }) {
  const [given, setGiven] = useState<AvailabilityState>(noAvailability)
  const [failure, setFailure] = useState<string | null>(null)
  const [rules, setRules] = useState<Rules | null>(null)
  // The choice before the dates were asked for again: it comes back when it is still among them (decision delivery-06).
  const previous = useRef<Day | null>(null)
  const newest = useRef(0)
  const known = useRef({ given, failure, isProforma })
  useEffect(() => {
    known.current = { given, failure, isProforma }
  })

  /** Nothing that was asked before counts any more; answers the number of the question that comes now. */
  const startAnew = useCallback((next: AvailabilityState): number => {
    const { rawDates, selectedDate } = known.current.given
    // A day that stands for one agreed by phone was nobody's choice.
    if (rawDates.length > 0 && selectedDate !== null) previous.current = selectedDate
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
        isNotServed ? answer.message : 'An error has occurred when selecting a delivery location. Please try again.',
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
  /** A choice of an earlier visit, to be held against the next answer. */
  const remember = useCallback((day: Day | null) => {
    previous.current = day
  }, [])
  /** Nothing has been asked since the start or since the place was forgotten. */
  const isIdle = useCallback(() => {
    const { given: now, failure: failed } = known.current
    return now.today === null && !now.calendarIsLoading && failed === null
  }, [])
  return { given, failure, rules, isIdle, ask, forget, select, remember }
}
