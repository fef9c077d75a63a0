import { useEffect, useRef, useState } from 'react'
import { callApi, type ApiAnswer, type ApiCall } from '../../../../ui/browser/api.ts'
import { redirectProviders, type RedirectProvider } from '../../../payments/payments.ts'

/** Whatever the provider has added to the address: the server reads it. */
type ReturnQuery = ApiCall<'POST', `/api/orders/:id/payment/${RedirectProvider}`>['query']

type News = { readonly kind: 'error' | 'success'; readonly text: string }

const paid: News = { kind: 'success', text: 'Thank you, your order is paid.' }
const cancelledText = "You've cancelled your payment."
const cancelled = (note: string | null): News => ({
  kind: 'error',
  text: note === null ? cancelledText : `${cancelledText} ${note}`,
})

/**
 * Handles the return from an external payment page for the balance. The address's parameters only trigger a query to the server (decision
 * payments-17); then they are removed, so that a reload does not query again.
 */
export function useOrderReturn(
  id: string,
  reload: () => void,
): { readonly isWorking: boolean; readonly message: News | null } {
  const [state, setState] = useState<{ isWorking: boolean; message: News | null }>({ isWorking: false, message: null })
  const hasRequested = useRef(false)

  useEffect(() => {
    if (hasRequested.current) return
    hasRequested.current = true
    const query = new URLSearchParams(location.search)
    const provider = redirectProviders.find((one) => one === query.get('provider'))
    const reference = query.get('payment')
    if (provider === undefined && reference === null) return
    async function ask(): Promise<News> {
      if (provider === undefined)
        return newsOf(
          await callApi('GET', '/api/orders/:id/payment/:reference', { params: { id, reference: reference ?? '' } }),
        )
      const said = (query.get('status') ?? query.get('result') ?? '').toUpperCase()
      const hasReturned = ['orderToken', 'token', 'checkoutId'].some((name) => query.has(name))
      if (said === 'CANCELLED' || said === 'CANCELED' || !hasReturned) {
        const ended = await callApi('POST', '/api/orders/:id/payment/void', { params: { id } })
        if (!ended.ok) return cancelled(null)
        const { paymentStatus, nothingCharged, message } = ended.value
        if (paymentStatus === 'Approved') return paid
        return cancelled(nothingCharged ? 'Nothing was charged.' : message)
      }
      query.delete('provider')
      return newsOf(
        await callApi('POST', `/api/orders/:id/payment/${provider}`, {
          params: { id },
          query: Object.fromEntries(query) as ReturnQuery,
        }),
      )
    }

    function newsOf(answer: ApiAnswer<ApiCall<'GET', '/api/orders/:id/payment/:reference'>['answer']>): News {
      if (!answer.ok) return { kind: 'error', text: answer.message }
      if (answer.value.orderCompleted) return paid
      // The shopper has to choose again how they pay there.
      if (answer.value.redirectUrl !== null) location.assign(answer.value.redirectUrl)
      return {
        kind: 'error',
        text: answer.value.message ?? 'Your payment is still being processed. Please check again in a moment.',
      }
    }

    setState({ isWorking: true, message: null })
    void ask().then((message) => {
      history.replaceState(history.state, '', location.pathname)
      setState({ isWorking: false, message })
      reload()
    })
  }, [id, reload])

  return state
}
