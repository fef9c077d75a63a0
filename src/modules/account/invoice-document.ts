import { timeZoneOf } from '../../brands/apps.ts'
import type { EffectiveBrand } from '../../brands/brands.ts'
import { thenNotReal } from '../../brands/not-real.ts'
import { specialBrandName } from '../../brands/special-brand.ts'
import { dayIn, plainDay } from '../../platform/calendar.ts'
import { columnMoney as money, type Cents } from '../../platform/money.ts'
import type { PdfDocument, PdfRow, PdfSum } from '../../platform/files/pdf-document.server.ts'
import { formatPhone } from '../../platform/text/phone.ts'
import { choiceTotals } from '../catalogue/product/upsell.ts'
import { supplierTitle } from '../delivery/suppliers.ts'
import { addressLines } from '../geo/address-text.ts'
import { paymentName } from '../orders/order-view.ts'
import {
  deliveryDateText,
  orderLineTotal,
  type Order,
  type OrderAddress,
  giftCardName,
  giftCardsOf,
} from '../orders/orders.ts'
import { giftCardPart, orderValue, type RefundItem } from '../orders/refunds.ts'
import { agencyLines, ourPart, ourRefunds } from '../orders/seller-parts.ts'
import { gstIn } from '../pricing/pricing.ts'
import { invoiceNumberOf, type Payment } from './account.ts'

/** The content of a tax invoice: the law of both countries requires seller, number, date, buyer, goods, total and GST. */

export type InvoiceDocument = {
  readonly title: string
  readonly seller: readonly string[]
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly billedTo: readonly string[]
  readonly deliveredTo: readonly string[]
  readonly rows: readonly PdfRow[]
  readonly sums: readonly PdfSum[]
  /** Adjustments made after it was issued. */
  readonly adjustments: readonly PdfSum[]
  /** Goods of the same order that their agency sells and invoices itself. */
  readonly agency: readonly PdfSum[]
  readonly footer: string
}

type RefundFact = {
  readonly number: string
  readonly cents: Cents
  readonly items: readonly RefundItem[]
  readonly madeAt: Date
}

/** 'ABN 51 824 753 556', or 'GST number 49-091-850' in New Zealand; null for a shop that has not set its number. */
export const taxNumberText = (country: 'AU' | 'NZ', number: string): string | null =>
  number === '' ? null : country === 'NZ' ? `GST number ${number}` : `ABN ${number}`

