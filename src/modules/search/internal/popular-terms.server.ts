import { sql } from 'kysely'
import type { AppCode } from '../../../brands/apps.ts'
import type { Brand } from '../../../brands/brands.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.server.ts'
import { contentWords, phraseKey } from './engine/text/synonyms.ts'

/** What many visitors search for and find. */
export type PopularTerms = {
  /** The terms of the last thirty days, the most frequent first. */
  of(brand: Brand): Promise<readonly string[]>
}

/** What fewer visitors have searched for could say something about one of them. */
export const fewestVisitors = 5
const days = 30
const maxTerms = 8
/** More than are shown, because some find nothing any more and some are the same in other words. */
const maxRead = 60
const freshForMs = 10 * 60_000

export function createPopularTerms({
  database,
  clock,
  findsAsWritten,
}: {
  readonly database: Database
  readonly clock: Clock
  /** What no product holds as it is written may be a slip, or words that the shop does not want to repeat. */
  readonly findsAsWritten: (app: AppCode, term: string) => boolean
}): PopularTerms {
  const known = new Map<AppCode, { readonly readAt: number; readonly terms: Promise<readonly string[]> }>()

  async function read(app: AppCode): Promise<readonly string[]> {
    const since = new Date(clock.now().getTime() - days * 86_400_000).toISOString().slice(0, 10)
    const { rows } = await sql<{ query: string }>`
      select query from search_event
      where app = ${app} and event = 'opened' and happened_on >= ${since}::date and query ~ '^[[:alpha:]]'
      group by query having sum(count - repeat_count) >= ${fewestVisitors}
      order by sum(count - repeat_count) desc, query limit ${maxRead}`.execute(database.db)
    const seen = new Set<string>()
    return rows
      .map(({ query }) => query)
      .filter((query) => {
        const key = phraseKey(contentWords(query))
        if (key === '' || seen.has(key) || !findsAsWritten(app, query)) return false
        seen.add(key)
        return true
      })
      .slice(0, maxTerms)
  }

  return {
    of({ app }) {
      const now = clock.now().getTime()
      const before = known.get(app)
      if (before !== undefined && now - before.readAt < freshForMs) return before.terms
      const terms = read(app)
      known.set(app, { readAt: now, terms })
      // What could not be read is read again by the next visitor.
      terms.catch(() => known.delete(app))
      return terms
    },
  }
}
