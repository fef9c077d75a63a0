import { useState } from 'react'
import type { Country } from '../../../../brands/apps.ts'
import { messagesOf, type FieldMessages } from '../../../../platform/forms/typed-form.ts'
import { centsOf } from '../../../../platform/money.ts'
import { callApi, type ApiCall } from '../../../../ui/browser/api.ts'
import { FocusedNotice } from '../../../../ui/display/focused-notice.tsx'
import { Form, SubmitButton } from '../../../../ui/forms/form.tsx'
import { doNotRepeatText } from '../../../checkout/checkout.ts'
import { chargeNote } from '../../../checkout/ui/charge-note.ts'
import { PaymentPanel } from '../../../checkout/ui/payment-panel.tsx'
import { thisMonth } from '../../../payments/ui/this-month.ts'
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
      {(offer) => <Payment {...{ order, country, supportNumber, onPaid, onStale, onClose, offer }} />}
    </Shown>
  )
}

function Payment({
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
  const [problem, setProblem] = useState<{ readonly text: string; readonly note: string | null } | null>(null)
  const keys = offer.x509EncryptionKeys

  function check(): FieldMessages {
    const errors = method === 'card' ? cardErrors(card, thisMonth()) : []
    return messagesOf(errors.map(({ field, message }) => ({ field: `card.${field}`, message })))
  }

  /** What is wrong with the payment stands beside the button, with what was charged. */
  async function pay(): Promise<null> {
    setProblem(null)
    try {
      const answer = await sendPayment(order, offer, { method, card })
      if (answer.ok) {
        const { orderCompleted, secure3DResponse, redirectUrl } = answer.value
        if (orderCompleted) onPaid()
        else if (secure3DResponse !== null) postForm(secure3DResponse)
        else if (redirectUrl !== null) location.assign(redirectUrl)
        else {
          const text = 'Your payment is being reviewed. Please do not pay again; we will email you.'
          setProblem({ text, note: null })
          return null
        }
        // The page is being left; the button stays disabled until it is gone.
        return new Promise(() => {})
      }
      const text = answer.status === 0 ? doNotRepeatText(supportNumber) : answer.message
      setProblem({ text, note: chargeNote(answer, text) })
      if (answer.status === 409) onStale()
    } catch {
      setProblem({ text: doNotRepeatText(supportNumber), note: null })
    }
    return null
  }

  return (
    <Form className={`${styles.form} no-print`} check={check} send={pay}>
      {(_typed, errors, setMessage) => (
        <>
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
              setMessage(`card.${field}`, null)
            }}
            onCardError={(field, text) => setMessage(`card.${field}`, text)}
            canTakeCards={Object.keys(keys).length > 0}
            supportNumber={supportNumber}
          />
          {problem !== null && (
            <FocusedNotice of={problem}>
              {problem.text}
              {problem.note !== null && <p>{problem.note}</p>}
            </FocusedNotice>
          )}
          <div className={account.actions}>
            <SubmitButton busyText="Paying …">{`Pay ${formatPrice(centsOf(offer.balance))} now`}</SubmitButton>
            <button type="button" className="button button--quiet" onClick={onClose}>
              Not now
            </button>
          </div>
        </>
      )}
    </Form>
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
