import type { AppCode } from '../../brands/apps.ts'
import type { Cents, Currency } from '../../platform/money.ts'
import type { FieldError } from '../../platform/result.ts'
import type { AdminMember } from '../admin/admin.ts'
import type { CartProblem } from '../cart/cart.ts'
import type { Staff } from '../identity/identity.ts'
import { trimEnd } from '../../platform/text/trim-end.ts'

/** What the shop's own people work with: panels and their addresses, reminders, projects. Types and rules; no I/O. */

/** What the account says of somebody of ours (STAFF-01, decision staff-02). */
export type StaffInfo = {
  readonly firstName: string
  readonly winningUserId: string | null
  readonly winningCmsUrl: string | null
  readonly salespersonCode: string | null
}

export const isStaff = ({ winningUserId }: Pick<StaffInfo, 'winningUserId'>): boolean => winningUserId !== null

/** The bar of somebody who has signed in: all tools, a greeting and Logout, or none (STAFF-02, decision staff-01). */
export function barOf(account: StaffInfo | null, { customerTopBar }: { customerTopBar: boolean }): Bar | null {
  if (account === null) return null
  if (isStaff(account)) return 'toolbar'
  return customerTopBar ? 'top-bar' : null
}
export type Bar = 'toolbar' | 'top-bar'

/** The key of the browser's storage that is there once somebody of ours has worked in it: whether their panel is on. */
export const barKey = 'admin-panel'

/** The kinds of panel and what each is of (STAFF-14). */
export type Panel =
  | { readonly kind: 'product'; readonly sku: string }
  | { readonly kind: 'project'; readonly id?: string; readonly email?: string }
  | {
      readonly kind: 'reminders-create'
      readonly projectId?: string
      readonly reminderId?: string
      /** A product it is about; what it is of is written into its notes. */
      readonly sku?: string
    }
  | { readonly kind: 'reminders-list' }
  | { readonly kind: 'reminders-stats' }

/** What says at the staff host who opens a panel: good for one exchange within a minute (decision staff-08). */
export type PanelTokens = { readonly access_token: string; readonly id_token: string }

export const panelTokenLifeMs = 60_000
export const panelSessionMs = 12 * 3_600_000

/** Where somebody can open a panel; null when they have no such panel, and then its control is hidden (STAFF-22, STAFF-23). */
export function panelPath(
  panel: Panel,
  { winningCmsUrl, salespersonCode }: Pick<StaffInfo, 'winningCmsUrl' | 'salespersonCode'>,
): string | null {
  if (winningCmsUrl === null || !URL.canParse(winningCmsUrl)) return null
  const at = (path: string, query: Readonly<Record<string, string | undefined>>) => {
    const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
    const base = trimEnd(winningCmsUrl, '/')
    return `${base}/panel/${path}?${given.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`
  }
  if (panel.kind === 'product') return at('product', { sku: panel.sku })
  if (salespersonCode === null) return null
  const salesperson = salespersonCode
  switch (panel.kind) {
    case 'project':
      return at('project', { salesperson, id: panel.id, email: panel.email })
    case 'reminders-create': {
      const { projectId, reminderId, sku } = panel
      return at('reminders/create', { salesperson, projectId, reminderId, sku })
    }
    case 'reminders-list':
      return at('reminders', { salesperson })
    case 'reminders-stats':
      return at('reminders/stats', { salesperson })
  }
}

/** The back office's whole address, with who opens it and from which page; null where the house has none. */
export function backOfficeUrl(
  { winningCmsUrl }: Pick<StaffInfo, 'winningCmsUrl'>,
  tokens: PanelTokens,
  parentOrigin: string,
): string | null {
  if (winningCmsUrl === null || !URL.canParse(winningCmsUrl)) return null
  const query = new URLSearchParams({ ...tokens, parent_base_url: parentOrigin })
  return `${trimEnd(winningCmsUrl, '/')}/office?${query.toString()}`
}

/** A panel's whole address, with who opens it (STAFF-24, decision staff-07). */
export function panelAddress(
  panel: Panel,
  account: Pick<StaffInfo, 'winningCmsUrl' | 'salespersonCode'>,
  tokens: PanelTokens,
): string | null {
  const path = panelPath(panel, account)
  if (path === null) return null
  const query = (['access_token', 'id_token'] as const).map((name) => `${name}=${encodeURIComponent(tokens[name])}`)
  return `${path}&${query.join('&')}`
}

