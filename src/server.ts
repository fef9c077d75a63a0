import type { ServerBuild } from 'react-router'
import { join } from 'node:path'
import { createHttpHandler, dropChangedPages, type BrowserFiles, type PageRenderer } from './http.server.ts'
import { createMailbox } from './mailbox.server.ts'
import { pagesOf } from './page-maker.server.ts'
import { createIdentityHost } from './identity-host.server.ts'
import { minutes, seconds, systemClock } from './platform/clock.ts'
import { ConfigError, readConfig, type Config } from './platform/config.ts'
import { DataFolderError } from './platform/data-folder.server.ts'
import { openPglite, openPostgres, type Database } from './platform/database.server.ts'
import { ListenError, listen, type Listening } from './platform/http/listen.server.ts'
import { createPageCache } from './platform/http/page-cache.server.ts'
import { createRateLimiter } from './platform/http/rate-limit.ts'
import { randomIds } from './platform/ids.ts'
import { createLog } from './platform/log.server.ts'
import { createMetrics } from './platform/metrics.server.ts'
import { migrate, readMigrations } from './platform/migrate.server.ts'
import { setUp } from './setup.server.ts'
import { seedDemoCatalogue } from './demo.server.ts'
import { openServices, type Parts } from './services.server.ts'
import { startWatching, startWork } from './work.server.ts'
import { createStaffHost } from './staff-host.server.tsx'

/**
 * Starts the program: reads the configuration, opens the database, brings it up to date and listens. Arguments name the parts to run
 * (shop, identity, cms, worker); without any, all of them run in this process.
 */

const allParts = ['shop', 'identity', 'cms', 'worker'] as const
type Part = (typeof allParts)[number]

export type Started = { close(): Promise<void>; readonly config: Config }

export async function start(options: {
  readonly env: Record<string, string | undefined>
  readonly parts: readonly string[]
  readonly pages: PageRenderer
  readonly staticFolder: string | null
  /** In development: what serves the browser's files instead of a folder. */
  readonly browserFiles?: BrowserFiles
  readonly root: string
  readonly say: (text: string) => void
}): Promise<Started> {
  const { root, say } = options
  const config = readConfig(options.env)
  const parts = partsOf(options.parts)
  const log = createLog(config.LOG_LEVEL)
  const metrics = createMetrics()
  const database = await openDatabase(config)
  const base: Parts = { config, database, clock: systemClock, ids: randomIds, log, metrics }
  const open: Listening[] = []
  try {
    await migrate(database, readMigrations(join(root, 'migrations')))
    await setUp({
      database,
      clock: systemClock,
      ids: randomIds,
      geoFolder: join(root, 'build/geo'),
      cmsUrl: config.cmsUrl,
      hasDemoLogins: config.ENV !== 'prod',
      secretKey: config.secretKey,
    })
    if (config.ENV !== 'prod') await seedDemoCatalogue(database, systemClock, say)
    const services = await openServices(base)

    const pageCache = createPageCache({ maxBytes: config.PAGE_CACHE_MB * 1_048_576, clock: systemClock })
    dropChangedPages(services, pageCache)
    const byTheClock = setInterval(() => {
      void services.promotions.refresh()
      services.content.refresh()
    }, minutes(1)).unref()
    metrics.gauge('page_cache_bytes', 'Bytes of kept pages.', () => pageCache.bytes)
    metrics.gauge('catalogue_products', 'Live products in memory.', () => services.catalogue.size)

    let isDraining = false
    const readiness = async (): Promise<string | null> => {
      if (isDraining) return 'draining'
      const answered = await Promise.race([
        database.db
          .selectNoFrom((eb) => eb.lit(1).as('one'))
          .execute()
          .then(
            () => true,
            () => false,
          ),
        new Promise<boolean>((done) => setTimeout(() => done(false), 1_000).unref()),
      ])
      return answered ? null : 'the database does not answer'
    }

    const rateLimiter = createRateLimiter(systemClock, { enabled: config.RATE_LIMITS === 'on' })
    if (parts.has('shop')) {
      const onRequest = createHttpHandler({
        ...base,
        services,
        pages: options.pages,
        pageCache,
        rateLimiter,
        readiness,
        staticFolder: options.staticFolder,
        browserFiles: options.browserFiles ?? null,
      })
      open.push(await listen({ part: 'shop', setting: 'PORT', host: config.HOST, port: config.PORT, onRequest }))
    }
    const { HOST: host } = config
    if (parts.has('identity')) {
      const onRequest = createIdentityHost({ ...base, services, rateLimiter, readiness })
      open.push(
        await listen({
          part: 'identity host',
          setting: 'IDENTITY_PORT',
          host,
          port: config.IDENTITY_PORT,
          onRequest,
        }),
      )
    }
    if (parts.has('cms')) {
      const onRequest = createStaffHost({ ...base, services, rateLimiter, readiness })
      open.push(await listen({ part: 'staff host', setting: 'CMS_PORT', host, port: config.CMS_PORT, onRequest }))
    }
    if (config.ENV !== 'prod' && config.SMTP_URL === undefined) {
      const onRequest = createMailbox(services.mailer)
      open.push(
        await listen({
          part: 'mail viewer',
          setting: 'MAIL_PORT',
          host: '127.0.0.1',
          port: config.MAIL_PORT,
          onRequest,
        }),
      )
    }
    startWatching(services)
    if (parts.has('worker')) await startWork(services, config)

    return {
      config,
      async close() {
        clearInterval(byTheClock)
        isDraining = true
        await Promise.all(open.map((one) => one.close(seconds(25))))
        await services.close()
        await database.close()
      },
    }
  } catch (error) {
    await Promise.all(open.map((one) => one.close(0)))
    await database.close()
    throw error
  }
}

function partsOf(names: readonly string[]): ReadonlySet<Part> {
  const unknown = names.find((name) => !(allParts as readonly string[]).includes(name))
  if (unknown !== undefined)
    throw new ConfigError(`There is no part called "${unknown}". The parts are ${allParts.join(', ')}.`)
  return new Set(names.length === 0 ? allParts : (names as Part[]))
}

async function openDatabase(config: Config): Promise<Database> {
  return config.DATABASE_URL === undefined
    ? openPglite(config.DATA_DIR)
    : openPostgres(config.DATABASE_URL, config.DATABASE_POOL, seconds(config.DATABASE_TIMEOUT))
}

/** Errors that a person can put right: they get the sentence, everybody else's get the stack. */
export function isForPeople(error: unknown): error is Error {
  return error instanceof ConfigError || error instanceof DataFolderError || error instanceof ListenError
}

/** Handed on from here, so that in development too it shares one copy of the router with the rest of the server. */
export { pagesOf }

/** The program itself: starts, and stops in order when it is told to. */
export async function main(build: ServerBuild, root: string): Promise<void> {
  const say = (text: string) => void process.stdout.write(`${text}\n`)
  try {
    const started = await start({
      env: process.env,
      parts: process.argv.slice(2),
      pages: pagesOf(build, 'production'),
      staticFolder: join(root, 'build/client'),
      root,
      say,
    })
    process.send?.('ready')
    let isStopping = false
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        if (isStopping) process.exit(1)
        isStopping = true
        setTimeout(() => process.exit(1), seconds(30)).unref()
        void started.close().then(() => process.exit(0))
      })
    }
  } catch (error) {
    process.stderr.write(`${isForPeople(error) ? error.message : (error as Error).stack}\n`)
    process.exit(1)
  }
}

if (import.meta.env.PROD) {
  const build = await import('virtual:react-router/server-build')
  await main(build as unknown as ServerBuild, join(import.meta.dirname, '../..'))
}
