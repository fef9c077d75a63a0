import { describe, expect, test } from 'vitest'
import { shareOf } from '../../platform/money.ts'
import type { OrderSnapshot } from './orders.ts'
import {
  cancelledItems,
  giftCardRefunds,
  lineValues,
  openLines,
  splitRefund,
  type LineCarrier,
  type RefundItem,
} from './refunds.ts'

/** Refunds of orders with several suppliers, services and earlier refunds, to the cent. */

type Value = Pick<OrderSnapshot, 'lines' | 'services' | 'code' | 'totals' | 'delivery'>
type Line = { productCode: string; quantity?: number; unit: number; brand?: string }

const line = ({ productCode, quantity = 1, unit, brand = 'Nordhaus' }: Line): OrderSnapshot['lines'][number] => ({
  productCode,
  quantity,
  unit,
  brand,
  productId: 1,
  sku: productCode,
  uri: productCode,
  title: productCode,
  category: 'laundry',
  picture: '',
})

type More = {
  readonly shipping?: number
  readonly suppliers?: Readonly<Record<string, number>>
  readonly services?: Readonly<Record<string, number>>
  readonly coupon?: number
}

function orderOf(
  lines: readonly Line[],
  { shipping = 0, suppliers = {}, services = {}, coupon = 0 }: More = {},
): Value {
  const goods = lines.reduce((sum, { quantity = 1, unit }) => sum + quantity * unit, 0)
  const beside = [...Object.values(suppliers), ...Object.values(services)].reduce((sum, cents) => sum + cents, 0)
  return {
    lines: lines.map(line),
    services: Object.entries(services).map(([sku, price]) => ({ sku, title: sku, price })),
    code: coupon === 0 ? null : { kind: 'coupon', code: 'C', cents: coupon },
    delivery: {
      suppliers: Object.entries(suppliers).map(([supplier, price]) => ({ supplier, deliversOn: '2026-12-01', price })),
    } as unknown as OrderSnapshot['delivery'],
    totals: { subTotal: goods, discount: coupon, shipping, total: goods - coupon + shipping + beside },
  }
}

/** Fridges come with our own crew, lamps and desks each from their supplier. */
const carrier: LineCarrier = ({ productCode }) =>
  productCode === 'LAMP' ? { supplier: 'halden-row' } : productCode === 'DESK' ? { supplier: 'oak' } : 'own'

const cancel = (value: Value, productCode: string, { given = [] as RefundItem[], quantity = 1 } = {}) =>
  cancelledItems(value, given, [{ productCode, quantity }], carrier) ?? expect.fail('it cannot be cancelled')
/** What goes back beside the goods. */
const beside = (items: readonly RefundItem[]) => items.filter(({ kind }) => kind !== 'line')

describe('gift cards', () => {
  const cards = [
    { code: 'A', cents: 100_00 },
    { code: 'B', cents: 50_00 },
  ]
  test('are refunded what they paid, the last one first', () => {
    expect(giftCardRefunds(cards, new Map(), 60_00)).toEqual([
      { code: 'B', cents: 50_00 },
      { code: 'A', cents: 10_00 },
    ])
    expect(giftCardRefunds(cards, new Map(), 1)).toEqual([{ code: 'B', cents: 1 }])
  })
  test('are never refunded twice', () => {
    expect(giftCardRefunds(cards, new Map([['B', 20_00]]), 60_00)).toEqual([
      { code: 'B', cents: 30_00 },
      { code: 'A', cents: 30_00 },
    ])
    expect(giftCardRefunds(cards, new Map([['B', 50_00]]), 10_00)).toEqual([{ code: 'A', cents: 10_00 }])
  })
})

describe('the charge of a line', () => {
  const values = (lines: readonly Line[], coupon: number) => [...lineValues(orderOf(lines, { coupon })).values()]

  test('has no coupon discount for agency goods [cart-08]', () => {
    expect(
      values(
        [
          { productCode: 'MI', unit: 100_00, brand: 'Miele' },
          { productCode: 'A', unit: 1 },
        ],
        1,
      ),
    ).toEqual([100_00, 0])
  })
  test('is zero under a coupon for everything, and one cent comes off one line', () => {
    expect(
      values(
        [
          { productCode: 'A', unit: 99_50 },
          { productCode: 'B', unit: 49_00 },
        ],
        148_50,
      ),
    ).toEqual([0, 0])
    expect(
      values(
        [
          { productCode: 'A', unit: 1 },
          { productCode: 'B', unit: 1 },
        ],
        1,
      ),
    ).toEqual([0, 1])
  })
  test('gives every share of zero as zero', () => {
    expect(shareOf(5, 0, 0)).toBe(0)
  })
  test('of a refunded line is zero', () => {
    const value = orderOf([{ productCode: 'LAMP', quantity: 2, unit: 49_50 }])
    const given: RefundItem[] = [{ kind: 'line', productCode: 'LAMP', quantity: 2, cents: 99_00 }]
    expect(openLines(value, given)).toEqual([{ productCode: 'LAMP', quantity: 0, cents: 0 }])
  })
})

