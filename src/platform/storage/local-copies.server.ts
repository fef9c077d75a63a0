import type { FileCache } from '../files/file-cache.server.ts'
import type { ObjectStorage } from './object-storage.ts'

/**
 * Keeps copies of objects that never change in a folder of this machine: a bucket is a network away, and charges for each read. Only whole
 * objects whose keys begin with `prefix` are copied. One that is removed from the storage may be read from its copy until that has made room.
 */
export function withLocalCopies(
  storage: ObjectStorage,
  { prefix, copies }: { readonly prefix: string; readonly copies: FileCache },
): ObjectStorage {
  const isCopied = (key: string) => key.startsWith(prefix)
  // Keys have no tilde.
  const nameOf = (key: string) => key.replaceAll('/', '~')
  return {
    ...storage,
    async get(key, range) {
      if (range !== undefined || !isCopied(key)) return storage.get(key, range)
      const copy = await copies.read(nameOf(key))
      if (copy !== null) return copy
      const bytes = await storage.get(key)
      if (bytes !== null) await copies.write(nameOf(key), bytes)
      return bytes
    },
    async put(key, bytes, options) {
      await storage.put(key, bytes, options)
      if (isCopied(key)) await copies.write(nameOf(key), Buffer.from(bytes))
    },
  }
}
