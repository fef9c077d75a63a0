import { days, type Clock } from '../../../platform/clock.ts'
import { notify, type Database, type Reader } from '../../../platform/database/database.server.ts'
import { sha256 } from '../../../platform/digest.ts'
import { contentTypes, isPictureKind, type KnownFile } from '../../../platform/files/file-kinds.server.ts'
import { scanProblem, scanTexts, type FileScan } from '../../../platform/files/file-scan.ts'
import { err, ok, type Result } from '../../../platform/result.ts'
import type { ObjectStorage } from '../../../platform/storage/object-storage.ts'
import type { FileReferences } from '../media-references.server.ts'
import {
  freeName,
  removeUnusedRows,
  saveRow,
  unnamedHashes,
  type IndexedPicture,
  type StoredFile,
} from './media-store.server.ts'
import { inspectedPicture } from './picture-answers.server.ts'
import type { PictureProcesses } from './picture-processes.server.ts'
import { originalKey, variantPrefix } from './variants.server.ts'

/** Files that the shop's own people upload: stored, and removed when nothing names them. */

export const mediaChannel = 'media_changed'
export const uploadFolder = '/media/files/'

export type Uploads = ReturnType<typeof createUploads>

export function createUploads({
  database: { db },
  storage,
  clock,
  processes,
  scan = null,
  changed,
}: {
  readonly database: Pick<Database, 'db'>
  readonly storage: ObjectStorage
  readonly clock: Clock
  readonly processes: Pick<PictureProcesses, 'run'>
  readonly scan?: FileScan | null | undefined
  /** A picture has this address now. */
  readonly changed: (address: string, picture: IndexedPicture) => void
}) {
  /** Stores the bytes of a file, so that a row always has them. Bytes without a row are swept up later. */
  async function prepareFile({ kind, bytes }: KnownFile, fileName: string | null): Promise<Result<StoredFile, string>> {
    const threat = await scanProblem(scan, bytes)
    if (threat !== null) return err(scanTexts[threat])
    const inspected = isPictureKind(kind) ? await inspectedPicture(processes, bytes) : ok(null)
    if (!inspected.ok) return inspected
    const inspection = inspected.value
    const hash = sha256(bytes).slice(0, 32)
    await storage.put(originalKey(hash), bytes, { contentType: contentTypes[kind] })
    const facts = inspection ?? { width: null, height: null, colour: null }
    return ok({ hash, kind, bytes: bytes.byteLength, ...facts, fileName })
  }

  /** Gives a stored file its address. The same file again has the same one, and is renewed. */
  async function save(
    tx: Reader,
    file: StoredFile,
    at: Date,
  ): Promise<{ readonly id: number; readonly address: string }> {
    const address = `${uploadFolder}${await freeName(tx, uploadFolder, file)}`
    const id = await saveRow(tx, { address, ...file }, at)
    await notify(tx, mediaChannel, '')
    return { id, address }
  }

  async function store(file: KnownFile, fileName: string | null, at: Date): Promise<Result<string, string>> {
    const prepared = await prepareFile(file, fileName)
    if (!prepared.ok) return prepared
    const { hash, width, height, colour } = prepared.value
    const { address } = await save(db, prepared.value, at)
    if (width !== null && height !== null && colour !== null)
      changed(address, { facts: { hash, width, height, colour }, alt: {} })
    return ok(address)
  }

  return {
    prepareFile,
    save,
    store,

    /** Stores a file and returns its address, or what is wrong with it. */
    add: (file: KnownFile, fileName: string | null = null): Promise<Result<string, string>> =>
      store(file, fileName, clock.now()),

    /** Deletes the rows of unreferenced uploads from before a time, and returns how many. */
    removeUnused: (references: FileReferences, before: Date): Promise<number> =>
      removeUnusedRows(db, references, before),

    /**
     * Removes stored objects that no row names any more and that are older than a day; returns how many originals. Uploading the same file
     * writes its object anew, so its time is looked at once more before the removal.
     */
    async sweep(): Promise<number> {
      const before = new Date(clock.now().getTime() - days(1))
      let removed = 0
      for await (const { key, modifiedAt } of storage.list('originals/')) {
        const hash = key.slice('originals/'.length)
        if (modifiedAt >= before || (await unnamedHashes(db, [hash])).length === 0) continue
        const latest = await storage.stat(key)
        if (latest !== null && latest.modifiedAt >= before) continue
        await storage.remove(key)
        await storage.removeAll(variantPrefix(hash))
        removed++
      }
      return removed
    },
  }
}
