import { useEffect } from 'react'
import { callApi } from '../../../../../ui/browser/api.ts'
import type { FormValues } from '../../../../../ui/forms/form-values.ts'
import { loadCart } from '../../../../cart/ui/cart-actions.ts'
import { cartStore } from '../../../../cart/ui/cart-state.ts'
import { emailProblem } from '../../../checkout.ts'
import type { CheckoutValues } from '../../../ui/checkout-values.ts'

const pauseMs = 400

/** The email is saved with the cart when typing has paused. It may have used up a coupon, so the cart is loaded again then. */
export function useCartEmail({ watch }: FormValues<CheckoutValues>): void {
  useEffect(() => {
    let pause: ReturnType<typeof setTimeout> | undefined
    const watching = watch(({ email }, { name }) => {
      if (name !== 'email') return
      clearTimeout(pause)
      if (email.length > 1) pause = setTimeout(() => void saveEmail(email), pauseMs)
    })
    return () => {
      clearTimeout(pause)
      watching.unsubscribe()
    }
  }, [watch])
}

async function saveEmail(email: string): Promise<void> {
  if (emailProblem(email) !== null) return
  const answer = await callApi('POST', '/api/cart/email', { body: { email } })
  if (answer.ok && cartStore.get().cart?.coupon != null) await loadCart()
}
