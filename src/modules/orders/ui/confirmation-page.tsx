import { Fragment, lazy, useEffect, useState } from 'react'
import { centsOf } from '../../../platform/money.ts'
import { Icon } from '../../../ui/display/icons.tsx'
import { Later } from '../../../ui/display/later.tsx'
import type { Loaded } from '../../../ui/browser/load-state.ts'
import { keyInHead } from '../../../ui/third-parties/key-in-head.ts'
import { isSpecialBrand } from '../../../brands/special-brand.ts'
import { loadCart } from '../../cart/ui/cart-actions.ts'
import { productPath } from '../../catalogue/catalogue.ts'
import { formatPrice } from '../../pricing/pricing.ts'
import type { Confirmation } from '../orders.ts'
import { askForReview } from '../internal/ui/ask-for-review.ts'
import { DeliveryFaq } from '../internal/ui/delivery-faq.tsx'
import { OrderRewards } from '../internal/ui/order-rewards.tsx'
import { Picture } from '../../../ui/display/picture.tsx'
import { PickupDetails } from './pickup-details.tsx'
import styles from './confirmation-page.module.css'

const Charity = lazy(() => import('../internal/ui/charity.tsx').then((it) => ({ default: it.Charity })))

const next = [
  "Email confirmation - we'll email your order details shortly.",
  "Delivery notification - on the day we'll let you know your approximate arrival time.",
  'Delivery - our team delivers to your designated address.',
  'Order complete - enjoy your purchase.',
]

/** The same for an order that is picked up. */
const nextOfPickup = [
  "Email confirmation - we'll email your order details shortly.",
  "Ready for pickup - we'll email you when your order is ready in store.",
  'Pickup - bring your order number and photo ID.',
  'Order complete - enjoy your purchase.',
]

/** Information about the special brand's seller (decision orders-08). */
const specialBrandPage = '/s/purchasing-miele-appliances-from-winning-appliances'
const specialBrandParts = [
  ['Invoice', 'invoice'],
  ['Product payment', 'product-payment'],
  ['After-sales service', 'after-sales-service'],
] as const

type Around = {
  readonly supportNumber: string
  readonly assemblyLink: string | null
  /** Nothing that was ordered is furniture. */
  readonly isOfAppliances?: boolean
  readonly charity?: { readonly name: string; readonly blurb: string } | null
  readonly ask?: typeof askForReview
}

/**
 * The order of a cart. Its id is enough for a day; after that only its owner sees it, which only the browser can prove, and a loader is
 * shown until it has (CONF-02, decision orders-01).
 */
export function ConfirmationPage({ order, ...around }: Around & { readonly order: Confirmation | null }) {
  const [own, setOwn] = useState<Loaded<Confirmation> | null>(null)
  useEffect(() => {
    // The cart has become the order: the header counts a new, empty one.
    void loadCart()
  }, [])
  useEffect(() => {
    if (order === null) void import('../internal/ui/own-order.ts').then(({ loadOwnOrder }) => loadOwnOrder(setOwn))
  }, [order])
  if (own?.state === 'Loading')
    return (
      <div className={`page ${styles.page}`}>
        <div className={`skeleton ${styles.waiting}`} role="status" aria-label="Loading" />
      </div>
    )
  const found = order ?? own?.value ?? null
  return found === null ? <NoOrder /> : <ConfirmedOrder order={found} {...around} />
}

function NoOrder() {
  return (
    <div className={`page ${styles.page}`}>
      <h1>We couldn't find that order</h1>
      <p>
        We couldn't find that order. If you have just paid, please check your email or{' '}
        <a href="/contact-us">contact us</a>.
      </p>
    </div>
  )
}

