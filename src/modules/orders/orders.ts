import type { Purchase } from '../analytics/analytics.ts'
import type { AppCode, Country } from '../../brands/apps.ts'
import { choicesPrice, choiceTotals, type Choice } from '../catalogue/product/upsell.ts'
import type { DeliveryAccess } from '../delivery/delivery-access.ts'
import { windowText } from '../delivery/delivery-windows.ts'
import { proformaMessage, supplierMessage, supplierTitle } from '../delivery/suppliers.ts'
import { addressLines } from '../geo/address-text.ts'
import { lineTotal } from '../pricing/pricing.ts'
import { longDay, type Day } from '../../platform/calendar.ts'
import { dollarsOf, type Cents, type Currency } from '../../platform/money.ts'
import { formatPhone } from '../../platform/text/phone.ts'
import { pickupFacts, pickupReadyText, type OrderPickup } from './order-pickup.ts'
import type { OrderStage, OrderState } from './order-status.ts'

/** The order as submitted: it is placed from this snapshot and from nothing newer. */

export type OrderAddress = {
  readonly firstName: string
  readonly lastName: string
  readonly companyName: string
  readonly address: string
  readonly suburb: string
  /** Of the place; older orders have none. */
  readonly city?: string
  readonly state: string
  readonly postcode: string
  readonly country: Country
}

export type GiftCardPayment = { readonly code: string; readonly cents: Cents }

export type OrderSnapshot = {
  readonly cartId: string
  readonly cartVersion: number
  readonly app: AppCode
  readonly currency: Currency
  /** How it is paid, in the words of the payments module; 'free' when nothing is. */
  readonly method: 'card' | 'paypal' | 'credit-account' | 'other' | 'zip' | 'zip-in-store' | 'afterpay' | 'free'
  readonly lines: readonly {
    readonly productCode: string
    readonly productId: number
    readonly sku: string
    readonly uri: string
    readonly title: string
    readonly brand: string
    readonly category: string
    readonly picture: string
    readonly quantity: number
    readonly unit: Cents
    /** Off the whole line; left out when there is none. */
    readonly lineDiscount?: Cents
    /** Chosen beside the product, for each unit; left out when there is none. */
    readonly warranty?: Choice
    readonly install?: Choice
  }[]
  /** Services of the crew, each once; left out when there are none. */
  readonly services?: readonly { readonly sku: string; readonly title: string; readonly price: Cents }[]
  /** Rewards of promotions; left out when there are none. */
  readonly rewards?: readonly {
    readonly label: string
    readonly blurb: string
    readonly thumbImg: string | null
    /** Where it is claimed; null when there is nothing to claim. */
    readonly redemptionLink: string | null
  }[]
  /** The coupon. Orders from before decision 0043 have their one gift card here. */
  readonly code: { readonly kind: 'coupon' | 'gift-card'; readonly code: string; readonly cents: Cents } | null
  /** The amount of each gift card, in the order of use; left out when there is none. */
  readonly giftCards?: readonly GiftCardPayment[]
  readonly totals: {
    readonly subTotal: Cents
    /** The discount of coupon and gift cards. */
    readonly discount: Cents
    readonly shipping: Cents
    readonly total: Cents
    /** The amount paid now, if it is not all; left out otherwise. */
    readonly deposit?: Cents
    /** The part that is paid to the agency, for its own goods; left out where the shop is paid for all. */
    readonly agency?: Cents
  }
  /** The salesperson and store; left out of a shopper's own order. */
  readonly sale?: {
    readonly placedBy: string
    readonly subdivision: string | null
    readonly storeName: string | null
    readonly salespersonCode: string | null
    /** The goods left with the customer. */
    readonly cashAndCarry: boolean
  }
  readonly contact: {
    readonly email: string
    readonly phone: string
    readonly newsletter: boolean
    readonly poNumber: string
  }
  readonly delivery: {
    /** Of the store, with the customer's name, where the order is picked up. */
    readonly address: OrderAddress
    /** Left out of an order that is delivered. */
    readonly pickup?: OrderPickup
    readonly instructions: string
    /** The day of our own crew; null when it brings nothing of the order. */
    readonly deliversOn: Day | null
    /** The part of that day that was promised (delivery-windows.ts); left out for any time. */
    readonly window?: string
    /** Answers for the crew; left out where there are none. */
    readonly access?: DeliveryAccess
    /** The warehouse and terms of the place; null where only suppliers deliver. */
    readonly warehouseCode: string | null
    readonly tierCode: string | null
    readonly wantsContact: boolean
    /** The day is arranged by phone: `deliversOn` is a placeholder, and takes no place in the calendar. */
    readonly isArranged?: true
    readonly hasUniqueRequirements?: true
    readonly wantsInstallationContact?: true
    readonly wantsEarlierDate?: true
    /** Suppliers' own deliveries. */
    readonly suppliers?: readonly { readonly supplier: string; readonly deliversOn: Day; readonly price: Cents }[]
    /** Brands that their makers deliver. */
    readonly makers?: readonly string[]
    /** The storage terms that the shopper accepted, and when. */
    readonly storageFee?: { readonly text: string; readonly acknowledgedAt: string }
  }
  readonly billing: OrderAddress
}

