import { expect, test } from 'vitest'
import { isExpired, savedCardName, storedExpiry, usableCard, type SavedCard } from './saved-cards.ts'

const card: SavedCard = { id: 'a', brand: 'visa', lastFour: '1111', expiryMonth: 3, expiryYear: 2030 }

test('a card is valid to the end of its month', () => {
  const months = [
    { year: 2029, month: 12 },
    { year: 2030, month: 3 },
    { year: 2030, month: 4 },
    { year: 2031, month: 1 },
  ]
  expect(months.map((today) => isExpired(card, today))).toEqual([false, false, true, true])
})

test('a card is named by brand, last four digits and expiry', () => {
  const today = { year: 2030, month: 3 }
  expect(savedCardName(card, today)).toBe('Visa ending 1111, expires 03/30')
  expect(savedCardName({ ...card, brand: 'mc', expiryMonth: 2 }, today)).toBe('Mastercard ending 1111, expired 02/30')
  expect(savedCardName({ ...card, brand: 'something new' }, today)).toBe('Card ending 1111, expires 03/30')
})

test('the first card that has not expired is the default', () => {
  const today = { year: 2030, month: 4 }
  const other = { ...card, id: 'b', expiryMonth: 4 }
  expect(usableCard([card, other], today)).toBe(other)
  expect(usableCard([card], today)).toBeNull()
})

test('the gateway’s expiry is read with and without a leading zero, and nothing else is', () => {
  expect(['3/2030', '03/2030', '12/2030'].map(storedExpiry)).toEqual([
    { month: 3, year: 2030 },
    { month: 3, year: 2030 },
    { month: 12, year: 2030 },
  ])
  expect(['', '13/2030', '3/30', '3/1999', 'x'].map(storedExpiry)).toEqual([null, null, null, null, null])
})
