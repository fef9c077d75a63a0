import type { AppCode, Country } from '../../brands/apps.ts'
import { choicesPrice, choiceTotals, type Choice } from '../catalogue/upsell.ts'
import { lineTotal } from '../pricing/pricing.ts'
import { longDay, type Day } from '../../platform/calendar.ts'
import { dollarsOf, type Cents, type Currency } from '../../platform/money.ts'

/** What was bought, as it stood when the shopper pressed the button: an order is placed from this and from nothing newer. */

export type OrderAddress = {
  readonly firstName: string
  readonly lastName: string
  readonly companyName: string
  readonly address: string
  readonly suburb: string
  readonly state: string
  readonly postcode: string
  readonly country: Country
}

export type OrderSnapshot = {
  readonly cartId: string
  readonly cartVersion: number
  readonly app: AppCode
  readonly currency: Currency
  readonly method: 'card' | 'afterpay' | 'free'
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
  readonly code: { readonly kind: 'coupon' | 'gift-card'; readonly code: string; readonly cents: Cents } | null
  readonly totals: {
    readonly subTotal: Cents
    readonly discount: Cents
    readonly shipping: Cents
    readonly total: Cents
  }
  readonly contact: {
    readonly email: string
    readonly phone: string
    readonly newsletter: boolean
    readonly poNumber: string
  }
  readonly delivery: {
    readonly address: OrderAddress
    readonly instructions: string
    readonly deliversOn: Day
    readonly warehouseCode: string
    readonly tierCode: string
    readonly wantsContact: boolean
  }
  readonly billing: OrderAddress
}

export type OrderState = 'paid' | 'deposit-paid' | 'on-account' | 'awaiting-payment'

export type Order = {
  readonly id: string
  readonly webOrderId: string
  readonly cartId: string
  readonly app: AppCode
  readonly state: OrderState
  readonly placedAt: Date
  readonly snapshot: OrderSnapshot
}

/** What the product of an order's line came to, beside its choices; together they are what the line was charged (decision cart-07). */
export function orderLineTotal({ unit, ...line }: OrderSnapshot['lines'][number]): Cents {
  const extras = choicesPrice(line)
  return lineTotal({ price: unit, ...line, extras }) - extras * line.quantity
}

/** How long a cart's id is enough to see its confirmation (decision orders-01). */
export const confirmationLastsHours = 24

/** The confirmation as page and mail show it (CONF-22, decision orders-01). */
export function confirmationOf(order: Order) {
  const { contact, delivery, totals, lines, code } = order.snapshot
  const { address } = delivery
  return {
    webOrderId: order.webOrderId,
    proformaMsg: null,
    confirmation: {
      name: `${address.firstName} ${address.lastName}`,
      email: contact.email,
      phone: contact.phone,
      delivery: {
        street: address.address,
        suburb: address.suburb,
        state: address.state === '' ? null : address.state,
        postcode: address.postcode,
        country: address.country === 'NZ' ? 'New Zealand' : 'Australia',
      },
      deliveryDateStr: longDay(delivery.deliversOn),
      shippingCost: dollarsOf(totals.shipping),
      deliveryConfirmationFlag: delivery.wantsContact,
      rewards: [] as never[],
    },
    brands: [...new Set(lines.map((line) => line.brand))],
    estimatedDeliveryDate: delivery.deliversOn,
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
    totals: {
      subTotal: dollarsOf(totals.subTotal),
      discount: dollarsOf(totals.discount),
      code: code?.code ?? null,
      shipping: dollarsOf(totals.shipping),
      total: dollarsOf(totals.total),
    },
    purchase: {
      id: order.webOrderId,
      affiliation: order.app,
      revenue: dollarsOf(totals.total),
      shipping: dollarsOf(totals.shipping),
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
    },
  }
}

export type Confirmation = ReturnType<typeof confirmationOf>

/** 'W10000001' (decision orders-11). */
export const webOrderIdOf = (number: number): string => `W${String(number).padStart(8, '0')}`
