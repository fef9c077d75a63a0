import { Fragment } from 'react'
import { render } from '@react-email/render'
import type { EffectiveBrand } from '../../../brands/brands.ts'
import { mailSender } from '../../../brands/mail-sender.ts'
import { MailLayout } from '../../../brands/mail-layout.tsx'
import { specialBrandName } from '../../../brands/special-brand.ts'
import { thenNotReal } from '../../../brands/not-real.ts'
import { choiceTotals } from '../../catalogue/product/upsell.ts'
import { addressText } from '../../geo/address-text.ts'
import { formatPrice, gstIn } from '../../pricing/pricing.ts'
import { accessTexts } from '../../delivery/delivery-access.ts'
import { proformaMessage, supplierMessage, supplierTitle } from '../../delivery/suppliers.ts'
import type { Mail } from '../../../platform/mail/mail.server.ts'
import { plainText } from '../../../platform/text/plain-text.ts'
import { formatPhone } from '../../../platform/text/phone.ts'
import {
  balanceDueText,
  balanceOf,
  deliveryDateText,
  expectsCall,
  orderLineTotal,
  type Order,
  discountsOf,
} from '../orders.ts'
import { pickupFacts } from '../order-pickup.ts'
import { sellerParts } from '../seller-parts.ts'
import { PickupPart } from './pickup-part.tsx'

/** The confirmation of an order: the same facts, order and words as the confirmation page. */
export async function orderConfirmationMail(
  order: Order,
  brand: EffectiveBrand,
  from: string | undefined,
  link: string | null = null,
): Promise<Mail> {
  const html = await render(<OrderConfirmation order={order} brand={brand} link={link} />)
  return {
    id: `order-${order.id}`,
    app: order.app,
    sender: mailSender(brand, 'orders', from),
    recipient: order.snapshot.contact.email,
    subject: `Your order ${order.webOrderId} is confirmed`,
    html,
    plain: plainText(html),
  }
}

function OrderConfirmation({ order, brand, link }: { order: Order; brand: EffectiveBrand; link: string | null }) {
  const { snapshot } = order
  const { delivery, totals, contact, rewards = [] } = snapshot
  const { suppliers = [] } = delivery
  const pickup = pickupFacts(delivery)
  const proforma = proformaMessage(delivery.makers ?? [])
  const { colour } = brand.tokens
  return (
    <MailLayout brand={brand} title="Thank you, your order is confirmed">
      <p style={{ margin: '0 0 24px', color: colour.inkSoft }}>Order reference: {order.webOrderId}</p>
      <p style={{ margin: '0 0 4px', fontSize: '18px', fontWeight: 700 }}>{deliveryDateText(delivery)}</p>
      {pickup === null ? (
        <p style={{ margin: '0 0 24px', color: colour.inkSoft }}>
          Delivery to {delivery.address.firstName} {delivery.address.lastName}, {addressText(delivery.address)}
        </p>
      ) : (
        <PickupPart pickup={pickup} />
      )}
      {accessTexts(delivery.access).length > 0 && (
        <p style={{ margin: '-16px 0 24px', color: colour.inkSoft }}>{accessTexts(delivery.access).join(' · ')}</p>
      )}
      {suppliers.map(({ supplier, deliversOn }) => (
        <p key={supplier} style={{ margin: '0 0 24px' }}>
          {supplierMessage(supplier, deliversOn)}
        </p>
      ))}
      {proforma !== null && <p style={{ margin: '0 0 24px' }}>{proforma}</p>}
      {expectsCall(delivery) && (
        <p style={{ margin: '0 0 24px' }}>One of our experts will be in touch with you as soon as possible.</p>
      )}
      <OrderedLines order={order} brand={brand} />
      <OrderTotals order={order} brand={brand} />
      {rewards.map(({ label, blurb }) => (
        <p key={`${label} ${blurb}`} style={{ margin: '16px 0 0' }}>
          <b>{label}</b>
          <br />
          {blurb}
        </p>
      ))}
      {totals.deposit !== undefined && <p style={{ margin: '8px 0 0' }}>{balanceDueText(delivery)}</p>}
      {link !== null && (
        <p style={{ margin: '24px 0 0' }}>
          <a href={link} style={{ color: colour.inkStrong }}>
            {totals.deposit === undefined ? 'See your order and invoice' : 'See your order or pay the balance'}
          </a>
        </p>
      )}
      <p style={{ margin: '24px 0 0', color: colour.inkSoft }}>
        {pickup === null
          ? `We will be in touch on ${formatPhone(contact.phone, brand.country)} on the day with your approximate arrival time.`
          : 'We will email you when your order is ready.'}{' '}
        Questions? Call {brand.supportNumber}.
      </p>
      <p style={{ margin: '24px 0 0', color: colour.inkFaint, fontSize: '12px' }}>
        All prices include GST; {formatPrice(gstIn(totals.total, brand.country), { zeroText: null })} of this total is
        GST.{thenNotReal(brand)}
      </p>
    </MailLayout>
  )
}

