import { useEffect, useRef, useState } from 'react'
import { submitTexts } from '../../../checkout.ts'

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
    if (!isCancelled(query) && !hasReturned(query) && !query.has('paymentError'))
      return setState({ phase: 'over', problem: null })
    setState({ phase: 'working', problem: null })
    void import('./payment-return.ts')
      .then(({ followReturn }) => followReturn(query, supportNumber))
      .catch(() => {
        history.replaceState(history.state, '', '/customer/checkout')
        return { message: submitTexts.fallback, note: null }
      })
      .then((problem) => {
        if (problem !== null) setState({ phase: 'over', problem })
      })
  }, [supportNumber])

  return { isWorking: state.phase === 'working', isOver: state.phase === 'over', problem: state.problem }
}

/** Zip has its own parameter. */
export const isCancelled = (query: URLSearchParams): boolean =>
  (query.get('status') ?? query.get('result'))?.toUpperCase() === 'CANCELLED'

export const hasReturned = (query: URLSearchParams): boolean =>
  ['orderToken', 'token', 'checkoutId'].some((name) => query.has(name))
