import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request as httpRequest, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoSettings } from '../../data/demo/settings.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { demoIllustrator } from '../../data/demo/drawings/illustrator.ts'
import { contentEntries } from '../../data/demo/content.ts'
import type { OpenIdPerson } from '../../sandbox/people/openid.ts'
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts'
import type { AppCode } from '../brands/apps.ts'
import { brandOf, brands } from '../brands/brands.ts'
import { specialBrandName } from '../brands/special-brand.ts'
import { settingsChannel, type SettingName } from '../brands/settings.server.ts'
import { codes, places, products, promotion, salesPeople, stores, upsells } from './catalogue.ts'
import { createShopHost } from '../server/hosts/shop.server.ts'
import type { ShopDeps } from '../server/hosts/shop-host-deps.server.ts'
import { invalidateCachedPages } from '../server/page-cache/invalidation.server.ts'
import type { PageRenderer } from '../app/rendering/page-renderer.ts'
import type { CartResponse } from '../modules/cart/cart.ts'
import type { AvailabilityResponse } from '../modules/checkout/availability.ts'
import { arrangedDay } from '../modules/checkout/delivery-plan.ts'
import type { ChosenIds } from '../modules/cart/ui/cart-state.ts'
import { createIdentityHost } from '../server/hosts/identity.server.ts'
import type { Identity } from '../modules/identity/identity.server.ts'
import { totpCode, totpStep } from '../modules/identity/internal/factors/totp.server.ts'
import { createPasswords } from '../modules/identity/passwords.server.ts'
import { importRecords } from '../modules/product-import/import-records.server.ts'
import { productRecord, type ProductRecordInput } from '../modules/catalogue/product-record.ts'
import { merchantCertificates } from '../modules/payments/providers/merchant-certificates.server.ts'
import { insertEntries } from '../modules/content/content-store.server.ts'
import { encryptCard } from '../modules/payments/ui/encrypt-card.ts'
import { insertDefaultSynonyms } from '../modules/search/search-words.server.ts'
import { insertPromotions } from '../modules/promotions/promotions-store.server.ts'
import type { PanelTokens } from '../modules/staff/staff.ts'
import { insertSalesPeople, insertStores } from '../modules/stores/stores-store.server.ts'
import { dayOf, tripleOf, type DateTriple } from '../platform/calendar.ts'
import { fixedClock, minutes } from '../platform/clock.ts'
import { readConfig, type Config } from '../platform/config/config.ts'
import { anyEngine, type DatabaseEngine } from './database.ts'
import { notify, type Database } from '../platform/database/database.server.ts'
import { listen } from '../platform/http/listen.server.ts'
import { createPageCache } from '../server/page-cache/page-cache.server.ts'
import { createLoadShedding } from '../platform/http/load-shedding.ts'
import { createRateLimiter } from '../platform/http/rate-limit.ts'
import { randomIds } from '../platform/ids.ts'
import { createLog } from '../platform/log.server.ts'
import { createMetrics } from '../platform/metrics.server.ts'
import { openServices, type BaseDeps, type Services } from '../composition/services.server.ts'
import { createAdminHost } from '../server/hosts/admin.server.ts'
import { adminPages } from './admin-pages.server.ts'

/**
 * A whole shop for tests: the real services on a real database with the dozen products of src/testing/catalogue.ts, the real payments
 * sandbox, and the real HTTP handler on a free port. Only the clock stands still, and the work that runs beside requests is started by
 * the test itself, so that it chooses what happens first.
 */

/** Late on a Tuesday morning in Sydney: too late for the same day, in time for the next. */
export const testNow = '2026-11-24T11:00:00+11:00'
export const merchantAccount = 'TestECOM'
/** Of the special brand; a shop has it that is opened with `paysAgency`. */
export const agencyAccount = 'TestAgencyECOM'
export const paysAgency = { GATEWAY_AGENCY_MERCHANT_ACCOUNT: agencyAccount } as const
export const hmacKey = '7e'.repeat(32)
/** Nothing else in a run looks like these, so finding them anywhere is finding card data. */
export const testCard = { number: '4111 1111 1111 1111', challenged: '4212 3456 7890 1237', cvc: '9713' } as const

export type TestShop = Awaited<ReturnType<typeof openTestShop>>

