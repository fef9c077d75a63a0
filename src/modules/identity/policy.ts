import type { Brand } from '../../brands/brands.ts'
import { minutes } from '../../platform/clock.ts'
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
  /** To place orders in a store's name, to keep projects and reminders, and to agree on prices. */
  sell: (principal) => isSeller(principal),
  /** The shop's toolbar, and at the staff host what is known of a product inside the house: its cost, margin, notes. */
  'work in panels': ({ kind }) => kind === 'staff',
  /** To say what a product costs us. */
  'set costs': (principal) => principal.kind === 'staff' && principal.isAdministrator === true,
  'override a delivery': ({ kind }) => kind === 'staff',
  administer: (principal) => principal.kind === 'staff' && principal.isAdministrator === true,
  /** To see the back office: orders, customers, what is sold and what it costs. */
  'use the office': ({ kind }) => kind === 'staff',
  /** Products, brands, categories, stock, energy tariffs and what search makes of words. */
  'manage the catalogue': (principal) => isOfTheHouse(principal),
  /** Prices, their schedules and floors; coupons and gift cards, which are money too. */
  'set prices': (principal) => principal.kind === 'staff' && principal.isAdministrator === true,
  'manage promotions': (principal) => isOfTheHouse(principal),
  /** Pages, posts, banners, the menu, addresses that have moved. */
  'manage content': (principal) => isOfTheHouse(principal),
  /** Zones, days, services, holidays, warehouses; stores and their hours. */
  'manage deliveries': (principal) => isOfTheHouse(principal),
  /** What customers wrote about products. */
  moderate: (principal) => isOfTheHouse(principal),
  /** What customers ask, and what they wait for. */
  'answer customers': ({ kind }) => kind === 'staff',
  /** To send orders on their way and to give them another day. */
  'change orders': (principal) => isOfTheHouse(principal),
  /** To give money back. */
  refund: (principal) => principal.kind === 'staff' && principal.isAdministrator === true,
  /** What the shop does and does not: feature settings. */
  'change settings': (principal) => principal.kind === 'staff' && principal.isAdministrator === true,
  /** Who works here and as what. */
  'manage staff': (principal) => principal.kind === 'staff' && principal.isAdministrator === true,
  /** Jobs, payments that do not fit, and the log. */
  'watch the machine': (principal) => principal.kind === 'staff' && principal.isAdministrator === true,
} as const satisfies Record<string, Rule>

export type Permission = keyof typeof rules

export function can(principal: Principal, permission: Permission, brand: Parameters<Rule>[1] = {}): boolean {
  return rules[permission](principal, brand)
}

/** Why not: nobody knows who asks, or it is known and not theirs to do. Null when they may. */
export function problemOf(principal: Principal, permission: Permission): 401 | 403 | null {
  if (can(principal, permission)) return null
  return principal.kind === 'guest' ? 401 : 403
}

/** Staff who sell. */
export function isSeller(principal: Principal): principal is Staff & { readonly salespersonCode: string } {
  return principal.kind === 'staff' && principal.salespersonCode !== null
}

/** Staff who do not sell: administrators are. */
function isOfTheHouse(principal: Principal): boolean {
  return principal.kind === 'staff' && principal.salespersonCode === null
}

/** Whether a password, or another provider, is not enough: never for the shop's own people, else where its owner says so. */
export function needsSecondFactor(account: {
  readonly winningUserId: string | null
  readonly asksSecondFactor: boolean
}): boolean {
  return account.winningUserId !== null || account.asksSecondFactor
}

/** Acts that ask for a proof of who somebody is that is a few minutes old at most. */
export type SensitiveAction =
  | 'change the email'
  | 'change the password'
  | 'change second factors'
  | 'connect a provider'
  | 'close the account'
  | 'download the data'
  | 'act for a customer'
  | 'change roles'
  | 'refund'
  | 'export data'

export const freshFor = minutes(5)
/** Staff do several such things in a row. */
export const staffFreshFor = minutes(10)

const staffPermissions: ReadonlySet<SensitiveAction> = new Set([
  'act for a customer',
  'change roles',
  'refund',
  'export data',
])

/** What of the shop's people's work asks for the second factor again: by what the policy calls it, or by what is done. */
export const sensitiveActions = {
  refund: 'refund',
  'manage staff': 'change roles',
  'work for customer': 'act for a customer',
  download: 'export data',
} as const satisfies Record<string, SensitiveAction>

export const sensitiveActionOf = (work: string): SensitiveAction | null =>
  Object.hasOwn(sensitiveActions, work) ? sensitiveActions[work as keyof typeof sensitiveActions] : null

/** Whether whoever asks has to prove again who they are before the act. Nobody knows when: they have to. */
export function asksForProof(
  permission: SensitiveAction,
  { authenticatedAt }: { readonly authenticatedAt?: Date | undefined },
  now: Date,
): boolean {
  return (
    authenticatedAt === undefined ||
    now.getTime() - authenticatedAt.getTime() > (staffPermissions.has(permission) ? staffFreshFor : freshFor)
  )
}

/** Whether staff have to give their second factor again before the act. */
export const mustProve = (
  { authenticatedAt }: { readonly authenticatedAt: Date | null },
  act: SensitiveAction,
  now: Date,
): boolean => authenticatedAt !== null && asksForProof(act, { authenticatedAt }, now)
