import { expect, test } from 'vitest'
import { guest, type Principal } from './identity.ts'
import { may, refusalOf, type Act } from './policy.ts'

const profile = { email: 'a@b.example', phone: null, shippingAddress: null, billingAddress: null }
const staff = { kind: 'staff', userId: 's', winningUserId: 'W1', subdivision: null, salespersonCode: null } as const
const people = {
  guest,
  member: { kind: 'member', userId: 'm', profile },
  trade: { kind: 'trade', userId: 't', profile, hasApprovedCredit: true },
  'trade without credit': { kind: 'trade', userId: 't', profile, hasApprovedCredit: false },
  staff,
  seller: { ...staff, salespersonCode: 'NT01' },
  administrator: { ...staff, isAdministrator: true },
} as const satisfies Record<string, Principal>

const businessApp = { hidesPricesWhenAnonymous: true, offersCreditAccount: true }

/** Who may do what on an app for businesses, where most is asked. */
const table: Record<Act, readonly (keyof typeof people)[]> = {
  buy: ['member', 'trade', 'trade without credit', 'staff', 'seller', 'administrator'],
  'use an account': ['member', 'trade', 'trade without credit', 'staff', 'seller', 'administrator'],
  'keep a cart': ['member', 'trade', 'trade without credit'],
  'buy on account': ['trade'],
  sell: ['seller'],
  'override a delivery': ['staff', 'seller', 'administrator'],
  administer: ['administrator'],
}

test.each(Object.entries(table) as [Act, (keyof typeof people)[]][])('%s: %s', (act, allowed) => {
  const found = Object.entries(people).filter(([, who]) => may(who, act, businessApp))
  expect(found.map(([name]) => name)).toEqual(allowed)
})

test('everybody buys on the other apps, and nobody on account', () => {
  expect(may(guest, 'buy')).toBe(true)
  expect(may(people.trade, 'buy on account')).toBe(false)
})

test('a guest is asked to sign in, and everybody else is told no', () => {
  expect(refusalOf(guest, 'administer')).toBe(401)
  expect(refusalOf(people.member, 'administer')).toBe(403)
  expect(refusalOf(people.administrator, 'administer')).toBeNull()
})
