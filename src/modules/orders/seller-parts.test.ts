import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OrderSnapshot } from './orders.ts'
import { lineCredits, orderValue, splitRefund, type RefundItem } from './refunds.ts'
import { agencyLines, agencyShare, ourPart, ourRefunds, sellerParts, withAgencyPart } from './seller-parts.ts'

type Line = OrderSnapshot['lines'][number]

const line = (productCode: string, brand: string, unit: number, more: Partial<Line> = {}): Line => ({
  productCode,
  brand,
  unit,
  quantity: 1,
  productId: 1,
  sku: productCode,
  uri: productCode,
  title: productCode,
  category: 'kitchen',
  picture: '',
  ...more,
})
const warranty = { id: 7, name: 'Two more years', price: 120_00 }

function orderOf(
  lines: readonly Line[],
  more: { code?: OrderSnapshot['code']; shipping?: number; goods: number },
): OrderSnapshot {
  const { code = null, shipping = 0, goods } = more
  const discount = code?.cents ?? 0
  return {
    app: 'aol',
    lines,
    code,
    totals: { subTotal: goods, discount, shipping, total: goods - discount + shipping },
    delivery: {},
  } as unknown as OrderSnapshot
}

const dishwasher = line('MI', ' miele', 1_899_00, { quantity: 2, lineDiscount: 98_00, warranty })
const washer = line('WM', 'Brightwater', 999_00)
// 2 × 1,899 less 98, two warranties at 120, and a washer.
const mixed = orderOf([dishwasher, washer], { shipping: 60_00, goods: 4_939_00 })

test('the agency is paid for its goods, and we for everything else: warranties, other goods and deliveries', () => {
  expect(sellerParts(withAgencyPart(mixed))).toEqual([
    { seller: 'agency', cents: 3_700_00 },
    { seller: 'shop', cents: 1_299_00 },
  ])
})

test('with only agency goods, or without any, there is one payment', () => {
  expect(sellerParts(withAgencyPart(orderOf([line('MI', 'Miele', 500_00)], { goods: 500_00 })))).toEqual([
    { seller: 'agency', cents: 500_00 },
  ])
  const ours = orderOf([washer], { goods: 999_00 })
  expect(withAgencyPart(ours)).toBe(ours)
  expect(sellerParts(ours)).toEqual([{ seller: 'shop', cents: 999_00 }])
  expect(sellerParts(withAgencyPart(orderOf([line('MI', 'Miele', 1)], { shipping: 1, goods: 1 })))).toEqual([
    { seller: 'agency', cents: 1 },
    { seller: 'shop', cents: 1 },
  ])
})

test('a gift card is ours: it pays our part first, and the rest goes to the agency’s', () => {
  const card = (cents: number) => ({ kind: 'gift-card', code: 'GIFT', cents }) as const
  const small = withAgencyPart(orderOf(mixed.lines, { code: card(200_00), shipping: 60_00, goods: 4_939_00 }))
  expect(sellerParts(small).map((one) => one.cents)).toEqual([3_700_00, 1_099_00])
  const large = withAgencyPart(orderOf(mixed.lines, { code: card(1_500_00), shipping: 60_00, goods: 4_939_00 }))
  expect(sellerParts(large)).toEqual([{ seller: 'agency', cents: 3_499_00 }])
  // Our invoice has our part, and what of the gift card paid it.
  expect(ourPart(large)).toMatchObject({ giftCards: [{ cents: 1_299_00 }], totals: { total: 0, subTotal: 1_239_00 } })
})

test('a gift card that paid only for agency goods is not on our invoice', () => {
  const miele = [line('MI', 'Miele', 500_00)]
  const paidWith = (cents: number, shipping: number) =>
    ourPart(
      withAgencyPart(orderOf(miele, { code: { kind: 'gift-card', code: 'GIFT', cents }, shipping, goods: 500_00 })),
    )
  const none = paidWith(200_00, 0)
  expect(none).not.toHaveProperty('giftCards')
  expect(none).not.toHaveProperty('services')
  expect(none).toMatchObject({ code: null, totals: { subTotal: 0, discount: 0, total: 0 } })
  expect(paidWith(200_01, 1)).toMatchObject({ giftCards: [{ cents: 1 }], totals: { discount: 1, total: 0 } })
})

test('a coupon stays on our invoice where it applied', () => {
  const withCoupon = (cents: number) =>
    ourPart(withAgencyPart(orderOf(mixed.lines, { code: { kind: 'coupon', code: 'TEN', cents }, goods: 4_939_00 })))
  expect(withCoupon(1).code).toEqual({ kind: 'coupon', code: 'TEN', cents: 1 })
  expect(withCoupon(0).code).toBeNull()
})

test('we invoice our part; options of agency goods stay, as services', () => {
  const order = withAgencyPart(mixed)
  const ours = ourPart(order)
  expect(ours.lines).toEqual([washer])
  expect(ours.services).toEqual([{ sku: 'MI', title: 'Two more years', price: 240_00 }])
  expect(ours.totals).toEqual({ subTotal: 1_239_00, discount: 0, shipping: 60_00, total: 1_299_00 })
  expect(agencyLines(order)).toEqual([{ title: 'MI', cents: 3_700_00 }])
  expect(ourPart(mixed)).toBe(mixed)
  expect(agencyLines(mixed)).toEqual([])
})

