import { timeZoneOf } from '../../brands/apps.ts'
import { specialBrandName } from '../../brands/special-brand.ts'
import { dayIn, longDay, plainDay, type Day } from '../../platform/calendar.ts'
import { dollarsOf, type Cents } from '../../platform/money.ts'
import { formatPhone } from '../../platform/text/phone.ts'
import { choiceTotals } from '../catalogue/product/upsell.ts'
import { accessTexts } from '../delivery/delivery-access.ts'
import { proformaMessage, supplierMessage, supplierTitle } from '../delivery/suppliers.ts'
import { addressLines } from '../geo/address-text.ts'
import type { Seller } from '../payments/payments.ts'
import { formatPrice } from '../pricing/pricing.ts'
import { timeText, type CutOff } from './changes.ts'
import { deliveryDateText, expectsCall, orderLineTotal, type Order, discountsOf, giftCardName } from './orders.ts'
import { pickupFacts } from './order-pickup.ts'
import { openLines, orderValue, type RefundItem } from './refunds.ts'
import { statusTexts, statusWord } from './order-status.ts'

/** An order for its customer: contents, history, and permitted actions. */

type PaymentFact = {
  readonly provider: string
  /** Left out for the shop. */
  readonly seller?: Seller
  readonly cents: Cents
  readonly paidAt: Date
}
type RefundFact = {
  readonly id: string
  readonly number: string
  readonly cents: Cents
  readonly unpaid: Cents
  readonly reason: string
  readonly items: readonly RefundItem[]
  readonly madeAt: Date
}
type PayoutFact = {
  readonly refundId: string
  readonly provider: string | null
  /** The code of a gift card; left out or null for payments. */
  readonly giftCard?: string | null
  readonly seller?: Seller
  readonly cents: Cents
  readonly state: 'due' | 'done' | 'stuck'
}
type EventFact = { readonly at: Date; readonly move: string; readonly facts: Readonly<Record<string, unknown>> }

export type OrderFacts = {
  readonly order: Order
  readonly payments: readonly PaymentFact[]
  readonly refunds: readonly RefundFact[]
  readonly payouts: readonly PayoutFact[]
  readonly events: readonly EventFact[]
  /** Null while nothing closes it. */
  readonly closesAt: CutOff | null
  readonly isOpen: boolean
  readonly canReschedule: boolean
  /** From a mail: to see and to pay. */
  readonly isLink: boolean
}

const paymentNames: Readonly<Record<string, string>> = {
  card: 'Card',
  paypal: 'PayPal',
  afterpay: 'Afterpay',
  zip: 'Zip',
  'zip-in-store': 'Zip in store',
  'credit-account': 'Credit account',
}

/** 'Card', or 'Card, to Miele' for a payment to the agency. */
export function paymentName({ provider, seller = 'shop' }: { readonly provider: string; readonly seller?: Seller }) {
  const name = paymentNames[provider] ?? provider
  return seller === 'agency' ? `${name}, to ${specialBrandName}` : name
}

/** Whether everything paid for an order has been refunded. */
export function isRefundedWhole(order: Order, payouts: readonly Pick<PayoutFact, 'cents'>[]): boolean {
  return payouts.length > 0 && order.credited >= orderValue(order.snapshot)
}

export function orderViewOf({ order, payments, refunds, payouts, events, ...facts }: OrderFacts) {
  const { snapshot } = order
  const { delivery, totals, contact } = snapshot
  const zone = timeZoneOf[delivery.address.country]
  const given = refunds.flatMap((one) => one.items)
  const open = openLines(snapshot, given)
  const isPlaced = order.stage === 'placed'
  const canChange = isPlaced && facts.isOpen && !facts.isLink
  const pickup = pickupFacts(delivery)
  const word = statusWord(order, isRefundedWhole(order, payouts), pickup !== null)
  const titleOf = (productCode: string) => snapshot.lines.find((one) => one.productCode === productCode)?.title ?? ''
  return {
    id: order.id,
    webOrderId: order.webOrderId,
    placedOn: dayIn(zone, order.placedAt),
    standing: word,
    standingText: statusTexts[word],
    currency: snapshot.currency,
    email: contact.email,
    phone: formatPhone(contact.phone, delivery.address.country),
    poNumber: contact.poNumber,
    delivery: {
      name: `${delivery.address.firstName} ${delivery.address.lastName}`,
      lines: addressLines(delivery.address),
      text: deliveryText(order),
      pickup,
      day: delivery.isArranged === true ? null : delivery.deliversOn,
      instructions: delivery.instructions,
      access: accessTexts(delivery.access),
      expectsCall: isPlaced && expectsCall(delivery) && order.snapshot.sale?.cashAndCarry !== true,
      proforma: proformaMessage(delivery.makers ?? []),
      suppliers: (order.stage === 'cancelled' ? [] : (delivery.suppliers ?? [])).map((one) =>
        supplierMessage(one.supplier, one.deliversOn),
      ),
    },
    lines: snapshot.lines.map((line, at) => ({
      productCode: line.productCode,
      sku: line.sku,
      uri: line.uri,
      title: line.title,
      picture: line.picture,
      quantity: line.quantity,
      cancelled: line.quantity - (open[at]?.quantity ?? 0),
      total: dollarsOf(orderLineTotal(line)),
      choices: choiceTotals(line).map(({ name, total }) => ({ name, total: dollarsOf(total) })),
    })),
    charges: [
      ...(snapshot.services ?? []).map(({ title, price }) => ({ title, price: dollarsOf(price) })),
      { title: pickup === null ? 'Delivery' : 'Pickup', price: dollarsOf(totals.shipping) },
      ...(delivery.suppliers ?? []).map(({ supplier, price }) => ({
        title: `Delivery by ${supplierTitle(supplier)}`,
        price: dollarsOf(price),
      })),
    ],
    discounts: discountsOf(snapshot).map(({ name, cents }) => ({ name, amount: dollarsOf(cents) })),
    total: dollarsOf(totals.total),
    payments: payments.map(({ cents, paidAt, ...by }) => ({
      method: paymentName(by),
      amount: dollarsOf(cents),
      date: dayIn(zone, paidAt),
    })),
    refunds: refunds.map((refund) => ({
      number: refund.number,
      amount: dollarsOf(refund.cents),
      date: dayIn(zone, refund.madeAt),
      items: refund.items.map((one) => ({
        title: itemTitle(one, titleOf, snapshot.services ?? []),
        amount: dollarsOf(one.cents),
      })),
      unpaid: dollarsOf(refund.unpaid),
      payouts: payouts
        .filter((one) => one.refundId === refund.id)
        .map(({ provider, giftCard, seller, cents, state }) => ({
          method:
            provider === null
              ? giftCardName(giftCard ?? '')
              : paymentName({ provider, ...(seller === undefined ? {} : { seller }) }),
          amount: dollarsOf(cents),
          isDone: state === 'done',
          isGiftCard: provider === null,
        })),
    })),
    balance: isPlaced ? dollarsOf(order.balance) : 0,
    history: [
      { date: dayIn(zone, order.placedAt), text: 'Order placed' },
      ...events.map(({ at, move, facts: said }) => ({ date: dayIn(zone, at), text: eventText(move, said, titleOf) })),
    ],
    closesText: canChange && facts.closesAt !== null ? closesText(facts.closesAt) : null,
    may: {
      cancel: canChange,
      reschedule: canChange && facts.canReschedule,
      pay: isPlaced && order.state === 'deposit-paid',
      invoice: order.state === 'paid' || order.state === 'deposit-paid',
    },
  }
}

