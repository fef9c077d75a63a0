import { lazy, Suspense, type ReactNode } from 'react'
import { FocusedNotice } from '../../../../../ui/display/focused-notice.tsx'
import { focusField } from '../../../../../ui/forms/use-form.ts'
import { staticNames } from '../../../../content/content.ts'
import type { SavedCard } from '../../../../payments/saved-cards.ts'
import { PaymentPanel } from '../../../ui/payment-panel.tsx'
import { placeOrderText } from './payment-methods.ts'
import { savedCardsModule } from './saved-cards-module.ts'
import type { Checkout } from '../hooks/use-checkout.ts'
import { StaticLink } from '../static-link.tsx'
import styles from '../../../ui/checkout-page.module.css'

const SavedCards = lazy(savedCardsModule)
const DepositField = lazy(() => import('./deposit-field.tsx'))

/** The payment method, the last error, and the button that places the order. */
export function PaymentSection({ checkout }: { checkout: Checkout }) {
  const { page, state, order, errors, dispatch, view } = checkout
  const { site } = page
  const cards = view?.savedCards
  return (
    <form className={styles.pay} onSubmit={checkout.submit} noValidate aria-busy={state.isSending}>
      <fieldset disabled={checkout.isLocked} className={styles.groups}>
        <PaymentPanel
          choice={order.method}
          onChoose={(method) => dispatch({ type: 'method_chosen', method })}
          methods={order.methods}
          country={site.country}
          redirects={page.redirects}
          storeCode={state.storeCode}
          storeCodeError={errors.of['devicePaymentCode']}
          onStoreCode={(text) => dispatch({ type: 'store_code_typed', text })}
          total={order.total}
          isFree={order.payment.isPaymentFree}
          card={state.card}
          errors={errors.of}
          onCard={(field, text) => dispatch({ type: 'card_typed', field, text })}
          onCardError={(field, message) => errors.set(`card.${field}`, message)}
          canTakeCards={Object.keys(checkout.encryptionKeys).length > 0}
          supportNumber={site.supportNumber}
          deposit={<Deposit checkout={checkout} />}
          withSaved={cards && ((fields) => withSavedCards(checkout, cards, fields))}
        />
        <div className={styles.small}>
          By placing your order you agree to our <StaticLink name={staticNames.terms} title="Terms and Conditions" />{' '}
          and <StaticLink name={staticNames.privacy} title="Privacy Policy" />.
        </div>
        <Problem checkout={checkout} />
        <button className={`button button--wide ${styles.place}`} disabled={checkout.isLocked || checkout.isAsking}>
          {state.isSending ? 'Processing...' : placeOrderText(order, site.country)}
        </button>
      </fieldset>
    </form>
  )
}

/** The fields of a typed card, after the member's saved ones once these are loaded. */
const withSavedCards = (checkout: Checkout, cards: readonly SavedCard[], fields: ReactNode) => (
  <Suspense fallback={fields}>
    <SavedCards {...checkout} cards={cards} fields={fields} />
  </Suspense>
)

function Deposit({ checkout: { view, order, state, dispatch } }: { checkout: Checkout }) {
  if (view === null || !order.takesDeposit) return null
  return (
    <Suspense fallback={null}>
      <DepositField
        total={order.total}
        percentage={view.partialPaymentPercentage}
        deposit={state.deposit}
        onDeposit={(deposit) => dispatch({ type: 'deposit_changed', deposit })}
        onReset={() => dispatch({ type: 'deposit_reset' })}
      />
    </Suspense>
  )
}

/** Why the order was not placed, or the payment failed, with a link to each field to correct. */
function Problem({ checkout: { state, paymentReturn } }: { checkout: Checkout }) {
  const problem = state.problem ?? paymentReturn.problem
  if (problem === null) return null
  const errors = state.problem?.errors.filter(({ field }) => !field.startsWith('deliveryDate')) ?? []
  return (
    <FocusedNotice id="checkout-problem" of={problem}>
      {problem.message}
      {problem.note != null && <p>{problem.note}</p>}
      {errors.length > 0 && (
        <ul className={styles.errors}>
          {errors.map(({ field, message }) => (
            <li key={field}>
              <a
                href={`#${field}`}
                onClick={(event) => {
                  event.preventDefault()
                  focusField(document, field)
                }}
              >
                {message}
              </a>
            </li>
          ))}
        </ul>
      )}
    </FocusedNotice>
  )
}
