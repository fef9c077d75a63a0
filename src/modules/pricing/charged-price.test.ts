import { describe, expect, test } from 'vitest'
import { chargedPrice, memberPriceOf } from './charged-price.ts'

const offer = { price: 100_00, rrp: null, memberPrice: 90_00 }
const charged = (more: object, { agreed = null as number | null, isMember = true, quantity = 1 } = {}) =>
  chargedPrice({ ...offer, ...more }, { agreed, isMember, quantity })

describe('what a line is charged at', () => {
  test("is a member's price for members alone [SETT-22]", () => {
    expect(charged({})).toEqual({ price: 90_00, lineDiscount: 0, isMembers: true })
    expect(charged({}, { quantity: 3 })).toEqual({ price: 90_00, lineDiscount: 0, isMembers: true })
    expect(charged({}, { isMember: false })).toEqual({ price: 100_00, lineDiscount: 0, isMembers: false })
  })

  test('is never more than what everybody pays, and never what the maker has not fixed [SETT-22]', () => {
    expect(charged({ price: 89_00 })).toEqual({ price: 89_00, lineDiscount: 0, isMembers: false })
    expect(charged({ price: 90_00 })).toEqual({ price: 90_00, lineDiscount: 0, isMembers: false })
    expect(charged({ priceType: 'manufacturer' })).toMatchObject({ price: 100_00 })
    expect(charged({ price: null })).toMatchObject({ price: null })
    expect(charged({ price: 0 })).toMatchObject({ price: 0 })
  })

  test('is what was agreed on where that is lower [SETT-22]', () => {
    expect(charged({}, { agreed: 85_00 })).toMatchObject({ price: 85_00 })
    expect(charged({}, { agreed: 95_00 })).toMatchObject({ price: 90_00 })
    expect(charged({ lineDiscount: 20_00 }, { agreed: 95_00, isMember: false })).toMatchObject({
      price: 95_00,
      lineDiscount: 0,
    })
  })

  test('goes by the whole line where something is off it [SETT-22]', () => {
    const lineDiscount = 20_00
    expect(charged({ lineDiscount })).toEqual({ price: 100_00, lineDiscount, isMembers: false })
    expect(charged({ lineDiscount }, { quantity: 3 })).toEqual({ price: 90_00, lineDiscount: 0, isMembers: true })
  })
})

test('a price for members is told where it is lower for one [SETT-22]', () => {
  expect(memberPriceOf(offer)).toBe(90_00)
  expect(memberPriceOf({ price: 100_00, rrp: null })).toBeNull()
  expect(memberPriceOf({ ...offer, lineDiscount: 10_00 })).toBeNull()
})
