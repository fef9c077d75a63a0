import type { Country } from '../../brands/apps.ts'

/** The kinds of principals (decision platform-15). */

export type Principal = Guest | Member | TradeCustomer | Staff

export type Guest = { readonly kind: 'guest' }

/** A signed-in customer. */
export type Member = Proved & { readonly kind: 'member'; readonly userId: string; readonly profile: Profile }

/** The time of the last authentication, for actions that require a recent one (policy.ts). */
type Proved = { readonly authenticatedAt?: Date }

/** A customer whose account the shop manages, so they cannot edit the profile (decision checkout-22). */
export type TradeCustomer = Proved & {
  readonly kind: 'trade'
  readonly userId: string
  readonly profile: Profile
  /** May buy on account, up to a limit that is checked when an order is placed. */
  readonly hasApprovedCredit: boolean
}

/** A member of staff. Their own data is never used as a customer's (decision checkout-26). */
export type Staff = Proved & {
  readonly kind: 'staff'
  readonly userId: string
  /** Their staff number, which is stored with orders they place. */
  readonly winningUserId: string
  /** Null for staff who do not sell. */
  readonly salespersonCode: string | null
  /** The storeId of their store, as text; null for those without one. */
  readonly subdivision: string | null
  readonly isAdministrator?: true
}

/** A customer's own details. */
export type Profile = {
  readonly email: string
  /** The account holder's name, where no address has one. */
  readonly firstName?: string
  readonly lastName?: string
  /** Whether they have subscribed to news. */
  readonly newsletter?: boolean
  readonly phone: string | null
  readonly shippingAddress: ProfileAddress | null
  readonly billingAddress: ProfileAddress | null
}

export type ProfileAddress = {
  readonly firstName: string
  readonly lastName: string
  /** '' when there is none. */
  readonly companyName: string
  readonly address: string
  readonly suburb: string
  /** '' in New Zealand. */
  readonly state: string
  readonly postcode: string
  readonly country: Country
  readonly deliveryInstructions?: string
}

export const guest: Guest = { kind: 'guest' }
