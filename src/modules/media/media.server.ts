import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { createSerialQueue } from '../../platform/database/serial-queue.ts'
import { createByteCache } from '../../platform/files/byte-cache.ts'
import { contentTypes, type FileKind } from '../../platform/files/file-kinds.server.ts'
import type { Brand } from '../../brands/brands.ts'
import { readPictureAddress, servedWidths, type PictureFormat } from '../../platform/files/picture-address.ts'
import type { Log } from '../../platform/log.server.ts'
import type { ObjectStorage } from '../../platform/storage/object-storage.ts'
import { oldBytes, rowAt, uploadedPictures, type IndexedPicture, type MediaRow } from './internal/media-store.server.ts'
import { moveOldUploads } from './internal/old-uploads.server.ts'
import { createPictureProcesses, TooManyPictures } from './internal/picture-processes.server.ts'
import { createPictureSigning } from './internal/picture-signing.server.ts'
import { createSources } from './internal/sources.server.ts'
import { createUploads, mediaChannel, uploadFolder } from './internal/uploads.server.ts'
import { withPictures } from './internal/shown-pictures.ts'
import { createVariants, originalKey, variantName, type Variant } from './internal/variants.server.ts'
import { altIn, formatFor, pictureTypes } from './media.ts'

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

/** The uploaded pictures in memory, since every page asks for some. Other processes' changes follow within a second. */
async function openIndex({ database, log }: Pick<MediaDeps, 'database' | 'log'>) {
  let pictures = await uploadedPictures(database.db)
  const listeners: (() => void)[] = []
  const refresh = createSerialQueue(
    async () => {
      pictures = await uploadedPictures(database.db)
      for (const listener of listeners) listener()
    },
    (error) => log.error({ err: error, area: 'media' }, 'could not follow a change of the pictures'),
  )
  const stop = await database.listen(mediaChannel, refresh, refresh)
  return {
    at: (address: string): IndexedPicture | undefined => pictures.get(address),
    /** A picture of which nothing else can be known yet. */
    add: (address: string, picture: IndexedPicture) => void (pictures.has(address) || pictures.set(address, picture)),
    subscribe: (listener: () => void) => void listeners.push(listener),
    close: stop,
  }
}

type PlacedRow = MediaRow & CropColumns
type CropColumns = Readonly<Record<'crop_left' | 'crop_top' | 'crop_width' | 'crop_height', number | null>>

const cropOf = ({ crop_left: left, crop_top: top, crop_width: width, crop_height: height }: CropColumns) =>
  left === null || top === null || width === null || height === null ? null : { left, top, width, height }

function serviceOf(deps: MediaDeps, index: PictureIndex) {
  const { config, database, storage, log } = deps
  const { db } = database
  const signing = createPictureSigning(config.secretKey)
  const processes = createPictureProcesses({ log })
  const variants = createVariants({ storage, processes, cache: createByteCache(cacheBytes), log })
  const uploads = createUploads({ ...deps, processes, changed: index.add })

  async function fileOf(variant: Variant): Promise<MediaFile | null> {
    const bytes = await variants.get(variant, 'now')
    const etag = `"${variant.hash}-${variantName(variant).replace('/', '-')}"`
    return bytes === null ? null : { bytes, contentType: pictureTypes[variant.format], etag }
  }

  async function plainPicture({ hash, kind, ...row }: PlacedRow, width: number): Promise<MediaFile | null> {
    const format: PictureFormat = kind === 'pdf' ? 'jpg' : kind
    const crop = cropOf(row)
    const chosen =
      servedWidths(crop?.width ?? width)
        .filter((one) => one <= plainWidth)
        .at(-1) ?? width
    return fileOf({ hash, crop, width: chosen, format })
  }

  const { store, ...ofUploads } = uploads
  return {
    ...ofUploads,

    moveOldUploads: () => moveOldUploads({ ...deps, store }),

    /** Pictures on other hosts that products name. */
    sources: createSources({ ...deps, processes, shopUrl: config.publicUrl }),

    /** Where a picture is served: signed, 640 pixels wide where it has them. */
    addressOf: signing.addressOf,

    /** Where a page shows a picture that a record names: an upload in sizes; any other address as it is. */
    shown(address: string): string {
      const picture = index.at(address)
      return picture === undefined ? address : signing.addressOf(picture.facts)
    },

    /**
     * The same for every address in a value of plain data, also within HTML, whose pictures get their sizes. With a locale, an empty alt
     * text becomes the picture's default one.
     */
    shownIn: <Value>(value: Value, locale: Brand['locale'] | null = null): Value =>
      withPictures(value, (address) => {
        const picture = index.at(address)
        if (picture === undefined) return null
        return { address: signing.addressOf(picture.facts), alt: locale === null ? '' : altIn(picture.alt, locale) }
      }),

    /** Calls back when uploads have changed: values that were read before may name pictures that are others now. */
    subscribe: index.subscribe,

    /** A picture in the size of its address. Null for an address that is not signed by us. Rejects with `TooManyPictures`. */
    async picture(path: string, accept: string): Promise<(MediaFile & { readonly varies: boolean }) | null> {
      const request = readPictureAddress(path)
      if (request === null || !signing.isSigned(request)) return null
      const format = request.format ?? formatFor(accept)
      const { hash, width, height, requestedWidth } = request
      const crop = request.crop === undefined ? null : { ...request.crop, width, height }
      const file = await fileOf({ hash, crop, width: requestedWidth, format })
      return file === null ? null : { ...file, varies: request.format === null }
    },

    /** An upload by the address that records name: a picture at most 1,600 pixels wide, a document as it was sent. */
    async file(path: string): Promise<MediaFile | null> {
      const name = path.startsWith(uploadFolder) ? path.slice(uploadFolder.length) : ''
      const kind = fileName.exec(name)?.[1] as FileKind | undefined
      if (kind === undefined) return null
      const row = await rowAt(db, path)
      if (row?.width != null) return plainPicture(row, row.width)
      const bytes = row === null ? await oldBytes(db, name) : await storage.get(originalKey(row.hash))
      return bytes === null ? null : { bytes, contentType: contentTypes[kind], etag: `"${row?.hash ?? name}"` }
    },

    /** Whether the bytes of a file are still stored. */
    hasOriginal: async (hash: string): Promise<boolean> => (await storage.stat(originalKey(hash))) !== null,

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
