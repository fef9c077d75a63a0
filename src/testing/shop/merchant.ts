/** The merchant accounts of a test shop, and its cards. */

export const merchantAccount = 'TestECOM'
/** The special brand's; present in a shop opened with `paysAgency`. */
export const agencyAccount = 'TestAgencyECOM'
export const paysAgency = { GATEWAY_AGENCY_MERCHANT_ACCOUNT: agencyAccount } as const
export const hmacKey = '7e'.repeat(32)
/** Unique values, so finding one anywhere means finding card data. */
export const testCard = { number: '4111 1111 1111 1111', challenged: '4212 3456 7890 1237', cvc: '9713' } as const
