import { timeZoneOf, type Country } from '../../brands/apps.ts'
import { dayIn } from '../../platform/calendar.ts'
import { cleanPhone, phoneProblem } from '../../platform/text/phone.ts'
import { dollarsOf, type Currency } from '../../platform/money.ts'
import type { FieldError } from '../../platform/result.ts'
import { addressErrorsOf, instructionsProblem } from '../checkout/checkout.ts'
import type { Account } from '../identity/identity.server.ts'
import { cleanAbn, isAbn, registrationTexts } from '../identity/registration.ts'
import { paymentName } from '../orders/order-view.ts'
import { orderLineTotal, shippingTotal, type Order, type OrderAddress } from '../orders/orders.ts'
import { orderValue } from '../orders/refunds.ts'
import { ourPart } from '../orders/seller-parts.ts'
import { statusTexts, statusWord } from '../orders/order-status.ts'
import type { Seller } from '../payments/payments.ts'
import { gstIn } from '../pricing/pricing.ts'
import { choiceTotals } from '../catalogue/product/upsell.ts'

/** A signed-in customer's data: the types of the API and the rules of the forms. */

export type AccountInfo = {
  readonly userId: string
  readonly email: string
  readonly emailConfirmed: boolean
  readonly firstName: string
  readonly lastName: string
  readonly phone: string | null
  readonly companyName: string | null
  readonly abn: string | null
  readonly newsletter: boolean
  readonly isTradeAccount: boolean
  readonly winningUserId: string | null
  readonly winningCmsUrl: string | null
  readonly salespersonCode: string | null
}

export function accountInfoOf(account: Account): AccountInfo {
  return {
    userId: account.id,
    email: account.email,
    emailConfirmed: account.emailConfirmedAt !== null,
    firstName: account.firstName,
    lastName: account.lastName,
    phone: account.phone,
    companyName: account.companyName,
    abn: account.abn,
    newsletter: account.newsletter,
    isTradeAccount: account.role === 'trade',
    winningUserId: account.winningUserId,
    winningCmsUrl: account.winningCmsUrl,
    salespersonCode: account.salespersonCode,
  }
}

/** A missing field is unchanged; an empty text clears it. */
export type ProfilePatch = {
  readonly phone?: string | undefined
  readonly companyName?: string | undefined
  readonly abn?: string | undefined
  readonly newsletter?: boolean | undefined
}

export const longestCompanyName = 50

export function patchErrors({ phone = '', companyName = '', abn = '' }: ProfilePatch): FieldError[] {
  const checks: readonly (readonly [string, string | null])[] = [
    ['phone', phone.trim() === '' ? null : phoneProblem(phone, null)],
    [
      'companyName',
      companyName.trim().length <= longestCompanyName
        ? null
        : `Company Name cannot be more than ${longestCompanyName} characters`,
    ],
    ['abn', abn.trim() === '' || isAbn(abn) ? null : registrationTexts.abn],
  ]
  return checks.flatMap(([field, message]) => (message === null ? [] : [{ field, message }]))
}

const orNull = (text: string): string | null => (text === '' ? null : text)

/** The fields of an account that a good patch changes. */
export function changesOf({ phone, companyName, abn, newsletter }: ProfilePatch) {
  return {
    ...(phone === undefined ? {} : { phone: orNull(cleanPhone(phone)) }),
    ...(companyName === undefined ? {} : { companyName: orNull(companyName.trim()) }),
    ...(abn === undefined ? {} : { abn: orNull(cleanAbn(abn)) }),
    ...(newsletter === undefined ? {} : { newsletter }),
  }
}

export type Address = {
  readonly id: string
  readonly label: string | null
  readonly firstName: string
  readonly lastName: string
  readonly companyName: string | null
  readonly address: string
  readonly suburb: string
  /** Of the place, where that is on the list of places. */
  readonly city?: string
  readonly state: string | null
  readonly postcode: string
  readonly country: Country
  readonly phone: string | null
  readonly deliveryInstructions: string | null
  readonly isDefault: boolean
}

/** Without an id, or with null, it is a new one. */
export type AddressInput = Omit<Address, 'id'> & { readonly id?: string | null | undefined }

