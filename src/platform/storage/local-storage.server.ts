import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { days, type Clock } from '../clock.ts'
import { StartError } from '../start-error.ts'
import {
  checkedKey,
  checkedPrefix,
  checkedRange,
  checkedRemovalPrefix,
  isObjectKey,
  StorageError,
  type ByteRange,
  type ObjectStorage,
  type ReadableFiles,
  type StoredObject,
} from './object-storage.ts'

/** What is being written or removed. No key begins like this, so no object is ever in this folder. */
const temporaryFolder = '~temporary'

/** Nothing takes so long: the process died meanwhile. */
const leftoverAfterMs = days(1)

/**
 * Opens a folder as object storage and removes what interrupted writes left behind. Processes of one machine may share it. A key cannot be
 * both an object and the folder of others. Throws a StartError when the folder cannot be written.
 */
export async function openLocalStorage({
  folder,
  clock,
}: {
  readonly folder: string
  readonly clock: Clock
}): Promise<ObjectStorage> {
  const temporary = join(folder, temporaryFolder)
  try {
    await mkdir(temporary, { recursive: true, mode: 0o700 })
    await removeLeftovers(temporary, clock.now().getTime() - leftoverAfterMs)
  } catch (error) {
    throw new StartError(
      `The media folder ${resolve(folder)} cannot be written (${codeOf(error)}). Give DATA_DIR a folder this user may write, or set MEDIA_URL.`,
    )
  }
  const pathOf = (key: string) => join(folder, checkedKey(key))
  return {
    ...readFolder(folder),
    put: async (key, bytes) => {
      const path = pathOf(key)
      const written = join(temporary, randomUUID())
      try {
        await writeWhole(written, bytes)
        await moveInto(written, path)
      } catch (error) {
        await rm(written, { force: true }).catch(() => {})
        throw explained(error, `${key} could not be written to ${resolve(folder)}`)
      }
    },
    remove: async (key) => {
      await rm(pathOf(key), { force: true }).catch((error: unknown) => {
        // The key is the folder of others, or one before it is an object: either way there is no such object.
        if (!isMissing(error)) throw explained(error, `${key} could not be removed from ${resolve(folder)}`)
      })
    },
    removeAll: async (prefix) => {
      const path = join(folder, checkedRemovalPrefix(prefix))
      const removed = join(temporary, randomUUID())
      try {
        // All of them at once, and apart from what is written meanwhile.
        await rename(path, removed)
        await rm(removed, { recursive: true, force: true })
      } catch (error) {
        if (!isMissing(error)) throw explained(error, `${prefix} could not be removed from ${resolve(folder)}`)
      }
    },
    list: (prefix) => listFolder(folder, checkedPrefix(prefix)),
  }
}

function readFolder(folder: string): ReadableFiles {
  const pathOf = (key: string) => join(folder, checkedKey(key))
  return {
    get: async (key, range) => readBytes(pathOf(key), range === undefined ? null : checkedRange(range)),
    stat: async (key) => factsOf(pathOf(key)),
  }
}

async function removeLeftovers(temporary: string, before: number): Promise<void> {
  for (const name of await readdir(temporary)) {
    const path = join(temporary, name)
    // Null where another process has just finished with it.
    const facts = await stat(path).catch(nullWhenMissing)
    if (facts !== null && facts.mtimeMs < before) await rm(path, { recursive: true, force: true })
  }
}

async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    // Before the rename: after a power failure, the name must not stand for a file without its bytes.
    await file.sync()
  } finally {
    await file.close()
  }
}

const moveTries = 20

/** What making folders and renaming report when one on the way goes: Node calls it ENOTDIR while it makes several. */
const goneCodes: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EEXIST'])

/** Moves a file to its place and makes the folders on the way. A folder that is removed meanwhile is made again. */
async function moveInto(from: string, to: string): Promise<void> {
  const parent = dirname(to)
  for (let left = moveTries; ; left--) {
    try {
      const first = await mkdir(parent, { recursive: true, mode: 0o700 })
      await rename(from, to)
      // Null where its folder has been removed since, and the object with it.
      await syncFolders(parent, first === undefined ? parent : dirname(first)).catch(nullWhenMissing)
      return
    } catch (error) {
      if (!goneCodes.has(codeOf(error)) || left === 1) throw error
    }
  }
}

/** Makes names durable: of a file in its folder, and of the folders made for it in theirs. */
async function syncFolders(inner: string, outer: string): Promise<void> {
  // Windows opens no folder for this, and writes names through by itself.
  if (process.platform === 'win32') return
  for (let folder = inner; ; folder = dirname(folder)) {
    const handle = await open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
    if (folder === outer || folder === dirname(folder)) return
  }
}

async function readBytes(path: string, range: ByteRange | null): Promise<Buffer | null> {
  const file = await open(path, 'r').catch(nullWhenMissing)
  if (file === null) return null
  try {
    const facts = await file.stat()
    if (!facts.isFile()) return null
    const start = Math.min(range?.start ?? 0, facts.size)
    const length = Math.min(range === null ? facts.size : range.end + 1, facts.size) - start
    const bytes = Buffer.alloc(length)
    const { bytesRead } = length === 0 ? { bytesRead: 0 } : await file.read(bytes, 0, length, start)
    return bytes.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function factsOf(path: string): Promise<{ bytes: number; modifiedAt: Date } | null> {
  const facts = await stat(path).catch(nullWhenMissing)
  return facts === null || !facts.isFile() ? null : { bytes: facts.size, modifiedAt: facts.mtime }
}

/** A folder at a time, so that memory holds the names of one folder only. */
async function* listFolder(root: string, prefix: string): AsyncGenerator<StoredObject> {
  const entries = await readdir(join(root, prefix), { withFileTypes: true }).catch(nullWhenMissing)
  const names = (entries ?? [])
    .filter((entry) => entry.isFile() || entry.isDirectory())
    // With the slash of a folder the order of names is the order of keys.
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .toSorted((a, b) => (a < b ? -1 : 1))
  for (const name of names) {
    const key = `${prefix}${name}`
    if (!isObjectKey(key.replace(/\/$/, ''))) continue
    if (name.endsWith('/')) yield* listFolder(root, key)
    else {
      const facts = await factsOf(join(root, key))
      if (facts !== null) yield { key, ...facts }
    }
  }
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException | null)?.code ?? 'unknown'

const missingCodes: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ERR_FS_EISDIR'])
const isMissing = (error: unknown): boolean => missingCodes.has(codeOf(error))

function nullWhenMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}

const advice: Readonly<Record<string, string>> = {
  EACCES: 'Give this user the right to write there',
  EPERM: 'Give this user the right to write there',
  EROFS: 'The file system is read-only: mount it for writing, or set DATA_DIR or MEDIA_URL',
  ENOSPC: 'The disk is full: make room there',
  EDQUOT: "The user's disk quota is used up: make room there",
  EISDIR: 'Objects exist below this key: a key cannot be both',
  ENOTEMPTY: 'Objects exist below this key: a key cannot be both',
  EEXIST: 'A part of its key is an object: a key cannot be both',
  ENOTDIR: 'A part of its key is an object: a key cannot be both',
}

function explained(error: unknown, what: string): StorageError {
  const code = codeOf(error)
  return new StorageError(`Media storage: ${what} (${code}). ${advice[code] ?? 'Check the disk'}.`, code)
}
