import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import { commandNames, isCommand, runCommand } from './composition/commands.server.ts'
import { createShopHost } from './server/hosts/shop.server.ts'
import { invalidateCachedPages } from './server/page-cache/invalidation.server.ts'
import { builtFiles, type BrowserFiles } from './server/static-files.server.ts'
import type { PageRenderer } from './app/rendering/page-renderer.ts'
import { createMailbox } from './server/hosts/mailbox.server.tsx'
import { pagesOf } from './app/rendering/page-maker.server.ts'
import { loadDemo } from './composition/demo.server.ts'
import { updateDatabaseForStart } from './composition/installation.server.ts'
import { createIdentityHost } from './server/hosts/identity.server.ts'
import { createInternalHost } from './server/hosts/internal.server.ts'
import { minutes, seconds, systemClock } from './platform/clock.ts'
import { checkConfig, ConfigError, readConfig, type Config } from './platform/config/config.ts'
import { requireFiles } from './platform/config/config-files.server.ts'
import { loadEnvironment } from './platform/config/env-file.server.ts'
import { listen, type Listening } from './platform/http/listen.server.ts'
import { createPageCache } from './server/page-cache/page-cache.server.ts'
import { createLoadShedding, watchEventLoop } from './platform/http/load-shedding.ts'
import { createRateLimiter } from './platform/http/rate-limit.ts'
import { randomIds } from './platform/ids.ts'
import { createLog } from './platform/log.server.ts'
import { createMetrics } from './platform/metrics.server.ts'
import { explainDatabaseError, openConfiguredDatabase } from './platform/database/open-database.server.ts'
import { StartError } from './platform/start-error.ts'
import { openServices, type Parts } from './composition/services.server.ts'
import { startWatching, startJobs } from './composition/jobs.server.ts'
import { createAdminHost, type AdminHostDeps } from './server/hosts/admin.server.ts'
import { adminPagesOf } from './admin/admin-pages.server.ts'
import type { AdminBuild } from './admin/entry.server.tsx'

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
  /** Pages of the back office and the panels, and the files of their browser. */
  readonly admin: Pick<AdminHostDeps, 'adminPages' | 'adminFiles'>
  readonly root: string
  readonly say: (text: string) => void
}): Promise<Started> {
  const { root, say } = options
  const config = readConfig(options.env)
  requireFiles(options.env)
  const parts = partsOf(options.parts)
  const log = createLog(config.LOG_LEVEL)
  for (const { name, message } of checkConfig(options.env).warnings) log.warn(`${name}: ${message}`)
  const metrics = createMetrics()
  const database = await openConfiguredDatabase(config)
  const base: Parts = { config, database, clock: systemClock, ids: randomIds, log, metrics }
  const open: Listening[] = []
  try {
    const geoFolder = join(root, 'build/geo')
    await updateDatabaseForStart(database, config, { root, geoFolder })
    const demo = config.isProduction ? null : await loadDemo(root)
    const { cmsUrl, secretKey } = config
    await demo?.seed({ database, clock: systemClock, ids: randomIds, geoFolder, cmsUrl, secretKey, say })
    const services = await openServices(base)

    const pageCache = createPageCache({ maxBytes: config.PAGE_CACHE_MB * 1_048_576, clock: systemClock })
    invalidateCachedPages(services, pageCache)
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
    const shedding = createLoadShedding(Math.random, { enabled: config.LOAD_SHEDDING === 'on' })
    const stopWatchingLoad = watchEventLoop(shedding)
    metrics.gauge('load_admitted_share', 'Share of requests that can wait and are let through.', () => shedding.share)
    metrics.gauge('load_refused', 'Requests refused because of load since the start.', () => shedding.refused)
    const openPort = async (
      part: string,
      setting: PortSetting,
      onRequest: RequestListener,
      host = config.HOST,
    ): Promise<void> => {
      const port = config[setting] ?? 0
      const listening = listen({ part, setting, host, port, onRequest })
      open.push(await listening.catch((error: unknown) => Promise.reject(explainHost(error, host))))
    }
    if (parts.has('shop')) {
      const onRequest = createShopHost({
        ...base,
        services,
        pages: options.pages,
        pageCache,
        rateLimiter,
        shedding,
        readiness,
        staticFolder: options.staticFolder,
        browserFiles: options.browserFiles ?? null,
        illustrator: demo?.illustrator ?? null,
      })
      await openPort('shop', 'PORT', onRequest)
    }
    if (parts.has('identity'))
      await openPort(
        'identity host',
        'IDENTITY_PORT',
        createIdentityHost({ ...base, services, rateLimiter, readiness }),
      )
    if (parts.has('cms'))
      await openPort(
        'staff host',
        'CMS_PORT',
        createAdminHost({ ...base, ...options.admin, services, rateLimiter, readiness }),
      )
    // Where parts run apart, the process that makes the mails shows them.
    if (config.showsMail && parts.has('worker'))
      await openPort('mail viewer', 'MAIL_PORT', createMailbox(services.mail), '127.0.0.1')
    if (config.INTERNAL_PORT !== undefined)
      await openPort('probes and metrics', 'INTERNAL_PORT', createInternalHost({ metrics, readiness }))
    startWatching(services)
    if (parts.has('worker')) await startJobs(services, base)

    return {
      config,
      async close() {
        clearInterval(byTheClock)
        stopWatchingLoad()
        isDraining = true
        await Promise.all(open.map((one) => one.close(seconds(25))))
        await services.close()
        await database.close()
      },
    }
  } catch (error) {
    await Promise.all(open.map((one) => one.close(0)))
    await database.close()
    throw explainDatabaseError(error, config)
  }
}