export const maxAddresses = 20
export const longestLabel = 40

/** Every fault of an address, by the names of its fields: the limits of the checkout, and no PO Boxes (decision account-04). */
export function savedAddressErrors(input: AddressInput): FieldError[] {
  const { label, phone, country, deliveryInstructions } = input
  const form = { ...input, companyName: input.companyName ?? '', state: input.state ?? '' }
  const checks: readonly (readonly [string, string | null])[] = [
    [
      'label',
      (label ?? '').length <= longestLabel ? null : `Please choose a shorter name (max ${longestLabel} characters)`,
    ],
    ['phone', phone === null || phone.trim() === '' ? null : phoneProblem(phone, country)],
    ['deliveryInstructions', instructionsProblem(deliveryInstructions ?? '')],
  ]
  return [
    ...addressErrorsOf(form, { country, hasSpecialBrand: false }),
    ...checks.flatMap(([field, message]) => (message === null ? [] : [{ field, message }])),
  ]
}

/** As stored. */
export function cleanAddress(input: AddressInput): Omit<Address, 'id'> {
  const text = (value: string | null) => orNull((value ?? '').trim())
  return {
    label: text(input.label),
    firstName: input.firstName.trim(),
    lastName: input.lastName.trim(),
    companyName: text(input.companyName),
    address: input.address.trim(),
    suburb: input.suburb.trim(),
    state: text(input.state),
    postcode: input.postcode.trim(),
    country: input.country,
    phone: orNull(cleanPhone(input.phone ?? '')),
    deliveryInstructions: text(input.deliveryInstructions),
    isDefault: input.isDefault,
  }
}

export type InvoiceSummary = {
  readonly id: string
  readonly invoiceNumber: string
  readonly webOrderId: string
  readonly orderDate: string
  readonly invoiceDate: string
  readonly deliveryDate: string | null
  readonly status: 'Invoiced' | 'Delivered' | 'Refunded'
  readonly itemCount: number
  readonly total: number
  readonly currency: Currency
}

export type InvoiceList = {
  readonly items: readonly InvoiceSummary[]
  readonly page: number
  readonly pageSize: number
  readonly totalCount: number
}

export type Payment = {
  readonly provider: string
  /** Left out for the shop. */
  readonly seller?: Seller
  readonly cents: number
  readonly paidAt: Date
}

export const invoicePageSize = 10

/** The order's number with an I. */
export const invoiceNumberOf = ({ webOrderId }: Pick<Order, 'webOrderId'>): string => webOrderId.replace('W', 'I')

/** An order as an invoice, which exists once its payment is approved (decision account-03). */
export function invoiceSummaryOf(order: Order, invoicedAt: Date): InvoiceSummary {
  const { placedAt, webOrderId } = order
  const snapshot = ourPart(order.snapshot)
  const zone = timeZoneOf[snapshot.delivery.address.country]
  const { deliversOn, isArranged } = snapshot.delivery
  return {
    id: order.id,
    invoiceNumber: invoiceNumberOf(order),
    webOrderId,
    orderDate: dayIn(zone, placedAt),
    invoiceDate: dayIn(zone, invoicedAt),
    deliveryDate: isArranged === true ? null : deliversOn,
    status: isPaidBack(order) ? 'Refunded' : order.stage === 'delivered' ? 'Delivered' : 'Invoiced',
    itemCount: snapshot.lines.reduce((sum, line) => sum + line.quantity, 0),
    total: dollarsOf(snapshot.totals.total),
    currency: snapshot.currency,
  }
}

