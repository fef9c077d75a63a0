import type { Brand } from '../../brands/brands.ts'
import type { Principal, Staff } from './identity.ts'

/**
 * The one answer to "may this person do that?" (decision platform-15). Whoever needs to know asks here, so that what a kind of person may
 * do stands in one table.
 */

type Rule = (
  principal: Principal,
  brand: Partial<Pick<Brand, 'hidesPricesWhenAnonymous' | 'offersCreditAccount'>>,
) => boolean

const rules = {
  /** To be shown prices, and so to buy: on apps for businesses only somebody who has signed in. */
  buy: ({ kind }, { hidesPricesWhenAnonymous }) => kind !== 'guest' || hidesPricesWhenAnonymous !== true,
  /** Screens and calls of an account. */
  'use an account': ({ kind }) => kind !== 'guest',
  /** To have a cart, orders and addresses of one's own: staff order for others. */
  'keep a cart': ({ kind }) => kind === 'member' || kind === 'trade',
  'buy on account': (principal, { offersCreditAccount }) =>
    offersCreditAccount === true && principal.kind === 'trade' && principal.hasApprovedCredit,
  /** To place orders in a store's name. */
  sell: (principal) => isSeller(principal),
  'override a delivery': ({ kind }) => kind === 'staff',
  administer: (principal) => principal.kind === 'staff' && principal.isAdministrator === true,
} as const satisfies Record<string, Rule>

export type Act = keyof typeof rules

export function may(principal: Principal, act: Act, brand: Parameters<Rule>[1] = {}): boolean {
  return rules[act](principal, brand)
}

/** Why not: nobody knows who asks, or it is known and not theirs to do. Null when they may. */
export function refusalOf(principal: Principal, act: Act): 401 | 403 | null {
  if (may(principal, act)) return null
  return principal.kind === 'guest' ? 401 : 403
}

/** Staff who sell. */
export function isSeller(principal: Principal): principal is Staff & { readonly salespersonCode: string } {
  return principal.kind === 'staff' && principal.salespersonCode !== null
}
