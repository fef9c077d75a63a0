import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { libraryResource } from './internal/admin/library.server.ts'
import { sourceResource } from './internal/admin/picture-sources.server.ts'
import type { MediaUses } from './media-uses.server.ts'
import type { MediaService } from './media.server.ts'

/** Admin lists of files, and of pictures on other hosts. */

export type MediaAdminDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly media: Pick<MediaService, 'hasOriginal'>
  readonly uses: MediaUses
}

export const mediaAdmin = (deps: MediaAdminDeps) => ({
  library: libraryResource(deps),
  sources: sourceResource(deps),
})
