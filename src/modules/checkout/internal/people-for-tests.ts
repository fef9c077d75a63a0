import type { Principal, Profile, Staff } from '../../identity/identity.ts'

export const home = {
  firstName: 'Kim',
  lastName: 'Tran',
  companyName: 'Tran Building',
  address: '9 Quarry Road',
  suburb: 'Melbourne',
  state: 'VIC',
  postcode: '3000',
  country: 'AU',
} as const
/** Of a customer with an account, at two addresses. */
export const profile: Profile = {
  email: 'kim@trade.example',
  phone: '0412 000 111',
  shippingAddress: { ...home, address: '1 Site Street' },
  billingAddress: home,
}
export const member: Principal = { kind: 'member', userId: 'u-1', profile }
export const trade: Principal = { kind: 'trade', userId: 'u-2', profile, hasApprovedCredit: true }
/** Somebody who sells, in no store until a test says so. */
export const nora: Staff = {
  kind: 'staff',
  userId: 'u-3',
  winningUserId: 'W123',
  salespersonCode: 'NT02',
  subdivision: null,
}
