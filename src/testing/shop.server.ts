import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OpenIdPerson } from '../../sandbox/people/openid.ts'
import type { PageRenderer } from '../app/rendering/page-renderer.ts'
import pageRoutes from '../app/routes.ts'
import type { AppCode } from '../brands/apps.ts'
import { brandOf } from '../brands/brands.ts'
import { settingsChannel, type SettingName } from '../brands/settings.server.ts'
import { queues } from '../composition/queues.server.ts'
import { watchServices } from '../composition/service-metrics.server.ts'
import { openServices, type BaseDeps, type ServiceOptions, type Services } from '../composition/services.server.ts'
import type { ProductRecordInput } from '../modules/catalogue/product/product-record.ts'
import type { Identity } from '../modules/identity/identity.server.ts'
import { fixedClock, hours } from '../platform/clock.ts'
import { notify } from '../platform/database/database.server.ts'
import { isDatabaseAway } from '../platform/database/database-away.ts'
import { createLoadShedding } from '../platform/http/load-shedding.ts'
import { createRateLimiter } from '../platform/http/rate-limit.ts'
import { randomIds } from '../platform/ids.ts'
import { openJobs } from '../platform/jobs/jobs.server.ts'
import { createLog } from '../platform/log.server.ts'
import { createMetrics, type Metrics } from '../platform/metrics/metrics.server.ts'
import { openTelemetry } from '../platform/tracing/open-telemetry.server.ts'
import { noTracing } from '../platform/tracing/tracing.ts'
import { createAccessLog } from '../server/access-log.server.ts'
import { createAdminHost } from '../server/hosts/admin.server.ts'
import { createIdentityHost } from '../server/hosts/identity.server.ts'
import type { ShopDeps } from '../server/hosts/shop-host-deps.server.ts'
import { watchProcess } from '../server/process-metrics.server.ts'
import { createShopHost } from '../server/hosts/shop.server.ts'
import { openWaitingRoom } from '../server/waiting-room/waiting-room.server.ts'
import { invalidateCachedPages } from '../server/page-cache/invalidation.server.ts'
import { createPageCache } from '../server/page-cache/page-cache.server.ts'
import { adminPages, adminTemplates } from './admin-pages.server.ts'
import { products } from './catalogue.ts'
import { anyEngine, type DatabaseEngine, type TestContent, type TestDatabase } from './database.ts'
import { signedInAs } from './shop/accounts.ts'
import { testConfig } from './shop/config.ts'
import { fillCatalogue } from './shop/fill-catalogue.ts'
import { agencyAccount, merchantAccount, testCard } from './shop/merchant.ts'
import { openPort } from './shop/ports.ts'
import { openTestSandbox, type TestSandbox } from './shop/sandbox.ts'
import type { Authenticators } from './shop/signing-in.ts'
import { until } from './shop/until.ts'
import { createVisitor, type Visitor } from './shop/visitor.ts'

/**
 * A complete shop for tests: the real services on a real database with the dozen products of src/testing/catalogue.ts, the real payments
 * sandbox, and the real HTTP handler on a free port. Only the clock stands still, and each test starts background jobs itself, so it
 * controls their order.
 */

/** Late on a Tuesday morning in Sydney: after the same-day cut-off, before the next-day one. */
export const testNow = '2026-11-24T11:00:00+11:00'
export type TestShop = Awaited<ReturnType<typeof openTestShop>>

export type TestShopOptions = {
  readonly engine?: DatabaseEngine
  readonly env?: Readonly<Record<string, string>>
  readonly pages?: PageRenderer
  /** The principal of every request, instead of signing in: for tests that are not about authentication. */
  readonly identity?: Identity
  /** Products beside the dozen. */
  readonly moreProducts?: Readonly<Record<string, ProductRecordInput>>
  /** Without it the payment providers are unreachable. */
  readonly sandbox?: boolean
  /** Where the files of feeds are fetched from. */
  readonly fetchOptions?: ServiceOptions['fetchOptions']
  /** Identities at the stand-in for external login. */
  readonly people?: readonly OpenIdPerson[]
}

const noPages: PageRenderer = async () => new Response('<!DOCTYPE html><title>A page</title>', { status: 200 })