export type TestShopOptions = {
  readonly engine?: DatabaseEngine
  readonly env?: Readonly<Record<string, string>>
  readonly pages?: PageRenderer
  /** Who everybody is that asks, in the place of the program: for tests that are not about signing in. */
  readonly identity?: Identity
  /** Sold beside the dozen products. */
  readonly moreProducts?: Readonly<Record<string, ProductRecordInput>>
  /** Without it nothing listens where the payment providers should be. */
  readonly sandbox?: boolean
  /** Whom the stand-in for other logins offers. */
  readonly people?: readonly OpenIdPerson[]
}

const noPages: PageRenderer = async () => new Response('<!DOCTYPE html><title>A page</title>', { status: 200 })

export async function openTestShop({
  engine = anyEngine,
  env = {},
  pages = noPages,
  identity,
  moreProducts = {},
  sandbox: hasSandbox = true,
  people,
}: TestShopOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'shop-'))
  const database = await engine.open()
  const clock = fixedClock(testNow)
  await fillCatalogue(database, clock.now(), { ...products, ...moreProducts })

  let handler: RequestListener = (_incoming, outgoing) => outgoing.writeHead(503).end()
  const listening = await listen({
    part: 'shop under test',
    setting: 'PORT',
    host: '127.0.0.1',
    port: 0,
    onRequest: (incoming, outgoing) => handler(incoming, outgoing),
  })
  const url = `http://127.0.0.1:${listening.port}`
  let identityHandler: RequestListener = (_incoming, outgoing) => outgoing.writeHead(503).end()
  const identityListening = await listen({
    part: 'identity host under test',
    setting: 'IDENTITY_PORT',
    host: '127.0.0.1',
    port: 0,
    onRequest: (incoming, outgoing) => identityHandler(incoming, outgoing),
  })
  let staffHandler: RequestListener = (_incoming, outgoing) => outgoing.writeHead(503).end()
  const staffListening = await listen({
    part: 'staff host under test',
    setting: 'CMS_PORT',
    host: '127.0.0.1',
    port: 0,
    onRequest: (incoming, outgoing) => staffHandler(incoming, outgoing),
  })
  let sandbox = hasSandbox ? await openSandbox(folder, url, people) : null
  const config = configFor({
    folder,
    url,
    sandbox,
    env: { IDENTITY_PORT: String(identityListening.port), CMS_PORT: String(staffListening.port), ...env },
  })

  const logged: string[] = []
  const log = createLog('debug', { write: (line) => void logged.push(line) })
  const metrics = createMetrics()
  const base = { config, database, clock, ids: randomIds, log, metrics }
  const services = await openServices(base, identity ?? null)
  const deps = partsOf(base, services, pages)
  const { pageCache } = deps
  handler = createShopHost(deps)
  identityHandler = createIdentityHost(deps)
  staffHandler = createAdminHost({ ...deps, adminPages, adminFiles: (_incoming, _outgoing, next) => next() })
  if (sandbox !== null) await control(sandbox, 'clock', { shiftMs: clock.now().getTime() - Date.now() })

  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const authenticators: Authenticators = new Map()
  const identityUrl = `http://127.0.0.1:${identityListening.port}`
  const staffUrl = `http://127.0.0.1:${staffListening.port}`
  const certificates = sandbox === null ? null : merchantCertificates(sandbox.certificateFile)
  async function cardFor(account: string, number: string, holderName: string): Promise<string> {
    const certificate = (await certificates?.())?.[account] ?? ''
    const card = { number, cvc: testCard.cvc, expiryMonth: 3, expiryYear: 2030, holderName }
    return encryptCard(certificate, card, clock.now())
  }
  const shop = {
    url,
    config,
    database,
    clock,
    services,
    pageCache,
    shedding: deps.shedding,
    logged,
    sandbox: () => {
      if (sandbox === null) throw new Error('this shop was opened without a sandbox')
      return sandbox
    },
    control: (path: string, body: object) => control(shop.sandbox(), path, body),
    /** Every provider at once is away, as if its machine were off; answers what switches it on again, with what it had kept. */
    async switchOffSandbox(): Promise<() => Promise<void>> {
      const port = Number(new URL(shop.sandbox().url).port)
      await shop.sandbox().close(0)
      return async () => {
        sandbox = await openSandbox(folder, url, people, port)
        await shop.advance(0)
      }
    },
    /** The provider's next calls of a route go wrong. */
    injectFault: (route: string, kind: string, times = 1, delayMs = 0) =>
      control(shop.sandbox(), 'faults', { route, kind, times, delayMs }),
    /** The id of what can be chosen beside a product. */
    async upsellId({ app, name }: { readonly app: string; readonly name: string }): Promise<number> {
      const found = database.db.selectFrom('upsell_option').select('id').where('app', '=', app).where('name', '=', name)
      return (await found.executeTakeFirstOrThrow()).id
    },
    visitor: (app: AppCode = 'aol') =>
      createVisitor({ shop: url, identity: identityUrl, staff: staffUrl }, app, {
        agent,
        authenticators,
        now: () => clock.now(),
      }),
    /** Authenticator apps by the address of their accounts. */
    authenticators,
    identityUrl,
    staffUrl,
    /** Somebody of ours who has signed in; one who sells has a code of the store they work in. */
    async colleague(
      role: 'staff' | 'sales' | 'administrator' | 'customer' | 'trade',
      { app = 'aol', code = 'NT01', store = '1' }: { app?: AppCode; code?: string; store?: string } = {},
    ): Promise<Visitor> {
      const id = randomIds.uuid()
      const password = 'a long fridge 42'
      const isOurs = role !== 'customer' && role !== 'trade'
      await database.db
        .insertInto('account')
        .values({
          id,
          email: `${role}-${id}@staff.example`,
          password_hash: await createPasswords().hash(password),
          first_name: 'Kim',
          last_name: 'Vale',
          role,
          is_demo: false,
          created_at: clock.now(),
          email_confirmed_at: clock.now(),
          winning_user_id: isOurs ? `W-${id.slice(0, 8)}` : null,
          winning_cms_url: isOurs ? config.cmsUrl : null,
          salesperson_code: role === 'sales' ? code : null,
          subdivision: role === 'sales' ? store : null,
        })
        .execute()
      const visitor = shop.visitor(app)
      await visitor.signIn(`${role}-${id}@staff.example`, password)
      return visitor
    },
    /** A card as the page sends it: encrypted for the merchant. A holder's name may force a refusal (sandbox/gateway/test-cards.ts). */
    async card({ number = testCard.number, holder = 'Ana Botha' }: { number?: string; holder?: string } = {}) {
      return { encrypted: await cardFor(merchantAccount, number, holder), holder }
    },
    /** The same for the agency. */
    agencyCard: ({ number = testCard.number, holder = 'Ana Botha' }: { number?: string; holder?: string } = {}) =>
      cardFor(agencyAccount, number, holder),
    /** Moves the shop's and the sandbox's time. */
    async advance(ms: number): Promise<void> {
      clock.advance(ms)
      if (sandbox !== null) await control(sandbox, 'clock', { shiftMs: clock.now().getTime() - Date.now() })
    },
    /** Changes a setting as staff would, and waits until the shop follows it. */
    async set(app: AppCode, name: SettingName, value: string): Promise<void> {
      await database.db
        .insertInto('setting')
        .values({ app, name, value })
        .onConflict((on) => on.columns(['app', 'name']).doUpdateSet({ value }))
        .execute()
      await notify(database.db, settingsChannel, '')
      await until(() => services.settings.text(brandOf(app), name) === value)
    },
    /** Waits until the sandbox has delivered its notices, and acts on them. */
    async settleNotices(): Promise<void> {
      await until(async () => (await undelivered(shop.sandbox())) === 0)
      await services.checkout.webhooks.work()
    },
    /** Another process on the same PostgreSQL database, with a shop of its own; who signs in does so at the first. */
    async openSecond(): Promise<{
      readonly services: Services
      visitor(app?: AppCode): Visitor
      close(): Promise<void>
    }> {
      if (database.openAgain === null) throw new Error('an embedded database belongs to one process')
      const again = await database.openAgain()
      const second = { ...base, database: again, metrics: createMetrics() }
      const opened = await openServices(second, identity ?? null)
      const onRequest = createShopHost(partsOf(second, opened, pages))
      const itsListening = await listen({ part: 'second shop', setting: 'PORT', host: '127.0.0.1', port: 0, onRequest })
      const itsUrl = `http://127.0.0.1:${itsListening.port}`
      return {
        services: opened,
        visitor: (app: AppCode = 'aol') =>
          createVisitor({ shop: itsUrl, identity: identityUrl, staff: staffUrl }, app, {
            agent,
            authenticators,
            now: () => clock.now(),
          }),
        async close() {
          await itsListening.close(0)
          await opened.close()
          await again.close()
        },
      }
    },
    async close(): Promise<void> {
      agent.destroy()
      await sandbox?.close(0)
      await listening.close(0)
      await identityListening.close(0)
      await staffListening.close(0)
      await services.close()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return shop
}

/** What a process answers requests with. */
function partsOf(base: BaseDeps, services: Services, pages: PageRenderer): ShopDeps {
  const { config, clock } = base
  const pageCache = createPageCache({ maxBytes: config.PAGE_CACHE_MB * 1_048_576, clock })
  invalidateCachedPages(services, pageCache)
  return {
    ...base,
    services,
    pages,
    pageCache,
    shedding: createLoadShedding(() => 0.5, { enabled: config.LOAD_SHEDDING === 'on' }),
    rateLimiter: createRateLimiter(clock, { enabled: config.RATE_LIMITS === 'on' }),
    readiness: async () => null,
    staticFolder: null,
    browserFiles: null,
    illustrator: demoIllustrator,
  }
}

function openSandbox(
  folder: string,
  shopUrl: string,
  people: readonly OpenIdPerson[] | undefined,
  port = 0,
): Promise<Sandbox> {
  return startSandbox({
    ...(people === undefined ? {} : { people }),
    port,
    folder: join(folder, 'sandbox'),
    shopUrl,
    isControlOn: true,
    gatewayHmacKey: hmacKey,
    merchantAccounts: [merchantAccount, agencyAccount],
    afterpayLimits: { minimumCents: 1_00, maximumCents: 2_000_00 },
    webhookWaitMs: 20,
  })
}

function configFor({
  folder,
  url,
  sandbox,
  env,
}: {
  folder: string
  url: string
  sandbox: Sandbox | null
  env: Readonly<Record<string, string>>
}): Config {
  return readConfig({
    ENV: 'test',
    APP: 'aol',
    SITES: brands.map((brand) => `${brand.app}.localhost=${brand.app}`).join(','),
    PUBLIC_URL: url,
    DATA_DIR: folder,
    PAGE_CACHE_MB: '16',
    RATE_LIMITS: 'off',
    LOAD_SHEDDING: 'off',
    GATEWAY_URL: `${sandbox?.url ?? 'http://127.0.0.1:9'}/gateway/v71`,
    AFTERPAY_URL: `${sandbox?.url ?? 'http://127.0.0.1:9'}/afterpay`,
    PAYPAL_URL: `${sandbox?.url ?? 'http://127.0.0.1:9'}/paypal`,
    ZIP_URL: `${sandbox?.url ?? 'http://127.0.0.1:9'}/zip/merchant`,
    RECAPTCHA_URL: `${sandbox?.url ?? 'http://127.0.0.1:9'}/recaptcha`,
    DEMO_OPENID_URL: `${sandbox?.url ?? 'http://127.0.0.1:9'}/openid`,
    ZIP_IN_STORE_URL: `${sandbox?.url ?? 'http://127.0.0.1:9'}/zip-in-store/v1`,
    GATEWAY_MERCHANT_ACCOUNT: merchantAccount,
    GATEWAY_HMAC_KEY: hmacKey,
    ...(sandbox === null ? {} : { GATEWAY_CERTIFICATES_FILE: sandbox.certificateFile }),
    ...env,
  })
}

async function control(sandbox: Sandbox, path: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${sandbox.url}/control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as Record<string, unknown>
  if (!response.ok || answer['done'] === false) throw new Error(`control ${path}: ${JSON.stringify(answer)}`)
  return answer
}

async function undelivered(sandbox: Sandbox): Promise<number> {
  const response = await fetch(`${sandbox.url}/ledger/undelivered-webhooks`)
  return ((await response.json()) as { undelivered: unknown[] }).undelivered.length
}

/** Waits until something holds, at most ten seconds. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 10_000
  while (!(await holds())) {
    if (performance.now() > end) throw new Error('it did not happen in time')
    await wait(5)
  }
}

async function fillCatalogue(
  database: Database,
  now: Date,
  sold: Readonly<Record<string, ProductRecordInput>>,
): Promise<void> {
  const terms = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../data/geo/delivery-terms.json'), 'utf8'),
  ) as Record<'warehouses' | 'tiers' | 'ranges', object[]>
  await insertRows(database, 'warehouse', terms.warehouses)
  await insertRows(database, 'delivery_tier', terms.tiers)
  await insertRows(database, 'postcode_range', terms.ranges)
  const services = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../data/geo/delivery-services.json'), 'utf8'),
  ) as Record<'services' | 'prices', object[]>
  await insertRows(database, 'delivery_service', services.services)
  await insertDefaultSynonyms(database.db)
  await insertRows(database, 'delivery_service_price', services.prices)
  const suppliers = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../data/geo/delivery-suppliers.json'), 'utf8'),
  ) as Record<'suppliers' | 'regions' | 'installation_contact_categories', object[]>
  const settings = demoSettings.filter(({ name }) => name !== 'PriceHistoryEnabled')
  await database.db
    .insertInto('setting')
    .values(settings.map((one) => ({ ...one, is_demo: true })))
    .execute()
  const asDemo = (row: object) => ({ ...row, is_demo: true })
  await insertRows(database, 'supplier', suppliers.suppliers.map(asDemo))
  await insertRows(database, 'supplier_region', suppliers.regions)
  await insertRows(database, 'installation_contact_category', suppliers.installation_contact_categories.map(asDemo))
  await insertRows(
    database,
    'locality',
    Object.values(places).map((place) => ({
      ...place,
      city: place === places.ponsonby ? 'Auckland' : place.suburb,
      lat: -33.87,
      lng: 151.21,
    })),
  )
  await insertStores(database.db, Object.values(stores))
  await insertSalesPeople(database.db, salesPeople, true)
  await insertPromotions(database.db, [promotion])
  await insertEntries(database.db, contentEntries(now), now)
  const items = Object.values(sold).map((one, at) => ({ line: at + 1, record: productRecord.parse(one) }))
  await importRecords(database, items, {
    source: 'test',
    now,
    onReject: (one) => {
      throw new Error(`${one.sku}: ${one.reason}`)
    },
  })
  const offered = Object.values(upsells).map((one, position) => ({ ...one, position }))
  await sql`insert into upsell_option
      (kind, app, category_id, name, blurb, term_months, price_cents, from_cents, below_cents, position, is_demo)
    select o.kind, o.app, c.id, o.name, 'For a test.', o."termMonths", o."priceCents", coalesce(o."fromCents", 0), o."belowCents",
      o.position, true
    from jsonb_to_recordset(${JSON.stringify(offered)}) as o (kind text, app text, "categoryUri" text, name text,
      "termMonths" integer, "priceCents" integer, "fromCents" integer, "belowCents" integer, position integer)
    join category c on c.uri = o."categoryUri"`.execute(database.db)
  const apps = brands.map((brand) => brand.app)
  const coupon = {
    apps,
    starts_on: '2026-01-01',
    ends_on: null,
    minimum_spend_cents: 0,
    excluded_brands: [],
    is_demo: true,
  }
  await insertRows(database, 'coupon', [
    { ...coupon, code: codes.tenPercent, kind: 'percentage', value: 10, minimum_spend_cents: 100_00 },
    { ...coupon, code: codes.fiftyDollars, kind: 'amount', value: 50_00, excluded_brands: ['Nordhaus'] },
    { ...coupon, code: codes.freeDelivery, kind: 'free-delivery', value: 0 },
    { ...coupon, code: codes.onceEach, kind: 'amount', value: 10_00, uses_per_email: 1 },
    { ...coupon, code: codes.over, kind: 'amount', value: 10_00, ends_on: '2026-11-23' },
  ])
  const giftCard = { currency: 'AUD', expires_on: '2029-01-01', is_demo: true }
  await insertRows(database, 'gift_card', [
    { ...giftCard, code: codes.giftCard, balance_cents: 500_00 },
    { ...giftCard, code: codes.smallGiftCard, balance_cents: 20_00 },
    { ...giftCard, code: codes.giftCardNz, balance_cents: 500_00, currency: 'NZD' },
  ])
}

async function insertRows(database: Database, table: string, rows: readonly object[]): Promise<void> {
  await sql`insert into ${sql.table(table)} select * from
    jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)})`.execute(database.db)
}

export type TestAnswer = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  json<Body = Record<string, unknown>>(): Body
}

export type Visitor = ReturnType<typeof createVisitor>

export type TestRequest = {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Sent as it is. */
  readonly raw?: string | Buffer
}

