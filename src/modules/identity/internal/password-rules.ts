import { brands } from '../../../brands/brands.ts'

/** Length is the only requirement of a password; common ones are rejected on the server (decision identity-12). */

export const passwordTexts = {
  short: 'Your password needs at least 8 characters',
  long: 'Your password can have at most 128 bytes',
  common: 'This password is too common. Please choose another one',
  wrong: 'Your current password is incorrect',
} as const

export const shortestPassword = 8
export const longestPassword = 128

/** Rules that run anywhere; whether a password is common is checked on the server. */
export function passwordProblem(password: string): string | null {
  if (Array.from(password).length < shortestPassword) return passwordTexts.short
  if (new TextEncoder().encode(password).byteLength > longestPassword) return passwordTexts.long
  return null
}

const bare = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, '')
const ownNames = new Set(brands.flatMap((brand) => [bare(brand.companyName), brand.app]))

/** The shop's own name with nothing but digits and signs around it is the first thing anybody tries. */
export function isOwnName(password: string): boolean {
  return ownNames.has(bare(password))
}