export function invoiceDocument(
  order: Order,
  {
    brand,
    taxNumber,
    payments,
    refunds,
  }: {
    readonly brand: Pick<EffectiveBrand, 'companyName' | 'supportNumber' | 'origin' | 'country' | 'realm'>
    readonly taxNumber: string
    readonly payments: readonly Payment[]
    readonly refunds: readonly RefundFact[]
  },
): InvoiceDocument {
  const snapshot = ourPart(order.snapshot)
  const { delivery, totals, code, currency, contact } = snapshot
  const { country } = delivery.address
  const zone = timeZoneOf[country]
  const day = (at: Date) => plainDay(dayIn(zone, at))
  const value = orderValue(snapshot)
  const giftCard = giftCardPart(snapshot)
  const ours = payments.filter((one) => one.seller !== 'agency')
  const paid = ours.reduce((sum, one) => sum + one.cents, 0)
  const owed = order.stage === 'placed' ? order.balance : 0
  return {
    title: 'Tax invoice',
    seller: [
      brand.companyName,
      taxNumberText(country, taxNumber),
      new URL(brand.origin).host,
      brand.supportNumber,
    ].filter((line) => line !== null),
    facts: [
      ['Invoice', invoiceNumberOf(order)],
      ['Order', order.webOrderId],
      ['Invoice date', day(payments[0]?.paidAt ?? order.placedAt)],
      ['Order date', day(order.placedAt)],
      ...(contact.poNumber === '' ? [] : [['PO number', contact.poNumber] as const]),
      ['Delivery', snapshot.sale?.cashAndCarry === true ? 'Handed over in store' : deliveryDateText(delivery)],
    ],
    billedTo: [...personLines(snapshot.billing), contact.email],
    deliveredTo: [...personLines(delivery.address), formatPhone(contact.phone, delivery.address.country)],
    rows: [
      ...snapshot.lines.flatMap((line): PdfRow[] => [
        {
          text: line.title,
          note: line.lineDiscount === undefined ? line.sku : `${line.sku}, less ${money(line.lineDiscount)}`,
          quantity: String(line.quantity),
          each: money(line.unit),
          amount: money(orderLineTotal(line)),
        },
        ...choiceTotals(line).map(({ name, total }) => service(name, total)),
      ]),
      ...(snapshot.services ?? []).flatMap(({ title, price }) => (price === 0 ? [] : [service(title, price)])),
      ...(totals.shipping > 0 || delivery.deliversOn !== null ? [service('Delivery', totals.shipping)] : []),
      ...(delivery.suppliers ?? []).map(({ supplier, price }) =>
        service(`Delivery by ${supplierTitle(supplier)}`, price),
      ),
    ],
    sums: [
      ...(code?.kind === 'coupon' && code.cents > 0
        ? [{ text: `Coupon ${code.code}`, amount: money(-code.cents) }]
        : []),
      { text: `Total ${currency}, including GST`, amount: money(value), isStrong: true },
      { text: `GST included (${country === 'NZ' ? 15 : 10} %)`, amount: money(gstIn(value, country)) },
      ...giftCardsOf(snapshot).map((one) => ({
        text: `Paid by ${giftCardName(one.code).replace('G', 'g')}`,
        amount: money(one.cents),
      })),
      ...ours.map((one, at) => ({
        text: `${at === 0 && totals.deposit !== undefined ? 'Deposit paid' : 'Paid'} on ${day(one.paidAt)}, ${paymentName(one)}`,
        amount: money(one.cents),
      })),
      ...(owed > 0
        ? [{ text: 'Still to pay', amount: money(owed), isStrong: true as const }]
        : paid + giftCard >= value
          ? [{ text: 'Still to pay', amount: money(0), isStrong: true as const }]
          : []),
    ],
    adjustments: withGst(ourRefunds(order.snapshot, refunds), country).map((one) => ({
      text: `Adjustment ${one.number} of ${day(one.madeAt)}, with ${money(one.gst)} of GST`,
      amount: money(-one.cents),
    })),
    agency: agencyLines(order.snapshot).map(({ title, cents }) => ({ text: title, amount: money(cents) })),
    footer: `All amounts are in ${currency} and include GST.${thenNotReal(brand)}`,
  }
}

/** The same as a paper has it. */
export const invoicePdf = ({ billedTo, deliveredTo, adjustments, agency, ...rest }: InvoiceDocument): PdfDocument => ({
  ...rest,
  blocks: [
    ['Billed to', billedTo],
    ['Delivered to', deliveredTo],
  ],
  sections: [
    ['Since then', adjustments],
    [`Sold and invoiced by ${specialBrandName}`, agency],
  ],
  notes: [],
})

/** Cut from running totals, as refunds themselves are (refunds.server.ts). */
function withGst(refunds: readonly RefundFact[], country: 'AU' | 'NZ'): (RefundFact & { readonly gst: Cents })[] {
  let before = 0
  return refunds.map((one) => {
    const after = before + one.cents
    const gst = gstIn(after, country) - gstIn(before, country)
    before = after
    return { ...one, gst }
  })
}

const service = (text: string, cents: Cents): PdfRow => ({
  text,
  note: '',
  quantity: '',
  each: '',
  amount: money(cents),
})

function personLines(address: OrderAddress): string[] {
  const { firstName, lastName, companyName } = address
  return [`${firstName} ${lastName}`, companyName, ...addressLines(address)].filter((line) => line !== '')
}