describe('supplier deliveries', () => {
  const lines = [
    { productCode: 'FRIDGE', unit: 900_00 },
    { productCode: 'LAMP', quantity: 2, unit: 50_00 },
    { productCode: 'DESK', unit: 300_00 },
  ]
  const value = orderOf(lines, { shipping: 40_00, suppliers: { 'halden-row': 1, oak: 60_00 } })
  const delivery = (supplier: string, cents: number) => ({ kind: 'delivery', supplier, cents }) as const

  test('are refunded with the supplier’s last line, and not with another’s', () => {
    expect(beside(cancel(value, 'LAMP').items)).toEqual([])
    expect(beside(cancel(value, 'LAMP', { quantity: 2 }).items)).toEqual([delivery('halden-row', 1)])
    expect(beside(cancel(value, 'DESK').items)).toEqual([delivery('oak', 60_00)])
  })
  test('are refunded once, whatever was refunded before', () => {
    expect(beside(cancel(value, 'LAMP', { quantity: 2, given: [delivery('halden-row', 1)] }).items)).toEqual([])
    const given = [delivery('oak', 60_00), { kind: 'delivery', cents: 5_00 } as const]
    expect(beside(cancel(value, 'LAMP', { quantity: 2, given }).items)).toEqual([delivery('halden-row', 1)])
  })
  test('can be absent from an order', () => {
    const without = { ...value, delivery: {} as OrderSnapshot['delivery'] }
    expect(beside(cancel(without, 'DESK').items)).toEqual([])
  })
  test('are all refunded together when the whole order is cancelled', () => {
    const all = lines.map(({ productCode, quantity = 1 }) => ({ productCode, quantity }))
    const cancelled = cancelledItems(value, [], all, carrier)
    expect(cancelled?.isWhole).toBe(true)
    expect(beside(cancelled?.items ?? [])).toEqual([{ kind: 'delivery', cents: 100_01 }])
  })
})

describe('our own delivery', () => {
  const lines = [
    { productCode: 'FRIDGE', unit: 900_00 },
    { productCode: 'WASHER', unit: 700_00 },
    { productCode: 'LAMP', quantity: 2, unit: 50_00 },
  ]
  const washerBack = [{ kind: 'line', productCode: 'WASHER', quantity: 1, cents: 700_00 } as const]

  test('is refunded with our crew’s last line, not counting earlier refunds', () => {
    const value = orderOf(lines, { shipping: 1 })
    expect(cancel(value, 'FRIDGE')).toMatchObject({ endsOwnDelivery: false, isWhole: false })
    const last = cancel(value, 'FRIDGE', { given: washerBack })
    expect(last).toMatchObject({ endsOwnDelivery: true, isWhole: false })
    expect(beside(last.items)).toEqual([{ kind: 'delivery', cents: 1 }])
  })
  test('is not refunded again with lines of others', () => {
    const given = [{ kind: 'line', productCode: 'FRIDGE', quantity: 1, cents: 900_00 } as const, ...washerBack]
    expect(cancel(orderOf(lines, { shipping: 40_00 }), 'LAMP', { given }).endsOwnDelivery).toBe(false)
  })
  test('is refunded less what was refunded before', () => {
    const given: RefundItem[] = [
      ...washerBack,
      { kind: 'delivery', cents: 10_00 },
      { kind: 'delivery', supplier: 'halden-row', cents: 3_00 },
      { kind: 'other', text: 'A scratch', cents: 2_00 },
    ]
    const value = orderOf(lines, { shipping: 40_00, suppliers: { 'halden-row': 3_00 } })
    expect(beside(cancel(value, 'FRIDGE', { given }).items)).toEqual([{ kind: 'delivery', cents: 30_00 }])
  })
  test('includes its services that cost something and are not yet refunded', () => {
    const value = orderOf(lines, { services: { stairs: 45_00, removal: 1, greeting: 0 } })
    const given: RefundItem[] = [...washerBack, { kind: 'service', sku: 'stairs', cents: 45_00 }]
    expect(beside(cancel(value, 'FRIDGE', { given }).items)).toEqual([{ kind: 'service', sku: 'removal', cents: 1 }])
  })
})

test('where earlier refunds exceed the rest, items are reduced and none is negative', () => {
  const value = orderOf([{ productCode: 'FRIDGE', unit: 900_00 }], { services: { stairs: 45_00 } })
  const plain = cancel(value, 'FRIDGE').items
  expect(plain.map(({ cents }) => cents)).toEqual([900_00, 45_00])
  const given: RefundItem[] = [{ kind: 'other', text: 'A scratch', cents: 50_00 }]
  expect(cancel(value, 'FRIDGE', { given }).items.map(({ cents }) => cents)).toEqual([895_00, 0])
})

test('a refund of one cent goes to the payment', () => {
  const payments = [{ attemptId: 'A', seller: 'shop', left: 5_00 }] as const
  expect(splitRefund(1, { owed: 0, payments, giftCard: 0, agency: 0 })?.payments).toEqual([
    { attemptId: 'A', cents: 1 },
  ])
})
