import type { AppCode } from '../../brands/apps.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { contactResource } from './internal/admin/contact-requests.server.ts'
import { contentResource } from './internal/admin/content-entries.server.ts'
import { redirectResource } from './internal/admin/redirects.server.ts'
import { subscriberResource } from './internal/admin/subscribers.server.ts'
import type { Previews } from './previews.server.ts'

/** Admin lists of content, redirects, contact requests and subscribers. */

export type ContentAdminDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly previews: Pick<Previews, 'pathFor'>
  /** Hosts of the shops, which redirects may lead to. */
  readonly ownHosts: ReadonlySet<string>
  /** The address of an app's shop. */
  readonly shopAddress: (app: AppCode) => string
}

export const contentAdmin = (deps: ContentAdminDeps) => ({
  entries: contentResource(deps),
  redirects: redirectResource(deps),
  subscribers: subscriberResource(deps),
  contactRequests: contactResource(deps),
})
