import { systemClock, type Clock } from '../clock.ts'
import { StartError } from '../start-error.ts'
import { openLocalStorage } from './local-storage.server.ts'
import type { ObjectStorage, ReadableFiles } from './object-storage.ts'
import { noTracing, type Tracing } from '../tracing/tracing.ts'
import { openS3Storage } from './s3-storage.server.ts'
import { parseStorageAddress } from './storage-address.ts'

/**
 * Opens the storage of MEDIA_URL, or the folder when it is not set. Throws a StartError when the address cannot be read or the folder
 * cannot be written.
 */
export async function openStorage({
  url,
  folder,
  clock = systemClock,
  tracing = noTracing,
}: {
  readonly url: string | undefined
  readonly folder: string
  readonly clock?: Clock
  readonly tracing?: Tracing
}): Promise<ObjectStorage> {
  if (url === undefined) return openLocalStorage({ folder, clock })
  const address = parseStorageAddress(url)
  if (!address.ok) throw new StartError(`MEDIA_URL ${address.problem}.`)
  return openS3Storage(address.value, {}, tracing)
}

/**
 * Adds files that ship with the project, such as demo pictures: what the storage does not have is read from there. Writes, removals and
 * lists are the storage's alone.
 */
export function withFallback(storage: ObjectStorage, shipped: ReadableFiles): ObjectStorage {
  return {
    ...storage,
    get: async (key, range) => (await storage.get(key, range)) ?? shipped.get(key, range),
    stat: async (key) => (await storage.stat(key)) ?? shipped.stat(key),
  }
}
