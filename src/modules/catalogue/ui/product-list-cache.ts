/**
 * The latest product lists by address, stored in the browser so that Back restores the list and its scroll position at once (CAT-04,
 * decision catalogue-10). Only Back reads a list from here: any other visit loads today's prices.
 */

const key = 'product-list-cache'
const maxLists = 10
const cacheForMs = 30 * 60_000
const writtenAfterMs = 500

type CachedList = { readonly address: string; readonly json: string; readonly expires: number }

export type ProductListCache = {
  /** Stores a list as the page received it; written once there have been no changes for half a second. */
  remember(address: string, json: string): void
  /** The list of an address, when it is at most 30 minutes old. */
  recall(address: string): string | null
}

/** Storage that is blocked, full or invalid reads as empty and ignores writes (decision platform-09). */
export function createProductListCache(parts: {
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem'>
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Runs work later; the answer calls it off. */
  readonly later: (work: () => void, ms: number) => () => void
}): ProductListCache {
  let lists: readonly CachedList[] | null = null
  let callOff = () => {}

  function live(): readonly CachedList[] {
    lists ??= read(parts.storage)
    const now = parts.now()
    return (lists = lists.filter((list) => list.expires > now))
  }

  function write(): void {
    const value = live()
    const expires = Math.max(0, ...value.map((list) => list.expires))
    try {
      parts.storage().setItem(key, JSON.stringify({ value, expires }))
    } catch {
      // Then this visit's memory has to do.
    }
  }

  return {
    remember(address, json) {
      const others = live().filter((list) => list.address !== address)
      lists = [...others, { address, json, expires: parts.now() + cacheForMs }].slice(-maxLists)
      callOff()
      callOff = parts.later(write, writtenAfterMs)
    },
    recall: (address) => live().find((list) => list.address === address)?.json ?? null,
  }
}

function read(storage: () => Pick<Storage, 'getItem'>): readonly CachedList[] {
  try {
    const stored = JSON.parse(storage().getItem(key) ?? '{}') as { value?: unknown }
    return Array.isArray(stored.value) ? stored.value.filter(isCachedList) : []
  } catch {
    return []
  }
}

function isCachedList(value: unknown): value is CachedList {
  const list = value as Partial<CachedList> | null
  return typeof list?.address === 'string' && typeof list.json === 'string' && typeof list.expires === 'number'
}