function OrderedLines({ order, brand }: { order: Order; brand: EffectiveBrand }) {
  const { colour } = brand.tokens
  const cell = { padding: '8px 0', borderBottom: `1px solid ${colour.line}`, verticalAlign: 'top' as const }
  const amount = { ...cell, textAlign: 'right' as const, whiteSpace: 'nowrap' as const }
  return (
    <table width="100%" cellPadding={0} cellSpacing={0}>
      <tbody>
        {order.snapshot.lines.map((one) => (
          <Fragment key={one.productCode}>
            <tr>
              <td style={cell}>
                {one.title}
                <br />
                <span style={{ color: colour.inkSoft }}>Quantity {one.quantity}</span>
              </td>
              <td style={amount}>{formatPrice(orderLineTotal(one))}</td>
            </tr>
            {choiceTotals(one).map(({ name, total }) => (
              <tr key={name}>
                <td style={{ ...cell, paddingLeft: '16px' }}>{name}</td>
                <td style={amount}>{formatPrice(total)}</td>
              </tr>
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

function OrderTotals({ order, brand }: { order: Order; brand: EffectiveBrand }) {
  const { snapshot } = order
  const { delivery, totals, services = [] } = snapshot
  const { suppliers = [] } = delivery
  const { colour } = brand.tokens
  const line = (label: string, text: string) => (
    <tr>
      <td style={{ padding: '4px 0', color: colour.inkSoft }}>{label}</td>
      <td style={{ padding: '4px 0', textAlign: 'right' }}>{text}</td>
    </tr>
  )
  return (
    <table width="100%" cellPadding={0} cellSpacing={0} style={{ marginTop: '16px' }}>
      <tbody>
        {discountsOf(snapshot).map(({ name, cents }) => (
          <Fragment key={name}>{line(name, formatPrice(-cents))}</Fragment>
        ))}
        {line(delivery.pickup === undefined ? 'Delivery' : 'Pickup', formatPrice(totals.shipping))}
        {suppliers.map(({ supplier, price }) => (
          <Fragment key={supplier}>{line(`Delivery by ${supplierTitle(supplier)}`, formatPrice(price))}</Fragment>
        ))}
        {services.map(({ sku, title, price }) => (
          <Fragment key={sku}>{line(title, formatPrice(price))}</Fragment>
        ))}
        <tr>
          <td style={{ padding: '8px 0', fontWeight: 700 }}>Order Total</td>
          <td style={{ padding: '8px 0', fontWeight: 700, textAlign: 'right' }}>{formatPrice(totals.total)}</td>
        </tr>
        {totals.agency !== undefined &&
          sellerParts(snapshot).map(({ seller, cents }) => (
            <Fragment key={seller}>
              {line(
                `Paid by card to ${seller === 'agency' ? specialBrandName : brand.companyName}`,
                formatPrice(cents),
              )}
            </Fragment>
          ))}
        {totals.deposit !== undefined && (
          <>
            {line('Deposit', formatPrice(totals.deposit))}
            {line('Remaining payment', formatPrice(balanceOf(snapshot)))}
          </>
        )}
      </tbody>
    </table>
  )
}
