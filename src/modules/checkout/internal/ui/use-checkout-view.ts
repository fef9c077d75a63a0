import { useCallback, useEffect, useRef, useState } from 'react'
import { callApi } from '../../../../ui/browser/api.ts'
import type { CheckoutView } from '../checkout-view.ts'

/**
 * The server's view of the customer and the options: loaded once the cart is there (CHK-53), and again after a rejection or for another
 * store. Null until it has loaded; the last one stays when a later one fails.
 */
export function useCheckoutView(cartId: string | null) {
  const [view, setView] = useState<CheckoutView | null>(null)
  const newest = useRef(0)
  const store = useRef<string | null>(null)

  const load = useCallback(async (): Promise<void> => {
    const mine = ++newest.current
    const answer = await callApi('GET', '/api/checkout', { query: { subdivision: store.current ?? undefined } })
    if (answer.ok && mine === newest.current) setView(answer.value)
  }, [])

  useEffect(() => {
    if (cartId !== null) void load()
  }, [cartId, load])

  const loadForStore = useCallback(
    (subdivision: string) => {
      store.current = subdivision
      return load()
    },
    [load],
  )
  return { view, load, loadForStore }
}