export function invoiceOf(order: Order, payments: readonly Payment[]) {
  const snapshot = ourPart(order.snapshot)
  const { delivery, billing, contact, totals, lines } = snapshot
  const zone = timeZoneOf[delivery.address.country]
  const ours = payments.filter((one) => one.seller !== 'agency')
  const paid = ours.reduce((sum, one) => sum + one.cents, 0)
  const address = (given: OrderAddress, id: string, instructions: string | null): Address => ({
    id,
    label: null,
    ...given,
    companyName: orNull(given.companyName),
    state: orNull(given.state),
    phone: contact.phone,
    deliveryInstructions: instructions,
    isDefault: false,
  })
  return {
    ...invoiceSummaryOf(order, payments[0]?.paidAt ?? order.placedAt),
    billingAddress: address(billing, `${order.id}-billing`, null),
    deliveryAddress: address(delivery.address, `${order.id}-delivery`, orNull(delivery.instructions)),
    lines: lines.flatMap((line) => [
      {
        sku: line.sku,
        productCode: line.productCode,
        title: line.title,
        brand: line.brand,
        imageUrl: orNull(line.picture),
        qty: line.quantity,
        unitPrice: dollarsOf(line.unit),
        lineDiscount: dollarsOf(line.lineDiscount ?? 0),
        lineTotal: dollarsOf(orderLineTotal(line)),
      },
    ]),
    services: [
      ...lines.flatMap((line) =>
        choiceTotals(line).map(({ name, total }) => ({ title: name, price: dollarsOf(total) })),
      ),
      ...(snapshot.services ?? []).map(({ title, price }) => ({ title, price: dollarsOf(price) })),
    ],
    subTotal: dollarsOf(totals.subTotal),
    deliveryCost: dollarsOf(shippingTotal(snapshot)),
    discount: dollarsOf(totals.discount),
    // A gift card is a payment method: what it pays for includes GST too.
    gst: dollarsOf(gstIn(orderValue(snapshot), delivery.address.country)),
    amountPaid: dollarsOf(paid),
    balance: dollarsOf(order.stage === 'placed' ? order.balance : 0),
    credited: dollarsOf(order.credited),
    payments: ours.map(({ cents, paidAt, ...by }) => ({
      method: paymentName(by),
      amount: dollarsOf(cents),
      date: dayIn(zone, paidAt),
    })),
    pdfUrl: `/api/orders/${order.id}/invoice.pdf`,
  }
}

export type Invoice = ReturnType<typeof invoiceOf>

/** A line of the list of orders, invoiced or not. */
export function orderSummaryOf(order: Order) {
  const { webOrderId, placedAt, snapshot, state } = order
  const isPickup = snapshot.delivery.pickup !== undefined
  const standing = statusWord(order, isPaidBack(order), isPickup)
  return {
    id: order.id,
    webOrderId,
    orderDate: dayIn(timeZoneOf[snapshot.delivery.address.country], placedAt),
    state,
    standing,
    standingText: statusTexts[standing],
    balance: dollarsOf(order.stage === 'placed' ? order.balance : 0),
    itemCount: snapshot.lines.reduce((sum, line) => sum + line.quantity, 0),
    titles: snapshot.lines.map((line) => line.title),
    deliveryDate:
      order.stage === 'cancelled' || snapshot.delivery.isArranged === true ? null : snapshot.delivery.deliversOn,
    pickupStore: snapshot.delivery.pickup?.name ?? null,
    total: dollarsOf(snapshot.totals.total),
    currency: snapshot.currency,
  }
}

export type OrderSummary = ReturnType<typeof orderSummaryOf>

export type OrderList = {
  readonly orders: readonly OrderSummary[]
  readonly page: number
  readonly pageSize: number
  readonly totalCount: number
}

export const orderPageSize = 10

/** All of an order was taken off it again, and something had been paid. */
const isPaidBack = (order: Order): boolean =>
  order.credited >= orderValue(order.snapshot) && order.credited > 0 && order.state !== 'awaiting-payment'

export const accountTexts = {
  noInvoices: 'You have no invoices yet.',
  noOrders: 'You have no orders yet.',
  noAddresses: 'You have no saved addresses yet.',
  deleteAddress: 'Delete this address?',
  invoiceGone: 'Invoice not found.',
  nothingOwned: 'Products you buy appear here with their manuals and warranty.',
  otherEmail: 'Please enter the email address of this account',
  staffStays: 'Staff accounts can only be closed by the company.',
  creditStays: 'Only our team can close an account with credit. Please call us.',
  tooManyAddresses: 'You can save at most 20 addresses. Please delete one first.',
} as const
