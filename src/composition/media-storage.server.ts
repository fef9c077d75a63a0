import { join } from 'node:path'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config/config.ts'
import { createFileCache } from '../platform/files/file-cache.server.ts'
import type { Log } from '../platform/log.server.ts'
import { withLocalCopies } from '../platform/storage/local-copies.server.ts'
import type { ObjectStorage, ReadableFiles } from '../platform/storage/object-storage.ts'
import type { Tracing } from '../platform/tracing/tracing.ts'
import { openStorage, withFallback } from '../platform/storage/open-storage.server.ts'

/** Of the sizes of pictures that lie in a bucket, on this machine: some 25,000 of a list or 5,000 of a full screen. */
const maxCopiedBytes = 500e6

/** Where files lie: the storage of MEDIA_URL with copies of pictures on this machine, or the data folder; and what ships with the program. */
export async function openMediaStorage(
  {
    config,
    clock,
    log,
    tracing,
  }: { readonly config: Config; readonly clock: Clock; readonly log: Log; readonly tracing: Tracing },
  shipped: ReadableFiles | null,
): Promise<ObjectStorage> {
  const folder = join(config.DATA_DIR, 'media')
  const own = await openStorage({ url: config.MEDIA_URL, folder, clock, tracing })
  const copies = createFileCache({ folder: join(config.DATA_DIR, 'picture-copies'), maxBytes: maxCopiedBytes, log })
  const storage = config.MEDIA_URL === undefined ? own : withLocalCopies(own, { prefix: 'variants/', copies })
  return shipped === null ? storage : withFallback(storage, shipped)
}
