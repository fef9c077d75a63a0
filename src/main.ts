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
import { createPorts, type Ports } from './server/ports.server.ts'
import type { Readiness } from './server/probes.server.ts'
import { createReadiness } from './server/readiness.server.ts'
import type { ShopDeps } from './server/hosts/shop-host-deps.server.ts'
import { isDatabaseAway } from './platform/database/database-away.ts'
import { createPageCache } from './server/page-cache/page-cache.server.ts'
import { createLoadShedding, watchEventLoop } from './platform/http/load-shedding.ts'
import { createRateLimiter } from './platform/http/rate-limit.ts'
import { randomIds } from './platform/ids.ts'
import { createLog } from './platform/log.server.ts'
import { createMetrics } from './platform/metrics.server.ts'
import { explainDatabaseError, openConfiguredDatabase } from './platform/database/open-database.server.ts'
import { StartError } from './platform/start-error.ts'
import { openServices, type BaseDeps, type Services } from './composition/services.server.ts'
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

type StartOptions = {
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
}

export async function start(options: StartOptions): Promise<Started> {
  const { root, say } = options
  const config = readConfig(options.env)
  requireFiles(options.env)
  const parts = partsOf(options.parts)
  const log = createLog(config.LOG_LEVEL)
  for (const { name, message } of checkConfig(options.env).warnings) log.warn(`${name}: ${message}`)
  const metrics = createMetrics()
  const database = await openConfiguredDatabase(config)
  const base: BaseDeps = { config, database, clock: systemClock, ids: randomIds, log, metrics }
  const ports = createPorts(config)
  try {
    const geoFolder = join(root, 'build/geo')
    await updateDatabaseForStart(database, config, { root, geoFolder })
    const demo = config.isProduction ? null : await loadDemo(root)
    const { cmsUrl, secretKey } = config
    await demo?.seed({ database, clock: systemClock, ids: randomIds, geoFolder, cmsUrl, secretKey, say })
    const services = await openServices(base, { shipped: demo?.files ?? null })
    const refreshing = setInterval(() => {
      void services.promotions.refresh()
      services.content.refresh()
    }, minutes(1)).unref()
    const { readiness, drain } = createReadiness(database)
    const stopWatchingLoad = await openHosts({
      base,
      services,
      parts,
      ports,
      readiness,
      demoBanner: demo?.bannerAt ?? null,
      options,
    })
    startWatching(services)
    if (parts.has('worker')) await startJobs(services, base)

    return {
      config,
      async close() {
        clearInterval(refreshing)
        stopWatchingLoad()
        drain()
        await ports.close(seconds(25))
        await services.close()
        await database.close()
      },
    }
  } catch (error) {
    await ports.close(0)
    await database.close()
    throw explainDatabaseError(error, config)
  }
}

/** Opens a port for each part of the program that answers HTTP. Answers what ends the watch over the load. */
async function openHosts({
  base,
  services,
  parts,
  ports,
  readiness,
  demoBanner,
  options,
}: {
  readonly base: BaseDeps
  readonly services: Services
  readonly parts: ReadonlySet<Part>
  readonly ports: Ports
  readonly readiness: Readiness
  readonly demoBanner: ShopDeps['demoBanner']
  readonly options: StartOptions
}): Promise<() => void> {
  const { config, metrics } = base
  const rateLimiter = createRateLimiter(systemClock, { enabled: config.RATE_LIMITS === 'on' })
  const shedding = createLoadShedding(Math.random, { enabled: config.LOAD_SHEDDING === 'on' })
  const stopWatchingLoad = watchEventLoop(shedding)
  const pageCache = createPageCache({
    maxBytes: config.PAGE_CACHE_MB * 1_048_576,
    clock: systemClock,
    isOutage: isDatabaseAway,
  })
  invalidateCachedPages(services, pageCache)
  metrics.gauge('page_cache_bytes', 'Bytes of kept pages.', () => pageCache.bytes)
  metrics.gauge('catalogue_products', 'Live products in memory.', () => services.catalogue.size)
  metrics.gauge('load_admitted_share', 'Share of requests that can wait and are let through.', () => shedding.share)
  metrics.gauge('load_refused', 'Requests refused because of load since the start.', () => shedding.refused)
  const host = { ...base, services, rateLimiter, readiness }

  if (parts.has('shop')) {
    const { pages, staticFolder, browserFiles = null } = options
    const shop = createShopHost({ ...host, pages, pageCache, shedding, staticFolder, browserFiles, demoBanner })
    await ports.open('shop', 'PORT', shop)
  }
  if (parts.has('identity')) await ports.open('identity host', 'IDENTITY_PORT', createIdentityHost(host))
  if (parts.has('cms'))
    await ports.open('staff host', 'CMS_PORT', createAdminHost({ ...host, ...options.admin, demoBanner }))
  // Where parts run apart, the process that makes the mails shows them.
  if (config.showsMail && parts.has('worker'))
    await ports.open('mail viewer', 'MAIL_PORT', createMailbox(services.mail), '127.0.0.1')
  if (config.INTERNAL_PORT !== undefined)
    await ports.open('probes and metrics', 'INTERNAL_PORT', createInternalHost({ metrics, readiness }))
  return stopWatchingLoad
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

/** The program: starts, and stops in order on a signal. */
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

/** The back office is a build of its own, read when the program starts. */
async function builtAdmin(folder: string): Promise<Pick<AdminHostDeps, 'adminPages' | 'adminFiles'>> {
  const file = pathToFileURL(join(folder, 'server/index.js')).href
  const build = (await import(/* @vite-ignore */ file)) as AdminBuild
  return { adminPages: adminPagesOf(build, 'production'), adminFiles: builtFiles(join(folder, 'client')) }
}

if (import.meta.env.PROD) {
  const build = await import('virtual:react-router/server-build')
  await main(build as unknown as ServerBuild, join(import.meta.dirname, '../..'))
}
