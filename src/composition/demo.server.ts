import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.server.ts'
import type { Ids } from '../platform/ids.ts'
import type { ReadableFiles } from '../platform/storage/object-storage.ts'

/**
 * Demo data: the records that a database for development or tests has besides the reference data, and their pictures. It is not in the
 * bundle: outside production it is loaded from `data/demo` at start, and in production never.
 */
export type Demo = {
  /** Fills empty tables; edited records stay as they are. Every record is marked as demo. */
  seed(deps: DemoDeps): Promise<void>
  /** The originals of its pictures, by the keys of the object storage. */
  readonly files: ReadableFiles
  /** The SVG of a sale's banner, by its address; null when there is none. */
  bannerAt(path: string): string | null
}

export type DemoDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly geoFolder: string
  /** Where the shop's own people work. */
  readonly cmsUrl: string
  /** Seals the second factors of demo logins. */
  readonly secretKey: string
  readonly say: (text: string) => void
}

/** `root` is the folder of the project. */
export async function loadDemo(root: string): Promise<Demo> {
  const sources = pathToFileURL(join(root, 'data/demo/demo.server.ts')).href
  // A name that the bundler cannot see through, so that it leaves the sources where they are.
  const module = (await import(/* @vite-ignore */ sources)) as { readonly demo: Demo }
  return module.demo
}
