import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cardNumberField, cardNumberFieldOf, holdsCardNumber, isBarcode, isCardNumberIn } from './card-numbers.ts'

test.each([
  '4111111111111111',
  'Please charge 4111 1111 1111 1111, thank you',
  '4111-1111-1111-1111',
  '4111 - 1111 - 1111 - 1111',
  '4111–1111–1111–1111',
  'VISA4111111111111111exp0330',
  '3782 822463 10005',
  '5555\u00a05555\u00a05555\u00a04444',
  '４１１１１１１１１１１１１１１１',
  '6011000990139424',
  '4222222222222',
  '6304 0000 0000 0000 000',
  'my phone 0412 345 678 4111 1111 1111 1111',
  '4111 1111 1111 1111 03 30 123',
  '00 11 4111111111111111',
  '4111\n1111\n1111\n1111',
  '4111  --  1111 1111 1111',
  '4111\u200b1111\u200b1111\u200b1111',
  '4111\u00ad1111 1111\ufeff1111',
  'card 411111111111111112/28',
  '41111111111111111228123',
  '1234111111111111111',
  '3782822463100050330',
])('%j contains a card number', (text) => {
  expect(holdsCardNumber(text)).toBe(true)
})

test.each([
  '',
  'Leave with the concierge at 12 Harbour Street, 2000',
  '4111 1111 1111 1112',
  '4111 1111 1111',
  '0412 345 678 and 02 9876 5432',
  '0412 345 678\n0298 765 432',
  '51 824 753 556',
  '12 units, 45 mm, 3000 x 600 x 720',
  '00000000-1111-4222-8333-444444444444',
  '0298 7651\n0412 345 678',
  'order 900411111111111111',
  'WA1234567 W7654321',
])('%j contains none', (text) => {
  expect(holdsCardNumber(text)).toBe(false)
})

/** ISO/IEC 7812-1, annex B, on its own: the test must not ask what it tests. */
function checkDigit(body: string): string {
  const doubled = [...body].toReversed().map((digit, at) => (at % 2 === 0 ? Number(digit) * 2 : Number(digit)))
  const sum = doubled.flatMap((value) => [...String(value)].map(Number)).reduce((total, value) => total + value, 0)
  return String((10 - (sum % 10)) % 10)
}

test('any number of 13 to 19 digits with a valid checksum is found, with any spaces and dashes', () => {
  const number = fc
    .tuple(fc.constantFrom('2', '3', '4', '5', '6'), fc.stringMatching(/^\d{11,17}$/))
    .map(([first, rest]) => {
      const body = `${first}${rest}`
      return `${body}${checkDigit(body)}`
    })
  fc.assert(
    fc.property(number, fc.array(fc.constantFrom('', ' ', '-', ' - ')), fc.string(), (digits, between, around) => {
      const parted = [...digits].map((digit, at) => `${digit}${between[at % (between.length || 1)] ?? ''}`).join('')
      const words = around.replaceAll(/[\p{Nd}\p{No}]/gu, 'x')
      return digits.length >= 13 && holdsCardNumber(`${words}, ${parted} ${words}`)
    }),
  )
})

test('identifier fields are exempt by name; a barcode can be searched for', () => {
  // Both a barcode and a number that passes the checksum of cards.
  const both = Array.from({ length: 5_000 }, (_, at) => String(4_000_000_000_000 + at)).find(
    (text) => isBarcode(text) && holdsCardNumber(text),
  )
  expect(both).toMatch(/^\d{13}$/)
  expect(
    ['cartId', 'gtin', 'trackingNumber', 'orderToken', 'encryptedValues'].map((name) =>
      isCardNumberIn(name, '4111111111111111'),
    ),
  ).toEqual([false, false, false, false, false])
  expect([isCardNumberIn('searchTerm', both ?? ''), isCardNumberIn('searchTerm', '4111111111111111')]).toEqual([
    false,
    true,
  ])
})

test('the field is named by its path, in lists, records and names too', () => {
  const card = '4111 1111 1111 1111'
  expect(cardNumberField({ a: { b: ['x', card] } })).toBe('a.b')
  expect(cardNumberField({ context: { [card]: 1 } })).toBe('context')
  expect(cardNumberField({ encryptedValues: { shop: card }, id: card })).toBeNull()
  // A name that is an identifier's excuses a text of its own and not a whole record.
  expect(cardNumberField({ value: { note: card } })).toBe('value.note')
  expect(cardNumberFieldOf(new URLSearchParams({ name: 'Ana', message: card }))).toBe('message')
})
