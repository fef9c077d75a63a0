import { isSpecialBrand } from '../../brands/special-brand.ts'
import { shareOf, type Cents } from '../../platform/money.ts'
import { choiceTotals } from '../catalogue/product/upsell.ts'
import type { Seller } from '../payments/payments.ts'
import { dueNow, giftCardsOf, orderLineTotal, type OrderSnapshot } from './orders.ts'
import { lineValues, type RefundItem } from './refunds.ts'

/** Orders with goods of two sellers: payments and refunds of each (decision payments-08). */

type Lines = Pick<OrderSnapshot, 'lines'>

/** The total of the agency's goods. Their warranties, installations, services and deliveries belong to the shop. */
const agencyGoods = ({ lines }: Lines): Cents =>
  lines.reduce((sum, line) => sum + (isSpecialBrand(line.brand) ? orderLineTotal(line) : 0), 0)

/** The same order with the agency's own part. Gift cards belong to the shop, so they pay its part first. */
export function withAgencyPart(snapshot: OrderSnapshot): OrderSnapshot {
  const agency = Math.min(agencyGoods(snapshot), dueNow(snapshot))
  return agency === 0 ? snapshot : { ...snapshot, totals: { ...snapshot.totals, agency } }
}

export type SellerPart = { readonly seller: Seller; readonly cents: Cents }

/** The amount each seller is paid now, the agency first; sellers without an amount are left out. */
export function sellerParts(snapshot: Pick<OrderSnapshot, 'totals'>): readonly SellerPart[] {
  const { agency = 0 } = snapshot.totals
  const parts = [
    { seller: 'agency', cents: agency },
    { seller: 'shop', cents: dueNow(snapshot) - agency },
  ] as const
  return parts.filter((one) => one.cents > 0)
}

/**
 * The agency's part of a refund: the goods of its lines, without their options. Shares are cut from one running total of each line, so that
 * they add up to the whole when all of it has been refunded.
 */
export function agencyShare(
  snapshot: Pick<OrderSnapshot, 'lines' | 'code'>,
  given: readonly RefundItem[],
  items: readonly RefundItem[],
): Cents {
  const values = lineValues(snapshot)
  return snapshot.lines.reduce((sum, line) => {
    if (!isSpecialBrand(line.brand)) return sum
    const value = values.get(line.productCode) ?? 0
    const goods = Math.min(orderLineTotal(line), value)
    const before = ofLine(given, line.productCode)
    const after = before + ofLine(items, line.productCode)
    return sum + shareOf(goods, Math.min(after, value), value) - shareOf(goods, Math.min(before, value), value)
  }, 0)
}

const ofLine = (items: readonly RefundItem[], productCode: string): Cents =>
  items.reduce((sum, one) => sum + (one.kind === 'line' && one.productCode === productCode ? one.cents : 0), 0)

/**
 * The part of an order that the shop sells and invoices: without goods paid to the agency, which sends its own invoice (decision
 * orders-08). Their options belong to the shop and stay, as services.
 */
export function ourPart(snapshot: OrderSnapshot): OrderSnapshot {
  const { agency, ...totals } = snapshot.totals
  if (agency === undefined) return snapshot
  const goods = agencyGoods(snapshot)
  // The part of the agency's goods that was paid by the shop's gift card.
  const byGiftCard = goods - agency
  const { code, giftCards: _all, ...rest } = snapshot
  let unshared = byGiftCard
  const giftCards = giftCardsOf(snapshot)
    .toReversed()
    .map((one) => {
      const off = Math.min(unshared, one.cents)
      unshared -= off
      return { ...one, cents: one.cents - off }
    })
    .filter((one) => one.cents > 0)
    .toReversed()
  const choices = snapshot.lines
    .filter((line) => isSpecialBrand(line.brand))
    .flatMap((line) => choiceTotals(line).map(({ name, total }) => ({ sku: line.sku, title: name, price: total })))
  const services = [...choices, ...(snapshot.services ?? [])]
  return {
    ...rest,
    lines: snapshot.lines.filter((line) => !isSpecialBrand(line.brand)),
    ...(services.length === 0 ? {} : { services }),
    code: code?.kind === 'coupon' && code.cents > 0 ? code : null,
    ...(giftCards.length === 0 ? {} : { giftCards }),
    totals: {
      ...totals,
      subTotal: totals.subTotal - goods,
      discount: totals.discount - byGiftCard,
      total: totals.total - agency,
    },
  }
}

/** The agency's own lines of an order; nothing where the shop was paid for it. */
export function agencyLines(snapshot: OrderSnapshot): readonly { readonly title: string; readonly cents: Cents }[] {
  if (snapshot.totals.agency === undefined) return []
  return snapshot.lines
    .filter((line) => isSpecialBrand(line.brand))
    .map((line) => ({ title: line.title, cents: orderLineTotal(line) }))
}

/** The shop's part of refunds, first to last; those that the agency pays alone are left out. */
export function ourRefunds<Refund extends { readonly cents: Cents; readonly items: readonly RefundItem[] }>(
  snapshot: OrderSnapshot,
  refunds: readonly Refund[],
): Refund[] {
  if (snapshot.totals.agency === undefined) return [...refunds]
  const given: RefundItem[] = []
  return refunds.flatMap((refund) => {
    const cents = refund.cents - agencyShare(snapshot, given, refund.items)
    given.push(...refund.items)
    return cents === 0 ? [] : [{ ...refund, cents }]
  })
}