test('an agency line is refunded by the agency, its warranty by us', () => {
  const order = withAgencyPart(mixed)
  const [one] = lineCredits(order, [], [{ productCode: 'MI', quantity: 1 }]) ?? []
  expect(one).toMatchObject({ cents: 1_970_00 })
  expect(agencyShare(order, [], [one as RefundItem])).toBe(1_850_00)
  expect(agencyShare(order, [one as RefundItem], [one as RefundItem])).toBe(1_850_00)
  const refund = { cents: 1_970_00, items: [one as RefundItem] }
  expect(ourRefunds(order, [refund, { cents: 999_00, items: [] }])).toEqual([
    { ...refund, cents: 120_00 },
    { cents: 999_00, items: [] },
  ])
})

test('our own lines are never refunded by the agency', () => {
  const order = withAgencyPart(mixed)
  const items = lineCredits(order, [], [{ productCode: 'WM', quantity: 1 }]) ?? []
  expect(items).toMatchObject([{ cents: 999_00 }])
  expect(agencyShare(order, [], items)).toBe(0)
})

test('a refund paid by the agency alone is not ours; where we received everything, all refunds are ours', () => {
  const order = withAgencyPart(orderOf([line('MI', 'Miele', 500_00)], { shipping: 60_00, goods: 500_00 }))
  const items = lineCredits(order, [], [{ productCode: 'MI', quantity: 1 }]) ?? []
  expect(ourRefunds(order, [{ cents: 500_00, items }])).toEqual([])
  expect(ourRefunds(order, [{ cents: 500_01, items }])).toEqual([{ cents: 1, items }])
  const refunds = [{ cents: 500_00, items }]
  expect(ourRefunds(orderOf(order.lines, { goods: 500_00 }), refunds)).toEqual(refunds)
})

test('each seller refunds its own part; one pays for the other only what neither has left', () => {
  const from = {
    owed: 0,
    payments: [
      { attemptId: 'S', seller: 'shop', left: 600_00 },
      { attemptId: 'A', seller: 'agency', left: 1_500_00 },
    ],
    giftCard: 400_00,
  } as const
  expect(splitRefund(1_000_00, { ...from, agency: 0 })).toEqual({
    unpaid: 0,
    payments: [{ attemptId: 'S', cents: 600_00 }],
    giftCard: 400_00,
  })
  expect(splitRefund(1_700_00, { ...from, agency: 1_600_00 })).toEqual({
    unpaid: 0,
    payments: [
      { attemptId: 'S', cents: 100_00 },
      { attemptId: 'A', cents: 1_500_00 },
    ],
    giftCard: 100_00,
  })
  expect(splitRefund(1_100_00, { ...from, agency: 0 })?.payments).toEqual([
    { attemptId: 'S', cents: 600_00 },
    { attemptId: 'A', cents: 100_00 },
  ])
  expect(splitRefund(2_500_01, { ...from, agency: 0 })).toBeNull()
})

test('in any sequence of refunds no seller refunds more than it received, and in the end all is refunded', () => {
  const lineOf = fc.record({
    unit: fc.integer({ min: 1, max: 400_000 }),
    quantity: fc.integer({ min: 1, max: 4 }),
    isAgency: fc.boolean(),
    choice: fc.option(fc.integer({ min: 0, max: 30_000 }), { nil: undefined }),
  })
  fc.assert(
    fc.property(
      fc.array(lineOf, { minLength: 1, maxLength: 5 }),
      fc.record({ shipping: fc.integer({ min: 0, max: 9_000 }), giftCard: fc.integer({ min: 0, max: 200_000 }) }),
      fc.array(fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 5, maxLength: 5 }), { maxLength: 8 }),
      (chosen, { shipping, giftCard }, picks) => {
        const lines = chosen.map(({ unit, quantity, isAgency, choice }, at) =>
          line(`P${at}`, isAgency ? 'Miele' : 'Nordhaus', unit, {
            quantity,
            ...(choice === undefined ? {} : { warranty: { ...warranty, price: choice } }),
          }),
        )
        const goods = chosen.reduce((sum, one) => sum + one.quantity * (one.unit + (one.choice ?? 0)), 0)
        const used = Math.min(giftCard, goods)
        const code = used === 0 ? null : ({ kind: 'gift-card', code: 'GIFT', cents: used } as const)
        const order = withAgencyPart(orderOf(lines, { code, shipping, goods }))
        const paid = sellerParts(order)
        expect(paid.reduce((sum, one) => sum + one.cents, 0)).toBe(order.totals.total)

        const left = new Map<string, number>(paid.map((one) => [one.seller, one.cents]))
        let onCard = used
        const given: RefundItem[] = []
        const give = (items: readonly RefundItem[]) => {
          const cents = items.reduce((sum, one) => sum + one.cents, 0)
          const split = splitRefund(cents, {
            owed: 0,
            payments: paid.map(({ seller }) => ({ attemptId: seller, seller, left: left.get(seller) ?? 0 })),
            giftCard: onCard,
            agency: agencyShare(order, given, items),
          })
          if (split === null) throw new Error('money that was paid cannot go back')
          for (const one of split.payments) left.set(one.attemptId, (left.get(one.attemptId) ?? 0) - one.cents)
          onCard -= split.giftCard
          given.push(...items)
        }
        for (const pick of picks) {
          const requested = lines.flatMap(({ productCode }, at) => {
            const quantity = pick[at] ?? 0
            return quantity === 0 ? [] : [{ productCode, quantity }]
          })
          const items = lineCredits(order, given, requested)
          if (items !== null) give(items)
        }
        const back = given.reduce((sum, one) => sum + one.cents, 0)
        give([{ kind: 'other', text: 'all of it', cents: orderValue(order) - back }])
        expect([...left.values(), onCard].every((cents) => cents === 0)).toBe(true)
      },
    ),
    { numRuns: 500 },
  )
})
