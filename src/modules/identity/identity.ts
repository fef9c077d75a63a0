import type { Country } from '../../brands/apps.ts'

/** Who is asking: the kinds of people the shop tells apart (decision platform-15). */

export type Principal = Guest | Member | TradeCustomer | Staff

export type Guest = { readonly kind: 'guest' }

/** Somebody who has signed in to buy for themselves. */
export type Member = Proved & { readonly kind: 'member'; readonly userId: string; readonly profile: Profile }

/** When somebody last proved who they are, for acts that ask for it to be recent (policy.ts). */
type Proved = { readonly authenticatedAt?: Date }

/** A customer whose account the shop manages: the profile is the shop's to change and not theirs (decision checkout-22). */
export type TradeCustomer = Proved & {
  readonly kind: 'trade'
  readonly userId: string
  readonly profile: Profile
  /** May buy on account, up to a limit that is looked at when an order is placed. */
  readonly hasApprovedCredit: boolean
}

/** Somebody of the shop's own people. Their own data is never taken for a customer's (decision checkout-26). */
export type Staff = Proved & {
  readonly kind: 'staff'
  readonly userId: string
  /** Their number in the company, which an order they place keeps. */
  readonly winningUserId: string
  /** Null for staff who do not sell. */
  readonly salespersonCode: string | null
  /** The storeId of the store they work in, as text; null for those who work in none. */
  readonly subdivision: string | null
  readonly isAdministrator?: true
}

/** What a customer has told the shop of themselves. */
export type Profile = {
  readonly email: string
  /** The owner's own name, where no address says one. */
  readonly firstName?: string
  readonly lastName?: string
  /** Whether they have asked for news. */
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
