import { useEffect, useRef, useState } from 'react'
import { submitTexts } from '../../../checkout.ts'
import type { Returned } from './payment-return.ts'
import { clearSession } from '../saved-session.ts'

type Phase = 'unknown' | 'working' | 'over'

/**
 * Handles a return from a provider. The address's parameters only trigger a query to the server (decision payments-17); then they are
 * removed, so that a reload does not query again. Without a return it does nothing.
 */
export function usePaymentReturn(supportNumber: string): {
  readonly isWorking: boolean
  readonly isOver: boolean
  readonly problem: { readonly message: string; readonly note: string | null } | null
} {
  const [state, setState] = useState<{ phase: Phase; problem: { message: string; note: string | null } | null }>({
    phase: 'unknown',
    problem: null,
  })
  const hasRequested = useRef(false)

  useEffect(() => {
    if (hasRequested.current) return
    hasRequested.current = true
    const query = new URLSearchParams(location.search)
    const cartId = query.get('cartId') ?? ''
    const paymentError = query.get('paymentError')

    async function ask(): Promise<Returned | null> {
      // Zip has its own value.
      const said = query.get('status') ?? query.get('result')
      const isCancelled = said?.toUpperCase() === 'CANCELLED'
      const hasReturned = ['orderToken', 'token', 'checkoutId'].some((name) => query.has(name))
      if (!isCancelled && !hasReturned && paymentError === null) return null
      setState({ phase: 'working', problem: null })
      const back = await import('./payment-return.ts')
      if (isCancelled) return back.cancelled(query)
      return hasReturned ? back.confirmed(query, supportNumber) : back.refused(paymentError ?? '')
    }

    ask()
      .then(
        (returned) => {
          if (returned?.isPlaced === true) {
            clearSession()
            location.replace(`/customer/confirmation?id=${cartId}`)
          } else if (returned?.goOn !== undefined) location.assign(returned.goOn)
          else setState({ phase: 'over', problem: returned })
          // A redirect to the provider must not be overtaken.
          return returned !== null && (returned.isPlaced || returned.goOn === undefined)
        },
        () => {
          setState({ phase: 'over', problem: { message: submitTexts.fallback, note: null } })
          return true
        },
      )
      .then((hasReturned) => {
        if (hasReturned) history.replaceState(history.state, '', '/customer/checkout')
      })
  }, [supportNumber])

  return { isWorking: state.phase === 'working', isOver: state.phase === 'over', problem: state.problem }
}
