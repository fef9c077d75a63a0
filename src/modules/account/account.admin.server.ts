import type { Database } from '../../platform/database/database.server.ts'
import type { Option } from '../admin/admin.ts'
import { customerResource } from './internal/admin/customers.server.ts'
import { securityResource } from './internal/admin/security-events.server.ts'
import { staffResource } from './internal/admin/staff.server.ts'

/** Admin lists of accounts. Identity, which owns their table, is imported by the admin module for its policy, so its lists are here. */

export type AccountAdminDeps = {
  readonly database: Database
  /** Read when the page is requested. */
  readonly choices: { readonly stores: readonly Option[] }
  /** The staff host, which a new member of staff works at. */
  readonly cmsUrl: string
}

export const accountAdmin = (deps: AccountAdminDeps) => ({
  customers: customerResource(deps),
  staff: staffResource(deps),
  securityEvents: securityResource,
})
