/** The Deals Club: any account holder can join it and gets its prices (decision 0041). */

export const dealsClubPath = '/account/deals-club'