/** The address as the panel's frame loads it: it also says which page may hear from it (STAFF-27). */
export function framedAddress(url: string, parentOrigin: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}parent_base_url=${encodeURIComponent(parentOrigin)}`
}

/** The reminders take the whole width, and so does any panel on pages that begin with /project (STAFF-13, decision staff-11). */
export function isFullWidth(panelUrl: string, pathname: string): boolean {
  return pathname.startsWith('/project') || new URL(panelUrl).pathname.startsWith('/panel/reminders')
}

/** What a panel tells its page. Of a message that is not one of these nothing comes. */
export type PanelMessage =
  | { readonly type: 'refreshCart' }
  /** The panel is done with, and the focus goes back to the page. */
  | { readonly type: 'close' }
  /** The project that is open in the panel, or none. */
  | { readonly type: 'project'; readonly payload: { readonly id: string; readonly email: string | null } | null }
  | { readonly type: 'refreshReminders' }

/** A message of a panel's frame; null for one from anywhere else and for an unknown type (STAFF-20, decision staff-12). */
export function panelMessage(
  { origin, data }: { readonly origin: string; readonly data: unknown },
  panelUrl: string | null,
): PanelMessage | null {
  if (panelUrl === null || !URL.canParse(panelUrl) || new URL(panelUrl).origin !== origin) return null
  if (data === 'refreshCart') return { type: 'refreshCart' }
  if (typeof data !== 'object' || data === null) return null
  const { type, payload } = data as { type?: unknown; payload?: unknown }
  if (type === 'refreshCart' || type === 'close' || type === 'refreshReminders') return { type }
  if (type !== 'project') return null
  if (payload === null) return { type, payload }
  const { id, email } = (payload ?? {}) as { id?: unknown; email?: unknown }
  if (typeof id !== 'string' || (email !== null && typeof email !== 'string')) return null
  return { type, payload: { id, email } }
}

/** A page's own actions in the toolbar (STAFF-08 to STAFF-10, decision staff-06). */
export function pageActionsOf(pathname: string): 'product' | 'project' | 'dashboard' | null {
  if (pathname.startsWith('/p/')) return 'product'
  if (pathname.startsWith('/performance-dashboard')) return 'dashboard'
  return pathname.startsWith('/project') ? 'project' : null
}

/** Where the toggle leads on the pages of projects once it stands so; null where it shows and hides the panel (STAFF-11). */
export function toggleTarget(pathname: string, isOn: boolean): '/performance-dashboard' | '/project' | null {
  const actions = pageActionsOf(pathname)
  if (actions !== 'project' && actions !== 'dashboard') return null
  return isOn ? '/performance-dashboard' : '/project'
}

/** Somebody of ours at work, and where: which app's products and prices, and which page their panel belongs to. */
export type Member = AdminMember & {
  readonly firstName: string
  readonly parent: string
  /** The sign-in of the identity host. */
  readonly sessionId: string | null
}

/** Whose reminders and projects: all that matters of somebody who works on the shop's own pages. */
export type Owner = Pick<Staff, 'userId' | 'winningUserId' | 'subdivision'>

export type StaffProblem =
  | { readonly code: 'not_allowed' | 'not_found' }
  /** It asks for a second factor that is a few minutes old at most. */
  | { readonly code: 'stale' }
  | { readonly code: 'changed_meanwhile' }
  | { readonly code: 'validation'; readonly errors: readonly FieldError[] }
  | { readonly code: 'cart'; readonly problem: CartProblem }

/** How much of a reminder's notes the dropdown shows (STAFF-17). */
export const shownNotes = 20
/** How many reminders it shows, the soonest first (decision staff-14). */
export const shownReminders = 10

/** As the calls carry it (STAFF-16). */
export type ReminderResponse = {
  readonly id: string
  readonly name: string
  readonly notes: string
  /** An instant, UTC. */
  readonly date: string
  readonly projectId: string | null
  readonly isDone: boolean
}

export type Reminder = Omit<ReminderResponse, 'date'> & { readonly dueAt: Date }

export const toReminderResponse = ({ dueAt, ...rest }: Reminder): ReminderResponse => ({
  ...rest,
  date: dueAt.toISOString(),
})

export type ProjectStatus = 'Open' | 'Won' | 'Lost'
export const projectStatuses = ['Open', 'Won', 'Lost'] as const satisfies readonly ProjectStatus[]

export type ProjectLine = {
  readonly productId: number
  /** Where it goes; '' when nobody said. */
  readonly room: string
  readonly quantity: number
  /** What was agreed for one unit; null is what the shop asks. */
  readonly agreed: Cents | null
}

export type Project = {
  readonly id: string
  readonly app: AppCode
  readonly currency: Currency
  readonly name: string
  readonly customerName: string
  readonly customerEmail: string | null
  readonly customerPhone: string | null
  readonly status: ProjectStatus
  readonly version: number
  readonly updatedAt: Date
  readonly lines: readonly ProjectLine[]
}

/** What is left of a price without GST after the cost, in cents and in percent of the price; prices include GST, costs do not. */
export function marginOf(
  price: Cents,
  cost: Cents,
  country: 'AU' | 'NZ',
): { readonly cents: Cents; readonly percent: number } {
  const net = Math.round(country === 'NZ' ? (price * 100) / 115 : (price * 10) / 11)
  return { cents: net - cost, percent: Math.round(((net - cost) / net) * 1_000) / 10 }
}

/** Over how many days a product's panel counts what was sold. */
export const salesDays = 90

/** How many projects, and how many reminders, a list shows at once. */
export const rowsOnPage = 20