export type Order = {
  readonly id: string
  readonly webOrderId: string
  readonly cartId: string
  readonly app: AppCode
  readonly state: OrderState
  readonly stage: OrderStage
  /** Grows with every move. */
  readonly version: number
  /** Still to be paid of a deposit's order. */
  readonly balance: Cents
  /** Refunded amounts, including what was never paid. */
  readonly credited: Cents
  readonly placedAt: Date
  readonly snapshot: OrderSnapshot
}

/** The gift cards of an order with their amounts. */
export const giftCardsOf = ({
  code,
  giftCards = [],
}: Pick<OrderSnapshot, 'code' | 'giftCards'>): readonly GiftCardPayment[] =>
  code?.kind === 'gift-card' ? [{ code: code.code, cents: code.cents }] : giftCards

/** 'Gift card 1234': its code is money, so no page and no mail shows more than its end. */
export const giftCardName = (code: string): string => `Gift card ${code.slice(-4)}`

/** The discount of each coupon and gift card, for display. */
export function discountsOf(snapshot: Pick<OrderSnapshot, 'code' | 'giftCards'>): { name: string; cents: Cents }[] {
  const { code } = snapshot
  return [
    ...(code?.kind === 'coupon' && code.cents > 0 ? [{ name: `Coupon ${code.code}`, cents: code.cents }] : []),
    ...giftCardsOf(snapshot).map((one) => ({ name: giftCardName(one.code), cents: one.cents })),
  ]
}

/** The amount that has to be paid to place an order: a deposit, or all of it. */
export const dueNow = ({ totals }: Pick<OrderSnapshot, 'totals'>): Cents => totals.deposit ?? totals.total

/** The balance due before the goods leave (decision payments-15). */
export const balanceOf = (snapshot: Pick<OrderSnapshot, 'totals'>): Cents => snapshot.totals.total - dueNow(snapshot)

export const balanceDueText = ({ pickup }: Pick<OrderSnapshot['delivery'], 'pickup'>): string =>
  `We will ask for the remaining payment before ${pickup === undefined ? 'your order leaves our warehouse' : 'your order is ready for pickup'}.`

/** The total of a line's product, without its options; together they are what the line was charged (decision cart-07). */
export function orderLineTotal({ unit, ...line }: OrderSnapshot['lines'][number]): Cents {
  const extras = choicesPrice(line)
  return lineTotal({ price: unit, ...line, extras }) - extras * line.quantity
}

/** The price of all deliveries of an order: our own and those of suppliers. */
export function shippingTotal({ totals, delivery }: Pick<OrderSnapshot, 'totals' | 'delivery'>): Cents {
  return (delivery.suppliers ?? []).reduce((sum, one) => sum + one.price, totals.shipping)
}

