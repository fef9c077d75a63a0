import { useRef, useState } from 'react'
import type { Country } from '../../../../brands/apps.ts'
import { centsOf } from '../../../../platform/money.ts'
import { callApi, type ApiCall } from '../../../../ui/browser/api.ts'
import { FocusedNotice } from '../../../../ui/display/focused-notice.tsx'
import { doNotRepeatText } from '../../../checkout/checkout.ts'
import { chargeNote } from '../../../checkout/ui/charge-note.ts'
import { PaymentPanel, thisMonth } from '../../../checkout/ui/payment-panel.tsx'
import { browserInfo, encryptFor, fraudToken, postForm } from '../../../checkout/ui/send-order.ts'
import type { OrderView } from '../../../orders/order-view.ts'
import { cardErrors, emptyCard, type CardForm } from '../../../payments/card.ts'
import { paymentOptions, type RedirectProvider } from '../../../payments/payments.ts'
import { formatPrice } from '../../../pricing/pricing.ts'
import account from '../../ui/account.module.css'
import styles from '../../ui/order-page.module.css'
import { useAccountCall } from './account-calls.ts'
import { Shown } from './account-layout.tsx'

type Offer = ApiCall<'GET', '/api/orders/:id/payment'>['answer']

/** Pays the balance of an order, with the checkout's payment methods. Card details stay in this page until they are encrypted. */
export default function PayBalance({
  order,
  country,
  supportNumber,
  onPaid,
  onStale,
  onClose,
}: {
  order: OrderView
  country: Country
  supportNumber: string
  onPaid: () => void
  onStale: () => void
  onClose: () => void
}) {
  const call = useAccountCall(
    (signal) => callApi('GET', '/api/orders/:id/payment', { params: { id: order.id }, signal }),
    order.id,
  )
  return (
    <Shown call={call}>
      {(offer) => <Form {...{ order, country, supportNumber, onPaid, onStale, onClose, offer }} />}
    </Shown>
  )
}

function Form({
  order,
  country,
  supportNumber,
  onPaid,
  onStale,
  onClose,
  offer,
}: Parameters<typeof PayBalance>[0] & { offer: Offer }) {
  const [method, setMethod] = useState<'card' | RedirectProvider>(offer.methods[0] ?? 'card')
  const [card, setCard] = useState<CardForm>(emptyCard)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<{ readonly text: string; readonly note: string | null } | null>(null)
  const [isSending, setIsSending] = useState(false)
  // A second click may arrive before the button is rendered as disabled.
  const sending = useRef(false)
  const keys = offer.x509EncryptionKeys

  async function pay(): Promise<void> {
    if (sending.current) return
    const problems = method === 'card' ? cardErrors(card, thisMonth()) : []
    setErrors(Object.fromEntries(problems.map((one) => [`card.${one.field}`, one.message])))
    if (problems[0] !== undefined) {
      document.querySelector<HTMLElement>(`[id="card.${problems[0].field}"]`)?.focus()
      return
    }
    sending.current = true
    setIsSending(true)
    setProblem(null)
    try {
      const answer = await sendPayment(order, offer, { method, card })
      if (answer.ok) {
        const { orderCompleted, secure3DResponse, redirectUrl } = answer.value
        if (orderCompleted) return onPaid()
        if (secure3DResponse !== null) return postForm(secure3DResponse)
        if (redirectUrl !== null) return location.assign(redirectUrl)
        setProblem({ text: 'Your payment is being reviewed. Please do not pay again; we will email you.', note: null })
      } else {
        const text = answer.status === 0 ? doNotRepeatText(supportNumber) : answer.message
        setProblem({ text, note: chargeNote(answer, text) })
        if (answer.status === 409) onStale()
      }
    } catch {
      setProblem({ text: doNotRepeatText(supportNumber), note: null })
    }
    sending.current = false
    setIsSending(false)
  }

  return (
    <form
      className={`${styles.form} no-print`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void pay()
      }}
    >
      <PaymentPanel
        choice={method}
        onChoose={(choice) => setMethod(choice as 'card' | RedirectProvider)}
        methods={offer.methods}
        country={country}
        redirects={{ zipTerms: null }}
        storeCode=""
        storeCodeError={undefined}
        onStoreCode={() => {}}
        total={centsOf(offer.balance)}
        isFree={false}
        card={card}
        errors={errors}
        onCard={(field, value) => {
          setCard((now) => ({ ...now, [field]: value }))
          setErrors(({ [`card.${field}`]: _gone, ...rest }) => rest)
        }}
        onCardError={(field, text) => setErrors((now) => ({ ...now, [`card.${field}`]: text }))}
        canTakeCards={Object.keys(keys).length > 0}
        supportNumber={supportNumber}
      />
      {problem !== null && (
        <FocusedNotice of={problem} settled={!isSending}>
          {problem.text}
          {problem.note !== null && <p>{problem.note}</p>}
        </FocusedNotice>
      )}
      <div className={account.actions}>
        <button type="submit" className="button" disabled={isSending}>
          {isSending ? 'Paying …' : `Pay ${formatPrice(centsOf(offer.balance))} now`}
        </button>
        <button type="button" className="button button--quiet" onClick={onClose}>
          Not now
        </button>
      </div>
    </form>
  )
}

/** Submits the payment; a card is sent encrypted. */
async function sendPayment(
  order: Pick<OrderView, 'id'>,
  offer: Offer,
  { method, card }: { readonly method: 'card' | RedirectProvider; readonly card: CardForm },
) {
  return callApi('POST', '/api/orders/:id/payment', {
    params: { id: order.id },
    body: {
      expectedBalance: offer.balance,
      fraudCheckToken: await fraudToken(),
      ...(method === 'card'
        ? {
            encryptedValues: await encryptFor(offer.x509EncryptionKeys, card),
            cardHolderName: card.nameOnCard.trim(),
            browserInfo: browserInfo(),
          }
        : { selectedPaymentOption: paymentOptions[method] }),
    },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
}
