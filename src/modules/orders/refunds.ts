import { isSpecialBrand } from '../../brands/special-brand.ts'
import { sharesOf, type Cents } from '../../platform/money.ts'
import { choiceTotals } from '../catalogue/product/upsell.ts'
import type { Seller } from '../payments/payments.ts'
import { giftCardsOf, orderLineTotal, type GiftCardPayment, type OrderSnapshot } from './orders.ts'

/** The refund of cancelling part of an order, and its distribution to payments. */

export type RefundItem =
  | { readonly kind: 'line'; readonly productCode: string; readonly quantity: number; readonly cents: Cents }
  | { readonly kind: 'service'; readonly sku: string; readonly cents: Cents }
  /** Our own delivery, or that of a supplier. */
  | { readonly kind: 'delivery'; readonly supplier?: string; readonly cents: Cents }
  /** Refunded for another reason, by staff. */
  | { readonly kind: 'other'; readonly text: string; readonly cents: Cents }

type Value = Pick<OrderSnapshot, 'lines' | 'services' | 'code' | 'giftCards' | 'totals' | 'delivery'>

/** The carrier of a line: our own crew, its manufacturer, or a supplier by its key. */
export type LineCarrier = (line: OrderSnapshot['lines'][number]) => 'own' | 'maker' | { readonly supplier: string }

/** The part of an order that was paid by gift cards: a payment method, whereas a coupon lowers the price. */
export const giftCardPart = (snapshot: Pick<OrderSnapshot, 'code' | 'giftCards'>): Cents =>
  giftCardsOf(snapshot).reduce((sum, one) => sum + one.cents, 0)

/**
 * The gift cards' shares of a refund: the one that paid last first, each up to its unrefunded amount. It continues the order of
 * `splitRefund`: what was taken last is refunded first.
 */
export function giftCardRefunds(
  cards: readonly GiftCardPayment[],
  returned: ReadonlyMap<string, Cents>,
  cents: Cents,
): GiftCardPayment[] {
  let left = cents
  return cards.toReversed().flatMap((card) => {
    const back = Math.min(left, card.cents - (returned.get(card.code) ?? 0))
    left -= back
    return back > 0 ? [{ code: card.code, cents: back }] : []
  })
}

/** The value of an order: everything paid for it, by any method. */
export const orderValue = (snapshot: Pick<OrderSnapshot, 'code' | 'giftCards' | 'totals'>): Cents =>
  snapshot.totals.total + giftCardPart(snapshot)

/**
 * What each line was charged, by product code: with its options, less its share of the coupon, adding up to the cent. No coupon applies to
 * an agency's goods (decision cart-08).
 */
export function lineValues({ lines, code }: Pick<Value, 'lines' | 'code'>): ReadonlyMap<string, Cents> {
  const gross = lines.map(
    (line) => orderLineTotal(line) + choiceTotals(line).reduce((sum, { total }) => sum + total, 0),
  )
  const discounted = gross.map((own, at) => (isSpecialBrand(lines[at]?.brand ?? '') ? 0 : own))
  const sum = discounted.reduce((all, one) => all + one, 0)
  const coupon = code?.kind === 'coupon' ? Math.min(code.cents, sum) : 0
  const shares = sharesOf(coupon, discounted)
  return new Map(lines.map((line, at) => [line.productCode, (gross[at] ?? 0) - (shares[at] ?? 0)]))
}

/** The remaining quantity and unrefunded amount of each line, after these refunds. */
export function openLines(snapshot: Value, given: readonly RefundItem[]) {
  const values = lineValues(snapshot)
  return snapshot.lines.map((line) => {
    const back = given.flatMap((one) => (one.kind === 'line' && one.productCode === line.productCode ? [one] : []))
    const quantity = back.reduce((sum, one) => sum + one.quantity, 0)
    const cents = back.reduce((sum, one) => sum + one.cents, 0)
    return {
      productCode: line.productCode,
      quantity: line.quantity - quantity,
      cents: Math.max(0, (values.get(line.productCode) ?? 0) - cents),
    }
  })
}

export type RefundLineInput = { readonly productCode: string; readonly quantity: number }

/** What lines were charged, less earlier refunds; null when one does not have that quantity. */
export function lineCredits(
  snapshot: Value,
  given: readonly RefundItem[],
  requested: readonly RefundLineInput[],
): readonly RefundItem[] | null {
  const open = openLines(snapshot, given)
  if (new Set(requested.map((one) => one.productCode)).size !== requested.length) return null
  const lines: RefundItem[] = []
  for (const { productCode, quantity } of requested) {
    const line = open.find((one) => one.productCode === productCode)
    if (line === undefined || !Number.isInteger(quantity) || quantity < 1 || quantity > line.quantity) return null
    // Of several units the first ones are rounded down, and the last one gets the rest.
    lines.push({ kind: 'line', productCode, quantity, cents: Math.floor((line.cents * quantity) / line.quantity) })
  }
  return lines
}

export type Cancelled = {
  readonly items: readonly RefundItem[]
  /** Nothing of the order is left. */
  readonly isWhole: boolean
  /** Our own crew has nothing more to bring. */
  readonly endsOwnDelivery: boolean
}

/**
 * The refund of cancelling lines. The last line of a carrier includes its delivery, the last of our own crew its services too, and the last
 * of all everything that was not refunded before. Null when a line does not have that quantity, or nothing is requested.
 */