/** The secret of each, and the step of the last code it gave. */
type Authenticators = Map<string, { readonly secret: string; readonly step: number }>

/** Somebody with a browser that keeps cookies and names the host of a brand. */
function createVisitor(
  urls: { shop: string; identity: string; staff: string },
  app: AppCode,
  { agent, authenticators, now }: { agent: Agent; authenticators: Authenticators; now: () => Date },
) {
  const cookies = new Map<string, string>()
  /** What the staff host has given this browser. */
  const staffCookies = new Map<string, string>()
  const origin = `http://${app}.localhost:${new URL(urls.shop).port}`
  /** The access token that this browser has, as the page would send it. */
  let token: string | null = null

  function send(method: string, path: string, { headers = {}, ...rest }: TestRequest = {}): Promise<TestAnswer> {
    const bearer = token === null ? {} : { authorization: `Bearer ${token}` }
    return sendTo(urls.shop, method, path, { ...rest, headers: { ...bearer, ...headers } })
  }

  function sendTo(
    url: string,
    method: string,
    path: string,
    { headers = {}, body, raw }: TestRequest,
  ): Promise<TestAnswer> {
    const { hostname, port } = new URL(url)
    const isStaffHost = url === urls.staff
    const host = isStaffHost ? `localhost:${port}` : `${app}.localhost:${port}`
    const jar = isStaffHost ? staffCookies : cookies
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    return new Promise((done, fail) => {
      const request = httpRequest(
        {
          hostname,
          port,
          agent,
          method,
          path,
          headers: {
            host,
            ...(jar.size === 0 ? {} : { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }),
            ...(sent === undefined
              ? {}
              : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
            ...headers,
          },
        },
        (incoming) => {
          const chunks: Buffer[] = []
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
          incoming.on('error', fail)
          incoming.on('end', () => {
            for (const line of incoming.headers['set-cookie'] ?? []) keep(jar, line)
            const text = Buffer.concat(chunks).toString('utf8')
            done({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers,
              text,
              json: <Body>() => JSON.parse(text) as Body,
            })
          })
        },
      )
      request.on('error', fail)
      request.end(sent)
    })
  }

  function keep(jar: Map<string, string>, line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (/Max-Age=0/.test(line)) jar.delete(name)
    else jar.set(name, value)
  }

  const visitor = {
    app,
    cookies,
    origin,
    send,
    get token() {
      return token
    },
    set token(next: string | null) {
      token = next
    },
    /** A call of the identity host, as a page of the brand makes it. */
    identity: (method: string, path: string, { headers = {}, ...rest }: TestRequest = {}) =>
      sendTo(urls.identity, method, path, { ...rest, headers: { origin, 'sec-fetch-site': 'same-site', ...headers } }),
    staffCookies,
    /** A call of the staff host, or a panel. */
    staff: (method: string, path: string, request: TestRequest = {}) => sendTo(urls.staff, method, path, request),
    /** A form of a panel, as its button sends it. */
    panelForm: (
      path: string,
      fields: Readonly<Record<string, string>>,
      headers: Readonly<Record<string, string>> = {},
    ) =>
      sendTo(urls.staff, 'POST', path, {
        raw: new URLSearchParams(fields).toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'same-origin',
          ...headers,
        },
      }),
    /** The tokens of a panel's address, fresh from the shop. */
    async panelTokens(): Promise<PanelTokens> {
      const answer = await send('POST', '/api/staff/panel-tokens', { body: {}, headers: { origin } })
      if (answer.status !== 200) throw new Error(`panel tokens: ${answer.text}`)
      return answer.json<PanelTokens>()
    },
    /** Opens a panel by its address, tokens and all; from then on the browser has a session of the staff host. */
    async openPanel(path: string): Promise<TestAnswer> {
      const query = new URLSearchParams({ ...(await visitor.panelTokens()), parent_base_url: origin })
      return sendTo(urls.staff, 'GET', `${path}${path.includes('?') ? '&' : '?'}${query.toString()}`, {})
    },
    /** The form post of a login, as the browser sends it. */
    async postLogin(fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) {
      const { nonce } = (await send('POST', '/api/session/nonce')).json<{ nonce: string }>()
      const form = { returnUrl: '/account', origin, nonce, ...fields }
      return visitor.identity('POST', '/api/account/login-redir', {
        raw: new URLSearchParams(form).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      })
    },
    /** Signs in as the page does, and keeps the token. */
    async signIn(email: string, password: string): Promise<URLSearchParams> {
      const answer = await visitor.postLogin({ email, password })
      const location = answer.headers.location ?? ''
      const [, fragment = ''] = location.split('#')
      const isWaiting = location.endsWith('/account/internal/second-step')
      if (fragment === '' && !isWaiting) throw new Error(`signing in: ${answer.status} ${location || answer.text}`)
      const tokens = isWaiting ? await visitor.secondStep(email) : new URLSearchParams(fragment)
      token = tokens.get('access_token')
      await send('POST', '/api/session/start')
      return tokens
    },
    /** Sets up an authenticator app at the first login that asks for one, and gives its code at the next ones. */
    async secondStep(email: string): Promise<URLSearchParams> {
      const ask = (call: string, body: object) => visitor.identity('POST', `/api/account/${call}`, { body })
      const known = authenticators.get(email) ?? null
      const secret = known?.secret ?? (await ask('begintotp', {})).json<{ secret: string }>().secret
      // A code is good once, and time stands still: of three one after the other each is right.
      const step = Math.max((known?.step ?? 0) + 1, totpStep(now()) - 1)
      authenticators.set(email, { secret, step })
      const code = totpCode(secret, step)
      const answer =
        known === null
          ? (await ask('confirmtotp', { code })).json<{ tokens?: object }>().tokens
          : (await ask('loginstep', { kind: 'totp', value: code })).json<object>()
      if (answer === undefined || 'errors' in answer) throw new Error(`second step: ${JSON.stringify(answer)}`)
      return new URLSearchParams(Object.entries(answer).map(([name, value]) => [name, String(value)]))
    },
    get: (path: string, options?: TestRequest) => send('GET', path, options),
    post: (path: string, body?: unknown, options?: TestRequest) =>
      send('POST', path, body === undefined ? options : { ...options, body }),
    delete: (path: string, options?: TestRequest) => send('DELETE', path, options),
    async cart(): Promise<CartResponse> {
      return (await send('GET', '/api/cart/')).json<CartResponse>()
    },
    async add(sku: string, quantity = 1, choices: ChosenIds = {}): Promise<CartResponse> {
      const answer = await send('POST', '/api/cart/product/', { body: { sku, quantity, ...choices } })
      if (answer.status !== 200) throw new Error(`adding ${sku}: ${answer.text}`)
      return answer.json<CartResponse>()
    },
    async applyCode(code: string): Promise<CartResponse> {
      const answer = await send('POST', '/api/cart/coupon/', { body: { code, userEmail: null } })
      if (answer.status !== 200) throw new Error(`applying ${code}: ${answer.text}`)
      return answer.json<CartResponse>()
    },
    /** The body of a submit that is right in every way, for the first date to this place. */
    async order(how: OrderChoices = {}): Promise<SubmitBody> {
      const cart = await visitor.cart()
      const place = how.place ?? places.sydney
      const address = { ...testAddress, suburb: place.suburb, state: place.state ?? '', postcode: place.postcode }
      const answer = await send('POST', '/api/checkout/avail', {
        body: { cartId: cart.cartId, deliveryAddress: address },
      })
      const { availability, supplierAvailability, deliveryServices, today } = answer.json<AvailabilityResponse>()
      const dates = availability?.dates ?? []
      const date = dates.find((one) => one.available)
      const arranged = tripleOf(arrangedDay(dayOf(today) ?? ''))
      const supplierDeliveryDates = Object.entries(supplierAvailability).map(([supplier, { dates: theirs }]) => {
        const first = theirs.find((one) => one.available) ?? { date: today, price: 0 }
        return { supplier, deliveryDate: first.date, price: Number(first.price) }
      })
      const services = how.services ?? deliveryServices.filter((one) => one.selected).map((one) => one.sku)
      const companyName = brandOf(app).companyName
      const deps = [
        cart.orderTotal,
        Math.max(0, Number(date?.price ?? 0)),
        ...supplierDeliveryDates.map((one) => one.price),
        ...deliveryServices.map((one) => (services.includes(one.sku) ? one.price : 0)),
      ]
      const total = deps.reduce((sum, dollars) => sum + Math.round(dollars * 100), 0) / 100
      return {
        cartId: cart.cartId,
        email: 'ana.botha@example.com',
        newsletter: true,
        phoneNumber: brandOf(app).country === 'NZ' ? '021 123 4567' : '0412 345 678',
        poNumber: '',
        deliveryAddress: { ...address, deliveryInstructions: 'Leave with the concierge' },
        billingAddress: null,
        deliveryDate: date?.date ?? (availability !== null && dates.length === 0 ? arranged : null),
        supplierDeliveryDates,
        deliveryServices: services,
        requestedDeliveryContact: false,
        cart: { orderTotal: cart.orderTotal },
        expectedTotal: total,
        cardDetails: null,
        ...(how.afterpay === true ? { selectedPaymentOption: 2048 } : {}),
        ...(how.option === undefined ? {} : { selectedPaymentOption: how.option }),
        ...(how.card === undefined
          ? {}
          : {
              encryptedValues: {
                [companyName]: how.card.encrypted,
                ...(how.agencyCard === undefined ? {} : { [specialBrandName]: how.agencyCard }),
              },
              cardHolderName: how.card.holder,
              browserInfo: { screenHeight: 900, screenWidth: 1_440 },
            }),
      }
    },
    submit: (body: SubmitBody, key: string = randomIds.uuid()) =>
      send('POST', '/api/checkout', { body, headers: { 'idempotency-key': key } }),
  }
  return visitor
}

