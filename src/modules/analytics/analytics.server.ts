import { sql } from 'kysely'
import { appCodes, countryOfApp, timeZoneOf, type AppCode } from '../../brands/apps.ts'
import { addDays, dayIn, type Day } from '../../platform/calendar.ts'
import { seconds, type Clock } from '../../platform/clock.ts'
import type { Database, Reader } from '../../platform/database/database.server.ts'
import type { Log } from '../../platform/log.server.ts'
import { readProviders, type AnalyticsAccess, type countedEvents, type ProviderName } from './analytics.ts'
import { speedMetrics, stepOf, defaultWorst, type PageSpeed, type SpeedMetric } from './speed.ts'

type ProviderSettings = { readonly ANALYTICS_PROVIDERS: string } & Readonly<
  Partial<Record<`${(typeof prefixes)[keyof typeof prefixes]}_${'URL' | 'ID'}`, string | undefined>>
>

const prefixes = {
  pageTracking: 'PAGE_TRACKING',
  dataLayer: 'TAG_MANAGER',
  behaviour: 'BEHAVIOUR',
  facebook: 'PIXEL',
} as const

/** The configured providers with an address and an id, for the browser; null when there are none. An unknown name is logged once. */
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

/** The shop's own figures by day, for the dashboard. */
export interface AnalyticsCounts {
  /** Counts an event of today, by the app's calendar. Written a moment later, together with other events. */
  count(app: AppCode, event: (typeof countedEvents)[number], pageType: string): void
  /** Both days included; the newest day first, then by event. Includes what this process has not written yet. */
  of(app: AppCode, from: Day, to: Day): Promise<readonly DailyCount[]>
  /** Adds how fast a page was to the figures of today. */
  measured(app: AppCode, pageType: string, speed: PageSpeed): void
  /** How often an event happened on pages of some apps, day by day; both days included. */
  byDay(
    apps: readonly AppCode[],
    from: Day,
    to: Day,
  ): Promise<readonly { on: Day; event: string; pageType: string; count: number }[]>
  /** How fast pages of some apps were, by type of page; both days included. */
  speedOf(apps: readonly AppCode[], from: Day, to: Day): Promise<readonly SpeedOfPages[]>
  /** Deletes figures past their retention. */
  forget(): Promise<void>
  /** Writes pending counts. */
  close(): Promise<void>
}

export type DailyCount = {
  readonly day: Day
  readonly event: string
  /** '' for figures that are not counted by page. */
  readonly pageType: string
  readonly count: number
}

export type SpeedOfPages = {
  readonly pageType: string
  readonly metric: SpeedMetric
  readonly visits: number
  /** The 75th percentile. */
  readonly defaultWorst: number
}

/** Two years and a month, so that a season can be compared with the one before. */
const retentionDays = 760
/** Every view of a page adds to one of a few rows: written one by one they would wait for each other. */
const writtenAfter = seconds(5)

export type AnalyticsServices = {
  /** Third-party analytics providers; null when there are none. */
  readonly access: AnalyticsAccess | null
  readonly counts: AnalyticsCounts
  close(): Promise<void>
}

export type AnalyticsDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
  readonly config: ProviderSettings
}

export function openAnalytics(deps: AnalyticsDeps): AnalyticsServices {
  const counts = createAnalyticsCounts(deps)
  return { access: analyticsAccess(deps.config, deps.log), counts, close: counts.close }
}

