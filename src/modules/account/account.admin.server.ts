import type { Database } from '../../platform/database/database.server.ts'
import type { Option } from '../admin/admin.ts'
import { customerResource } from './internal/admin/customers.server.ts'
import { securityResource } from './internal/admin/security-events.server.ts'
import { staffResource } from './internal/admin/staff.server.ts'

/**
 * What the back office lists and edits of accounts. Identity, which owns their table, stands below the admin module, because the admin
 * module asks its policy; so their lists are here.
 */

export type AccountAdminDeps = {
  readonly database: Database
  /** As it stood when a page was asked for. */
  readonly choices: { readonly stores: readonly Option[] }
  /** The staff host, which a new member of staff works at. */
  readonly cmsUrl: string
}

export const accountAdmin = (deps: AccountAdminDeps) => ({
  customers: customerResource(deps),
  staff: staffResource(deps),
  securityEvents: securityResource,
})
