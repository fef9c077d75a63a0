import { expect, test } from 'vitest'
import { readPriceMatch } from './pricematch.ts'

const facts = { ownPrice: 150_000, country: 'AU' } as const
const good = {
  competitor: ' The  Other Shop ',
  competitorUrl: 'https://other.example/fridge',
  competitorPrice: '$1,299.00',
  postcode: '2000',
  name: 'Ana Lee',
  email: 'Ana@Example.com',
  phone: '',
  message: '',
}

test('a request is normalised: single spaces, cents, lower-case email, null for empty fields', () => {
  expect(readPriceMatch(good, facts)).toEqual({
    ok: true,
    value: {
      competitor: 'The Other Shop',
      competitorUrl: 'https://other.example/fridge',
      competitorPrice: 129_900,
      postcode: '2000',
      name: 'Ana Lee',
      email: 'ana@example.com',
      phone: null,
      message: null,
    },
  })
})

test.each([
  ['competitor', '', 'Enter the name of the other shop'],
  ['competitorUrl', 'javascript:alert(1)', 'Enter the link to the product page, starting with https://'],
  ['competitorPrice', 'cheap', 'Enter their price in dollars, such as 1299.00'],
  ['competitorPrice', '1500', 'Enter a price that is lower than ours'],
  ['postcode', '20', 'Enter a postcode of 4 digits'],
  ['name', ' ', 'Enter your name, at most 80 characters'],
  ['email', 'ana', 'Enter an email address like name@example.com'],
  ['phone', '12', 'Please enter a valid phone number'],
  ['message', 'x'.repeat(1_001), 'Write at most 1000 characters'],
])('%s of “%s” is rejected with instructions', (field, text, message) => {
  expect(readPriceMatch({ ...good, [field]: text }, facts)).toEqual({ ok: false, problem: { [field]: message } })
})
