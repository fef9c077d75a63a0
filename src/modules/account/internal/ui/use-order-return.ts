import { useEffect, useRef, useState } from 'react'
import { callApi } from '../../../../ui/browser/api.ts'
import { redirectProviders } from '../../../payments/payments.ts'

type News = { readonly kind: 'error' | 'success'; readonly text: string }

const paid: News = { kind: 'success', text: 'Thank you, your order is paid.' }
const cancelledText = "You've cancelled your payment."
const cancelled = (note: string | null): News => ({
  kind: 'error',
  text: note === null ? cancelledText : `${cancelledText} ${note}`,
})

/**
 * The shopper came back to their order from where they paid the rest. What the address carries only starts a question to the server
 * (decision payments-17); then the address is cleaned, so that a reload does not ask again.
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
    const path = `/api/orders/${id}/payment`
    type Answer = { orderCompleted: boolean; redirectUrl: string | null; message: string | null }

    async function ask(): Promise<News> {
      if (provider === undefined)
        return newsOf(await callApi<Answer>('GET', `${path}/${encodeURIComponent(reference ?? '')}`))
      const said = (query.get('status') ?? query.get('result') ?? '').toUpperCase()
      const hasReturned = ['orderToken', 'token', 'checkoutId'].some((name) => query.has(name))
      if (said === 'CANCELLED' || said === 'CANCELED' || !hasReturned) {
        const ended = await callApi<{ paymentStatus: string; nothingCharged: boolean; message: string | null }>(
          'POST',
          `${path}/void`,
        )
        if (!ended.ok) return cancelled(null)
        const { paymentStatus, nothingCharged, message } = ended.value
        if (paymentStatus === 'Approved') return paid
        return cancelled(nothingCharged ? 'Nothing was charged.' : message)
      }
      query.delete('provider')
      return newsOf(await callApi<Answer>('POST', `${path}/${provider}?${query}`))
    }

    function newsOf(answer: Awaited<ReturnType<typeof callApi<Answer>>>): News {
      if (!answer.ok) return { kind: 'error', text: answer.message }
      if (answer.value.orderCompleted) return paid
      // The shopper has to choose again how they pay there.
      if (answer.value.redirectUrl !== null) location.assign(answer.value.redirectUrl)
      return {
        kind: 'error',
        text: answer.value.message ?? 'Your payment is not finished yet. Please look again in a moment.',
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
