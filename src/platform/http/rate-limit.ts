import type { Clock } from '../clock.ts'
import { addressKey, networkKey } from './client-address.ts'

/** Token buckets in memory: `count` at once, refilled evenly over `windowMs`. */
export type Limit = { readonly name: string; readonly count: number; readonly windowMs: number }

export interface RateLimiter {
  /** 0 when allowed, else how many seconds to wait. */
  take(limit: Limit, key: string): number
  /**
   * The same for a client's address, and for its network: a /24 of IPv4 or a /48 of IPv6 gets `networkFactor` times as much, so that
   * many addresses of one network do not get round the limit and an office behind one network is not locked out.
   */
  takeFrom(limit: Limit, address: string): number
  readonly size: number
}

export const networkFactor = 10

/** At about 200 bytes each, the buckets stay below 20 MB. */
const maxBuckets = 100_000

/** How many of the oldest buckets one call inspects: more than it can add, so that memory after a burst is released. */
const sweptPerCall = 4

export function createRateLimiter(
  clock: Clock,
  { enabled, maxKeys = maxBuckets }: { enabled: boolean; maxKeys?: number },
): RateLimiter {
  // A Map keeps insertion order. A used bucket moves to the end, so the first ones are the least recently used.
  const buckets = new Map<string, { tokens: number; at: number; count: number; windowMs: number }>()

  /** Removes the full ones among the oldest buckets, and at the cap the one of them that is nearest to full. */
  function sweep(now: number): void {
    let fullest: string | null = null
    let max = -1
    let looked = 0
    for (const [key, bucket] of buckets) {
      if (looked++ === sweptPerCall) break
      const share = bucket.tokens / bucket.count + (now - bucket.at) / bucket.windowMs
      if (share >= 1) buckets.delete(key)
      else if (share > max) [fullest, max] = [key, share]
    }
    if (buckets.size >= maxKeys && fullest !== null) buckets.delete(fullest)
  }

  function take(limit: Limit, key: string): number {
    if (!enabled) return 0
    const now = clock.now().getTime()
    sweep(now)
    const id = `${limit.name}|${key}`
    const { count, windowMs } = limit
    const bucket = buckets.get(id) ?? { tokens: count, at: now, count, windowMs }
    const perMs = count / windowMs
    bucket.tokens = Math.min(count, bucket.tokens + (now - bucket.at) * perMs)
    bucket.at = now
    buckets.delete(id)
    buckets.set(id, bucket)
    if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / perMs / 1_000))
    bucket.tokens -= 1
    return 0
  }

  function isRefused({ name, count, windowMs }: Limit, key: string): boolean {
    const bucket = buckets.get(`${name}|${key}`)
    return bucket !== undefined && bucket.tokens + ((clock.now().getTime() - bucket.at) * count) / windowMs < 1
  }

  return {
    take,
    takeFrom(limit, address) {
      const key = addressKey(address)
      const network = networkKey(address)
      // A rejected address consumes nothing from its network, and an address of a rejected network gets no bucket.
      if (network !== null && !isRefused(limit, key)) {
        const wide = { ...limit, name: `${limit.name} (network)`, count: limit.count * networkFactor }
        const wait = take(wide, network)
        if (wait > 0) return wait
      }
      return take(limit, key)
    },
    get size() {
      return buckets.size
    },
  }
}