function createAnalyticsCounts({ database, clock, log }: Omit<AnalyticsDeps, 'config'>): AnalyticsCounts {
  const today = (app: AppCode) => dayIn(timeZoneOf[countryOfApp[app]], clock.now())
  let counted = new Map<string, CountRow>()
  let speeds = new Map<string, SpeedRow>()
  let timer: NodeJS.Timeout | null = null

  async function writeNow(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    // In one order, so that two processes which write at once do not wait for each other in a circle.
    const inOrder = <Row>(rows: ReadonlyMap<string, Row>): Row[] =>
      [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
    const [rows, speedRows] = [inOrder(counted), inOrder(speeds)]
    counted = new Map()
    speeds = new Map()
    if (speedRows.length > 0) await addSpeeds(database.db, speedRows)
    if (rows.length === 0) return
    await addCounts(database.db, rows)
  }

  // Readers wait for a write in progress: the dashboard reads two kinds at once.
  let writing = Promise.resolve()
  const write = (): Promise<void> => (writing = writing.catch(() => {}).then(writeNow))

  function writeSoon(): void {
    timer ??= setTimeout(() => {
      // Figures are not worth a fault: those of a few seconds are lost.
      write().catch((error: unknown) => log.warn({ err: error, area: 'analytics' }, 'figures could not be written'))
    }, writtenAfter).unref()
  }

  return {
    count(app, event, pageType) {
      const day = today(app)
      const key = `${app} ${day} ${event} ${pageType}`
      counted.set(key, { app, day, event, pageType, count: (counted.get(key)?.count ?? 0) + 1 })
      writeSoon()
    },
    measured(app, pageType, speed) {
      const day = today(app)
      for (const metric of speedMetrics) {
        const figure = speed[metric]
        if (figure === undefined) continue
        const step = stepOf(figure)
        const key = `${app} ${day} ${pageType} ${metric} ${step}`
        speeds.set(key, { app, day, pageType, metric, step, count: (speeds.get(key)?.count ?? 0) + 1 })
      }
      writeSoon()
    },
    async byDay(apps, from, to) {
      await write()
      const { rows } = await sql<{ on: Day; event: string; pageType: string; count: number }>`
        select happened_on as on, event, page_type as "pageType", sum(count)::integer as count from analytics_count
        where app = any(${[...apps]}::text[]) and happened_on between ${from}::date and ${to}::date
        group by 1, 2, 3`.execute(database.db)
      return rows
    },
    async speedOf(apps, from, to) {
      await write()
      const { rows } = await sql<{ pageType: string; metric: SpeedMetric; step: number; count: number }>`
        select page_type as "pageType", metric, step, sum(count)::integer as count from page_speed
        where app = any(${[...apps]}::text[]) and happened_on between ${from}::date and ${to}::date
        group by 1, 2, 3`.execute(database.db)
      return speedOfPages(rows)
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
      const before = addDays(today(anyApp), -retentionDays)
      for (const table of ['analytics_count', 'page_speed'] as const)
        await database.db.deleteFrom(table).where('happened_on', '<', before).execute()
    },
    close: write,
  }
}

type CountRow = { app: AppCode; day: Day; event: string; pageType: string; count: number }
type SpeedRow = { app: AppCode; day: Day; pageType: string; metric: SpeedMetric; step: number; count: number }

async function addSpeeds(db: Reader, speedRows: readonly SpeedRow[]): Promise<void> {
  await sql`insert into page_speed as kept (app, happened_on, page_type, metric, step, count)
    select app, day, "pageType", metric, step, count from jsonb_to_recordset(${JSON.stringify(speedRows)}::jsonb)
      as given (app text, day date, "pageType" text, metric text, step smallint, count integer)
    on conflict (app, happened_on, page_type, metric, step) do update set count = kept.count + excluded.count`.execute(
    db,
  )
}

async function addCounts(db: Reader, rows: readonly CountRow[]): Promise<void> {
  await sql`insert into analytics_count as kept (app, happened_on, event, page_type, count)
    select app, day, event, "pageType", count from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given (app text, day date, event text, "pageType" text, count integer)
    on conflict (app, happened_on, event, page_type) do update set count = kept.count + excluded.count`.execute(db)
}

/** The 75th percentile of each metric by page type. */
function speedOfPages(
  rows: readonly { pageType: string; metric: SpeedMetric; step: number; count: number }[],
): SpeedOfPages[] {
  const groups = Map.groupBy(rows, ({ pageType, metric }) => `${pageType} ${metric}`)
  return [...groups.values()].flatMap((steps) => {
    const [first] = steps
    const worst = defaultWorst(steps)
    if (first === undefined || worst === null) return []
    const visits = steps.reduce((sum, { count }) => sum + count, 0)
    return [{ pageType: first.pageType, metric: first.metric, visits, defaultWorst: worst }]
  })
}
