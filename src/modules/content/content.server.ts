import type { Site } from '../../brands/site.server.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.server.ts'
import type { Log } from '../../platform/log.server.ts'
import type { MediaService } from '../media/media.server.ts'
import { createContact, type Contact } from './forms/contact.server.ts'
import { openPublishedContent, type Content } from './internal/published-content.server.ts'
import { createNewsletter, type Newsletter } from './forms/newsletter.server.ts'
import { createPreviews, type Previews } from './previews.server.ts'
import { openRedirects, type Redirects } from './internal/redirects.server.ts'

export type { Content } from './internal/published-content.server.ts'

export type ContentServices = Content & {
  readonly contact: Contact
  readonly newsletter: Newsletter
  readonly previews: Previews
  readonly redirects: Redirects
}

export type ContentDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly log: Log
  readonly config: Pick<Config, 'secretKey'>
  readonly site: Pick<Site, 'ownHosts'>
  readonly media: Pick<MediaService, 'shownIn' | 'subscribe'>
}

export async function openContent(deps: ContentDeps): Promise<ContentServices> {
  const { secretKey } = deps.config
  const published = await openPublishedContent(deps)
  const redirects = await openRedirects({ ...deps, hosts: deps.site.ownHosts })
  return {
    ...published,
    contact: createContact(deps),
    newsletter: createNewsletter(deps),
    previews: createPreviews({ ...deps, secretKey }),
    redirects,
    async close() {
      await published.close()
      await redirects.close()
    },
  }
}
