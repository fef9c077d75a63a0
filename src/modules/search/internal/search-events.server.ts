import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { appCodes, countryOfApp, timeZoneOf, type AppCode } from '../../../brands/apps.ts'
import { addDays, dayIn } from '../../../platform/calendar.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.server.ts'
import { storedQuery, type SearchEventType } from '../search-events.ts'

/** Counts what is searched for and what becomes of it, by day. Neither who asked nor from where is kept. */
export interface SearchEvents {
  /**
   * A page of results was opened for a term, and whether anything was on it. `visitor` is where the request came from; whoever opens the
   * same results again on the same day, by the browser's own memory or from the same place, counts as a repetition.
   */
  opened(
    app: AppCode,
    term: string,
    about: { readonly foundNothing: boolean; readonly visitor: string; readonly requestedBefore: boolean },
  ): Promise<void>
  count(
    app: AppCode,
    event: {
      readonly type: SearchEventType
      readonly query: string
      /** The products it is about; those that the app does not sell are left out by the caller. */
      readonly skus: readonly string[]
      readonly isRepeatUser: boolean
      /** Where in its results the product stood that was clicked, from 1; null where that is not known. */
      readonly place: number | null
    },
  ): Promise<void>
  /** Deletes what is older than is kept. */
  forget(): Promise<void>
}

/** A year and a month, so that a season can be compared with the one before. */
const retentionDays = 396

/** More than a day has; what comes after that counts as a repetition, so that nothing is ever counted too often. */
const maxSeen = 200_000

/** Tells who asks the same again on a day. Only hashes with a key of this process are held, and only until the day ends. */
function createVisitors(clock: Clock): { isFirst(question: string, visitor: string): boolean } {
  const key = randomBytes(16)
  const seen = new Set<string>()
  let day = ''
  return {
    isFirst(question, visitor) {
      const today = clock.now().toISOString().slice(0, 10)
      if (today !== day) {
        day = today
        seen.clear()
      }
      const hash = createHash('sha256').update(key).update(`${visitor} ${question}`).digest('base64').slice(0, 16)
      if (seen.has(hash) || seen.size >= maxSeen) return false
      seen.add(hash)
      return true
    },
  }
}

export function createSearchEvents({ database, clock }: { database: Database; clock: Clock }): SearchEvents {
  const visitors = createVisitors(clock)

  async function add(
    app: AppCode,
    rows: readonly { event: string; query: string; sku: string; isRepeat: boolean; place?: number | null }[],
  ): Promise<void> {
    const day = dayIn(timeZoneOf[countryOfApp[app]], clock.now())
    for (const { event, query, sku, isRepeat, place = null } of rows) {
      await sql`insert into search_event as kept (app, happened_on, event, query, sku, count, repeat_count, position_sum, position_count)
        values (${app}, ${day}, ${event}, ${query}, ${sku}, 1, ${isRepeat ? 1 : 0}, ${place ?? 0}, ${place === null ? 0 : 1})
        on conflict (app, happened_on, event, query, sku)
          do update set count = kept.count + 1, repeat_count = kept.repeat_count + excluded.repeat_count,
            position_sum = kept.position_sum + excluded.position_sum, position_count = kept.position_count + excluded.position_count`.execute(
        database.db,
      )
    }
  }

  return {
    async opened(app, term, { foundNothing, visitor, requestedBefore }) {
      const query = storedQuery(term)
      if (query === '') return
      const isRepeat = requestedBefore || !visitors.isFirst(`${app} ${query}`, visitor)
      const events = foundNothing ? ['opened', 'nothing'] : ['opened']
      await add(
        app,
        events.map((event) => ({ event, query, sku: '', isRepeat })),
      )
    },
    async count(app, { type, query, skus, isRepeatUser: isRepeat, place }) {
      // What a search has shown can be asked of the index; which of it was chosen cannot.
      const isOfProducts = type !== 'search' && type !== 'visit'
      const about = isOfProducts ? [...new Set(skus)] : ['']
      await add(
        app,
        about.map((sku) => ({ event: type, query: storedQuery(query), sku, isRepeat, place })),
      )
    },
    async forget() {
      const [anyApp = 'aol'] = appCodes
      const before = addDays(dayIn(timeZoneOf[countryOfApp[anyApp]], clock.now()), -retentionDays)
      await database.db.deleteFrom('search_event').where('happened_on', '<', before).execute()
    },
  }
}