/** The dates of an order that are agreed on, first to last, each once: our own and those of suppliers. */
function datesOf({ deliversOn, isArranged, suppliers = [] }: OrderSnapshot['delivery']): Day[] {
  const own = deliversOn === null || isArranged === true ? [] : [deliversOn]
  return [...new Set([...own, ...suppliers.map((one) => one.deliversOn)])].toSorted()
}

/** Whether staff call before it is delivered (decision orders-05). */
export function expectsCall(delivery: OrderSnapshot['delivery']): boolean {
  if (delivery.pickup !== undefined) return false
  const { wantsContact, wantsInstallationContact, hasUniqueRequirements } = delivery
  const isRequestable = wantsContact || wantsInstallationContact === true || hasUniqueRequirements === true
  return isRequestable || datesOf(delivery).length === 0
}

/** The delivery date as text (decision orders-04): a part whose day is still to be arranged comes on another day than the rest. */
export function deliveryDateText(delivery: OrderSnapshot['delivery']): string {
  if (delivery.pickup !== undefined) return pickupReadyText(delivery.pickup)
  const [first, ...later] = datesOf(delivery)
  if (first === undefined) return 'To be confirmed'
  const time = delivery.window === undefined || first !== delivery.deliversOn ? '' : `, ${windowText(delivery.window)}`
  return `${longDay(first)}${time}${later.length > 0 || delivery.isArranged === true ? ' (items may arrive on different days)' : ''}`
}

/** How long a cart's id is enough to see its confirmation (decision orders-01). */
export const confirmationLastsHours = 24

/** The confirmation as page and mail show it (CONF-22, decision orders-01). */
export function confirmationOf(order: Order) {
  const { contact, delivery, totals, lines, code, services, rewards = [] } = order.snapshot
  const { address } = delivery
  return {
    webOrderId: order.webOrderId,
    proformaMsg: proformaMessage(delivery.makers ?? []),
    confirmation: {
      name: `${address.firstName} ${address.lastName}`,
      email: contact.email,
      phone: formatPhone(contact.phone, address.country),
      delivery: {
        lines: addressLines(address),
        street: address.address,
        suburb: address.suburb,
        state: address.state === '' ? null : address.state,
        postcode: address.postcode,
        country: address.country === 'NZ' ? 'New Zealand' : 'Australia',
      },
      deliveryDateStr: deliveryDateText(delivery),
      pickup: pickupFacts(delivery),
      shippingCost: dollarsOf(totals.shipping),
      deliveryConfirmationFlag: expectsCall(delivery),
      rewards: rewards.map(({ label, blurb, thumbImg, redemptionLink }) => ({
        rewardLabel: label,
        thumbImg,
        promoBlurb: blurb,
        redemption: redemptionLink !== null,
        redemptionLink,
      })),
    },
    brands: [...new Set(lines.map((line) => line.brand))],
    estimatedDeliveryDate: datesOf(delivery).at(-1) ?? null,
    lines: lines.map((line) => ({
      sku: line.sku,
      uri: line.uri,
      title: line.title,
      picture: line.picture,
      quantity: line.quantity,
      price: dollarsOf(line.unit),
      total: dollarsOf(orderLineTotal(line)),
      choices: choiceTotals(line).map(({ name, total }) => ({ name, total: dollarsOf(total) })),
    })),
    services: (services ?? []).map(({ title, price }) => ({ title, price: dollarsOf(price) })),
    suppliers: (delivery.suppliers ?? []).map(({ supplier, deliversOn, price }) => ({
      title: supplierTitle(supplier),
      message: supplierMessage(supplier, deliversOn),
      price: dollarsOf(price),
    })),
    totals: {
      subTotal: dollarsOf(totals.subTotal),
      discount: dollarsOf(totals.discount),
      code: code?.kind === 'coupon' ? code.code : null,
      discounts: discountsOf(order.snapshot).map(({ name, cents }) => ({ name, amount: dollarsOf(cents) })),
      shipping: dollarsOf(totals.shipping),
      total: dollarsOf(totals.total),
      ...(totals.deposit === undefined
        ? {}
        : {
            deposit: dollarsOf(totals.deposit),
            remaining: dollarsOf(balanceOf(order.snapshot)),
            remainingText: balanceDueText(delivery),
          }),
    },
    purchase: purchaseOf(order, order.app),
  }
}

