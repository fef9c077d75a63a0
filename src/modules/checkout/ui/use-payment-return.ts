import { useEffect, useRef, useState } from 'react'
import { callApi, type ApiAnswer } from '../../../ui/api.ts'
import { firstMessage, type ErrorBody } from '../../../platform/http/problem.ts'
import { loadCart } from '../../cart/ui/cart-state.ts'
import { submitTexts, unreachableText } from '../checkout.ts'
import { clearSession } from './saved-session.ts'

/**
 * The shopper came back from a provider. What the address carries only starts a question to the server (decision payments-17); then the
 * address is cleaned, so that a reload does not ask again.
 */
export function usePaymentReturn(supportNumber: string): {
  readonly isWorking: boolean
  readonly message: string | null
} {
  const [state, setState] = useState<{ isWorking: boolean; message: string | null }>({
    isWorking: false,
    message: null,
  })
  const hasAsked = useRef(false)

  useEffect(() => {
    if (hasAsked.current) return
    hasAsked.current = true
    const query = new URLSearchParams(location.search)
    const cartId = query.get('cartId') ?? ''
    const paymentError = query.get('paymentError')
    const clean = () => history.replaceState(history.state, '', '/customer/checkout')

    async function cancelled(): Promise<void> {
      const answer = await callApi<{ paymentStatus: string }>('POST', '/api/checkout/void', {
        cartId,
        selectedPaymentOption: 2048,
      })
      if (answer.ok && answer.value.paymentStatus === 'Approved') return placed()
      await loadCart()
      setState({ isWorking: false, message: submitTexts.cancelled })
    }

    async function confirmed(): Promise<void> {
      const answer = await callApi<{ orderCompleted: boolean }>('POST', `/api/checkout/afterpayconfirmation?${query}`)
      if (answer.ok && answer.value.orderCompleted) return placed()
      await loadCart()
      setState({ isWorking: false, message: answer.ok ? submitTexts.fallback : returnText(answer, supportNumber) })
    }

    async function refused(attemptId: string): Promise<void> {
      const answer = await callApi<unknown>('GET', `/api/checkout/paymenterror/${encodeURIComponent(attemptId)}`)
      await loadCart()
      setState({
        isWorking: false,
        message: answer.ok ? firstMessage(answer.value, submitTexts.fallback) : submitTexts.fallback,
      })
    }

    function placed(): void {
      clearSession()
      location.replace(`/customer/confirmation?id=${cartId}`)
    }

    const ask =
      query.get('status')?.toUpperCase() === 'CANCELLED'
        ? cancelled
        : query.get('provider') === 'afterpay' && query.has('orderToken')
          ? confirmed
          : paymentError !== null
            ? () => refused(paymentError)
            : null
    if (ask === null) return
    setState({ isWorking: true, message: null })
    void ask().finally(clean)
  }, [supportNumber])

  return state
}

/** Why a return came to nothing (decision payments-20). */
function returnText(answer: Extract<ApiAnswer<unknown>, { ok: false }>, supportNumber: string): string {
  if (answer.status === 0) return unreachableText(supportNumber)
  const { type, errors = [] } = (answer.body ?? {}) as Partial<ErrorBody>
  if (type === 'error') return submitTexts.unavailable
  return errors.map((fault) => fault.message).join('\n\n') || submitTexts.wentWrong
}
