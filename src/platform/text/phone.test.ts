import { describe, expect, test } from 'vitest'
import {
  australianLength,
  cleanPhone,
  formatPhone,
  longestInternational,
  phoneProblem,
  phoneTexts,
  tollFree,
} from './phone.ts'

describe('Australian numbers', () => {
  test('a landline is 0, an area digit of 1, 2, 3, 6, 7, 8, 9, then 8 digits [PHONE-01]', () => {
    for (const digit of '1236789') expect(phoneProblem(`0${digit}98765432`, 'AU')).toBeNull()
    expect(phoneProblem('0098765432', 'AU')).toBe('Please enter a valid phone number')
    expect(phoneProblem('029876543', 'AU')).toBe('Please enter a valid phone number')
  })

  test('a mobile is 04 or 05 and 8 digits [PHONE-02]', () => {
    expect(phoneProblem('0412345678', 'AU')).toBeNull()
    expect(phoneProblem('0512345678', 'AU')).toBeNull()
    for (const wrong of ['041234567', '04123456789', '0012345678'])
      expect(phoneProblem(wrong, 'AU')).toBe('Please enter a valid phone number')
  })

  test('eight digits alone lack an area code [PHONE-03]', () => {
    expect(phoneProblem('9876 5432', 'AU')).toBe('Please include your area code.')
    for (const wrong of ['9876 543', '9876 54321'])
      expect(phoneProblem(wrong, 'AU')).toBe('Please enter a valid phone number')
    expect(phoneProblem('9876 5432', 'NZ')).toBe('Please enter a valid phone number')
  })
})

describe('New Zealand numbers', () => {
  test('a landline is 03 to 09 and 7 digits [PHONE-05]', () => {
    for (const digit of '3456789') expect([digit, phoneProblem(`0${digit} 123 4567`, 'NZ')]).toEqual([digit, null])
    for (const wrong of ['00 123 4567', '01 123 4567', '02 123 456', '09 123 456', '09 123 45678'])
      expect([wrong, phoneProblem(wrong, 'NZ')]).toEqual([wrong, 'Please enter a valid phone number'])
  })

  test('a mobile is 02 and 7 to 9 digits [PHONE-06]', () => {
    for (const rest of ['1234567', '12345678', '123456789']) expect(phoneProblem(`02${rest}`, 'NZ')).toBeNull()
    expect(phoneProblem('02123456', 'NZ')).toBe('Please enter a valid phone number')
    expect(phoneProblem('021234567890', 'NZ')).toBe('Please enter a valid phone number')
  })

  test('0800 and 0508 are toll-free [PHONE-07]', () => {
    expect(tollFree.test('0800100900')).toBe(true)
    expect(tollFree.test('0508123456')).toBe(true)
    expect(tollFree.test('0900123456')).toBe(false)
    for (const number of ['0800 100 900', '0508 123 456']) expect(phoneProblem(number, 'NZ')).toBeNull()
    expect(phoneProblem('0800 100 900', null)).toBeNull()
  })
})

test('spaces are ignored, and without a country either format is accepted [PHONE-08]', () => {
  expect(phoneProblem(' 04 12 34 56 78 ', null)).toBeNull()
  expect(phoneProblem('09 123 4567', null)).toBeNull()
  expect(phoneProblem('09 123 4567', 'AU')).not.toBeNull()
})

test('every form of the country code becomes a leading 0 [PHONE-09]', () => {
  for (const text of ['+61 412 345 678', '61412345678', '0061 412-345-678', '(0412) 345 678']) {
    expect(cleanPhone(text)).toBe('0412345678')
  }
  for (const text of ['+64 21 123 4567', '64211234567', '0064 21 123 4567']) expect(cleanPhone(text)).toBe('0211234567')
  expect(cleanPhone('61234567')).toBe('61234567')
  expect(cleanPhone(' (02) 98-76.54/32 ext 7_')).toBe('0298765432ext7')
})

test('a number has at most 10 digits in Australia and 15 anywhere [PHONE-11]', () => {
  expect([australianLength, longestInternational]).toEqual([10, 15])
  expect(phoneProblem('0412 345 678', 'AU')).toBeNull()
  expect(phoneProblem('0412 345 6789', 'AU')).toBe(phoneTexts.invalid)
  for (const country of ['NZ', null] as const) expect(phoneProblem('0'.repeat(16), country)).toBe(phoneTexts.invalid)
})

test('mobiles are grouped 4-3-rest and landlines 2-4-rest [PHONE-10]', () => {
  expect(formatPhone('0412345678', 'AU')).toBe('0412 345 678')
  expect(formatPhone('0298765432', 'AU')).toBe('02 9876 5432')
  expect(formatPhone('0211234567', 'NZ')).toBe('0211 234 567')
  expect(formatPhone('091234567', 'NZ')).toBe('09 1234 567')
  expect(formatPhone('+64 21 123 45678', 'NZ')).toBe('0211 234 5678')
  // Neither of the two stays as it is.
  for (const other of ['0800 100 900', '9876 5432', '']) expect(formatPhone(other, 'NZ')).toBe(other)
})
