import { constants } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import { commandNames, isCommand, runCommand } from './composition/commands.server.ts'
import { createShopHost } from './server/hosts/shop.server.ts'
import { createPurger } from './server/page-cache/purge.server.ts'
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
import { openWaitingRoom } from './server/waiting-room/waiting-room.server.ts'
import { createAccessLog } from './server/access-log.server.ts'
import { createPorts, type Ports } from './server/ports.server.ts'
import type { Probe } from './server/probes.server.ts'
import { watchProcess } from './server/process-metrics.server.ts'
import { createReadiness } from './server/readiness.server.ts'
import type { ShopDeps } from './server/hosts/shop-host-deps.server.ts'
import { isDatabaseAway } from './platform/database/database-away.ts'
import { createPageCache } from './server/page-cache/page-cache.server.ts'
import { createLoadShedding, watchEventLoop } from './platform/http/load-shedding.ts'
import { templatesOf } from './platform/http/route-templates.ts'
import { createRateLimiter } from './platform/http/rate-limit.ts'
import { randomIds } from './platform/ids.ts'
import { createLog } from './platform/log.server.ts'
import { createMetrics } from './platform/metrics/metrics.server.ts'
import { openTelemetry } from './platform/tracing/open-telemetry.server.ts'
import { requireDurability } from './platform/database/durability.server.ts'
import { warnOfLockRoom } from './platform/database/partitions/lock-room.server.ts'
import { explainDatabaseError, openConfiguredDatabase } from './platform/database/open-database.server.ts'
import { StartError } from './platform/start-error.ts'
import { openServices, type BaseDeps, type Services } from './composition/services.server.ts'
import { startWatching, startJobs } from './composition/jobs.server.ts'
import { watchServices } from './composition/service-metrics.server.ts'
import { createAdminHost, type AdminHostDeps } from './server/hosts/admin.server.ts'
import { adminPagesOf } from './admin/admin-pages.server.ts'
import type { AdminBuild } from './admin/entry.server.tsx'

/**
 * Starts the program: reads the configuration, opens the database, brings it up to date and listens. Arguments name the parts to run
 * (shop, identity, cms, worker); without any, all of them run in this process.
 */

/** For running requests when the process stops, and for the process to end after that. */
const graceMs = seconds(25)
const longestStopMs = seconds(30)

const allParts = ['shop', 'identity', 'cms', 'worker'] as const
type Part = (typeof allParts)[number]

export type Started = {
  readonly config: Config
  /** Serves for `drainMs` more while `/readyz` says that it drains, then finishes what is running and stops. */
  close(drainMs?: number): Promise<void>
}

type AdminOptions = Pick<AdminHostDeps, 'adminPages' | 'adminFiles' | 'adminTemplates'>

type StartOptions = {
  readonly env: Record<string, string | undefined>
  readonly parts: readonly string[]
  readonly pages: PageRenderer
  /** Templates of the pages' addresses; none in development, where sources change. */
  readonly pageTemplates: readonly string[]
  readonly staticFolder: string | null
  /** In development: what serves the browser's files instead of a folder. */
  readonly browserFiles?: BrowserFiles
  /** Pages of the back office and the panels, and the files of their browser. */
  readonly admin: AdminOptions
  readonly root: string
  readonly say: (text: string) => void
}

export async function start(options: StartOptions): Promise<Started> {
  const { root, say } = options
  const config = readConfig(options.env)
  requireFiles(options.env)
  const parts = partsOf(options.parts)
  const telemetry = await openTelemetry(config, randomIds)
  const { tracing } = telemetry
  const log = createLog(config.LOG_LEVEL, undefined, telemetry)
  for (const { name, message } of checkConfig(options.env).warnings) log.warn(`${name}: ${message}`)
  const metrics = createMetrics()
  telemetry.connect(metrics)
  const database = await openConfiguredDatabase(config, (text) => log.warn(text))
  database.traceWith(tracing)
  const base: BaseDeps = { config, database, clock: systemClock, ids: randomIds, log, metrics, tracing }
  const ports = createPorts(config)
  try {
    await requireDurability(database, config, (text) => log.warn(text))
    const geoFolder = join(root, 'build/geo')
    await updateDatabaseForStart(database, config, { root, geoFolder }, (text) => log.info(text))
    await warnOfLockRoom(database, (text) => log.warn(text))
    const demo = config.isProduction ? null : await loadDemo(root)
    const { cmsUrl, secretKey } = config
    await demo?.seed({ database, clock: systemClock, ids: randomIds, geoFolder, cmsUrl, secretKey, say })
    const services = await openServices(base, { shipped: demo?.files ?? null })
    const refreshing = setInterval(() => {
      void services.promotions.refresh()
      services.content.refresh()
    }, minutes(1)).unref()
    const { probe, drain } = createReadiness(database, parts)
    const stopHosts = await openHosts({
      base,
      services,
      parts,
      ports,
      probe,
      demoBanner: demo?.bannerAt ?? null,
      options,
    })
    startWatching(services)
    if (parts.has('worker')) await startJobs(services, base)

    return {
      config,
      async close(drainMs = 0) {
        drain()
        ports.drain()
        await wait(drainMs)
        clearInterval(refreshing)
        stopHosts()
        await ports.close(graceMs)
        await services.close()
        await telemetry.close()
        await database.close()
      },
    }
  } catch (error) {
    await ports.close(0)
    await telemetry.close()
    await database.close()
    throw explainDatabaseError(error, config)
  }
}

