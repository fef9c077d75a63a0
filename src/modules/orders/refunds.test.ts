import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OrderSnapshot } from './orders.ts'
import { cancelledItems, lineValues, orderValue, splitRefund, type RefundItem } from './refunds.ts'

type Value = Pick<OrderSnapshot, 'lines' | 'services' | 'code' | 'totals' | 'delivery'>
type Line = { productCode: string; quantity: number; unit: number }

const line = ({ productCode, quantity, unit }: Line): OrderSnapshot['lines'][number] => ({
  productCode,
  quantity,
  unit,
  productId: 1,
  sku: productCode,
  uri: productCode,
  title: productCode,
  brand: 'Nordhaus',
  category: 'laundry',
  picture: '',
})

function snapshot(
  lines: readonly Line[],
  more: { code?: Value['code']; shipping?: number; service?: number } = {},
): Value {
  const subTotal = lines.reduce((sum, one) => sum + one.quantity * one.unit, 0)
  const { code = null, shipping = 0, service = 0 } = more
  const discount = code?.cents ?? 0
  return {
    lines: lines.map(line),
    services: service === 0 ? [] : [{ sku: 'stairs', title: 'Stairs', price: service }],
    code,
    delivery: {
      suppliers: [{ supplier: 'halden-row', deliversOn: '2026-12-01', price: 0 }],
    } as unknown as OrderSnapshot['delivery'],
    totals: { subTotal, discount, shipping, total: subTotal - discount + shipping + service },
  }
}

const lamp = { productCode: 'LAMP', quantity: 3, unit: 49_50 }
const fridge = { productCode: 'FRIDGE', quantity: 1, unit: 2_499_95 }
const sum = (items: readonly RefundItem[]) => items.reduce((all, one) => all + one.cents, 0)

test('a line refunds what was charged: less its share of a coupon, not of a gift card', () => {
  const coupon = { kind: 'coupon', code: 'TEN', cents: 264_85 } as const
  const values = lineValues(snapshot([fridge, lamp], { code: coupon }))
  expect([...values]).toEqual([
    ['FRIDGE', 2_249_95],
    ['LAMP', 133_65],
  ])
  expect(lineValues(snapshot([lamp], { code: { ...coupon, kind: 'gift-card' } })).get('LAMP')).toBe(148_50)
})

test('each of several units refunds its share, and the last one the rest', () => {
  const value = snapshot([{ productCode: 'A', quantity: 3, unit: 33_33 }], {
    code: { kind: 'coupon', code: 'C', cents: 1 },
  })
  const first = cancelledItems(value, [], [{ productCode: 'A', quantity: 1 }])
  expect(first).toEqual({
    items: [{ kind: 'line', productCode: 'A', quantity: 1, cents: 33_32 }],
    isWhole: false,
    endsOwnDelivery: false,
  })
  const rest = cancelledItems(value, first?.items ?? [], [{ productCode: 'A', quantity: 2 }])
  expect([rest?.isWhole, sum(rest?.items ?? [])]).toEqual([true, 66_66])
})

test('delivery and services are refunded with the last line only', () => {
  const value = snapshot([fridge, lamp], { shipping: 65_00, service: 45_00 })
  const lamps = cancelledItems(value, [], [{ productCode: 'LAMP', quantity: 3 }])
  expect(lamps?.items).toEqual([{ kind: 'line', productCode: 'LAMP', quantity: 3, cents: 148_50 }])
  const rest = cancelledItems(value, lamps?.items ?? [], [{ productCode: 'FRIDGE', quantity: 1 }])
  expect(rest?.isWhole).toBe(true)
  expect(rest?.items).toEqual([
    { kind: 'line', productCode: 'FRIDGE', quantity: 1, cents: 2_499_95 },
    { kind: 'service', sku: 'stairs', cents: 45_00 },
    { kind: 'delivery', cents: 65_00 },
  ])
})

