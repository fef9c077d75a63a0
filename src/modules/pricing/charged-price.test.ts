import { describe, expect, test } from 'vitest'
import { chargedPrice, memberPriceOf } from './charged-price.ts'

const offer = { price: 100_00, rrp: null, memberPrice: 90_00 }
const charged = (more: object, { agreed = null as number | null, isMember = true, quantity = 1 } = {}) =>
  chargedPrice({ ...offer, ...more }, { agreed, isMember, quantity })

describe('the charged price of a line', () => {
  test('is the member price for members only [SETT-22]', () => {
    expect(charged({})).toEqual({ price: 90_00, lineDiscount: 0, isMembers: true, volumeFrom: null })
    expect(charged({}, { quantity: 3 })).toEqual({ price: 90_00, lineDiscount: 0, isMembers: true, volumeFrom: null })
    expect(charged({}, { isMember: false })).toEqual({
      price: 100_00,
      lineDiscount: 0,
      isMembers: false,
      volumeFrom: null,
    })
  })

  test('never exceeds the public price, and never changes a manufacturer-fixed one [SETT-22]', () => {
    expect(charged({ price: 89_00 })).toEqual({ price: 89_00, lineDiscount: 0, isMembers: false, volumeFrom: null })
    expect(charged({ price: 90_00 })).toEqual({ price: 90_00, lineDiscount: 0, isMembers: false, volumeFrom: null })
    expect(charged({ priceType: 'manufacturer' })).toMatchObject({ price: 100_00 })
    expect(charged({ price: null })).toMatchObject({ price: null })
    expect(charged({ price: 0 })).toMatchObject({ price: 0 })
  })

  test('is the agreed price where lower [SETT-22]', () => {
    expect(charged({}, { agreed: 85_00 })).toMatchObject({ price: 85_00 })
    expect(charged({}, { agreed: 95_00 })).toMatchObject({ price: 90_00 })
    expect(charged({ lineDiscount: 20_00 }, { agreed: 95_00, isMember: false })).toMatchObject({
      price: 95_00,
      lineDiscount: 0,
    })
  })

  test('compares whole lines where a line discount applies [SETT-22]', () => {
    const lineDiscount = 20_00
    expect(charged({ lineDiscount })).toEqual({ price: 100_00, lineDiscount, isMembers: false, volumeFrom: null })
    expect(charged({ lineDiscount }, { quantity: 3 })).toEqual({
      price: 90_00,
      lineDiscount: 0,
      isMembers: true,
      volumeFrom: null,
    })
  })
})

test('a member price is shown where one unit is cheaper [SETT-22]', () => {
  expect(memberPriceOf(offer)).toBe(90_00)
  expect(memberPriceOf({ price: 100_00, rrp: null })).toBeNull()
  expect(memberPriceOf({ ...offer, lineDiscount: 10_00 })).toBeNull()
})
