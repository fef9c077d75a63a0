import { useEffect, useRef, type Dispatch, type FormEvent } from 'react'
import { timeZoneOf } from '../../../../../brands/apps.ts'
import { dayIn, tripleOf } from '../../../../../platform/calendar.ts'
import { dollarsOf } from '../../../../../platform/money.ts'
import type { Site } from '../../../../navigation/site.ts'
import { loadCart } from '../../../../cart/ui/cart-actions.ts'
import { paymentOptions } from '../../../../payments/payments.ts'
import { submitTexts, type CheckoutForm } from '../../../checkout.ts'
import { thisMonth } from '../../../../payments/ui/this-month.ts'
import { orderProblem, type CheckoutOrder } from '../checkout-order.ts'
import type { CheckoutEvent, CheckoutState } from '../checkout-state.ts'
import type { Watched } from '../payment/in-store-poll.ts'
import { savedCardsModule } from '../payment/saved-cards-module.ts'
import type { SubmitBody } from '../payment/submit-order.ts'
import { clearSession } from '../saved-session.ts'

type Submitted = {
  site: Site
  state: CheckoutState
  order: CheckoutOrder
  /** Dates are loading, and the total with them: an order is not submitted before its total is known. */
  isAsking: boolean
  encryptionKeys: Readonly<Record<string, string>>
  dispatch: Dispatch<CheckoutEvent>
  sentForm: () => CheckoutForm
  bodyWith: (fields: Partial<SubmitBody>) => SubmitBody
  loadView: () => Promise<void>
  askForDates: () => Promise<void>
  allowLeaving: () => void
}

const sendModule = () => import('../../../ui/send-order.ts')

/** Submits a valid order, and shows the result. */
export function useOrderSubmit(submitted: Submitted) {
  const { state, dispatch, allowLeaving } = submitted
  /** State would be too late for the second click of a double click. */
  const isSending = useRef(false)

  // Loaded for a shopper who orders, not for one who only reads.
  useEffect(
    () =>
      void sendModule().then(
        ({ loadFraudCheck }) => loadFraudCheck(),
        () => {},
      ),
    [],
  )

  function reopen(): void {
    dispatch({ type: 'form_reopened' })
    isSending.current = false
  }

  function placed(cartId: string): void {
    allowLeaving()
    clearSession()
    location.assign(`/customer/confirmation?id=${cartId}`)
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const { site, order, isAsking, sentForm, bodyWith } = submitted
    if (isSending.current || isAsking) return
    const problem = orderProblem({ form: sentForm(), order, state, month: thisMonth() })
    if (problem !== null) {
      const { refusedCard, message } = problem
      if (refusedCard !== undefined)
        void sendModule().then(({ reporting }) =>
          reporting(({ reportCard }) => reportCard(message, refusedCard, state.card)),
        )
      return dispatch({ type: 'order_refused', problem })
    }
    isSending.current = true
    dispatch({ type: 'order_sent' })
    const today = { deliveryDate: tripleOf(dayIn(timeZoneOf[site.country], new Date())) }
    const collected = order.facts.isPickup ? { pickup: state.pickup } : today
    const body = bodyWith(order.isCollected ? collected : (order.delivery?.fields ?? {}))
    try {
      if ((await send(submitted, body, placed)) === 'open') reopen()
    } catch {
      dispatch({ type: 'order_refused', problem: { message: submitTexts.fallback, errors: [] } })
      reopen()
    }
  }

  /** A payment that was confirmed in an app, or not, is decided. */
  async function confirmationEnded(watched: Watched): Promise<void> {
    const cartId = state.awaited?.cartId
    if (cartId === undefined) return
    dispatch({ type: 'confirmation_ended' })
    if (watched.isPlaced) return placed(cartId)
    await loadCart()
    dispatch({ type: 'order_refused', problem: { message: watched.message, note: watched.note, errors: [] } })
    reopen()
  }

  return { submit, confirmationEnded }
}

/**
 * Returns whether the form is enabled again; it stays disabled while the browser is going to another page or a payment is being confirmed.
 */
async function send(
  submitted: Submitted,
  body: SubmitBody,
  placed: (cartId: string) => void,
): Promise<'open' | 'closed'> {
  const { site, order, dispatch, loadView, askForDates, allowLeaving } = submitted
  const { postForm, problemOf, reporting, sendOrder } = await sendModule()
  const answer = await sendOrder({ ...body, ...(await paymentFields(submitted)) }, crypto.randomUUID())
  if (answer.ok) {
    const { orderCompleted, secure3DResponse, redirectUrl, cartId, paymentReference } = answer.value
    if (orderCompleted) {
      placed(cartId)
      return 'closed'
    }
    if (order.method === 'zip-in-store' && paymentReference !== null) {
      dispatch({ type: 'confirmation_awaited', payment: { cartId, reference: paymentReference } })
      return 'closed'
    }
    allowLeaving()
    if (secure3DResponse !== null) postForm(secure3DResponse)
    else if (redirectUrl !== null) location.assign(redirectUrl)
    else return 'open'
    return 'closed'
  }
  const { message, note, fields, isStale, dateIsGone } = problemOf(answer, site.supportNumber)
  reporting(({ reportPayment }) => reportPayment(answer, order.method))
  dispatch({ type: 'order_refused', problem: { message, note, errors: fields } })
  const isRefused = answer.status === 400
  // The available choices may have changed (CHK-36).
  if (isRefused) void loadView()
  if (isStale) await loadCart()
  if (dateIsGone || isStale) await askForDates()
  // A refusal shows before the form can be sent again with the same click (CHK-37).
  if (isRefused) await new Promise((done) => setTimeout(done, 500))
  return 'open'
}

/** How the order is paid: with the card, encrypted, or by another method's option. */
async function paymentFields({ state, order, encryptionKeys }: Submitted): Promise<Partial<SubmitBody>> {
  const { browserInfo, encryptFor, fraudToken } = await sendModule()
  const { method } = order
  return {
    expectedTotal: dollarsOf(order.total),
    fraudCheckToken: await fraudToken(),
    ...(method === 'card' ? {} : { selectedPaymentOption: paymentOptions[method] }),
    ...(method === 'zip-in-store' ? { devicePaymentCode: state.storeCode } : {}),
    ...(method === 'card' && !order.payment.isPaymentFree
      ? {
          ...(order.onFile === null
            ? { encryptedValues: await encryptFor(encryptionKeys, state.card) }
            : await (await savedCardsModule()).fieldsOnFile(encryptionKeys, state.card, order.onFile)),
          cardHolderName: state.card.nameOnCard.trim(),
          browserInfo: browserInfo(),
        }
      : {}),
  }
}
