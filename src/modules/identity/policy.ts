import type { Brand } from '../../brands/brands.ts'
import { minutes } from '../../platform/clock.ts'
import type { Principal, Staff } from './identity.ts'

/** The authorisation policy (decision platform-15). All permission checks go through this table. */

type Rule = (
  principal: Principal,
  brand: Partial<Pick<Brand, 'hidesPricesWhenAnonymous' | 'offersCreditAccount'>>,
) => boolean

const rules = {
  /** To see prices, and so to buy: on business apps only after login. */
  buy: ({ kind }, { hidesPricesWhenAnonymous }) => kind !== 'guest' || hidesPricesWhenAnonymous !== true,
  /** Screens and calls of an account. */
  'use an account': ({ kind }) => kind !== 'guest',
  /** To have a cart, orders and addresses of one's own: staff order for others. */
  'keep a cart': ({ kind }) => kind === 'member' || kind === 'trade',
  'buy on account': (principal, { offersCreditAccount }) =>
    offersCreditAccount === true && principal.kind === 'trade' && principal.hasApprovedCredit,
  /** To place orders for a store, to use projects and reminders, and to agree prices. */
  sell: (principal) => isSeller(principal),
  /** The staff toolbar, and internal product data on the staff host: cost, margin, notes. */
  'use staff panels': ({ kind }) => kind === 'staff',
  /** To set cost prices. */
  'set costs': (principal) => principal.kind === 'staff' && principal.isAdministrator === true,
  'override a delivery': ({ kind }) => kind === 'staff',
  administer: (principal) => principal.kind === 'staff' && principal.isAdministrator === true,
  /** To see the back office: orders, customers, products and prices. */
  'use the back office': ({ kind }) => kind === 'staff',
  /** Products, brands, categories, stock, energy tariffs and search vocabulary. */
  'manage the catalogue': (principal) => isOfTheHouse(principal),
  /** Prices, their schedules and floors; coupons and gift cards, which are money too. */
  'set prices': (principal) => principal.kind === 'staff' && principal.isAdministrator === true,
  'manage promotions': (principal) => isOfTheHouse(principal),
  /** Pages, posts, banners, the menu, addresses that have moved. */
  'manage content': (principal) => isOfTheHouse(principal),
  /** Zones, days, services, holidays, warehouses; stores and their hours. */
  'manage deliveries': (principal) => isOfTheHouse(principal),
  /** Reviews and questions by customers. */
  moderate: (principal) => isOfTheHouse(principal),
  /** Contact requests and waiting lists. */
  'answer customers': ({ kind }) => kind === 'staff',
  /** To dispatch and reschedule orders. */
  'change orders': (principal) => isOfTheHouse(principal),
  /** To refund payments. */
  refund: (principal) => principal.kind === 'staff' && principal.isAdministrator === true,
  /** Feature settings of the shops. */
  'change settings': (principal) => principal.kind === 'staff' && principal.isAdministrator === true,
  /** Staff members and their roles. */
  'manage staff': (principal) => principal.kind === 'staff' && principal.isAdministrator === true,
  /** Jobs, payments that do not fit, and the log. */
  'monitor the system': (principal) => principal.kind === 'staff' && principal.isAdministrator === true,
} as const satisfies Record<string, Rule>

export type Permission = keyof typeof rules

export function can(principal: Principal, permission: Permission, brand: Parameters<Rule>[1] = {}): boolean {
  return rules[permission](principal, brand)
}

/** Why it is denied: 401 for an anonymous visitor, 403 for a known one. Null when it is permitted. */
export function problemOf(principal: Principal, permission: Permission): 401 | 403 | null {
  if (can(principal, permission)) return null
  return principal.kind === 'guest' ? 401 : 403
}

/** Sales staff. */
export function isSeller(principal: Principal): principal is Staff & { readonly salespersonCode: string } {
  return principal.kind === 'staff' && principal.salespersonCode !== null
}

/** Staff other than sales; administrators are included. */
function isOfTheHouse(principal: Principal): boolean {
  return principal.kind === 'staff' && principal.salespersonCode === null
}

/** Whether a second factor is required: always for staff, otherwise if the owner has turned it on. */
export function needsSecondFactor(account: {
  readonly winningUserId: string | null
  readonly asksSecondFactor: boolean
}): boolean {
  return account.winningUserId !== null || account.asksSecondFactor
}

/** Actions that require an authentication within the last few minutes. */
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

/** Staff actions that require the second factor again: by permission, or by action. */
export const sensitiveActions = {
  refund: 'refund',
  'manage staff': 'change roles',
  'work for customer': 'act for a customer',
  download: 'export data',
} as const satisfies Record<string, SensitiveAction>

export const sensitiveActionOf = (work: string): SensitiveAction | null =>
  Object.hasOwn(sensitiveActions, work) ? sensitiveActions[work as keyof typeof sensitiveActions] : null

/** Whether the action requires reauthentication. Without a known time it does. */
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

/** Whether staff have to give their second factor again for the action. */
export const mustProve = (
  { authenticatedAt }: { readonly authenticatedAt: Date | null },
  action: SensitiveAction,
  now: Date,
): boolean => authenticatedAt !== null && asksForProof(action, { authenticatedAt }, now)