export type OrderView = ReturnType<typeof orderViewOf>

function itemTitle(
  item: RefundItem,
  titleOf: (productCode: string) => string,
  services: readonly { readonly sku: string; readonly title: string }[],
): string {
  switch (item.kind) {
    case 'line':
      return item.quantity > 1 ? `${item.quantity} × ${titleOf(item.productCode)}` : titleOf(item.productCode)
    case 'service':
      return services.find((one) => one.sku === item.sku)?.title ?? 'Service'
    case 'delivery':
      return item.supplier === undefined ? 'Delivery' : `Delivery by ${supplierTitle(item.supplier)}`
    case 'other':
      return item.text
  }
}

const dayText = (value: unknown): string => (typeof value === 'string' ? longDay(value as Day) : 'another day')

/** When it comes, or why it does not. */
function deliveryText({ stage, snapshot }: Order): string {
  if (stage === 'cancelled') return 'Cancelled'
  return snapshot.sale?.cashAndCarry === true ? 'Handed over in store' : deliveryDateText(snapshot.delivery)
}

/** An event as text. */
export function eventText(
  move: string,
  facts: Readonly<Record<string, unknown>>,
  titleOf: (productCode: string) => string,
): string {
  switch (move) {
    case 'cancel':
      return 'Order cancelled'
    case 'lapse':
      return 'Order cancelled: it was not paid within 7 days'
    case 'cancel-lines': {
      const lines = (facts['lines'] ?? []) as readonly { productCode: string; quantity: number }[]
      return `Cancelled: ${lines.map((one) => `${one.quantity} × ${titleOf(one.productCode)}`).join(', ')}`
    }
    case 'reschedule':
      return `Delivery moved to ${dayText(facts['to'])}`
    case 'pay-balance':
      return `Balance of ${formatPrice(Number(facts['cents'] ?? 0))} paid`
    case 'pay-at-till':
      return 'Paid in store'
    case 'dispatch':
      return facts['isPickup'] === true ? 'Ready for pickup' : 'On its way'
    case 'deliver':
      return facts['isPickup'] === true ? 'Collected' : 'Delivered'
    case 'refund':
      return `Refund of ${formatPrice(Number(facts['cents'] ?? 0))}`
    default:
      return move
  }
}

/** 'until 2:00 PM on 23 November 2026'. */
export const closesText = ({ day, minute }: CutOff): string => `until ${timeText(minute)} on ${plainDay(day)}`

export const orderTexts = {
  notFound: "We couldn't find an order with this number and email address. Please check both, or contact us.",
  gone: 'Order not found.',
  tooLate: 'Your order is being prepared, so it can no longer be changed here. Please call us.',
  closed: 'This order can no longer be changed.',
  alreadyCancelled: 'This order has already been cancelled.',
  lineGone: 'That is no longer part of this order. Please check your order again.',
  paying: 'A payment for this order is in progress. Please wait for it to finish.',
  changed: 'This order has changed since you opened it. Please check it again.',
  notDated: 'This delivery is arranged by phone. Please call us.',
  dateGone: 'Sorry, that day is not available. Please choose another one.',
  nothingOwed: 'Nothing is left to pay for this order.',
  methodGone: 'This payment method is not available for this amount.',
  linkOver: 'This link has expired. Please look up your order by its number.',
} as const
