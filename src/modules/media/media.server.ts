import type { Brand } from '../../brands/brands.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { createByteCache } from '../../platform/files/byte-cache.ts'
import {
  readPictureAddress,
  servedWidths,
  signedPartOf,
  type PictureFacts,
} from '../../platform/files/picture-address.ts'
import type { FileScan } from '../../platform/files/file-scan.ts'
import type { Log } from '../../platform/log.server.ts'
import type { Tracing } from '../../platform/tracing/tracing.ts'
import type { ObjectStorage } from '../../platform/storage/object-storage.ts'
import { picturesAt, picturesOf } from './internal/media-store.server.ts'
import { moveOldUploads } from './internal/old-uploads.server.ts'
import { createPictureProcesses, TooManyPictures } from './internal/picture-processes.server.ts'
import { createPictureSigning } from './internal/picture-signing.server.ts'
import { addShopperPhoto } from './internal/shopper-photos.server.ts'
import { createSources } from './internal/sources.server.ts'
import { createUploads } from './internal/uploads.server.ts'
import { createFileReading, variantFile, type MediaFile } from './internal/file-reading.server.ts'
import { openPictureIndex } from './internal/picture-index.server.ts'
import { isForeign, withPictures, type ShownPicture } from './internal/shown-pictures.ts'
import { noPicture } from './no-picture.ts'
import { createVariants, originalKey, variantOf } from './internal/variants.server.ts'
import { altIn, formatFor } from './media.ts'

export { TooManyPictures, type MediaFile }

export type MediaService = ReturnType<typeof serviceOf>

const cacheBytes = 64 * 1_048_576
/** What cards ask for, on plain and on fine screens. */
const listWidths = [320, 640]

export type MediaDeps = {
  readonly config: Pick<Config, 'secretKey' | 'publicUrl'>
  readonly database: Database
  readonly storage: ObjectStorage
  readonly clock: Clock
  readonly log: Log
  readonly tracing: Tracing
  /** Scans files for malware before they are stored; without it nothing is scanned. */
  readonly scan?: FileScan | null | undefined
  /** Where tests reach hosts of their own. */
  readonly fetchOptions?: Parameters<typeof createSources>[0]['fetchOptions'] | undefined
}

export async function openMedia(deps: MediaDeps) {
  const processes = createPictureProcesses({ log: deps.log })
  /** Files on other hosts that records name. */
  const sources = createSources({ ...deps, processes, shopUrl: deps.config.publicUrl })
  const index = await openPictureIndex({ ...deps, want: (addresses) => sources.want(addresses, 'shown') })
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
  const uploads = createUploads({ ...deps, processes, changed: index.add })

  /** Null for what is no picture of ours, such as a file of the build. */
  function shownPicture(address: string, locale: Brand['locale'] | null): ShownPicture | null {
    const isElsewhere = isForeign(address)
    const picture = isElsewhere ? index.atForeign(address) : index.at(address)
    if (picture === undefined) return isElsewhere ? { address: noPicture, alt: '' } : null
    return { address: signing.addressOf(picture.facts), alt: locale === null ? '' : altIn(picture.alt, locale) }
  }

  /** Orders and mails from before a change of SECRET_KEY name pictures by signatures that can no longer be checked. */
  async function isShown(request: PictureFacts): Promise<boolean> {
    const named = signedPartOf(request)
    return (await picturesOf(db, request.hash)).some((facts) => signedPartOf(facts) === named)
  }

  const { store, ...ofUploads } = uploads
  return {
    ...ofUploads,

    /** Stores what a shopper's photo shows, and returns its address or what is wrong with it. */
    addShopperPhoto: (bytes: Buffer) =>
      addShopperPhoto(bytes, { processes, scan: deps.scan ?? null, add: ofUploads.add }),

    sources,

    moveOldUploads: () => moveOldUploads({ ...deps, store }),

    /** Where a picture is served: signed, 640 pixels wide where it has them. */
    addressOf: signing.addressOf,

    /**
     * Where a page shows a picture that a record names: in sizes, from here. A picture on another host is a placeholder until it has been
     * fetched, which this begins.
     */
    shown: (address: string): string => shownPicture(address, null)?.address ?? address,

    /**
     * The same for every address in a value of plain data, also within HTML, whose pictures get their sizes. With a locale, an empty alt
     * text becomes the picture's default one.
     */
    shownIn: <Value>(value: Value, locale: Brand['locale'] | null = null): Value =>
      withPictures(value, (address) => shownPicture(address, locale)),

    /** Calls back when pictures have changed: values that were read before may name pictures that were not known then. */
    subscribe: index.subscribe,

    /** A picture in the size of its address. Null for an address that we never gave away. Rejects with `TooManyPictures`. */
    async picture(path: string, accept: string): Promise<(MediaFile & { readonly varies: boolean }) | null> {
      const request = readPictureAddress(path)
      if (request === null || !(signing.isSigned(request) || (await isShown(request)))) return null
      const format = request.format ?? formatFor(accept)
      const file = await variantFile(variants, { ...variantOf(request), width: request.requestedWidth, format })
      return file === null ? null : { ...file, varies: request.format === null }
    },

    /** Makes the sizes that lists of products show, for pictures that just came, while nothing else is to be done. */
    async prepare(addresses: readonly string[]): Promise<void> {
      const found = await picturesAt(db, addresses)
      const sizes = [...found.values()].flatMap(({ facts }) =>
        listWidths
          .filter((one) => servedWidths(facts.width).includes(one))
          .map((one) => ({ ...variantOf(facts), width: one })),
      )
      for (const size of sizes)
        for (const format of ['avif', 'webp'] as const)
          await variants.get({ ...size, format }, 'later').catch((error: unknown) => {
            if (!(error instanceof TooManyPictures)) throw error
          })
    },

    file: createFileReading({ db, storage, variants }),

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
