import { expect, test } from 'vitest'
import { giftCardName, giftCardPayments, maxGiftCards, namedGiftCard } from './gift-cards.ts'

test('up to five gift cards pay for a cart, in the order added [cart-08]', () => {
  expect(maxGiftCards).toBe(5)
  const cards = [50_00, 100_00, 20_00].map((balance, at) => ({ code: `GIFT-${at}`, balance }))
  expect(giftCardPayments(cards, 120_00).map(({ cents }) => cents)).toEqual([50_00, 70_00, 0])
})

test('a gift card is named by the end of its code, unless another card ends the same', () => {
  const cards = ['GIFT-DEMO-AU-500', 'GIFT-DEMO-NZ-500', 'GIFT-7'].map((code) => ({ code }))
  const names = cards.map(({ code }) => giftCardName(code, cards))
  expect(names).toEqual(['U-500', 'Z-500', 'FT-7'])
  const codes = cards.map(({ code }) => code)
  expect(names.map((name) => namedGiftCard(name, codes))).toEqual(codes)
  expect(codes.map((code) => namedGiftCard(code, codes))).toEqual(codes)
  // Both end like it; too short to name anything; none of them.
  expect(['-500', '500', '', 'OTHER'].map((text) => namedGiftCard(text, codes))).toEqual([null, null, null, null])
  // The whole code of one card, and the end of another.
  expect(namedGiftCard('1234', ['1234', '991234'])).toBe('1234')
  expect(namedGiftCard('234', ['1234'])).toBeNull()
})