export type Place = { readonly suburb: string; readonly state: string | null; readonly postcode: string }
export type OrderChoices = {
  readonly place?: Place
  readonly afterpay?: boolean
  /** As it is posted; a card where none is given. */
  readonly option?: number
  /** Skus of ticked services, in place of those that are ticked to begin with. */
  readonly services?: readonly string[]
  readonly card?: { readonly encrypted: string; readonly holder: string }
  readonly agencyCard?: string
}
export type SubmitBody = Record<string, unknown> & {
  readonly cartId: string
  readonly expectedTotal: number
  readonly deliveryDate: DateTriple | null
}

export const testAddress = {
  firstName: 'Ana',
  lastName: 'Botha',
  companyName: '',
  address: '12 Harbour Street',
} as const

/** What the shopper does on the bank's page; answers the address the page sends the browser to, without the host. */
export async function passChallenge(
  challenge: { htmlFormAction: string; htmlFormToPost: Record<string, string> } | null,
  code: string,
): Promise<string> {
  if (challenge === null) throw new Error('no 3-D Secure was asked for')
  const action = new URL('/gateway/threeds/answer', challenge.htmlFormAction)
  const shown = await fetch(challenge.htmlFormAction, {
    method: 'POST',
    body: new URLSearchParams(challenge.htmlFormToPost),
  })
  await shown.text()
  const body = new URLSearchParams({
    MD: challenge.htmlFormToPost['MD'] ?? '',
    code,
    do: code === '' ? 'cancel' : 'confirm',
  })
  return returnPath(await fetch(action, { method: 'POST', body, redirect: 'manual' }))
}

