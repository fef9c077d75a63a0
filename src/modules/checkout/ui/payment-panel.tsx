import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Field } from '../../../ui/forms/field.tsx'
import { Icon } from '../../../ui/display/icons.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { cardFaults, formatCardNumber, formatExpiry, type CardForm } from '../../payments/card.ts'
import type { Country } from '../../../brands/apps.ts'
import type { PaymentMethod } from '../../payments/payments.ts'
import { PaymentDetail } from '../internal/ui/payment/payment-detail.tsx'
import { methodName, type Redirects } from '../internal/ui/payment/payment-methods.ts'
import styles from './payment-panel.module.css'
import page from './checkout-page.module.css'

const SecurityCodeDialog = lazy(() => import('../internal/ui/payment/security-code-dialog.tsx'))

export const emptyCard: CardForm = { nameOnCard: '', cardNo: '', expiryDate: '', cvv: '' }

/** The month of the shopper's own clock: what an expiry is compared with in the browser. */
export function thisMonth(): { readonly year: number; readonly month: number } {
  const now = new Date()
  return { year: now.getFullYear(), month: now.getMonth() + 1 }
}

/** How to pay. Card details stay in this page until they are encrypted; no form value, storage or log ever holds them. */
export function PaymentPanel({
  choice,
  onChoose,
  methods,
  country,
  redirects,
  storeCode,
  storeCodeError,
  onStoreCode,
  total,
  isFree,
  card,
  errors,
  onCard,
  onCardError,
  canTakeCards,
  supportNumber,
  deposit = null,
}: {
  choice: PaymentMethod
  onChoose: (choice: PaymentMethod) => void
  /** What can be chosen, in the order it is shown. */
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
  errors: Readonly<Record<string, string>>
  onCard: (field: keyof CardForm, value: string) => void
  onCardError: (field: keyof CardForm, text: string) => void
  canTakeCards: boolean
  supportNumber: string
  /** Where a part may be paid by card, the way to do so. */
  deposit?: ReactNode
}) {
  const [explains, setExplains] = useState(false)

  function leave(field: keyof CardForm): void {
    if (card[field] === '') return
    const fault = cardFaults(card, thisMonth()).find((one) => one.field === field)
    if (fault !== undefined) onCardError(field, fault.message)
  }

  const cardField = (field: keyof CardForm) => ({
    id: `card.${field}`,
    value: card[field],
    error: errors[field],
    disabled: isFree,
    onBlur: () => leave(field),
  })

  const cardFields = (
    <>
      <Field
        label="Name on card"
        autoComplete="cc-name"
        maxLength={60}
        {...cardField('nameOnCard')}
        onChange={(event) => onCard('nameOnCard', event.target.value)}
      />
      <Field
        label="Card number"
        inputMode="numeric"
        autoComplete="cc-number"
        maxLength={23}
        {...cardField('cardNo')}
        onChange={(event) => onCard('cardNo', formatCardNumber(event.target.value))}
      />
      <div className={page.pair}>
        <Field
          label="Expiry (MM / YYYY)"
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder="MM / YYYY"
          maxLength={9}
          {...cardField('expiryDate')}
          onChange={(event) => onCard('expiryDate', formatExpiry(event.target.value))}
        />
        <Field
          label="CVV"
          inputMode="numeric"
          autoComplete="cc-csc"
          maxLength={4}
          {...cardField('cvv')}
          onChange={(event) => onCard('cvv', event.target.value.replaceAll(/\D/g, ''))}
          after={
            <button type="button" className={`link-button ${styles.what}`} onClick={() => setExplains(true)}>
              What is a security code?
            </button>
          }
        />
      </div>
    </>
  )

  return (
    <section className={page.group} aria-labelledby="checkout-payment">
      <h2 id="checkout-payment">Payment</h2>
      {isFree ? (
        <>
          <p>Nothing is left to pay.</p>
          {methods.includes('card') && <div className={styles.detail}>{cardFields}</div>}
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
                {method === 'card' && <span className={styles.brands}>Visa, Mastercard, American Express</span>}
              </label>
              {choice === method && (
                <div className={styles.detail}>
                  {method !== 'card' ? (
                    <PaymentDetail {...{ method, country, total, redirects, storeCode, storeCodeError, onStoreCode }} />
                  ) : canTakeCards ? (
                    <>
                      {cardFields}
                      <p className={styles.safe}>
                        <Icon name="lock" size={18} /> Encrypted in your browser. We never see or keep your card number.
                      </p>
                      {deposit}
                    </>
                  ) : (
                    <Notice kind="error">
                      Cards cannot be taken at the moment. Please choose another method or call {supportNumber}.
                    </Notice>
                  )}
                </div>
              )}
            </div>
          ))}
        </fieldset>
      )}
      {explains && (
        <Suspense fallback={null}>
          <SecurityCodeDialog onClose={() => setExplains(false)} />
        </Suspense>
      )}
    </section>
  )
}
