import { outageSeconds } from '../../platform/http/common-problems.ts'

/** Headers of a page that is the same for everyone; the page cache reads them, and so does any cache on the way. */
export function cachedForAll(tags: readonly string[], seconds = 300): Record<string, string> {
  return {
    'cache-control': `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=${2 * seconds}`,
    'cache-tag': tags.join(','),
  }
}

/** Headers of a page that stands in for a whole one while the database is away: the page cache prefers an older whole one. */
export const standInHeaders = { 'cache-control': 'private, no-store', 'retry-after': String(outageSeconds) } as const

/** Hands a loader's headers on to the page (React Router asks each route for its own). */
export function headersOfLoader({ loaderHeaders }: { loaderHeaders: Headers }): Headers {
  return loaderHeaders
}
