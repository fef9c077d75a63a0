import type { Jobs } from '../../platform/jobs/jobs.server.ts'
import { auditResource } from './internal/audit-log.server.ts'
import { jobResource } from './internal/jobs.server.ts'
import { settingResource } from './internal/settings.server.ts'

/** The back office's own lists: settings, jobs and the audit log, whose tables no other module owns. */

export type AdminAdminDeps = { readonly jobs: Pick<Jobs, 'again'> }

export const adminAdmin = (deps: AdminAdminDeps) => ({
  settings: settingResource,
  jobs: jobResource(deps),
  auditLog: auditResource,
})
