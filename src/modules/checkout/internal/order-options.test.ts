import { describe, expect, test } from 'vitest'
import { guest, type Principal } from '../../identity/identity.ts'
import { orderOptions, type OptionFacts } from './order-options.ts'

const profile = { email: 'kim@trade.example', phone: null, shippingAddress: null, billingAddress: null }
const member: Principal = { kind: 'member', userId: 'm', profile }
const trade: Principal = { kind: 'trade', userId: 't', profile, hasApprovedCredit: true }
const staff: Principal = { kind: 'staff', userId: 's', winningUserId: 'W7', salespersonCode: 'NT01', subdivision: '1' }

const options = (more: Partial<OptionFacts> = {}) =>
  orderOptions({
    principal: guest,
    brand: { offersCreditAccount: false },
    hasStore: false,
    paysAgency: false,
    redirects: {},
    takesZipInStore: true,
    hasPaidInstalls: false,
    delivered: 0,
    ...more,
  })

describe('checkout view flags', () => {
  test('show instructions for everyone, and what cart and configuration add', () => {
    expect(options()).toBe(16)
    expect(options({ principal: member })).toBe(16)
    expect(options({ redirects: { afterpay: {} }, hasPaidInstalls: true })).toBe(16 + 32 + 2048)
    expect(options({ redirects: { paypal: {}, zip: {} } })).toBe(2 + 16 + 256)
  })

  test('depend on the items, with the delivery override for staff only', () => {
    const delivered = 1024 + 8192 + 16384 + 32768
    expect(options({ delivered })).toBe(16 + 1024 + 8192 + 16384)
    expect(options({ principal: { ...staff, salespersonCode: null }, delivered })).toBe(16 + delivered)
    expect(options({ principal: member, delivered: 32768 })).toBe(16)
  })

  test('enable cash and carry for store staff, and credit for approved trade customers where offered [OFLAG-01] [STFC-06]', () => {
    expect(options({ principal: staff })).toBe(16 + 64 + 128)
    expect(options({ principal: staff, hasStore: true })).toBe(16 + 64 + 128 + 512 + 4096)
    expect(options({ principal: staff, hasStore: true, takesZipInStore: false })).toBe(16 + 64 + 128 + 4096)
    // Zip pays one seller only, in a store as well.
    expect(options({ principal: staff, hasStore: true, paysAgency: true })).toBe(16 + 64 + 128 + 4096)
    expect(options({ principal: { ...staff, salespersonCode: null }, hasStore: true })).toBe(16)
    expect(options({ principal: guest, hasStore: true })).toBe(16)
    const brand = { offersCreditAccount: true }
    expect(options({ principal: trade, brand })).toBe(16 + 4)
    expect(options({ principal: trade })).toBe(16)
    expect(options({ principal: { ...trade, hasApprovedCredit: false }, brand })).toBe(16)
    expect(options({ principal: member, brand })).toBe(16)
  })
})
