import { contentTypes, isPictureKind, type FileKind } from '../../../platform/files/file-kinds.server.ts'
import { servedWidths, type PictureFacts, type PictureFormat } from '../../../platform/files/picture-address.ts'
import type { Reader } from '../../../platform/database/database.server.ts'
import type { ObjectStorage } from '../../../platform/storage/object-storage.ts'
import { hashOfDocument, pictureTypes } from '../media.ts'
import { isStored, oldBytes, picturesAt, rowAt } from './media-store.server.ts'
import { uploadFolder } from './uploads.server.ts'
import { originalKey, variantName, variantOf, type Variant, type Variants } from './variants.server.ts'

/** A file as it is sent: `etag` changes with the bytes. */
export type MediaFile = {
  readonly bytes: Buffer
  readonly contentType: string
  readonly etag: string
}

const fileName = /^([0-9a-f]{32})\.(jpg|png|webp|avif|pdf|glb|mp4|webm|vtt)$/
/** The widest picture that an address without a size gets. */
const plainWidth = 1_600

/**
 * Reads an upload by the address that records name: a picture at most 1,600 pixels wide, another file as it was sent. A 3D model, video or
 * captions of another host are here too, by their content; a document of another host by its `documentAddress`. Null when there is none.
 */
export function createFileReading({
  db,
  storage,
  variants,
}: {
  readonly db: Reader
  readonly storage: Pick<ObjectStorage, 'get'>
  readonly variants: Variants
}) {
  async function plainPicture(kind: FileKind, facts: PictureFacts): Promise<MediaFile | null> {
    const format: PictureFormat = isPictureKind(kind) ? kind : 'jpg'
    const width =
      servedWidths(facts.width)
        .filter((one) => one <= plainWidth)
        .at(-1) ?? facts.width
    return variantFile(variants, { ...variantOf(facts), width, format })
  }

  async function fetchedDocument(hash: string): Promise<MediaFile | null> {
    const bytes = (await isStored(db, hash, 'pdf')) ? await storage.get(originalKey(hash)) : null
    return bytes === null ? null : { bytes, contentType: contentTypes.pdf, etag: `"${hash}"` }
  }

  return async (path: string): Promise<MediaFile | null> => {
    const document = hashOfDocument(path)
    if (document !== null) return fetchedDocument(document)
    const name = path.startsWith(uploadFolder) ? path.slice(uploadFolder.length) : ''
    const [, hash = '', ending] = fileName.exec(name) ?? []
    const kind = ending as FileKind | undefined
    if (kind === undefined) return null
    const row = await rowAt(db, path)
    const picture = row?.width == null ? undefined : (await picturesAt(db, [path])).get(path)
    if (row !== null && picture !== undefined) return plainPicture(row.kind, picture.facts)
    const isThere = row !== null || (!isPictureKind(kind) && (await isStored(db, hash, kind)))
    // The file of an address may have been replaced.
    const bytes = isThere ? await storage.get(originalKey(row?.hash ?? hash)) : await oldBytes(db, name)
    return bytes === null ? null : { bytes, contentType: contentTypes[kind], etag: `"${row?.hash ?? name}"` }
  }
}

/** A size of a picture as it is sent. Null when there is no original. */
export async function variantFile(variants: Variants, variant: Variant): Promise<MediaFile | null> {
  const bytes = await variants.get(variant, 'now')
  const etag = `"${variant.hash}-${variantName(variant).replace('/', '-')}"`
  return bytes === null ? null : { bytes, contentType: pictureTypes[variant.format], etag }
}
