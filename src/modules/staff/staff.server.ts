import { isAppCode, type AppCode } from '../../brands/apps.ts'
import { brandOf } from '../../brands/brands.ts'
import { issuerOf } from '../../brands/sites.ts'
import { hours, type Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { sha256 } from '../../platform/digest.ts'
import type { Ids } from '../../platform/ids.ts'
import { ok, err, type Result } from '../../platform/result.ts'
import type { CartServices } from '../cart/cart.server.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import type { Delivery } from '../delivery/delivery.server.ts'
import { staffById, staffOfSession, type IdentityServices } from '../identity/identity.server.ts'
import type { Orders } from '../orders/orders.server.ts'
import type { Quotes } from '../quotes/quotes.server.ts'
import { createStaffAudit, type StaffAudit } from './internal/staff-audit.server.ts'
import { createCustomers, type Customers } from './customers.server.ts'
import { createFoundQuotes, type FoundQuotes } from './found-quotes.server.ts'
import { createPanelTokens, type PanelTokenMaker, type PanelTokenProblem } from './internal/panel-tokens.server.ts'
import { createStaffProducts, type StaffProducts } from './product-facts.server.ts'
import { createProjects, type Projects } from './internal/projects.server.ts'
import { createReminders, type Reminders } from './internal/reminders.server.ts'
import {
  endSession,
  forgetSessions,
  insertSession,
  sessionBySecret,
  useToken,
} from './internal/staff-sessions-store.server.ts'
import { panelSessionMs, type Member, type PanelTokens } from './staff.ts'

/** The desk: all that the shop's people can do, whoever asks. Here is how they get in; each part has a file of its own. */

export interface StaffService extends Pick<StaffAudit, 'refuse'> {
  /** Trades the tokens of a panel's address for a sign-in at the staff host, once. Answers the secret of its cookie. */
  exchange(
    tokens: PanelTokens,
    parent: string,
  ): Promise<Result<{ readonly secret: string }, PanelTokenProblem | 'token_used' | 'session_ended'>>
  /** Who works with a cookie's secret; null when the sign-in, here or at the identity host, is over. */
  memberOf(secret: string): Promise<Member | null>
  /** Somebody of ours as they are now, without a sign-in: for work that goes on when they have left. */
  memberById(accountId: string, app: AppCode): Promise<Member | null>
  /** Ends the session of a cookie's secret at the staff host; the sign-in it came from goes on. */
  logOut(secret: string): Promise<void>
  forget(): Promise<void>

  reminders: Reminders
  projects: Projects
  customers: Customers
  quotes: FoundQuotes
  products: StaffProducts
}

export type StaffServices = StaffService & {
  /** Tokens that let a member of staff who has signed in to the shop open panels. */
  readonly panelTokens: PanelTokenMaker
}

export type StaffDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly config: Config
  readonly identity: Pick<IdentityServices, 'signingKeys'>
  readonly catalogue: Pick<Catalogue, 'product' | 'productBySku' | 'priceChanges'>
  readonly delivery: Pick<Delivery, 'warehouses'>
  readonly cart: CartServices
  readonly orders: Pick<Orders, 'soldSince' | 'ofCustomer'>
  readonly quotes: Pick<Quotes, 'madeOf'>
}

export function openStaff(deps: StaffDeps): StaffServices {
  const { clock, ids, config, identity } = deps
  const panelTokens = createPanelTokens({ keys: identity.signingKeys, clock, ids, issuer: issuerOf(config) })
  return { ...createStaffService(deps, panelTokens), panelTokens }
}

function createStaffService(deps: StaffDeps, tokens: Pick<PanelTokenMaker, 'check'>): StaffService {
  const { database, catalogue, quotes, orders, delivery, clock, ids } = deps
  const carts = deps.cart
  const sharedCarts = carts.shared
  const audit = createStaffAudit({ database, clock })
  const projects = createProjects({ database, catalogue, carts, sharedCarts, brandOf, clock, ids, audit })
  return {
    async exchange(given, parent) {
      const checked = await tokens.check(given, parent)
      if (!checked.ok) return checked
      const { jti, expiresAt, accountId, sessionId, app } = checked.value
      const now = clock.now()
      if (!isAppCode(app)) return err('token_invalid')
      if ((await staffOfSession(database.db, { id: sessionId, accountId }, now)) === null) return err('session_ended')
      const secret = ids.secret()
      const isFirst = await database.transaction(async (tx) => {
        if (!(await useToken(tx, jti, expiresAt))) return false
        await insertSession(tx, {
          accountId,
          sessionId,
          app,
          parent,
          secretHash: sha256(secret),
          now,
          expiresAt: new Date(now.getTime() + panelSessionMs),
        })
        return true
      })
      return isFirst ? ok({ secret }) : err('token_used')
    },
    async memberOf(secret) {
      const session = await sessionBySecret(database.db, sha256(secret), clock.now())
      if (session === null) return null
      const { sessionId: id, accountId, app, parent } = session
      const found = await staffOfSession(database.db, { id, accountId }, clock.now())
      if (found === null) return null
      const { staff: principal, account, authenticatedAt } = found
      return { principal, firstName: account.firstName, brand: brandOf(app), parent, authenticatedAt, sessionId: id }
    },
    async memberById(accountId, app) {
      const found = await staffById(database.db, accountId)
      if (found === null) return null
      const { staff: principal, firstName } = found
      return { principal, firstName, brand: brandOf(app), parent: '', authenticatedAt: null, sessionId: null }
    },
    logOut: (secret) => endSession(database.db, sha256(secret)),
    forget: () => forgetSessions(database.db, new Date(clock.now().getTime() - hours(1))),
    refuse: audit.refuse,
    reminders: createReminders({ database, clock, ids, audit }),
    projects,
    customers: createCustomers({ database, catalogue, carts, orders, audit }),
    quotes: createFoundQuotes({ database, catalogue, carts, sharedCarts, quotes, projects, audit }),
    products: createStaffProducts({ database, catalogue, carts, orders, delivery, clock, ids, audit }),
  }
}
