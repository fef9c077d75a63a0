import { sql } from 'kysely'
import { appCodes, countryOfApp, timeZoneOf, type AppCode } from '../../brands/apps.ts'
import { addDays, dayIn, type Day } from '../../platform/calendar.ts'
import { seconds, type Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.server.ts'
import type { Log } from '../../platform/log.server.ts'
import { readProviders, type AnalyticsAccess, type countedEvents, type ProviderName } from './analytics.ts'

type ProviderSettings = { readonly ANALYTICS_PROVIDERS: string } & Readonly<
  Partial<Record<`${(typeof prefixes)[keyof typeof prefixes]}_${'URL' | 'ID'}`, string | undefined>>
>

const prefixes = {
  pageTracking: 'PAGE_TRACKING',
  dataLayer: 'TAG_MANAGER',
  behaviour: 'BEHAVIOUR',
  facebook: 'PIXEL',
} as const

/** The providers that are listed and have an address and an id, for the browser; null when there are none. A name nobody knows is logged once. */
export function analyticsAccess(config: ProviderSettings, log: Pick<Log, 'warn'>): AnalyticsAccess | null {
  const { known, unknown } = readProviders(config.ANALYTICS_PROVIDERS)
  for (const name of unknown) log.warn({ area: 'analytics' }, `Unrecognised analytics provider: ${name}`)
  const isOfOthers = (name: ProviderName): name is keyof typeof prefixes => name !== 'internal'
  const found = known.filter(isOfOthers).flatMap((name) => {
    const { [`${prefixes[name]}_URL` as const]: url, [`${prefixes[name]}_ID` as const]: id } = config
    return url === undefined || id === undefined ? [] : [[name, { url, id }] as const]
  })
  return found.length === 0 ? null : Object.fromEntries(found)
}

/** Our own figures by day, for whoever runs the shop. */
export interface AnalyticsCounts {
  /** Adds one to what happened today, where the app is. Written a moment later, with what else happens meanwhile. */
  count(app: AppCode, event: (typeof countedEvents)[number], pageType: string): void
  /** Both days included; the newest day first, then by event. What this process has not written yet is in them. */
  of(app: AppCode, from: Day, to: Day): Promise<readonly DailyCount[]>
  /** Deletes what is older than is kept. */
  forget(): Promise<void>
  /** Writes what is still to be written. */
  close(): Promise<void>
}

export type DailyCount = {
  readonly day: Day
  readonly event: string
  /** '' for what is not counted by page. */
  readonly pageType: string
  readonly count: number
}

/** Two years and a month, so that a season can be compared with the one before. */
const keptDays = 760
/** Every view of a page adds to one of a few rows: written one by one they would wait for each other. */
const writtenAfter = seconds(5)

export function createAnalyticsCounts({
  database,
  clock,
  log,
}: {
  database: Database
  clock: Clock
  log: Pick<Log, 'warn'>
}): AnalyticsCounts {
  const today = (app: AppCode) => dayIn(timeZoneOf[countryOfApp[app]], clock.now())
  let counted = new Map<string, { app: AppCode; day: Day; event: string; pageType: string; count: number }>()
  let timer: NodeJS.Timeout | null = null

  async function write(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (counted.size === 0) return
    const rows = [...counted.values()]
    counted = new Map()
    // In one order, so that two processes which write at once do not wait for each other in a circle.
    rows.sort((a, b) => (`${a.app} ${a.event} ${a.pageType}` < `${b.app} ${b.event} ${b.pageType}` ? -1 : 1))
    await sql`insert into analytics_count as kept (app, happened_on, event, page_type, count)
      select app, day, event, "pageType", count from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as given (app text, day date, event text, "pageType" text, count integer)
      on conflict (app, happened_on, event, page_type) do update set count = kept.count + excluded.count`.execute(
      database.db,
    )
  }

  return {
    count(app, event, pageType) {
      const day = today(app)
      const key = `${app} ${day} ${event} ${pageType}`
      counted.set(key, { app, day, event, pageType, count: (counted.get(key)?.count ?? 0) + 1 })
      timer ??= setTimeout(() => {
        // Figures are not worth a fault: those of a few seconds are lost.
        write().catch((error: unknown) => log.warn({ err: error, area: 'analytics' }, 'figures could not be written'))
      }, writtenAfter).unref()
    },
    async of(app, from, to) {
      await write()
      const rows = await database.db
        .selectFrom('analytics_count')
        .selectAll()
        .where('app', '=', app)
        .where('happened_on', '>=', from)
        .where('happened_on', '<=', to)
        .orderBy('happened_on', 'desc')
        .orderBy('event')
        .orderBy('page_type')
        .execute()
      return rows.map((row) => ({
        day: row.happened_on,
        event: row.event,
        pageType: row.page_type,
        count: row.count,
      }))
    },
    async forget() {
      const [anyApp = 'aol'] = appCodes
      await database.db
        .deleteFrom('analytics_count')
        .where('happened_on', '<', addDays(today(anyApp), -keptDays))
        .execute()
    },
    close: write,
  }
}