type PortSetting = 'PORT' | 'IDENTITY_PORT' | 'CMS_PORT' | 'MAIL_PORT' | 'INTERNAL_PORT'

/** HOST must be an address of this machine, or a name of one. */
function explainHost(error: unknown, host: string): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (code === 'EADDRNOTAVAIL' || code === 'EINVAL')
    return new StartError(`HOST: ${host} is not an address of this machine. Use 127.0.0.1, 0.0.0.0 or one that is.`, {
      cause: error,
    })
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new StartError(`HOST: the name ${host} is not known. Use 127.0.0.1, 0.0.0.0 or a name of this machine.`, {
      cause: error,
    })
  return error
}

function partsOf(names: readonly string[]): ReadonlySet<Part> {
  const unknown = names.find((name) => !(allParts as readonly string[]).includes(name))
  if (unknown !== undefined)
    throw new ConfigError(
      `There is no part called "${unknown}". The parts are ${allParts.join(', ')}; the commands are ${commandNames.join(', ')}.`,
    )
  return new Set(names.length === 0 ? allParts : (names as Part[]))
}

/** Handed on from here, so that in development too they share one copy of the router with the rest of the server. */
export { adminPagesOf, pagesOf }

/** The program itself: starts, and stops in order when it is told to. */
export async function main(build: ServerBuild, root: string): Promise<void> {
  const say = (text: string) => void process.stdout.write(`${text}\n`)
  try {
    const envFolder = process.cwd()
    const env = loadEnvironment(envFolder)
    const [name, ...args] = process.argv.slice(2)
    if (isCommand(name)) {
      const geoFolder = () => join(root, 'build/geo')
      return void (process.exitCode = await runCommand(name, args, { env, envFolder, root, geoFolder, write: say }))
    }
    const started = await start({
      env,
      parts: process.argv.slice(2),
      pages: pagesOf(build, 'production'),
      staticFolder: join(root, 'build/client'),
      admin: await builtAdmin(join(root, 'build/admin')),
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
    process.stderr.write(`${error instanceof StartError ? error.message : (error as Error).stack}\n`)
    process.exit(1)
  }
}

/** The back office is a build of its own, which is read when the program starts. */
async function builtAdmin(folder: string): Promise<Pick<AdminHostDeps, 'adminPages' | 'adminFiles'>> {
  const file = pathToFileURL(join(folder, 'server/index.js')).href
  const build = (await import(/* @vite-ignore */ file)) as AdminBuild
  return { adminPages: adminPagesOf(build, 'production'), adminFiles: builtFiles(join(folder, 'client')) }
}

if (import.meta.env.PROD) {
  const build = await import('virtual:react-router/server-build')
  await main(build as unknown as ServerBuild, join(import.meta.dirname, '../..'))
}
