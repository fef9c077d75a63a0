import { useEffect, useRef, type Dispatch } from 'react'
import type { CartResponse } from '../../../../cart/cart.ts'
import type { CheckoutEvent } from '../checkout-state.ts'

/** After a date was chosen the summary has to have its new total first (DLV-41). */
const pauseMs = 200

/**
 * A deposit is reset when the cart is reloaded, because the total may change (DLV-27). Returns a function that resets it a moment later.
 */
export function useDepositReset(cart: CartResponse, dispatch: Dispatch<CheckoutEvent>): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => dispatch({ type: 'deposit_reset' }), [cart, dispatch])
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => dispatch({ type: 'deposit_reset' }), pauseMs)
  }
}
