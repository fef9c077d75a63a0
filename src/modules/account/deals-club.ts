/** The Deals Club: any account holder can join it and gets its prices (decision 0041). */

export const dealsClubPath = '/account/deals-club'

/** Of one account in one app; instants are ISO 8601, null while it is no member. */
export type Membership = { readonly isMember: boolean; readonly joinedAt: string | null }
