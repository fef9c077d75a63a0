import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { createByteCache } from '../../platform/files/byte-cache.ts'
import { contentTypes, type FileKind } from '../../platform/files/file-kinds.server.ts'
import { readPictureAddress, servedWidths, type PictureFormat } from '../../platform/files/picture-address.ts'
import type { Log } from '../../platform/log.server.ts'
import type { ObjectStorage } from '../../platform/storage/object-storage.ts'
import { oldBytes, rowAt } from './internal/media-store.server.ts'
import { createPictureProcesses, TooManyPictures } from './internal/picture-processes.server.ts'
import { createPictureSigning } from './internal/picture-signing.server.ts'
import { createSources } from './internal/sources.server.ts'
import { createUploads, uploadFolder } from './internal/uploads.server.ts'
import { openPictureIndex } from './internal/picture-index.server.ts'
import { isForeign, withPictures } from './internal/shown-pictures.ts'
import { noPicture } from './no-picture.ts'
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
  const processes = createPictureProcesses({ log: deps.log })
  /** Pictures on other hosts that records name. */
  const sources = createSources({ ...deps, processes, shopUrl: deps.config.publicUrl })
  const index = await openPictureIndex({ ...deps, want: sources.want })
  return serviceOf(deps, { processes, sources, index })
}

type Internals = {
  readonly processes: ReturnType<typeof createPictureProcesses>
  readonly sources: ReturnType<typeof createSources>
  readonly index: Awaited<ReturnType<typeof openPictureIndex>>
}

function serviceOf(deps: MediaDeps, { processes, sources, index }: Internals) {
  const { config, database, storage, log } = deps
  const { db } = database
  const signing = createPictureSigning(config.secretKey)
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

  /** Null for what is no picture of ours, such as a file of the build. */
  function shownAddress(address: string): string | null {
    const isElsewhere = isForeign(address)
    const facts = isElsewhere ? index.atForeign(address) : index.at(address)
    if (facts !== undefined) return signing.addressOf(facts)
    return isElsewhere ? noPicture : null
  }

  return {
    ...uploads,
    sources,

    /** Where a picture is served: signed, 640 pixels wide where it has them. */
    addressOf: signing.addressOf,

    /**
     * Where a page shows a picture that a record names: in sizes, from here. A picture on another host is a placeholder until it has been
     * fetched, which this begins.
     */
    shown: (address: string): string => shownAddress(address) ?? address,

    /** The same for every address in a value of plain data, also within HTML, whose pictures get their sizes. */
    shownIn: <Value>(value: Value): Value => withPictures(value, shownAddress),

    /** Calls back when pictures have changed: values that were read before may name pictures that were not known then. */
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
