import type { Clock } from '../clock.ts'

/** Token buckets in memory: `count` at once, refilled evenly over `windowMs` (security-reliability.md section 10). */
export type Limit = { readonly name: string; readonly count: number; readonly windowMs: number }

export interface RateLimiter {
  /** 0 when allowed, else how many seconds to wait. */
  take(limit: Limit, key: string): number
}

export function createRateLimiter(clock: Clock, { enabled }: { enabled: boolean }): RateLimiter {
  const buckets = new Map<string, { tokens: number; at: number; windowMs: number }>()

  /** Buckets that are full again say nothing and go; called when there are many. */
  function sweep(now: number): void {
    for (const [key, bucket] of buckets) if (now - bucket.at > bucket.windowMs) buckets.delete(key)
  }

  return {
    take(limit, key) {
      if (!enabled) return 0
      const now = clock.now().getTime()
      if (buckets.size > 50_000) sweep(now)
      const id = `${limit.name}|${key}`
      const bucket = buckets.get(id) ?? { tokens: limit.count, at: now, windowMs: limit.windowMs }
      const perMs = limit.count / limit.windowMs
      bucket.tokens = Math.min(limit.count, bucket.tokens + (now - bucket.at) * perMs)
      bucket.at = now
      buckets.set(id, bucket)
      if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / perMs / 1_000))
      bucket.tokens -= 1
      return 0
    },
  }
}
