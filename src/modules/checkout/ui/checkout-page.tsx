import { lazy, Suspense, type ReactNode } from 'react'
import { FocusedNotice } from '../../../ui/display/focused-notice.tsx'
import { Later } from '../../../ui/display/later.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import type { Site } from '../../navigation/site.ts'
import { formatPrice } from '../../pricing/pricing.ts'
import { CheckoutHeader } from '../internal/ui/checkout-header.tsx'
import type { CheckoutPageProps } from '../internal/ui/checkout-props.ts'
import { ContactSection } from '../internal/ui/contact-section.tsx'
import { AddressSection } from '../internal/ui/delivery/address-section.tsx'
import { WithPhone } from '../internal/ui/delivery/delivery-section.tsx'
import { useCheckout, type Checkout } from '../internal/ui/hooks/use-checkout.ts'
import { OrderSummary } from '../internal/ui/order-summary.tsx'
import { PaymentSection } from '../internal/ui/payment/payment-section.tsx'
import styles from './checkout-page.module.css'

export type { CheckoutPageProps } from '../internal/ui/checkout-props.ts'

const InStoreWait = lazy(() => import('../internal/ui/payment/in-store-wait.tsx'))
const LeaveGuard = lazy(() => import('../internal/ui/leave-guard.tsx'))
const TipBox = lazy(() => import('../internal/ui/delivery/tip-box.tsx'))

/** One page: contact, delivery, payment, and the summary that always shows the total. */
export function CheckoutPage(props: CheckoutPageProps) {
  const checkout = useCheckout(props)
  const { site } = props
  if (checkout.paymentReturn.isWorking) {
    return (
      <Shell site={site}>
        <p className={styles.waiting} role="status">
          Finishing your payment …
        </p>
      </Shell>
    )
  }
  return (
    <Shell site={site}>
      {checkout.cart.products.length === 0 ? (
        <EmptyCheckout problem={checkout.paymentReturn.problem} />
      ) : (
        <FilledCheckout checkout={checkout} />
      )}
    </Shell>
  )
}

function Shell({ site, children }: { site: Site; children: ReactNode }) {
  return (
    <>
      <CheckoutHeader site={site} />
      <main id="content" className="page">
        {children}
      </main>
    </>
  )
}

function EmptyCheckout({ problem }: { problem: Checkout['paymentReturn']['problem'] }) {
  return (
    <div className={styles.waiting}>
      <h1>Checkout</h1>
      {problem !== null && (
        <FocusedNotice of={problem}>
          {problem.message} {problem.note}
        </FocusedNotice>
      )}
      <p>Your cart is empty</p>
      <p>
        <a className="button" href="/">
          Continue shopping
        </a>
      </p>
    </div>
  )
}

function FilledCheckout({ checkout }: { checkout: Checkout }) {
  const { page, cart, state, order, view, losesInput, allowLeaving } = checkout
  const { total, delivery } = order
  return (
    <>
      {page.site.warnsWhenLeavingCheckout && (
        <Later>
          <LeaveGuard isArmed={losesInput} onLeave={allowLeaving} />
        </Later>
      )}
      <div className={styles.columns}>
        <MainColumn checkout={checkout} />
        <OrderSummary
          cart={cart}
          shipping={order.shipping}
          paid={order.paid}
          isToday={delivery?.isToday ?? false}
          isPickup={order.facts.isPickup}
          total={total}
          showsSale={page.site.showsSaleAtCheckout}
          deposit={order.payment.cartDeposit}
          swaps={view?.swaps ?? []}
          onSwapped={() => void checkout.loadView()}
        />
        <PaymentSection checkout={checkout} />
        {state.awaited !== null && (
          <Suspense fallback={null}>
            <InStoreWait {...state.awaited} onEnd={checkout.confirmationEnded} />
          </Suspense>
        )}
        <a className={styles.totalNow} href="#order-summary">
          <span>Order Total</span> <span>{formatPrice(total, { zeroText: null })}</span>
        </a>
      </div>
    </>
  )
}

function MainColumn({ checkout }: { checkout: Checkout }) {
  const { page, state, order, delivery, dispatch } = checkout
  const { supportNumber } = page.site
  return (
    <div className={styles.main}>
      <h1>Checkout</h1>
      {/* The wallet's sheet asks for an address to deliver to. */}
      <div data-express-pay="" hidden={order.facts.isPickup} />
      <noscript>
        <Notice kind="error">
          We encrypt your card in your browser, which needs JavaScript. Please turn it on, or call {supportNumber} to
          order by phone.
        </Notice>
      </noscript>
      {page.delivery.unavailableIsBanner && delivery.given.deliveryUnavailable && (
        <Notice kind="error">
          <WithPhone text={page.unavailableText} supportNumber={supportNumber} />
        </Notice>
      )}
      <form onSubmit={checkout.submit} noValidate aria-busy={state.isSending}>
        <fieldset disabled={checkout.isLocked} className={styles.groups}>
          <ContactSection checkout={checkout} />
          <AddressSection checkout={checkout} />
          {page.tip !== null && !order.isCollected && (
            <Later>
              <TipBox offer={page.tip} onTip={(tip) => dispatch({ type: 'tip_changed', tip })} />
            </Later>
          )}
        </fieldset>
      </form>
    </div>
  )
}