/** Opens a port for each part of the program that answers HTTP. Returns what ends their timers. */
async function openHosts({
  base,
  services,
  parts,
  ports,
  probe,
  demoBanner,
  options,
}: {
  readonly base: BaseDeps
  readonly services: Services
  readonly parts: ReadonlySet<Part>
  readonly ports: Ports
  readonly probe: Probe
  readonly demoBanner: ShopDeps['demoBanner']
  readonly options: StartOptions
}): Promise<() => void> {
  const { config, log, metrics } = base
  const rateLimiter = createRateLimiter(systemClock, { enabled: config.RATE_LIMITS === 'on' })
  const shedding = createLoadShedding(Math.random, { enabled: config.LOAD_SHEDDING === 'on' })
  const stopWatchingLoad = watchEventLoop(shedding)
  const maxBytes = config.PAGE_CACHE_MB * 1_048_576
  const pageCache = createPageCache({ maxBytes, clock: systemClock, isOutage: isDatabaseAway })
  const purger = createPurger({ urls: config.PURGE_URLS, log, tracing: base.tracing })
  invalidateCachedPages(services, pageCache, purger)
  watchProcess(metrics, { pageCache, shedding, maxBytes })
  watchServices(base, services)
  const accessLog = createAccessLog({ log, config, random: Math.random })
  const host = { ...base, services, rateLimiter, probe, accessLog }

  const waitingRoom = parts.has('shop') ? await openWaitingRoom(base, services, rateLimiter) : null
  if (parts.has('shop')) {
    const { pages, pageTemplates, staticFolder, browserFiles = null } = options
    const shop = createShopHost({
      ...host,
      pages,
      pageTemplates,
      pageCache,
      shedding,
      staticFolder,
      browserFiles,
      demoBanner,
      waitingRoom,
    })
    await ports.open('shop', 'PORT', shop)
  }
  if (parts.has('identity')) await ports.open('identity host', 'IDENTITY_PORT', createIdentityHost(host))
  if (parts.has('cms'))
    await ports.open('staff host', 'CMS_PORT', createAdminHost({ ...host, ...options.admin, demoBanner }))
  // Where parts run apart, the process that makes the mails shows them.
  if (config.showsMail && parts.has('worker'))
    await ports.open('mail viewer', 'MAIL_PORT', createMailbox(services.mail), '127.0.0.1')
  if (config.INTERNAL_PORT !== undefined)
    await ports.open('probes and metrics', 'INTERNAL_PORT', createInternalHost({ metrics, probe }))
  return () => {
    stopWatchingLoad()
    waitingRoom?.close()
  }
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
  let started: Started | null = null
  stopOnSignals(() => started)
  try {
    const envFolder = process.cwd()
    const env = loadEnvironment(envFolder)
    const [name, ...args] = process.argv.slice(2)
    if (isCommand(name)) {
      const geoFolder = () => join(root, 'build/geo')
      return void (process.exitCode = await runCommand(name, args, { env, envFolder, root, geoFolder, write: say }))
    }
    started = await start({
      env,
      parts: process.argv.slice(2),
      pages: pagesOf(build, 'production'),
      pageTemplates: templatesOf(build.routes),
      staticFolder: join(root, 'build/client'),
      admin: await builtAdmin(join(root, 'build/admin')),
      root,
      say,
    })
    process.send?.('ready')
  } catch (error) {
    process.stderr.write(`${error instanceof StartError ? error.message : (error as Error).stack}\n`)
    process.exit(1)
  }
}

/**
 * Stops what runs in order. While nothing runs yet, or for a command, the process ends at once: process 1 of a container needs a handler
 * for that, because the kernel gives it no default action.
 */
function stopOnSignals(running: () => Started | null): void {
  let isStopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1)
      isStopping = true
      const started = running()
      if (started === null) return process.exit(128 + constants.signals[signal])
      // A balancer needs time to see that this process drains; who presses Ctrl-C has none before it.
      const drainMs = signal === 'SIGTERM' ? seconds(started.config.DRAIN_SECONDS) : 0
      setTimeout(() => process.exit(1), drainMs + longestStopMs).unref()
      void started.close(drainMs).then(() => process.exit(0))
    })
  }
}

/** The back office is a build of its own, read when the program starts. */
async function builtAdmin(folder: string): Promise<AdminOptions> {
  const file = pathToFileURL(join(folder, 'server/index.js')).href
  const build = (await import(/* @vite-ignore */ file)) as AdminBuild
  return {
    adminPages: adminPagesOf(build, 'production'),
    adminTemplates: templatesOf(build.routes),
    adminFiles: builtFiles(join(folder, 'client')),
  }
}

if (import.meta.env.PROD) {
  const build = await import('virtual:react-router/server-build')
  await main(build as unknown as ServerBuild, join(import.meta.dirname, '../..'))
}
