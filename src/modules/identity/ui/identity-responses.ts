import type { IdentityValue } from './identity-calls.ts'

/** Responses of the identity host that several components use, as its endpoints declare them. */

export type TokenResponse = IdentityValue<'POST', 'relogin'>
export type LoginStep = IdentityValue<'GET', 'loginstep'>
export type Factors = IdentityValue<'GET', 'factors'>
export type TotpEnrolment = IdentityValue<'POST', 'begintotp'>
/** The response to setting up a factor. */
export type Enrolled = IdentityValue<'POST', 'addpasskey'>
