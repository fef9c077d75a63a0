import { expect, test } from 'vitest'
import { guest, type Principal } from './identity.ts'
import { minutes } from '../../platform/clock.ts'
import { asksForProof, can, needsSecondFactor, problemOf, type Permission } from './policy.ts'

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
const table: Record<Permission, readonly (keyof typeof people)[]> = {
  buy: ['member', 'trade', 'trade without credit', 'staff', 'seller', 'administrator'],
  'use an account': ['member', 'trade', 'trade without credit', 'staff', 'seller', 'administrator'],
  'keep a cart': ['member', 'trade', 'trade without credit'],
  'buy on account': ['trade'],
  sell: ['seller'],
  'use staff panels': ['staff', 'seller', 'administrator'],
  'set costs': ['administrator'],
  'override a delivery': ['staff', 'seller', 'administrator'],
  administer: ['administrator'],
  'use the back office': ['staff', 'seller', 'administrator'],
  'manage the catalogue': ['staff', 'administrator'],
  'set prices': ['administrator'],
  'manage promotions': ['staff', 'administrator'],
  'manage content': ['staff', 'administrator'],
  'manage deliveries': ['staff', 'administrator'],
  moderate: ['staff', 'administrator'],
  'answer customers': ['staff', 'seller', 'administrator'],
  'change orders': ['staff', 'administrator'],
  refund: ['administrator'],
  'change settings': ['administrator'],
  'manage staff': ['administrator'],
  'monitor the system': ['administrator'],
}

test.each(Object.entries(table) as [Permission, (keyof typeof people)[]][])('%s: %s', (permission, allowed) => {
  const found = Object.entries(people).filter(([, who]) => can(who, permission, businessApp))
  expect(found.map(([name]) => name)).toEqual(allowed)
})

test('everyone can buy on the other apps, and nobody on account', () => {
  expect(can(guest, 'buy')).toBe(true)
  expect(can(people.trade, 'buy on account')).toBe(false)
})

test('a guest is asked to sign in, everyone else is refused', () => {
  expect(problemOf(guest, 'administer')).toBe(401)
  expect(problemOf(people.member, 'administer')).toBe(403)
  expect(problemOf(people.administrator, 'administer')).toBeNull()
})

test('staff always need two factors, others when they choose to', () => {
  const needs = (winningUserId: string | null, asksSecondFactor: boolean) =>
    needsSecondFactor({ winningUserId, asksSecondFactor })
  expect([needs(null, false), needs(null, true), needs('W1', false), needs('W1', true)]).toEqual([
    false,
    true,
    true,
    true,
  ])
})

test('a proof lasts five minutes, for staff ten, and a missing one counts as none', () => {
  const now = new Date('2026-11-24T10:00:00Z')
  const ago = (ms: number) => ({ authenticatedAt: new Date(now.getTime() - ms) })
  const asks = (who: { authenticatedAt?: Date }) => asksForProof('change the email', who, now)
  expect([asks(ago(0)), asks(ago(minutes(5))), asks(ago(minutes(5) + 1)), asks({})]).toEqual([false, false, true, true])
  for (const action of ['act for a customer', 'change roles', 'refund', 'export data'] as const)
    expect([minutes(10), minutes(10) + 1].map((ms) => asksForProof(action, ago(ms), now))).toEqual([false, true])
})
