import { describe, expect, test } from 'vitest'
import {
  confirmationOf,
  purchaseOf,
  withoutPerson,
  type Confirmation,
  type Order,
  type OrderSnapshot,
} from './orders.ts'

const address = {
  firstName: 'Ana',
  lastName: 'Botha',
  companyName: '',
  address: '12 Harbour Street',
  suburb: 'Sydney',
  state: 'NSW',
  postcode: '2000',
  country: 'AU',
} as const
const snapshot: OrderSnapshot = {
  cartId: 'c-1',
  cartVersion: 3,
  app: 'aol',
  currency: 'AUD',
  method: 'card',
  lines: [
    {
      productCode: 'WM-1:new',
      productId: 7,
      sku: 'WM-1',
      uri: 'washer',
      title: 'Front load washer 8 kg',
      brand: 'Brightwater',
      category: 'washing-machines',
      picture: '',
      quantity: 2,
      unit: 999_00,
    },
    {
      productCode: 'SOFA-1:new',
      productId: 9,
      sku: 'SOFA-1',
      uri: 'sofa',
      title: 'Sofa',
      brand: 'Halden Row',
      category: 'sofas',
      picture: '',
      quantity: 1,
      unit: 1_500_50,
    },
  ],
  code: { kind: 'coupon', code: 'WELCOME10', cents: 50_00 },
  totals: { subTotal: 3_498_50, discount: 50_00, shipping: 55_00, total: 3_602_50 },
  contact: { email: 'ana@example.com', phone: '0412 345 678', newsletter: false, poNumber: '' },
  delivery: {
    address,
    instructions: 'Ring twice',
    deliversOn: '2026-11-26',
    warehouseCode: 'SYD',
    tierCode: 'A',
    wantsContact: false,
    suppliers: [{ supplier: 'halden-row', deliversOn: '2026-12-02', price: 99_00 }],
  },
  billing: address,
}

test('a purchase is tracked with all delivery costs, coupon and products, and no personal data [ANLY-03] [ANLY-04]', () => {
  const purchase = purchaseOf({ webOrderId: 'W10000001', snapshot }, 'Appliances Online')
  expect(purchase).toEqual({
    id: 'W10000001',
    affiliation: 'Appliances Online',
    revenue: 3602.5,
    shipping: 154,
    coupon: 'WELCOME10',
    products: [
      {
        name: 'Front load washer 8 kg',
        id: 'WM-1',
        brand: 'Brightwater',
        category: 'washing-machines',
        price: 999,
        quantity: 2,
        variant: null,
      },
      { name: 'Sofa', id: 'SOFA-1', brand: 'Halden Row', category: 'sofas', price: 1500.5, quantity: 1, variant: null },
    ],
  })
  const giftCard = { kind: 'gift-card', code: 'GIFT-1234', cents: 50_00 } as const
  expect(purchaseOf({ webOrderId: 'W10000002', snapshot: { ...snapshot, code: giftCard } }, 'x').coupon).toBeNull()
})

describe('a confirmation by cart id alone', () => {
  const reward = { label: 'Bonus', blurb: 'A bonus', thumbImg: null, redemptionLink: 'https://redeem.example/ana' }
  const order = {
    id: 'o-1',
    webOrderId: 'W10000001',
    app: 'aol',
    snapshot: { ...snapshot, services: [{ sku: 'TIP', title: 'Tip', price: 5_00 }], rewards: [reward] },
  } as unknown as Order
  const whole = confirmationOf(order)
  /** The same with a field more in every object of it. */
  const grown = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(grown)
      : typeof value === 'object' && value !== null
        ? { ...Object.fromEntries(Object.entries(value).map(([key, one]) => [key, grown(one)])), added: 'Ana Botha' }
        : value

  test('has no personal data', () => {
    const shown = JSON.stringify(withoutPerson(whole))
    for (const text of ['Ana', 'Botha', 'ana@', '345 678', 'Harbour', 'Sydney', '2000', 'Ring twice', 'redeem.example'])
      expect([text, shown.includes(text)]).toEqual([text, false])
    expect(withoutPerson(whole)).toMatchObject({ lines: whole.lines, totals: whole.totals, purchase: whole.purchase })
    expect(whole.confirmation.rewards).toHaveLength(1)
  })

  test('shows a new field only once it is listed', () => {
    expect(JSON.stringify(grown(whole))).toContain('Ana Botha')
    expect(withoutPerson(grown(whole) as Confirmation)).toEqual(withoutPerson(whole))
  })
})