export function cancelledItems(
  snapshot: Value,
  given: readonly RefundItem[],
  requested: readonly RefundLineInput[],
  carrier: LineCarrier = () => 'own',
): Cancelled | null {
  const lines = requested.length === 0 ? null : lineCredits(snapshot, given, requested)
  if (lines === null) return null
  const open = openLines(snapshot, given)
  const isWhole = open.every(
    (line) => line.quantity === (requested.find((one) => one.productCode === line.productCode)?.quantity ?? 0),
  )
  const left = open.flatMap((line, at) => {
    const quantity = line.quantity - (requested.find((one) => one.productCode === line.productCode)?.quantity ?? 0)
    const known = snapshot.lines[at]
    return quantity === 0 || known === undefined ? [] : [carrier(known)]
  })
  const before = open.flatMap((line, at) => {
    const known = snapshot.lines[at]
    return line.quantity === 0 || known === undefined ? [] : [carrier(known)]
  })
  const endsOwnDelivery = before.includes('own') && !left.includes('own')
  const worth = orderValue(snapshot) - given.reduce((sum, one) => sum + one.cents, 0)
  if (!isWhole) {
    const items = [...lines, ...endedDeliveries(snapshot, given, left, endsOwnDelivery)]
    // An earlier refund for another reason may have left less than the lines are worth.
    const isOver = items.reduce((sum, one) => sum + one.cents, 0) > worth
    return { items: isOver ? fitted(items, worth) : items, isWhole, endsOwnDelivery }
  }
  return { items: fitted([...lines, ...openServices(snapshot, given)], worth), isWhole, endsOwnDelivery }
}

/** Deliveries that end, with the services of our own crew. */
function endedDeliveries(
  snapshot: Value,
  given: readonly RefundItem[],
  left: readonly ReturnType<LineCarrier>[],
  endsOwnDelivery: boolean,
): RefundItem[] {
  const own = endsOwnDelivery ? snapshot.totals.shipping - deliveryGiven(given) : 0
  const suppliers = (snapshot.delivery.suppliers ?? []).filter(
    ({ supplier, price }) =>
      price > 0 &&
      !left.some((one) => typeof one === 'object' && one.supplier === supplier) &&
      !given.some((one) => one.kind === 'delivery' && one.supplier === supplier),
  )
  return [
    ...(endsOwnDelivery ? openServices(snapshot, given) : []),
    ...(own > 0 ? [{ kind: 'delivery' as const, cents: own }] : []),
    ...suppliers.map(({ supplier, price }) => ({ kind: 'delivery' as const, supplier, cents: price })),
  ]
}

/** Earlier refunds of our own delivery. */
export const deliveryGiven = (given: readonly RefundItem[]): Cents =>
  given.reduce((sum, one) => sum + (one.kind === 'delivery' && one.supplier === undefined ? one.cents : 0), 0)

function openServices({ services = [] }: Value, given: readonly RefundItem[]): RefundItem[] {
  const isGiven = (sku: string) => given.some((one) => one.kind === 'service' && one.sku === sku)
  return services
    .filter(({ sku, price }) => price > 0 && !isGiven(sku))
    .map(({ sku, price }) => ({ kind: 'service', sku, cents: price }))
}

/** Adjusts the items to a sum: delivery takes a shortfall, and after earlier refunds they are cut, last to first. */
function fitted(items: readonly RefundItem[], sum: Cents): RefundItem[] {
  const have = items.reduce((all, one) => all + one.cents, 0)
  if (have <= sum) return have === sum ? [...items] : [...items, { kind: 'delivery', cents: sum - have }]
  let over = have - sum
  return items
    .toReversed()
    .map((one) => {
      const cut = Math.min(over, one.cents)
      over -= cut
      return { ...one, cents: one.cents - cut }
    })
    .toReversed()
}

export type PaidPart = {
  readonly attemptId: string
  readonly seller: Seller
  /** The amount it can still refund. */
  readonly left: Cents
}

/**
 * Distributes a refund: first the unpaid balance is reduced; then payments, the newest first; the gift card last, because its refund can
 * only be spent here. Where the agency was paid, it refunds its own part and the shop the rest, including gift cards, and one covers for
 * the other only what neither has. Null when more would be refunded than there is.
 */
export function splitRefund(
  cents: Cents,
  from: {
    readonly owed: Cents
    /** Newest first. */
    readonly payments: readonly PaidPart[]
    readonly giftCard: Cents
    /** The agency's part of the cents. */
    readonly agency: Cents
  },
): {
  readonly unpaid: Cents
  readonly payments: readonly { attemptId: string; cents: Cents }[]
  readonly giftCard: Cents
} | null {
  let left = cents
  const take = (max: Cents): Cents => {
    const taken = Math.min(left, Math.max(0, max))
    left -= taken
    return taken
  }
  const taken = new Map<string, Cents>()
  function takeOf(payments: readonly PaidPart[], max: Cents): void {
    let open = max
    for (const one of payments) {
      const before = taken.get(one.attemptId) ?? 0
      const now = take(Math.min(open, one.left - before))
      taken.set(one.attemptId, before + now)
      open -= now
    }
  }
  const unpaid = take(from.owed)
  const ofAgency = from.payments.filter((one) => one.seller === 'agency')
  if (ofAgency.length > 0) {
    const ours = left - from.agency
    takeOf(ofAgency, from.agency)
    takeOf(
      from.payments.filter((one) => one.seller === 'shop'),
      ours,
    )
  } else takeOf(from.payments, left)
  const giftCard = take(from.giftCard)
  takeOf(from.payments, left)
  const payments = from.payments
    .map(({ attemptId }) => ({ attemptId, cents: taken.get(attemptId) ?? 0 }))
    .filter((one) => one.cents > 0)
  return left > 0 ? null : { unpaid, payments, giftCard }
}