export type Confirmation = ReturnType<typeof confirmationOf>

/** The same for holders of the cart's id alone, which is in an address: no personal data, and no links to rewards. */
export function withoutPerson(confirmation: Confirmation): Confirmation {
  const { confirmation: shown, lines, services, suppliers, totals, purchase } = confirmation
  // Fields are listed one by one: a new field of an order is not exposed unless it is added here.
  return {
    ...only(confirmation, 'webOrderId', 'proformaMsg', 'brands', 'estimatedDeliveryDate'),
    confirmation: {
      name: '',
      email: '',
      phone: '',
      delivery: { lines: [], street: '', suburb: '', state: null, postcode: '', country: shown.delivery.country },
      ...only(shown, 'deliveryDateStr', 'pickup', 'shippingCost', 'deliveryConfirmationFlag'),
      rewards: shown.rewards.map((reward) => ({
        ...only(reward, 'rewardLabel', 'thumbImg', 'promoBlurb', 'redemption'),
        redemptionLink: null,
      })),
    },
    lines: lines.map((line) => ({
      ...only(line, 'sku', 'uri', 'title', 'picture', 'quantity', 'price', 'total'),
      choices: line.choices.map((choice) => only(choice, 'name', 'total')),
    })),
    services: services.map((service) => only(service, 'title', 'price')),
    suppliers: suppliers.map((supplier) => only(supplier, 'title', 'message', 'price')),
    totals: {
      ...only(totals, 'subTotal', 'discount', 'code', 'shipping', 'total', 'deposit', 'remaining', 'remainingText'),
      discounts: totals.discounts.map((discount) => only(discount, 'name', 'amount')),
    },
    purchase: {
      ...only(purchase, 'id', 'affiliation', 'revenue', 'shipping', 'coupon'),
      products: purchase.products.map((product) =>
        only(product, 'name', 'id', 'brand', 'category', 'price', 'quantity', 'variant'),
      ),
    },
  }
}

/** These fields of it, as far as it has them. */
const only = <Whole extends object, Key extends keyof Whole>(whole: Whole, ...keys: readonly Key[]): Pick<Whole, Key> =>
  Object.fromEntries(keys.filter((key) => key in whole).map((key) => [key, whole[key]])) as Pick<Whole, Key>

const applianceRooms =
  /^(kitchen|laundry|small-appliances|floor-care|heating-and-cooling|tv-and-audio|accessories|appliances)(\/|$)/

/** Whether everything in the order is an appliance, so that furniture advice is omitted. Unknown categories may contain furniture. */
export const isOfAppliances = (lines: readonly { readonly category: string }[]): boolean =>
  lines.every(({ category }) => applianceRooms.test(category))

/** 'W10000001' (decision orders-11). */
export const webOrderIdOf = (number: number): string => `W${String(number).padStart(8, '0')}`

/** An order for analytics: no name, no address, no phone number (ANLY-03, ANLY-04). */
export function purchaseOf(
  { webOrderId, snapshot }: Pick<Order, 'webOrderId' | 'snapshot'>,
  affiliation: string,
): Purchase {
  const { totals, code, lines } = snapshot
  return {
    id: webOrderId,
    affiliation,
    revenue: dollarsOf(totals.total),
    shipping: dollarsOf(shippingTotal(snapshot)),
    coupon: code?.kind === 'coupon' ? code.code : null,
    products: lines.map((line) => ({
      name: line.title,
      id: line.sku,
      brand: line.brand,
      category: line.category,
      price: dollarsOf(line.unit),
      quantity: line.quantity,
      variant: null,
    })),
  }
}
