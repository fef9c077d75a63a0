import type { ByteCache } from '../../../platform/files/byte-cache.ts'
import type { PictureFacts, PictureFormat } from '../../../platform/files/picture-address.ts'
import type { Log } from '../../../platform/log.server.ts'
import type { ObjectStorage } from '../../../platform/storage/object-storage.ts'
import { pictureTypes } from '../media.ts'
import { TooManyPictures, type PictureProcesses } from './picture-processes.server.ts'
import type { Crop } from './picture-tasks.ts'

/** Pictures in the sizes and formats that browsers ask for: made from the original on first request, once for all that wait, and stored. */

export type Variant = {
  readonly hash: string
  /** The part of the original that is shown; null for all of it. */
  readonly crop: Crop | null
  readonly width: number
  readonly format: PictureFormat
}

export const originalKey = (hash: string): string => `originals/${hash}`
export const variantPrefix = (hash: string): string => `variants/${hash}/`
/** Which original, and which part of it, an address shows. */
export const variantOf = ({
  hash,
  width,
  height,
  crop,
}: Pick<PictureFacts, 'hash' | 'width' | 'height' | 'crop'>): Pick<Variant, 'hash' | 'crop'> => ({
  hash,
  crop: crop === undefined ? null : { ...crop, width, height },
})

/** What makes it another picture of the same original. */
export const variantName = ({ crop, width, format }: Omit<Variant, 'hash'>): string =>
  `${crop === null ? '' : `crop-${crop.left}-${crop.top}-${crop.width}-${crop.height}/`}${width}.${format}`
const variantKey = (variant: Variant): string => `${variantPrefix(variant.hash)}${variantName(variant)}`

export interface Variants {
  /**
   * Null when there is no original, or it cannot be decoded. Rejects with `TooManyPictures` under overload, also when the picture was not made in
   * time: every original has been decoded once.
   */
  get(variant: Variant, urgency: 'now' | 'later'): Promise<Buffer | null>
}

export function createVariants({
  storage,
  processes,
  cache,
  log,
}: {
  readonly storage: ObjectStorage
  readonly processes: Pick<PictureProcesses, 'run'>
  readonly cache: ByteCache
  readonly log: Pick<Log, 'warn'>
}): Variants {
  const inWork = new Map<string, Promise<Buffer | null>>()

  async function stored(variant: Variant, urgency: 'now' | 'later'): Promise<Buffer | null> {
    const key = variantKey(variant)
    const bytes = (await storage.get(key)) ?? (await made(variant, urgency))
    if (bytes !== null) cache.set(key, bytes)
    return bytes
  }

  async function made(variant: Variant, urgency: 'now' | 'later'): Promise<Buffer | null> {
    const { hash, crop, width, format } = variant
    const original = await storage.get(originalKey(hash))
    if (original === null) return null
    const answer = await processes.run({ kind: 'render', bytes: original, crop, width, format }, urgency)
    if (answer.kind === 'problem' && answer.problem === 'slow')
      throw new TooManyPictures('a stored picture was not made in time')
    if (answer.kind !== 'rendered') {
      log.warn({ hash, answer }, 'a stored picture could not be decoded')
      return null
    }
    const bytes = Buffer.from(answer.bytes)
    // A storage that refuses costs the making again, not the picture.
    await storage
      .put(variantKey(variant), bytes, { contentType: pictureTypes[format] })
      .catch((error: unknown) => log.warn({ err: error, hash }, 'a picture could not be stored'))
    return bytes
  }

  return {
    async get(variant, urgency) {
      const key = variantKey(variant)
      const known = cache.get(key)
      if (known !== undefined) return known
      const waiting = inWork.get(key)
      if (waiting !== undefined) return waiting
      const work = stored(variant, urgency).finally(() => inWork.delete(key))
      inWork.set(key, work)
      return work
    },
  }
}
