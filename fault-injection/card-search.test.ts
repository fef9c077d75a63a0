import { CompactEncrypt, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { findCardData, findCards } from './card-search.ts'

const found = (text: string) => findCardData('here', text).map((one) => one.what)

test('finds card numbers, with or without spaces, and security codes on their own', () => {
  expect(found('card 4111111111111111 declined')).toEqual(['a card number'])
  expect(found('{"n":"4212 3456 7890 1237"}')).toEqual(['a card number'])
  expect(found('{"cvc":"9713"}')).toEqual(['a security code'])
  expect(found(String.raw`"{\"cvc\":\"9713\"}"`)).toEqual(['a security code'])
  expect(found('number=1&cvc=9713')).toEqual(['a security code'])
})

test('finds an encrypted card, but not a signed token', async () => {
  const key = new Uint8Array(32)
  const header = { alg: 'dir', enc: 'A256GCM' } as const
  const card = new TextEncoder().encode('{"number":"4111111111111111"}')
  expect(found(await new CompactEncrypt(card).setProtectedHeader(header).encrypt(key))).toEqual(['an encrypted card'])
  expect(found(await new SignJWT({ sub: 'somebody' }).setProtectedHeader({ alg: 'HS256' }).sign(key))).toEqual([])
})

test('leaves text alone that looks like neither', () => {
  expect(found(`order 19713, 97.13, id 01J9713ABC, last four 1111, total ${findCards.cvc}5`)).toEqual([])
})