function ConfirmedOrder({
  order,
  supportNumber,
  assemblyLink,
  isOfAppliances = false,
  charity = null,
  ask = askForReview,
}: Around & { readonly order: Confirmation }) {
  useEffect(() => {
    const merchantId = keyInHead('reviewMerchantId')
    if (merchantId !== null) void ask(order, merchantId)
  }, [order, ask])
  const { confirmation: facts } = order
  return (
    <div className={`page ${styles.page}`}>
      <header className={styles.head}>
        <span className={`${styles.tick} no-print`}>
          <Icon name="check" size={28} />
        </span>
        <div>
          <h1>Thank you, your order is confirmed</h1>
          {facts.email !== '' && <p>A confirmation email will be sent to {facts.email} shortly.</p>}
          <p className={styles.reference}>Order reference: {order.webOrderId}</p>
        </div>
      </header>
      <div className={styles.columns}>
        <OrderDelivery order={order} />
        <OrderedItems order={order} />
      </div>
      <OrderRewards rewards={facts.rewards} />
      <NextSteps supportNumber={supportNumber} steps={facts.pickup === null ? next : nextOfPickup} />
      {order.brands.some(isSpecialBrand) && (
        <section aria-labelledby="confirmation-special-brand" className={styles.next}>
          <h2 id="confirmation-special-brand">About your Miele products</h2>
          <ul>
            {specialBrandParts.map(([title, anchor]) => (
              <li key={anchor}>
                <a href={`${specialBrandPage}#${anchor}`}>{title}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {facts.pickup === null && <DeliveryFaq assemblyLink={assemblyLink} isOfAppliances={isOfAppliances} />}
      {charity !== null && (
        <Later>
          <Charity {...charity} />
        </Later>
      )}
    </div>
  )
}

function OrderDelivery({ order }: { readonly order: Confirmation }) {
  const { confirmation: facts, totals } = order
  const { delivery, pickup } = facts
  return (
    <section aria-labelledby="confirmation-delivery">
      <h2 id="confirmation-delivery">{pickup === null ? 'Delivery' : 'Pickup'}</h2>
      <p className={styles.date}>{facts.deliveryDateStr}</p>
      {pickup === null ? (
        <p>Shipping: {totals.shipping > 0 ? formatPrice(centsOf(totals.shipping)) : 'FREE'}</p>
      ) : (
        <PickupDetails pickup={pickup} />
      )}
      {order.suppliers.map(({ title, message }) => (
        <p key={title}>{message}</p>
      ))}
      {order.proformaMsg !== null && <p className={styles.panel}>{order.proformaMsg}</p>}
      {facts.deliveryConfirmationFlag && (
        <p className={styles.panel}>One of our experts will be in touch with you as soon as possible.</p>
      )}
      {facts.name !== '' && (
        <address className={styles.address}>
          {facts.name}
          <br />
          {(pickup === null ? delivery.lines : []).map((line) => (
            <Fragment key={line}>
              {line}
              <br />
            </Fragment>
          ))}
          {facts.email}
          <br />
          {facts.phone}
        </address>
      )}
    </section>
  )
}

function OrderedItems({ order }: { readonly order: Confirmation }) {
  const { totals } = order
  return (
    <section aria-labelledby="confirmation-items">
      <h2 id="confirmation-items">What you ordered</h2>
      <ul className={styles.items}>
        {order.lines.map((line) => (
          <li key={line.sku}>
            <Picture src={line.picture} alt="" width={72} height={72} loading="eager" />
            <div>
              <a href={productPath(line.uri)}>{line.title}</a>
              <p className={styles.soft}>Quantity {line.quantity}</p>
            </div>
            <p className="tabular">{formatPrice(centsOf(line.total))}</p>
            {line.choices.map(({ name, total }) => (
              <p key={name} className={styles.choice}>
                {name} <span className="tabular">{formatPrice(centsOf(total))}</span>
              </p>
            ))}
          </li>
        ))}
      </ul>
      <OrderTotals order={order} />
      {totals.remainingText !== undefined && <p className={styles.soft}>{totals.remainingText}</p>}
    </section>
  )
}

function OrderTotals({ order }: { readonly order: Confirmation }) {
  const { totals } = order
  return (
    <dl className={styles.totals}>
      {totals.discounts.map(({ name, amount }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{formatPrice(-centsOf(amount))}</dd>
        </div>
      ))}
      <div>
        <dt>{order.confirmation.pickup === null ? 'Delivery' : 'Pickup'}</dt>
        <dd>{formatPrice(centsOf(totals.shipping))}</dd>
      </div>
      {order.suppliers.map(({ title, price }) => (
        <div key={title}>
          <dt>Delivery by {title}</dt>
          <dd>{formatPrice(centsOf(price))}</dd>
        </div>
      ))}
      {order.services.map(({ title, price }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{formatPrice(centsOf(price))}</dd>
        </div>
      ))}
      <div className={styles.total}>
        <dt>Order Total</dt>
        <dd>{formatPrice(centsOf(totals.total))}</dd>
      </div>
      {totals.deposit !== undefined && (
        <>
          <div>
            <dt>Deposit</dt>
            <dd>{formatPrice(centsOf(totals.deposit))}</dd>
          </div>
          <div>
            <dt>Remaining payment</dt>
            <dd>{formatPrice(centsOf(totals.remaining ?? 0))}</dd>
          </div>
        </>
      )}
    </dl>
  )
}

function NextSteps({ supportNumber, steps }: Pick<Around, 'supportNumber'> & { readonly steps: readonly string[] }) {
  return (
    <section aria-labelledby="confirmation-next" className={styles.next}>
      <h2 id="confirmation-next">What happens next?</h2>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className={styles.soft}>
        To see or change your order, <a href="/order-lookup">look it up</a>. Questions? Call{' '}
        <a href={`tel:${supportNumber.replaceAll(' ', '')}`}>{supportNumber}</a>.
      </p>
    </section>
  )
}
