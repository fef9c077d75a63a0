import { expect, test } from 'vitest'
import { isLooseEmail, isStandardEmail } from './email.ts'

test.each([
  'a@b.co',
  'ana.botha+shop@mail.example.com.au',
  "o'brien@example.org",
  ' ana@example.com ',
  'A@EXAMPLE.COM',
])('checkout and accounts accept %j [CHK-40]', (email) => expect(isStandardEmail(email)).toBe(true))

test.each([
  '',
  'ana',
  'ana@',
  '@example.com',
  'ana@example',
  'ana@-example.com',
  'ana@example..com',
  'a b@example.com',
  'ana@exa_mple.com',
  'ana@example.com,b@example.com',
  'ana@@example.com',
])('checkout and accounts reject %j [CHK-40]', (email) => expect(isStandardEmail(email)).toBe(false))

test('an email has 5 to 254 characters [CHK-41]', () => {
  const long = (length: number) => `${'a'.repeat(length - '@example.com'.length)}@example.com`
  expect([isStandardEmail('a@b.c'), isStandardEmail('a@.c')]).toEqual([true, false])
  expect([isStandardEmail(long(254)), isStandardEmail(long(255))]).toEqual([true, false])
})

test('newsletter, coupons and cart accept anything with an @ and a dot after it [PHONE-12]', () => {
  for (const email of ['a@b.c', 'ana@exa_mple.com', 'ünï@cödé.example']) expect(isLooseEmail(email)).toBe(true)
  for (const email of ['', 'a@b', 'a b@c.d', '@b.c', 'a@.', 'a@b@c.d']) expect(isLooseEmail(email)).toBe(false)
})
