import { expect, test } from 'vitest'
import { renderPdf } from '../../platform/files/pdf-document.server.ts'
import { quotePdf } from './quote-pdf.ts'
import type { MadeQuote } from './quotes.ts'

const quote: MadeQuote = {
  number: 'Q01234567',
  madeOn: '2026-11-24',
  linkUntil: '2026-12-24',
  totalThen: 1_250_00,
  lines: [
    {
      productCode: 'NZ-1',
      title: 'Washer for Māngere',
      uri: 'washer',
      picture: '',
      quantity: 1,
      unit: 1_150_00,
      total: 1_150_00,
      choices: [{ name: 'Extended warranty: One more year', total: 64_00 }],
      problem: null,
      heldThrough: '2026-12-01',
    },
  ],
  gone: ['Top load washer 5 kg'],
  messages: [],
  place: 'Ponsonby 1011',
  delivery: [
    { text: 'Delivery from Thu 26 Nov', cents: 40_00 },
    { text: 'Delivery by Miele, arranged after you order', cents: null },
  ],
  services: [{ title: 'Old appliance removal', cents: 0 }],
  problems: [],
  total: 1_254_00,
  gst: 163_57,
  gstPercent: 15,
  currency: 'NZD',
}
const brand = {
  companyName: 'Appliances Online NZ',
  supportNumber: '0800 100 900',
  origin: 'https://www.aol-nz.example',
  realm: 'live' as const,
}

test('a quote PDF has number, day, every price, total with GST, and validity', async () => {
  const document = quotePdf(quote, {
    brand,
    link: 'https://www.aol-nz.example/cart/0123456789abcdef0123456789abcdef',
    taxLine: 'GST number 49-091-850',
    today: '2026-11-25',
  })
  expect(document.facts).toEqual([
    ['Quote', 'Q01234567'],
    ['Created on', '24 November 2026'],
    ['Prices as of', '25 November 2026'],
    ['Valid until', '24 December 2026'],
  ])
  expect(document.rows.map((row) => [row.text, row.amount])).toEqual([
    ['Washer for Māngere', '$1,150.00'],
    ['Extended warranty: One more year', '$64.00'],
    ['Top load washer 5 kg', 'Not available'],
    ['Delivery from Thu 26 Nov', '$40.00'],
    ['Delivery by Miele, arranged after you order', 'By arrangement'],
    ['Old appliance removal', '$0.00'],
  ])
  expect(document.sums).toEqual([
    { text: 'Total (NZD, including GST)', amount: '$1,254.00', isStrong: true },
    { text: 'GST included (15 %)', amount: '$163.57' },
  ])
  expect(document.notes).toEqual([
    'On 24 November 2026 the total was $1,250. Some prices have changed since, so this is today’s total.',
    'Product prices are guaranteed until the end of Tuesday, 1 December 2026.',
    'Delivery, services and extended warranties are charged at the price on the day you order. Stock is not reserved.',
  ])
  const pdf = await renderPdf(document, { at: new Date('2026-11-25T00:00:00Z'), lang: 'en-NZ' })
  expect(pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length).toBe(1)
})
