/** Files in memory: at most so many bytes together, those that were not asked for the longest go first. */
export interface ByteCache {
  get(name: string): Buffer | undefined
  set(name: string, bytes: Buffer): void
  readonly bytes: number
}

/** A file larger than an eighth of `maxBytes` is not stored, so that one does not replace many. */
export function createByteCache(maxBytes: number): ByteCache {
  const files = new Map<string, Buffer>()
  let total = 0

  function remove(name: string): void {
    total -= files.get(name)?.byteLength ?? 0
    files.delete(name)
  }

  return {
    get(name) {
      const found = files.get(name)
      if (found === undefined) return undefined
      files.delete(name)
      files.set(name, found)
      return found
    },
    set(name, bytes) {
      remove(name)
      if (bytes.byteLength > maxBytes / 8) return
      files.set(name, bytes)
      total += bytes.byteLength
      for (const oldest of files.keys()) {
        if (total <= maxBytes) break
        remove(oldest)
      }
    },
    get bytes() {
      return total
    },
  }
}
