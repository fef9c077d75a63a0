export type CachedPage = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
  readonly plain: Buffer
  readonly tags: readonly string[]
  readonly freshUntil: number
  readonly staleUntil: number
  /** When it was last used. */
  usedAt: number
  brotli: Buffer | null
  /** Whether `brotli` is as small as it gets, or is being made so. */
  isSmallest: boolean
  gzip: Buffer | null
}

/** Cached pages by key and by tag; the pages unused for longest go when there are more than `maxBytes`. */
export function createPageStore(maxBytes: number) {
  // A Map keeps insertion order: a used page moves to the end, so the first one is the least recently used.
  const pages = new Map<string, CachedPage>()
  const keysByTag = new Map<string, Set<string>>()
  let bytes = 0
  let evictions = 0

  function remove(key: string): void {
    const page = pages.get(key)
    if (page === undefined) return
    pages.delete(key)
    bytes -= sizeOf(key, page)
    for (const tag of page.tags) {
      const keys = keysByTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) keysByTag.delete(tag)
    }
  }

  return {
    get bytes() {
      return bytes
    },
    get entries() {
      return pages.size
    },
    get evictions() {
      return evictions
    },
    get: (key: string): CachedPage | undefined => pages.get(key),
    /** Stores a page, unless it alone is larger than a quarter of the whole. */
    set(key: string, page: CachedPage): void {
      remove(key)
      if (sizeOf(key, page) > maxBytes / 4) return
      pages.set(key, page)
      bytes += sizeOf(key, page)
      for (const tag of page.tags) {
        const keys = keysByTag.get(tag) ?? new Set()
        keys.add(key)
        keysByTag.set(tag, keys)
      }
      for (const oldest of pages.keys()) {
        if (bytes <= maxBytes) break
        remove(oldest)
        evictions++
      }
    },
    /** Marks a page as the one used last. */
    touch(key: string): void {
      const page = pages.get(key)
      if (page === undefined) return
      pages.delete(key)
      pages.set(key, page)
    },
    /** Removes every page that carries one of the tags. */
    drop(tags: readonly string[]): void {
      for (const tag of tags) for (const key of Array.from(keysByTag.get(tag) ?? [])) remove(key)
    },
    clear(): void {
      pages.clear()
      keysByTag.clear()
      bytes = 0
    },
  }
}

const sizeOf = (key: string, page: CachedPage): number =>
  // Compressed forms come later; a fifth each is what HTML shrinks to, and the entry itself costs about a kilobyte.
  key.length * 2 + page.plain.byteLength * 1.4 + 1_024