export async function openTestShop(options: TestShopOptions = {}) {
  const { engine = anyEngine, env = {}, pages = noPages, identity = null, moreProducts } = options
  const folder = await mkdtemp(join(tmpdir(), 'shop-'))
  const clock = fixedClock(testNow)
  const database = moreProducts === undefined ? await engine.open(dozenProducts) : await engine.open()
  if (moreProducts !== undefined) await fillCatalogue(database, clock.now(), { ...products, ...moreProducts })

  const shopPort = await openPort('shop under test', 'PORT')
  const identityPort = await openPort('identity host under test', 'IDENTITY_PORT')
  const staffPort = await openPort('staff host under test', 'CMS_PORT')
  const { url } = shopPort
  const sandbox =
    options.sandbox === false ? null : await openTestSandbox({ folder, shopUrl: url, clock, people: options.people })
  const config = testConfig({
    folder,
    url,
    sandbox: sandbox?.running() ?? null,
    env: { IDENTITY_PORT: String(identityPort.port), CMS_PORT: String(staffPort.port), ...env },
  })

  const logged: string[] = []
  const telemetry = await openTelemetry(config, randomIds)
  const { tracing } = telemetry
  const log = createLog('debug', { write: (line) => void logged.push(line) }, telemetry)
  const base = { config, database, clock, ids: randomIds, log, metrics: unmemoizedMetrics(), tracing }
  telemetry.connect(base.metrics)
  database.traceWith(tracing)
  const services = await openServices(base, { standIn: identity, fetchOptions: options.fetchOptions })
  const deps = await hostDeps(base, services, pages)
  shopPort.answerWith(createShopHost(deps))
  identityPort.answerWith(createIdentityHost(deps))
  staffPort.answerWith(
    createAdminHost({ ...deps, adminPages, adminTemplates, adminFiles: (_incoming, _outgoing, next) => next() }),
  )

  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const authenticators: Authenticators = new Map()
  const visitorAt =
    (shopUrl: string) =>
    (app: AppCode = 'aol'): Visitor =>
      createVisitor({ shop: shopUrl, identity: identityPort.url, staff: staffPort.url }, app, {
        agent,
        authenticators,
        now: () => clock.now(),
      })
  const visitor = visitorAt(url)
  return {
    url,
    identityUrl: identityPort.url,
    staffUrl: staffPort.url,
    config,
    database,
    clock,
    services,
    pageCache: deps.pageCache,
    shedding: deps.shedding,
    waitingRoom: deps.waitingRoom,
    logged,
    telemetry,
    visitor,
    authenticators,
    ...payments(sandbox, services),
    /** A signed-in account with the role. */
    colleague: (role: Parameters<typeof signedInAs>[1], how: Parameters<typeof signedInAs>[2] = {}) =>
      signedInAs({ database, clock, cmsUrl: config.cmsUrl, visitor }, role, how),
    /** The id of an option of a product. */
    async upsellId({ app, name }: { readonly app: string; readonly name: string }): Promise<number> {
      const found = database.db.selectFrom('upsell_option').select('id').where('app', '=', app).where('name', '=', name)
      return (await found.executeTakeFirstOrThrow()).id
    },
    /** Advances the shop's and the sandbox's time. */
    async advance(ms: number): Promise<void> {
      clock.advance(ms)
      await sandbox?.setClock()
    },
    set: (app: AppCode, name: SettingName, value: string) =>
      changeSetting({ database, services }, { app, name, value }),
    openSecond: () => openSecond({ base, identity, pages, visitorAt }),
    async close(): Promise<void> {
      agent.destroy()
      await sandbox?.close()
      for (const one of [shopPort, identityPort, staffPort]) await one.close()
      deps.waitingRoom?.close()
      await services.close()
      await telemetry.close()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const dozenProducts: TestContent = {
  name: 'dozen products',
  async insert(database) {
    await fillCatalogue(database, new Date(testNow), products)
    // The job queue creates its tables when it is first opened.
    const jobs = await openJobs({ database, log: createLog('silent'), tracing: noTracing, queues })
    await jobs.close()
  },
}

/** Reads everything at each scrape: its time flies. */
function unmemoizedMetrics(): Metrics {
  let now = 0
  return createMetrics(() => (now += hours(1)))
}

const pageTemplates = pageRoutes.map(({ path }) => `/${path ?? ''}`)

/** Dependencies of a process's request handler. */
async function hostDeps(base: BaseDeps, services: Services, pages: PageRenderer): Promise<ShopDeps> {
  const { config, clock, metrics } = base
  const maxBytes = config.PAGE_CACHE_MB * 1_048_576
  const pageCache = createPageCache({ maxBytes, clock, isOutage: isDatabaseAway })
  invalidateCachedPages(services, pageCache)
  const shedding = createLoadShedding(() => 0.5, { enabled: config.LOAD_SHEDDING === 'on' })
  watchProcess(metrics, { pageCache, shedding, maxBytes })
  watchServices(base, services)
  const rateLimiter = createRateLimiter(clock, { enabled: config.RATE_LIMITS === 'on' })
  return {
    ...base,
    services,
    pages,
    pageCache,
    pageTemplates,
    accessLog: createAccessLog({ log: base.log, config, random: () => 0.5 }),
    shedding,
    rateLimiter,
    waitingRoom: await openWaitingRoom(base, services, rateLimiter),
    probe: async () => ({ status: 'ready', pages: true, checkout: true }),
    staticFolder: null,
    browserFiles: null,
    demoBanner: null,
  }
}

/** Cards and providers of a shop with a sandbox. */
function payments(sandbox: TestSandbox | null, services: Services) {
  const opened = () => {
    if (sandbox === null) throw new Error('this shop was opened without a sandbox')
    return sandbox
  }
  return {
    sandbox: () => opened().running(),
    control: (path: string, body: object) => opened().control(path, body),
    /** Takes every provider down at once; returns the function that restores them. */
    switchOffSandbox: () => opened().switchOff(),
    /** Makes the provider's next calls of a route fail. */
    injectFault: (route: string, kind: string, times = 1, delayMs = 0) =>
      opened().control('faults', { route, kind, times, delayMs }),
    /** A card as the page sends it: encrypted for the merchant. The cardholder name can force a decline (sandbox/gateway/test-cards.ts). */
    async card({ number = testCard.number, holder = 'Ana Botha' }: { number?: string; holder?: string } = {}) {
      return { encrypted: await opened().encrypted(merchantAccount, number, holder), holder }
    },
    /** The security code of a saved card, encrypted; 902 and the like are declined (sandbox/gateway/test-cards.ts). */
    cardCode: (cvc: string = testCard.cvc) => opened().encryptedCode(merchantAccount, cvc),
    /** The same for the agency's merchant account. */
    agencyCard: ({ number = testCard.number, holder = 'Ana Botha' }: { number?: string; holder?: string } = {}) =>
      opened().encrypted(agencyAccount, number, holder),
    /** Waits until the sandbox has delivered its webhooks, and processes them. */
    async settleNotices(): Promise<void> {
      await until(async () => (await opened().undelivered()) === 0)
      await services.checkout.webhooks.work()
    },
  }
}

/** Changes a setting as the back office would, and waits until the shop applies it. */
async function changeSetting(
  { database, services }: { database: TestDatabase; services: Services },
  setting: { readonly app: AppCode; readonly name: SettingName; readonly value: string },
): Promise<void> {
  const { app, name, value } = setting
  await database.db
    .insertInto('setting')
    .values(setting)
    .onConflict((on) => on.columns(['app', 'name']).doUpdateSet({ value }))
    .execute()
  await notify(database.db, settingsChannel, '')
  await until(() => services.settings.text(brandOf(app), name) === value)
}

type SecondShop = {
  readonly services: Services
  visitor(app?: AppCode): Visitor
  close(): Promise<void>
}

/** Another process on the same PostgreSQL database, with its own shop; its visitors sign in at the first. */
async function openSecond({
  base,
  identity,
  pages,
  visitorAt,
}: {
  readonly base: BaseDeps & { readonly database: TestDatabase }
  readonly identity: Identity | null
  readonly pages: PageRenderer
  readonly visitorAt: (url: string) => (app?: AppCode) => Visitor
}): Promise<SecondShop> {
  if (base.database.openAgain === null) throw new Error('an embedded database belongs to one process')
  const database = await base.database.openAgain()
  const second = { ...base, database, metrics: unmemoizedMetrics() }
  const services = await openServices(second, { standIn: identity })
  const port = await openPort('second shop', 'PORT')
  const deps = await hostDeps(second, services, pages)
  port.answerWith(createShopHost(deps))
  return {
    services,
    visitor: visitorAt(port.url),
    async close() {
      await port.close()
      deps.waitingRoom?.close()
      await services.close()
      await database.close()
    },
  }
}
