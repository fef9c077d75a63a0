import { lazy, Suspense, useEffect, useState, type ChangeEvent, type ReactNode } from 'react'
import type { FieldMessages } from '../../../platform/forms/typed-form.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Icon } from '../../../ui/display/icons.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { cardErrors, cardNames, cardType, formatCardNumber, formatExpiry, type CardForm } from '../../payments/card.ts'
import type { Country } from '../../../brands/apps.ts'
import type { PaymentMethod } from '../../payments/payments.ts'
import { thisMonth } from '../../payments/ui/this-month.ts'
import { methodName, type Redirects } from '../internal/ui/payment/payment-methods.ts'
import styles from './payment-panel.module.css'
import page from './checkout-page.module.css'

/** Fetched soon after the page: a method that is chosen opens at once, and nothing below it moves later. */
const detail = () => import('../internal/ui/payment/payment-detail.tsx')
const PaymentDetail = lazy(detail)
const SecurityCodeDialog = lazy(() => import('../internal/ui/payment/security-code-dialog.tsx'))

type PanelProps = {
  choice: PaymentMethod
  onChoose: (choice: PaymentMethod) => void
  /** The methods, in display order. */
  methods: readonly PaymentMethod[]
  country: Country
  redirects: Redirects
  /** Typed in for Zip in a store. */
  storeCode: string
  storeCodeError: string | undefined
  onStoreCode: (code: string) => void
  total: number
  isFree: boolean
  card: CardForm
  /** Messages by the ids of the fields: card.cardNo and so on. */
  errors: FieldMessages
  onCard: (field: keyof CardForm, value: string) => void
  onCardError: (field: keyof CardForm, text: string) => void
  canTakeCards: boolean
  supportNumber: string
  /** The card form for paying a part, where possible. */
  deposit?: ReactNode
  /** Puts a member's saved cards before the card fields. */
  withSaved?: ((fields: ReactNode) => ReactNode) | null | undefined
}

const acceptedCards = 'Visa, Mastercard, American Express'

/** The payment methods. Card details stay in this page until they are encrypted; no form value, storage or log ever contains them. */
export function PaymentPanel(props: PanelProps) {
  const { choice, onChoose, methods, country, isFree, supportNumber } = props
  useEffect(() => void detail().catch(() => {}), [])
  return (
    <section className={page.group} data-step="" aria-labelledby="checkout-payment">
      <h2 id="checkout-payment">Payment</h2>
      {isFree ? (
        <>
          <p>Nothing left to pay.</p>
          {methods.includes('card') && (
            <div className={styles.detail}>
              <CardFields {...props} />
            </div>
          )}
        </>
      ) : (
        <fieldset className={styles.methods}>
          <legend className="visually-hidden">Payment method</legend>
          {methods.length === 0 && (
            <Notice kind="error">We can’t take payment for this order online. Please call {supportNumber}.</Notice>
          )}
          {methods.map((method) => (
            <div key={method} className={styles.method} data-chosen={choice === method || undefined}>
              <label className={styles.choice}>
                <input type="radio" name="payment" checked={choice === method} onChange={() => onChoose(method)} />{' '}
                {methodName(method, country)}
                {method === 'card' && choice !== method && <span className={styles.brands}>{acceptedCards}</span>}
              </label>
              {choice === method && (
                <div className={styles.detail}>
                  <Suspense fallback={null}>
                    {method === 'card' ? <CardDetail {...props} /> : <PaymentDetail {...props} method={method} />}
                  </Suspense>
                </div>
              )}
            </div>
          ))}
        </fieldset>
      )}
    </section>
  )
}

function CardDetail(props: PanelProps) {
  if (!props.canTakeCards) {
    return (
      <Notice kind="error">
        We can’t accept cards at the moment. Please choose another method or call {props.supportNumber}.
      </Notice>
    )
  }
  const fields = <CardFields {...props} />
  return (
    <>
      {props.withSaved ? props.withSaved(fields) : fields}
      <p className={styles.safe}>
        <Icon name="lock" size={18} /> Encrypted in your browser. We never see or keep your card number.
      </p>
      {props.deposit}
    </>
  )
}

function CardFields({ card, errors, isFree, onCard, onCardError }: PanelProps) {
  const [explains, setExplains] = useState(false)
  const type = cardType(card.cardNo)
  /** The props of one field; input is formatted before it is passed on. */
  const fieldOf = (field: keyof CardForm, formatted: (text: string) => string = (text) => text) => ({
    id: `card.${field}`,
    value: card[field],
    error: errors[`card.${field}`],
    disabled: isFree,
    onChange: (event: ChangeEvent<HTMLInputElement>) => onCard(field, formatted(event.target.value)),
    onBlur() {
      const error = cardErrors(card, thisMonth()).find((one) => one.field === field)
      if (card[field] !== '' && error !== undefined) onCardError(field, error.message)
    },
  })
  return (
    <>
      <Field label="Name on card" autoComplete="cc-name" maxLength={60} {...fieldOf('nameOnCard')} />
      <Field
        label="Card number"
        inputMode="numeric"
        autoComplete="cc-number"
        maxLength={23}
        hint={<span aria-live="polite">{type === null ? acceptedCards : cardNames[type]}</span>}
        {...fieldOf('cardNo', formatCardNumber)}
      />
      <div className={page.pair}>
        <Field
          label="Expiry (MM / YYYY)"
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder="MM / YYYY"
          maxLength={9}
          {...fieldOf('expiryDate', formatExpiry)}
        />
        <Field
          label="CVV"
          inputMode="numeric"
          autoComplete="cc-csc"
          maxLength={4}
          {...fieldOf('cvv', (text) => text.replaceAll(/\D/g, ''))}
          after={
            <button type="button" className={`link-button ${styles.what}`} onClick={() => setExplains(true)}>
              What is a security code?
            </button>
          }
        />
      </div>
      {explains && (
        <Suspense fallback={null}>
          <SecurityCodeDialog onClose={() => setExplains(false)} />
        </Suspense>
      )}
    </>
  )
}
