import { useEffect, useEffectEvent, useRef } from 'react'
import type { FormValues } from '../../../../../ui/forms/form-values.ts'
import type { CartResponse } from '../../../../cart/cart.ts'
import type { CheckoutValues } from '../../../ui/checkout-values.ts'
import type { Delivery } from '../delivery/use-delivery.ts'
import type { SubmitBody } from '../payment/submit-order.ts'

/**
 * Loads delivery dates when the page starts, when the cart changes and when an address is entered; returns a function to load them by hand.
 */
export function useDateRequests({
  cart,
  form,
  delivery,
  asksOnLoad,
  isCollected,
  bodyWith,
}: {
  cart: CartResponse
  form: FormValues<CheckoutValues>
  delivery: Delivery
  /** Dates are loaded before an address is entered (decision delivery-14). */
  asksOnLoad: boolean
  isCollected: boolean
  bodyWith: (fields: Partial<SubmitBody>) => SubmitBody
}): () => Promise<void> {
  /** A place that is not served has to be chosen again (CERR-05); a collected order needs none. */
  async function ask(): Promise<void> {
    if ((await delivery.ask(bodyWith(delivery.question()))) === 'served' || isCollected) return
    form.setValue('delivery', { ...form.getValues('delivery'), suburb: '', state: '', postcode: '', placeText: '' })
  }

  /** Dates are loaded for a complete place, and before an address only where the setting says so. */
  const askWhenReady = useEffectEvent(() => {
    const { suburb, postcode, address } = form.getValues('delivery')
    if (suburb !== '' && postcode !== '' && (asksOnLoad || address.trim() !== '')) void ask()
  })

  const hasStarted = useRef(false)
  const hasProducts = cart.products.length > 0
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    if (hasProducts) askWhenReady()
  }, [hasProducts])

  // Another cart has other dates and prices: a code may make delivery free, a line may arrive later (DLV-26, DLV-28).
  const cartKey = `${cart.coupon?.code}|${cart.products.map((line) => `${line.productCode}:${line.quantity}`).join()}`
  const requestedWith = useRef(cartKey)
  useEffect(() => {
    if (requestedWith.current === cartKey) return
    requestedWith.current = cartKey
    askWhenReady()
  }, [cartKey])

  // Where dates wait for the address, its first letter brings them (decision delivery-14).
  const { watch } = form
  const { isIdle } = delivery
  useEffect(() => {
    if (asksOnLoad) return
    const watching = watch((_values, { name }) => {
      if (name === 'delivery.address' && isIdle()) askWhenReady()
    })
    return () => watching.unsubscribe()
  }, [asksOnLoad, isIdle, watch])

  return ask
}
