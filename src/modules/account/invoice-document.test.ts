import { describe, expect, test } from 'vitest'
import { brandAtExample } from '../../testing/brand.ts'
import type { Order, OrderSnapshot } from '../orders/orders.ts'
import { renderPdf } from '../../platform/files/pdf-document.server.ts'
import { invoiceDocument, invoicePdf } from './invoice-document.ts'

const address = {
  firstName: 'Ana',
  lastName: 'Botha',
  companyName: 'Botha & Co',
  address: '12 Harbour Street',
  suburb: 'Sydney',
  state: 'NSW',
  postcode: '2000',
  country: 'AU',
} as const

function orderOf(change: Partial<OrderSnapshot> = {}, more: Partial<Order> = {}): Order {
  const snapshot: OrderSnapshot = {
    cartId: 'c',
    cartVersion: 1,
    app: 'aol',
    currency: 'AUD',
    method: 'card',
    lines: [
      {
        productCode: 'WM-1',
        productId: 1,
        sku: 'WM-1',
        uri: 'washer',
        title: 'Front load washer 8 kg',
        brand: 'Brightwater',
        category: 'laundry',
        picture: '',
        quantity: 2,
        unit: 999_00,
        warranty: { id: 1, name: 'Extended warranty: One more year', price: 59_00 },
      },
    ],
    services: [
      { sku: 'stairs', title: 'Stairs', price: 45_00 },
      { sku: 'packaging', title: 'Packaging removal', price: 0 },
    ],
    code: { kind: 'gift-card', code: 'GIFT', cents: 100_00 },
    totals: { subTotal: 2_116_00, discount: 100_00, shipping: 40_00, total: 2_101_00, deposit: 700_00 },
    contact: { email: 'ana@example.com', phone: '0412345678', newsletter: false, poNumber: 'PO-7' },
    delivery: {
      address,
      instructions: '',
      deliversOn: '2026-11-28',
      warehouseCode: '2000',
      tierCode: 'metro-au',
      wantsContact: false,
    },
    billing: address,
    ...change,
  }
  return {
    id: '01JD0000000000000000000000',
    webOrderId: 'W10000001',
    cartId: 'c',
    app: 'aol',
    state: 'deposit-paid',
    stage: 'placed',
    version: 1,
    balance: 1_401_00,
    credited: 0,
    placedAt: new Date('2026-11-24T00:00:00Z'),
    snapshot,
    ...more,
  }
}

const paid = [{ provider: 'card', cents: 700_00, paidAt: new Date('2026-11-24T00:00:00Z') }]
const facts = { brand: brandAtExample('aol'), taxNumber: '51 824 753 556', payments: paid, refunds: [] }

describe('a tax invoice', () => {
  test('has seller and number, buyer, items, GST, payments and balance', () => {
    expect(invoiceDocument(orderOf(), facts)).toEqual({
      title: 'Tax invoice',
      seller: ['Appliances Online', 'ABN 51 824 753 556', 'www.aol.example', '1300 975 708'],
      facts: [
        ['Invoice', 'I10000001'],
        ['Order', 'W10000001'],
        ['Invoice date', '24 November 2026'],
        ['Order date', '24 November 2026'],
        ['PO number', 'PO-7'],
        ['Delivery', 'Saturday, 28 November 2026'],
      ],
      billedTo: ['Ana Botha', 'Botha & Co', '12 Harbour Street', 'Sydney NSW 2000', 'Australia', 'ana@example.com'],
      deliveredTo: ['Ana Botha', 'Botha & Co', '12 Harbour Street', 'Sydney NSW 2000', 'Australia', '0412 345 678'],
      rows: [
        { text: 'Front load washer 8 kg', note: 'WM-1', quantity: '2', each: '$999.00', amount: '$1,998.00' },
        { text: 'Extended warranty: One more year', note: '', quantity: '', each: '', amount: '$118.00' },
        { text: 'Stairs', note: '', quantity: '', each: '', amount: '$45.00' },
        { text: 'Delivery', note: '', quantity: '', each: '', amount: '$40.00' },
      ],
      sums: [
        // The gift card pays a part of the price; it does not lower it.
        { text: 'Total AUD, including GST', amount: '$2,201.00', isStrong: true },
        { text: 'GST included (10 %)', amount: '$200.09' },
        { text: 'Paid by gift card GIFT', amount: '$100.00' },
        { text: 'Deposit paid on 24 November 2026, Card', amount: '$700.00' },
        { text: 'Still to pay', amount: '$1,401.00', isStrong: true },
      ],
      adjustments: [],
      agency: [],
      footer: 'All amounts are in AUD and include GST. This is a demonstration shop: nothing is actually sold.',
    })
  })

  test('in New Zealand has the GST number and 15 % GST, 3/23 of the total', () => {
    const home = { ...address, state: '', suburb: 'Ponsonby', postcode: '1011', country: 'NZ' } as const
    const change = {
      currency: 'NZD',
      code: null,
      delivery: { ...orderOf().snapshot.delivery, address: home },
      totals: { subTotal: 2_116_00, discount: 0, shipping: 40_00, total: 2_201_00 },
    } as const
    const { seller, sums } = invoiceDocument(orderOf(change, { state: 'paid', balance: 0 }), {
      ...facts,
      brand: brandAtExample('aol-nz'),
      taxNumber: '49-091-850',
      payments: [{ provider: 'paypal', cents: 2_201_00, paidAt: new Date('2026-11-23T12:00:00Z') }],
    })
    expect(seller[1]).toBe('GST number 49-091-850')
    expect(sums).toEqual([
      { text: 'Total NZD, including GST', amount: '$2,201.00', isStrong: true },
      { text: 'GST included (15 %)', amount: '$287.09' },
      // Midnight has passed there.
      { text: 'Paid on 24 November 2026, PayPal', amount: '$2,201.00' },
      { text: 'Still to pay', amount: '$0.00', isStrong: true },
    ])
  })

  test('lists refunds with their GST', () => {
    const refunds = [{ number: 'R20000001', cents: 110_00, items: [], madeAt: new Date('2026-11-25T00:00:00Z') }]
    expect(invoiceDocument(orderOf(), { ...facts, refunds }).adjustments).toEqual([
      { text: 'Adjustment R20000001 of 25 November 2026, with $10.00 of GST', amount: '-$110.00' },
    ])
  })
})

test('an app without a tax number shows none', () => {
  const { seller } = invoiceDocument(orderOf(), { ...facts, taxNumber: '' })
  expect(seller).toEqual(['Appliances Online', 'www.aol.example', '1300 975 708'])
})

describe('its PDF', () => {
  const made = { at: new Date('2026-11-24T00:00:00Z'), lang: 'en-AU' }
  const pages = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length

  test('has one page for an ordinary order, and more for a long one', async () => {
    const short = await renderPdf(invoicePdf(invoiceDocument(orderOf(), facts)), made)
    expect(short.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pages(short)).toBe(1)
    const [line] = orderOf().snapshot.lines
    if (line === undefined) throw new Error('the order has no line')
    const title = `A ${'very '.repeat(60)}long name with Māori macrons in Whāngārei and <markup> & (brackets)`
    const lines = Array.from({ length: 80 }, (_, at) => ({ ...line, productCode: `P${at}`, title }))
    const long = await renderPdf(invoicePdf(invoiceDocument(orderOf({ lines }), facts)), made)
    expect(pages(long)).toBeGreaterThan(8)
  })
})
