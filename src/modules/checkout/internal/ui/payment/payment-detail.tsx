import { Field } from '../../../../../ui/forms/field.tsx'
import type { Country } from '../../../../../brands/apps.ts'
import type { PaymentMethod } from '../../../../payments/payments.ts'
import { isEligible, quarterPayment, zipFootnote, zipText } from '../../../../pricing/instalments.ts'
import { formatPrice } from '../../../../pricing/pricing.ts'
import { methodName, type Redirects } from './payment-methods.ts'
import styles from '../../../ui/payment-panel.module.css'

const fortnights = ['Today', 'In 2 weeks', 'In 4 weeks', 'In 6 weeks']

/** Details of a selected method other than the card. Loaded after the page. */
export default function PaymentDetail({
  method,
  country,
  total,
  redirects,
  storeCode,
  storeCodeError,
  onStoreCode,
}: {
  method: Exclude<PaymentMethod, 'card'>
  country: Country
  total: number
  redirects: Redirects
  storeCode: string
  storeCodeError: string | undefined
  onStoreCode: (code: string) => void
}) {
  const name = methodName(method, country)
  switch (method) {
    case 'afterpay':
      return (
        <>
          <p>Buy now, pay in four fortnightly payments</p>
          <Schedule total={total} />
          <Leaving name={name} />
        </>
      )
    case 'zip':
      return (
        <>
          {country === 'NZ' ? (
            <>
              <p>Four payments, the first one today</p>
              <Schedule total={total} />
            </>
          ) : (
            redirects.zipTerms !== null && (
              <p>
                {zipText(total, redirects.zipTerms)} <small className={styles.footnote}>{zipFootnote}</small>
              </p>
            )
          )}
          <Leaving name={name} />
        </>
      )
    case 'paypal':
      return (
        <>
          {country === 'AU' && isEligible(total, redirects.paypal ?? null) && (
            <p>Pay now, or in four interest-free payments if PayPal offers them to you.</p>
          )}
          {redirects.paypalDisclaimer && <p className={styles.footnote}>{redirects.paypalDisclaimer}</p>}
          <Leaving name={name} />
        </>
      )
    case 'zip-in-store':
      return (
        <Field
          id="devicePaymentCode"
          label="Zip store code"
          hint="The six digits in the customer’s Zip app."
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          value={storeCode}
          error={storeCodeError}
          onChange={(event) => onStoreCode(event.target.value)}
        />
      )
    case 'credit-account':
      return <p>We charge the order to your account, within your credit limit.</p>
    case 'other':
      return <p>The order is placed now and paid in store.</p>
  }
}

function Schedule({ total }: { total: number }) {
  return (
    <ol className={styles.schedule}>
      {fortnights.map((day) => (
        <li key={day}>
          <b className="tabular">{formatPrice(quarterPayment(total))}</b> {day}
        </li>
      ))}
    </ol>
  )
}

function Leaving({ name }: { name: string }) {
  return <p className={styles.safe}>You go to {name} to approve, and come back here.</p>
}