test('a carrier’s last line refunds its delivery, and ours also the services', () => {
  const plain = snapshot([fridge, lamp], { shipping: 40_00, service: 45_00 })
  const suppliers = [{ supplier: 'halden-row', deliversOn: '2026-12-01', price: 99_00 }]
  const value: Value = {
    ...plain,
    delivery: { ...plain.delivery, suppliers },
    totals: { ...plain.totals, total: plain.totals.total + 99_00 },
  }
  const carrier = ({ productCode }: { productCode: string }) =>
    productCode === 'LAMP' ? ({ supplier: 'halden-row' } as const) : ('own' as const)
  const supplied = cancelledItems(value, [], [{ productCode: 'LAMP', quantity: 3 }], carrier)
  expect(supplied).toMatchObject({ endsOwnDelivery: false, isWhole: false })
  expect(supplied?.items.slice(1)).toEqual([{ kind: 'delivery', supplier: 'halden-row', cents: 99_00 }])
  const own = cancelledItems(value, [], [{ productCode: 'FRIDGE', quantity: 1 }], carrier)
  expect(own?.endsOwnDelivery).toBe(true)
  expect(own?.items.slice(1)).toEqual([
    { kind: 'service', sku: 'stairs', cents: 45_00 },
    { kind: 'delivery', cents: 40_00 },
  ])
  const rest = cancelledItems(value, own?.items ?? [], [{ productCode: 'LAMP', quantity: 3 }], carrier)
  expect(sum([...(own?.items ?? []), ...(rest?.items ?? [])])).toBe(orderValue(value))
})

test('what was refunded for another reason is not refunded again', () => {
  const value = snapshot([lamp], { shipping: 20_00 })
  const given: RefundItem[] = [{ kind: 'other', text: 'A scratch', cents: 30_00 }]
  const all = cancelledItems(value, given, [{ productCode: 'LAMP', quantity: 3 }])
  expect(sum(all?.items ?? [])).toBe(orderValue(value) - 30_00)
})

test.each([
  ['nothing', []],
  ['what is not there', [{ productCode: 'OTHER', quantity: 1 }]],
  ['more than there is', [{ productCode: 'LAMP', quantity: 4 }]],
  ['none', [{ productCode: 'LAMP', quantity: 0 }]],
  ['half of one', [{ productCode: 'LAMP', quantity: 0.5 }]],
  [
    'a line twice',
    [
      { productCode: 'LAMP', quantity: 1 },
      { productCode: 'LAMP', quantity: 1 },
    ],
  ],
])('%s cannot be cancelled', (_what, requested) => {
  expect(cancelledItems(snapshot([lamp]), [], requested)).toBeNull()
})

test('an order cancelled in any steps refunds its total, and no step is negative', () => {
  const lines = fc.array(
    fc.record({ quantity: fc.integer({ min: 1, max: 5 }), unit: fc.integer({ min: 0, max: 300_000 }) }),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  fc.assert(
    fc.property(
      lines,
      fc.nat(5_000),
      fc.nat(5_000),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.boolean(),
      (raw, shipping, service, part, isCard) => {
        const named = raw.map((one, at) => ({ ...one, productCode: `P${at}` }))
        const total = named.reduce((all, one) => all + one.quantity * one.unit, 0)
        const cents = Math.floor(total * part)
        const value = snapshot(named, {
          shipping,
          service,
          code: { kind: isCard ? 'gift-card' : 'coupon', code: 'C', cents },
        })
        const given: RefundItem[] = []
        for (const { productCode, quantity } of named) {
          for (let piece = 0; piece < quantity; piece++) {
            const step = cancelledItems(value, given, [{ productCode, quantity: 1 }])
            if (step === null) throw new Error('a piece was not there')
            expect(step.items.every((one) => one.cents >= 0)).toBe(true)
            given.push(...step.items)
          }
        }
        expect(sum(given)).toBe(orderValue(value))
      },
    ),
    { numRuns: 300 },
  )
})

test('refunds reduce the balance owed first, then the newest payment, gift cards last', () => {
  const from = {
    owed: 100_00,
    payments: [
      { attemptId: 'new', seller: 'shop', left: 50_00 },
      { attemptId: 'old', seller: 'shop', left: 70_00 },
    ],
    giftCard: 30_00,
    agency: 0,
  } as const
  expect(splitRefund(80_00, from)).toEqual({ unpaid: 80_00, payments: [], giftCard: 0 })
  expect(splitRefund(160_00, from)).toEqual({
    unpaid: 100_00,
    payments: [
      { attemptId: 'new', cents: 50_00 },
      { attemptId: 'old', cents: 10_00 },
    ],
    giftCard: 0,
  })
  expect(splitRefund(250_00, from)?.giftCard).toBe(30_00)
  expect(splitRefund(250_01, from)).toBeNull()
})

test('a line cancelled after another refund pays what is left, and is not rejected', () => {
  const value = snapshot([fridge, lamp])
  const given: RefundItem[] = [{ kind: 'other', text: 'A scratch', cents: 300_00 }]
  const cancelled = cancelledItems(value, given, [{ productCode: 'FRIDGE', quantity: 1 }])
  // 2,648.45 was paid and 300.00 is back: the fridge alone would be more than the rest.
  expect(sum(cancelled?.items ?? [])).toBe(2_348_45)
  expect(cancelled?.isWhole).toBe(false)
})
