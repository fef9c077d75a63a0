import { useCallback, useRef, useState } from 'react'
import { dayOf, type DateTriple, type Day } from '../../../platform/calendar.ts'
import { centsOf } from '../../../platform/money.ts'
import { callApi } from '../../../ui/api.ts'
import type { SubmitBody } from './submit-order.ts'
import { chargeOf, type DatedPrice } from '../../delivery/delivery.ts'

/** Delivery dates for an address, as the page holds them (DLV-25). */
export type Availability =
  | { readonly status: 'idle' | 'loading' | 'unavailable' }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'ready'; readonly today: Day; readonly dates: readonly DatedPrice[] }

type Answer = {
  today: DateTriple
  availability: {
    unavailable: boolean
    dates: { date: DateTriple; price: number | string | null; available: boolean }[]
  } | null
}

export type PlaceToDeliver = { readonly suburb: string; readonly state: string; readonly postcode: string }

/**
 * Asks for dates, keeps the choice while it can still be had, and drops answers that come late. Asking answers whether the place is
 * one that we serve, as far as is known.
 */
export function useAvailability(initialDay: Day | null) {
  const [availability, setAvailability] = useState<Availability>({ status: 'idle' })
  const [selected, setSelected] = useState<Day | null>(null)
  // The choice before the dates were asked for again: it comes back when it is still among them (decision delivery-06).
  const previous = useRef<Day | null>(initialDay)
  const newest = useRef(0)

  const putAside = useCallback(() => {
    setSelected((now) => {
      previous.current = now ?? previous.current
      return null
    })
  }, [])

  const ask = useCallback(
    async (form: SubmitBody): Promise<'served' | 'not served'> => {
      const mine = ++newest.current
      setAvailability({ status: 'loading' })
      putAside()
      const body = { ...form, cardDetails: null, deliveryDate: null, winningDeliveryServiceOverride: false }
      const answer = await callApi<Answer>('POST', '/api/checkout/avail', body)
      if (mine !== newest.current) return 'served'
      if (!answer.ok) {
        const message =
          answer.status === 400
            ? answer.message
            : 'An error has occurred when selecting a delivery location. Please try again.'
        setAvailability({ status: 'failed', message })
        return answer.status === 400 ? 'not served' : 'served'
      }
      const dates = (answer.value.availability?.dates ?? []).map((one): DatedPrice => ({
        day: dayOf(one.date) ?? '',
        price: typeof one.price === 'number' ? centsOf(one.price) : one.price,
        available: one.available,
      }))
      const choosable = dates.filter((date) => date.available)
      const [first] = choosable
      if (answer.value.availability?.unavailable || first === undefined) {
        setAvailability({ status: 'unavailable' })
        return 'served'
      }
      setAvailability({ status: 'ready', dates, today: dayOf(answer.value.today) ?? first.day })
      setSelected(choosable.some((date) => date.day === previous.current) ? previous.current : first.day)
      return 'served'
    },
    [putAside],
  )

  const forget = useCallback(() => {
    newest.current++
    setAvailability({ status: 'idle' })
    putAside()
  }, [putAside])

  const shipping =
    availability.status === 'ready' && selected !== null
      ? chargeOf(availability.dates.find((date) => date.day === selected)?.price ?? null)
      : null
  return { availability, selected, select: setSelected, ask, forget, shipping }
}
