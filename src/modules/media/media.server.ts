import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { createSerialQueue } from '../../platform/database/serial-queue.ts'
import { createByteCache } from '../../platform/files/byte-cache.ts'
import { contentTypes, type FileKind } from '../../platform/files/file-kinds.server.ts'
import {
  readPictureAddress,
  servedWidths,
  type PictureFacts,
  type PictureFormat,
} from '../../platform/files/picture-address.ts'
import type { Log } from '../../platform/log.server.ts'
import type { ObjectStorage } from '../../platform/storage/object-storage.ts'
import { oldBytes, ownPictures, rowAt } from './internal/media-store.server.ts'
import { createPictureProcesses, TooManyPictures } from './internal/picture-processes.server.ts'
import { createPictureSigning } from './internal/picture-signing.server.ts'
import { createSources } from './internal/sources.server.ts'
import { createUploads, mediaChannel, uploadFolder } from './internal/uploads.server.ts'
import { withPictures } from './internal/shown-pictures.ts'
import { createVariants, originalKey } from './internal/variants.server.ts'
import { formatFor, pictureTypes } from './media.ts'

export { TooManyPictures }

/** A file as it is sent: `etag` changes with the bytes. */
export type MediaFile = {
  readonly bytes: Buffer
  readonly contentType: string
  readonly etag: string
}

export type MediaService = ReturnType<typeof serviceOf>

const cacheBytes = 64 * 1_048_576
const fileName = /^[0-9a-f]{32}\.(jpg|png|webp|avif|pdf)$/
/** The widest picture that an address without a size gets. */
const plainWidth = 1_600

type MediaDeps = {
  readonly config: Pick<Config, 'secretKey' | 'publicUrl'>
  readonly database: Database
  readonly storage: ObjectStorage
  readonly clock: Clock
  readonly log: Log
  /** Where tests reach hosts of their own. */
  readonly fetchOptions?: Parameters<typeof createSources>[0]['fetchOptions'] | undefined
}

export async function openMedia(deps: MediaDeps) {
  return serviceOf(deps, await openIndex(deps))
}

type PictureIndex = Awaited<ReturnType<typeof openIndex>>

/** The pictures of ours in memory, since every page asks for some. Other processes' changes follow within a second. */
async function openIndex({ database, log }: Pick<MediaDeps, 'database' | 'log'>) {
  let pictures = await ownPictures(database.db)
  const listeners: (() => void)[] = []
  const refresh = createSerialQueue(
    async () => {
      pictures = await ownPictures(database.db)
      for (const listener of listeners) listener()
    },
    (error) => log.error({ err: error, area: 'media' }, 'could not follow a change of the pictures'),
  )
  const stop = await database.listen(mediaChannel, refresh, refresh)
  return {
    at: (address: string): PictureFacts | undefined => pictures.get(address),
    set: (address: string, facts: PictureFacts) => void pictures.set(address, facts),
    subscribe: (listener: () => void) => void listeners.push(listener),
    close: stop,
  }
}

function serviceOf(deps: MediaDeps, index: PictureIndex) {
  const { config, database, storage, log } = deps
  const { db } = database
  const signing = createPictureSigning(config.secretKey)
  const processes = createPictureProcesses({ log })
  const variants = createVariants({ storage, processes, cache: createByteCache(cacheBytes), log })
  const uploads = createUploads({ ...deps, processes, changed: (address, facts) => index.set(address, facts) })

  async function plainPicture(hash: string, kind: FileKind, width: number): Promise<MediaFile | null> {
    const format: PictureFormat = kind === 'pdf' ? 'jpg' : kind
    const chosen =
      servedWidths(width)
        .filter((one) => one <= plainWidth)
        .at(-1) ?? width
    const bytes = await variants.get({ hash, width: chosen, format }, 'now')
    return bytes === null ? null : { bytes, contentType: pictureTypes[format], etag: `"${hash}-${chosen}.${format}"` }
  }

  return {
    ...uploads,

    /** Pictures on other hosts that products name. */
    sources: createSources({ ...deps, processes, shopUrl: config.publicUrl }),

    /** Where a picture is served: signed, 640 pixels wide where it has them. */
    addressOf: signing.addressOf,

    /** Where a page shows a picture that a record names: an upload in sizes; any other address as it is. */
    shown(address: string): string {
      const facts = index.at(address)
      return facts === undefined ? address : signing.addressOf(facts)
    },

    /** The same for every address in a value of plain data, also within HTML, whose pictures get their sizes. */
    shownIn: <Value>(value: Value): Value =>
      withPictures(value, (address) => {
        const facts = index.at(address)
        return facts === undefined ? null : signing.addressOf(facts)
      }),

    /** Calls back when uploads have changed: values that were read before may name pictures that were not known then. */
    subscribe: index.subscribe,

    /** A picture in the size of its address. Null for an address that is not signed by us. Rejects with `TooManyPictures`. */
    async picture(path: string, accept: string): Promise<(MediaFile & { readonly varies: boolean }) | null> {
      const request = readPictureAddress(path)
      if (request === null || !signing.isSigned(request)) return null
      const format = request.format ?? formatFor(accept)
      const { hash, requestedWidth: width } = request
      const bytes = await variants.get({ hash, width, format }, 'now')
      if (bytes === null) return null
      return {
        bytes,
        contentType: pictureTypes[format],
        etag: `"${hash}-${width}.${format}"`,
        varies: request.format === null,
      }
    },

    /** An upload by the address that records name: a picture at most 1,600 pixels wide, a document as it was sent. */
    async file(path: string): Promise<MediaFile | null> {
      const name = path.startsWith(uploadFolder) ? path.slice(uploadFolder.length) : ''
      const kind = fileName.exec(name)?.[1] as FileKind | undefined
      if (kind === undefined) return null
      const row = await rowAt(db, path)
      if (row?.width != null) return plainPicture(row.hash, row.kind, row.width)
      const bytes = row === null ? await oldBytes(db, name) : await storage.get(originalKey(row.hash))
      return bytes === null ? null : { bytes, contentType: contentTypes[kind], etag: `"${name}"` }
    },

    /** How many pictures are waiting or being made. */
    get pending() {
      return processes.pending
    },

    async close(): Promise<void> {
      processes.close()
      await index.close()
    },
  }
}