/** What the shopper does on a provider's page; only Afterpay asks for a code. */
export async function chooseAtProvider(
  redirectUrl: string | null,
  choice: 'approve' | 'decline' | 'cancel' | 'approve-and-stay' | 'refer' | 'review' | 'decline-instrument',
  code = '000',
): Promise<string> {
  if (redirectUrl === null) throw new Error('there is no page to go to')
  const body = new URLSearchParams({ code, do: choice })
  return returnPath(await fetch(redirectUrl, { method: 'POST', body, redirect: 'manual' }))
}

function returnPath(answer: Response): string {
  const location = answer.headers.get('location')
  if (location === null) return ''
  const { pathname, search } = new URL(location)
  return pathname + search
}

/** How long goods and day are held for somebody who pays. */
export const holdEnds = minutes(31)

/** Every row of every table as text, by table; the job queue's own tables included when asked for. */
export async function allRows(database: Database, { withJobs = false } = {}): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and (table_schema = 'public' or (${withJobs} and table_schema = 'pgboss'))
    order by 1, 2`.execute(database.db)
  const found = new Map<string, string[]>()
  for (const { schema, name } of rows) {
    const texts = await sql<{
      row: string
    }>`select t::text as row from ${sql.table(`${schema}.${name}`)} t order by 1`.execute(database.db)
    found.set(
      `${schema}.${name}`,
      texts.rows.map((one) => one.row),
    )
  }
  return found
}
