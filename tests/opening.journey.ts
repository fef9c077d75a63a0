import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emptyServerDatabase, isServerHere } from '../src/testing/database.ts'
import { openPglite } from '../src/platform/database/database.server.ts'
import { closeBrowser, expectAccessible, visit } from './support/browser.ts'
import { addFirstOf, confirmedOrder, fillCard, fillGuest, isLive, placeOrder, sydneyGuest } from './support/checkout.ts'
import { mailedLink } from './support/mails.ts'
import { operate, type Operator } from './support/operator.ts'
import { rehearsalCommands, rehearsalSettings } from './support/readme.ts'
import { freePorts } from './support/shop-process.ts'
import { addAuthenticator, fillLogin } from './support/sign-in.ts'

/** Opening a shop: production from an empty database, as the README says, to an order that is paid in the sandbox. */

const secretKey = 'pQ7vX2mK9sT4wZ8nB3cR6yH1jL5dF0gA'
const password = 'a long fridge password 42'
const folder = mkdtempSync(join(tmpdir(), 'opening-'))
afterAll(async () => {
  await closeBrowser()
  rmSync(folder, { recursive: true, force: true })
})

const feed = `id,title,description,brand,mpn,price,availability,condition,product_type
OWN-FR-1,Bottom mount fridge 450 L,A plain fridge with the freezer below.,Southline,BM450,1299.00 AUD,in_stock,new,Kitchen > Fridges
OWN-WM-1,Front load washer 8 kg,Washes eight kilograms.,Southline,FL8,899.00 AUD,in_stock,new,Laundry > Washing machines
`

/** The built program with nothing set but this, from this folder; what it wrote and its exit code. */
async function run(args: readonly string[], env: Readonly<Record<string, string>>, cwd = process.cwd()) {
  const child = spawn(process.execPath, [resolve('build/server/index.js'), ...args], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', DATA_DIR: join(folder, 'unused'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // One that starts although it should not ends in time to be seen.
    timeout: 60_000,
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += String(chunk)))
  child.stderr.on('data', (chunk: Buffer) => (text += String(chunk)))
  const code = await new Promise<number | null>((done) => child.once('close', done))
  return { code, text: text.trim() }
}

const rehearsal = {
  ENV: 'prod',
  STAGING: 'on',
  SECRET_KEY: secretKey,
  PUBLIC_URL: 'http://localhost:3000',
  CMS_URL: 'http://localhost:3002',
}

describe('a start that cannot be', () => {
  test('without settings names everything that is missing at once', async () => {
    const { code, text } = await run([], { ENV: 'prod' })
    expect(code).toBe(1)
    for (const name of ['DATABASE_URL', 'SECRET_KEY', 'PUBLIC_URL', 'CMS_URL', 'SMTP_URL', 'MAIL_FROM', 'GATEWAY_URL'])
      expect(text).toContain(`  ${name}: must be`)
    expect(text).not.toContain('    at ')
  })

  const embedded = (name: string, prepare: (dataDir: string) => void = () => {}) => {
    const dataDir = join(folder, name)
    mkdirSync(dataDir, { recursive: true })
    prepare(dataDir)
    return { DATABASE_URL: 'embedded', DATA_DIR: dataDir }
  }
  /** An embedded database that says of itself that this migration ran on it. */
  const migrated = async (name: string, number: number) => {
    const settings = embedded(name)
    const database = await openPglite(settings.DATA_DIR)
    await sql`create table schema_migration (number integer primary key, name text not null, checksum text not null,
      applied_at timestamptz not null default now())`.execute(database.db)
    await sql`insert into schema_migration (number, name, checksum) values (${number}, 'x', 'x')`.execute(database.db)
    await database.close()
    return settings
  }
  const garbage = join(folder, 'garbage.mmdb')
  writeFileSync(garbage, 'not a database of addresses')
  let taken: Server
  let noRights: { readonly url: string; drop(): Promise<void> } | null
  beforeAll(async () => {
    taken = createServer()
    await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done))
    noRights = (await isServerHere()) ? await databaseWithoutRights() : null
  })
  afterAll(async () => {
    taken.close()
    await noRights?.drop()
  })

  type Case = readonly [what: string, () => Record<string, string> | Promise<Record<string, string>>, RegExp]
  const cases: readonly Case[] = [
    [
      'a database server that does not answer',
      () => ({ DATABASE_URL: 'postgres://shop:hunter2@127.0.0.1:1/shop' }),
      /^DATABASE_URL: no PostgreSQL server answers at 127\.0\.0\.1:1\. Start it, or correct the address\.$/,
    ],
    [
      'a database host that is not known',
      () => ({ DATABASE_URL: 'postgres://shop:hunter2@nowhere.invalid/shop?sslmode=verify-full' }),
      /^DATABASE_URL: the host nowhere\.invalid is not known\. Correct the address\.$/,
    ],
    [
      'a database of a newer program',
      () => migrated('newer', 9_999),
      /^DATA_DIR: the database is at migration 9999, this program knows \d+\. Start the newer program\.$/,
    ],
    [
      'a migration that was changed after it ran',
      () => migrated('altered', 1),
      /^DATA_DIR: the file of migration 1 \([a-z-]+\) was changed after it ran on this database\. [^\n]+\.$/,
    ],
    [
      'a damaged embedded database',
      () =>
        embedded('damaged', (dataDir) => {
          mkdirSync(join(dataDir, 'pgdata'))
          writeFileSync(join(dataDir, 'pgdata/PG_VERSION'), '9.6\n')
        }),
      /^DATA_DIR: the database in \S+damaged\/pgdata cannot be opened: it is damaged or of another PostgreSQL version\. [^\n]+\.$/,
    ],
    [
      'a file that is not there',
      () => ({ DATABASE_URL: 'embedded', GEO_DATABASE: '/nowhere/geo.mmdb' }),
      /^The configuration is not usable:\n {2}GEO_DATABASE: there is no readable file \/nowhere\/geo\.mmdb$/,
    ],
    [
      'a damaged database of countries',
      () => ({ DATABASE_URL: 'embedded', GEO_DATABASE: garbage }),
      /^The configuration is not usable:\n {2}GEO_DATABASE: \S+garbage\.mmdb is not a database in MaxMind’s format, or is damaged$/,
    ],
    [
      'a port that is taken',
      () => ({ ...embedded('port'), PORT: String((taken.address() as AddressInfo).port) }),
      /^Port \d+ for the shop is taken by another program\. .*set PORT to a free port\.$/,
    ],
    [
      'an address that is not of this machine',
      () => ({ ...embedded('port'), HOST: '203.0.113.9' }),
      /^HOST: 203\.0\.113\.9 is not an address of this machine\. [^\n]+\.$/,
    ],
    [
      'a name of a machine that is not known',
      () => ({ ...embedded('port'), HOST: 'nowhere.invalid' }),
      /^HOST: the name nowhere\.invalid is not known\. [^\n]+\.$/,
    ],
  ]
  test.each(cases)(
    'says in one sentence which setting to correct, without a stack: %s',
    async (_what, env, sentence) => {
      const { code, text } = await run([], { ...rehearsal, ...(await env()) })
      expect([code, text]).toEqual([1, expect.stringMatching(sentence)])
      expect(text).not.toContain('hunter2')
    },
  )

  test('says in one sentence that a database user lacks rights, of a start and of a command', async ({ skip }) => {
    if (noRights === null) return skip('no PostgreSQL server answers here')
    const env = { ...rehearsal, DATABASE_URL: noRights.url }
    for (const args of [[], ['texts:create']]) {
      const { code, text } = await run(args, env)
      expect([code, text]).toEqual([
        1,
        expect.stringMatching(/^DATABASE_URL: \w+ lacks rights in the database \w+ \(permission denied [^\n]+\.$/),
      ])
    }
  })

  test('a shop that opens without SECURITY_CONTACT is warned in its log, and not refused for it', async () => {
    const live = {
      ENV: 'prod',
      DATABASE_URL: 'postgres://shop:hunter2@127.0.0.1:1/shop',
      SECRET_KEY: secretKey,
      APP: 'aol',
      PUBLIC_URL: 'https://www.cool.test',
      CMS_URL: 'https://staff.cool.test',
      IDENTITY_SITES: 'id.cool.test=aol',
      SMTP_URL: 'smtps://mail.cool.test',
      MAIL_FROM: 'orders@cool.test',
      AFTERPAY_URL: 'https://afterpay.test',
      AFTERPAY_MERCHANT_ID: 'shop',
      AFTERPAY_SECRET_KEY: 'secret',
    }
    const { text } = await run([], live)
    // The log and the last sentence are two streams, whose order is not fixed.
    expect(text).toMatch(/^\{"level":"warn".*"msg":"SECURITY_CONTACT: without it [^"]+"\}$/m)
    expect(text).toMatch(/^DATABASE_URL: no PostgreSQL/m)
    const { text: content } = await run([], { ...live, SECURITY_CONTACT: 'mailto:security@cool.test' })
    expect(content).toMatch(/^DATABASE_URL: no PostgreSQL/)
    const checked = await run(['config:check'], live)
    expect([checked.code, checked.text]).toEqual([0, expect.stringMatching(/^SECURITY_CONTACT +warning /m)])
  })

  test('production leaves a database with the demonstration as it is', async () => {
    // What a development start made of an empty folder.
    const dataDir = join(folder, 'demonstration')
    cpSync(process.env['FIRST_DATA'] ?? '', dataDir, { recursive: true })
    const { code, text } = await run([], { ...rehearsal, DATABASE_URL: 'embedded', DATA_DIR: dataDir })
    expect([code, text]).toEqual([
      1,
      expect.stringMatching(
        /^DATABASE_URL: the database holds demo records \(2 gift cards, [^\n]+\), which everybody knows\. Take them out with: npm run demo:remove$/,
      ),
    ])
  })

  test('a part or a command that there is none of is told with those that there are', async () => {
    const { code, text } = await run(['shops'], { ...rehearsal, DATABASE_URL: 'embedded' })
    expect([code, text]).toEqual([1, expect.stringContaining('admin:create')])
  })
})

test('config:check reads the settings and names unknown ones of the same .env file, that of the folder it runs in', async () => {
  const cwd = join(folder, 'elsewhere')
  mkdirSync(cwd)
  writeFileSync(join(cwd, '.env'), 'APP=hc\nPROT=4000\nPORT=4100\n')
  const { code, text } = await run(['config:check'], { PORT: '4200' }, cwd)
  expect(code).toBe(0)
  expect(text).toMatch(/^APP +set +hc$/m)
  expect(text).toMatch(/^PROT +unused .*there is no setting of this name$/m)
  // A variable of the environment counts before the file.
  expect(text).toMatch(/^PORT +set +4200$/m)
})

/** A database on the server, and a user who may sign in there and nothing else. */
async function databaseWithoutRights() {
  const database = await emptyServerDatabase()
  const user = `opening_${process.pid}_${Date.now()}`
  const owner = new Client(database.url)
  await owner.connect()
  await owner.query(`create role ${user} login password 'hunter2'`)
  await owner.query('revoke create on schema public from public')
  await owner.end()
  const url = new URL(database.url)
  url.username = user
  url.password = 'hunter2'
  return {
    url: url.href,
    async drop() {
      await database.drop()
      const admin = new Client(new URL('/postgres', database.url).href)
      await admin.connect()
      await admin.query(`drop role if exists ${user}`)
      await admin.end()
    },
  }
}

const engines = (await isServerHere()) ? (['PostgreSQL', 'embedded'] as const) : (['embedded'] as const)

describe.each(engines)('an empty database, %s', (engine) => {
  let database: Awaited<ReturnType<typeof emptyServerDatabase>> | null
  let env: Record<string, string>
  let shopAddress: string
  let started: Operator | null = null
  beforeAll(async () => {
    database = engine === 'embedded' ? null : await emptyServerDatabase()
    const [port = 0, identity = 0, cms = 0, sandbox = 0, mail = 0] = await freePorts(5)
    shopAddress = `http://localhost:${port}`
    // The settings that the README names, with values of this test, and what keeps it from others on this machine.
    const values: Readonly<Record<string, string>> = {
      ...rehearsalSettings,
      DATABASE_URL: database?.url ?? 'embedded',
      SECRET_KEY: secretKey,
      PUBLIC_URL: shopAddress,
      CMS_URL: `http://localhost:${cms}`,
    }
    expect(Object.keys(values)).toEqual(Object.keys(rehearsalSettings))
    env = {
      ...values,
      PORT: String(port),
      IDENTITY_PORT: String(identity),
      CMS_PORT: String(cms),
      SANDBOX_PORT: String(sandbox),
      MAIL_PORT: String(mail),
      DATA_DIR: join(folder, engine),
      LOG_LEVEL: 'warn',
      LOAD_SHEDDING: 'off',
    }
  })
  afterAll(async () => {
    await started?.stop()
    await database?.drop()
  })

  test(
    'leads to an order that is paid, by the README’s commands in their order, and by pages',
    { timeout: 240_000 },
    async () => {
      const file = join(folder, `${engine}.csv`)
      writeFileSync(file, feed)
      let link = ''
      const expected: readonly (readonly [command: string, text: RegExp])[] = [
        ['npm run config:check', /^No setting is wrong\.$/m],
        ['npm run admin:create -- --email you@shop.example', /^you@shop\.example is an administrator\.$/m],
        ['npm run import -- products.csv', /\b2 added\b/],
        ['npm run texts:create', /\d+ texts are written/],
      ]
      expect(rehearsalCommands).toEqual([...expected.map(([command]) => command), 'npm start'])
      for (const [command, text] of expected) {
        const operator = operate(command.replace('products.csv', file), env)
        expect([command, await operator.ended(), operator.output()]).toEqual([command, 0, expect.stringMatching(text)])
        link ||= /http\S+\/account\/reset-password\/\w+/.exec(operator.output())?.[0] ?? ''
      }
      expect(link).toContain(shopAddress)
      started = operate('npm start', env)
      await started.isAnswering(`${shopAddress}/readyz`)

      const { page, context, close, faults } = await visit({ width: 1440 })
      await page.goto(shopAddress)
      await page.getByText('Staging: orders placed here are not real.').waitFor()
      await expectAccessible(page)

      // The first administrator sets a password, then a second factor, and opens the back office.
      await addAuthenticator(page)
      await page.goto(link)
      await isLive(page)
      await page.getByLabel('New password').fill(password)
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.getByText('Your password is changed. Please log in with the new one.').waitFor()
      await page.goto(`${shopAddress}/account/login`)
      await isLive(page)
      await fillLogin(page, 'you@shop.example', password)
      await page.getByRole('heading', { name: 'Set up a second step' }).waitFor()
      await page.getByRole('button', { name: 'Set up a passkey' }).click()
      await page.getByRole('button', { name: 'I have kept them' }).click()
      await page.getByText('Hello Shop.').waitFor()
      await page.goto(shopAddress)
      const opening = context.waitForEvent('page')
      await page.getByRole('button', { name: 'Back office' }).click()
      const adminService = await opening
      await adminService.getByRole('heading', { name: 'Dashboard' }).waitFor()
      await adminService.goto(new URL('/office/payment-methods', adminService.url()).href)
      const card = adminService.getByRole('row').filter({ hasText: 'Cards, Apple Pay and Google Pay (Adyen)' })
      expect(await card.innerText()).toContain('Configured, answering')
      await expectAccessible(adminService)
      // The link was good once.
      await page.goto(link)
      await isLive(page)
      await page.getByLabel('New password').fill(`${password} again`)
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.getByText(/link/i).first().waitFor()
      expect(faults).toEqual([])
      await close()

      const guest = await visit({ width: 1440 })
      await addFirstOf(guest.page, `${shopAddress}/c/kitchen/fridges`)
      await fillGuest(guest.page, sydneyGuest)
      await fillCard(guest.page, { number: '4111 1111 1111 1111' })
      await placeOrder(guest.page)
      expect(await confirmedOrder(guest.page)).toMatch(/^W\d{8}$/)
      expect(guest.faults).toEqual([])
      await guest.close()

      // Nothing of the demonstration is there.
      await started.stop()
      started = null
      const removal = operate('npm run demo:remove', env)
      expect([await removal.ended(), removal.output()]).toEqual([
        0,
        expect.stringContaining('There are no demo records.'),
      ])
    },
  )
})

describe('a part alone', () => {
  const parts: Operator[] = []
  afterAll(async () => {
    await Promise.all(parts.map((part) => part.stop()))
  })
  const startPart = (part: string, env: Record<string, string>) => {
    const started = operate(`"${process.execPath}" build/server/index.js ${part}`, {
      ...rehearsal,
      LOG_LEVEL: 'warn',
      ...env,
    })
    parts.push(started)
    return started
  }
  const textOf = async (url: string) => {
    const answer = await fetch(url)
    return [answer.status, await answer.text()] as const
  }

  test('the worker has probes and metrics on INTERNAL_PORT, and opens no port of another part', async () => {
    const [internal = 0, port = 0, mail = 0] = await freePorts(3)
    const inside = `http://127.0.0.1:${internal}`
    const ports = { INTERNAL_PORT: String(internal), PORT: String(port), MAIL_PORT: String(mail) }
    const worker = startPart('worker', { ...ports, DATABASE_URL: 'embedded', DATA_DIR: join(folder, 'worker') })
    await worker.isAnswering(`${inside}/readyz`)
    expect(await textOf(`${inside}/livez`)).toEqual([200, 'ok'])
    expect(await textOf(`${inside}/readyz`)).toEqual([200, 'ok'])
    const [status, metrics] = await textOf(`${inside}/metrics`)
    expect(status).toBe(200)
    for (const name of ['mail_queue_depth', 'mail_queue_oldest_seconds', 'mail_failed'])
      expect(metrics).toMatch(new RegExp(`^${name} 0$`, 'm'))
    await expect(fetch(`http://127.0.0.1:${port}/livez`)).rejects.toThrow()
  })

  test('two parts run beside each other, and the worker shows the mails', async ({ skip }) => {
    if (!(await isServerHere())) return skip('no PostgreSQL server answers here')
    const database = await emptyServerDatabase()
    const [port = 0, mail = 0, first = 0, second = 0] = await freePorts(4)
    const env = {
      DATABASE_URL: database.url,
      DATA_DIR: join(folder, 'parts'),
      PORT: String(port),
      MAIL_PORT: String(mail),
    }
    const shop = startPart('shop', { ...env, INTERNAL_PORT: String(first) })
    await shop.isAnswering(`http://127.0.0.1:${port}/readyz`)
    await expect(fetch(`http://127.0.0.1:${mail}/`)).rejects.toThrow()
    const worker = startPart('worker', { ...env, INTERNAL_PORT: String(second) })
    await worker.isAnswering(`http://127.0.0.1:${second}/readyz`)
    expect((await fetch(`http://127.0.0.1:${mail}/`)).status).toBe(200)
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
    await Promise.all([shop.stop(), worker.stop()])
    await database.drop()
  })
})

describe('an installation with hosts of its own', () => {
  const own = {
    ...rehearsal,
    DATABASE_URL: 'embedded',
    DATA_DIR: join(folder, 'own-hosts'),
    APP: 'aol',
    PUBLIC_URL: 'https://www.cool.test',
    SITES: 'www.cool.test=aol,www.cool.kiwi=aol-nz',
    IDENTITY_SITES: 'id.cool.test=aol,id.cool.kiwi=aol-nz',
    CMS_URL: 'https://staff.cool.test',
    // The journeys share the machine's cores with it.
    LOAD_SHEDDING: 'off',
    LOG_LEVEL: 'warn',
  }
  let shop: Operator
  let port: number
  let mailPort: number
  const demoHost = /[\w.-]+\.example\b/g
  beforeAll(async () => {
    const [shopPort = 0, identity = 0, cms = 0, mail = 0] = await freePorts(4)
    ;[port, mailPort] = [shopPort, mail]
    const ports = {
      PORT: String(port),
      IDENTITY_PORT: String(identity),
      CMS_PORT: String(cms),
      MAIL_PORT: String(mail),
    }
    const file = join(folder, 'own-hosts.csv')
    writeFileSync(file, feed)
    for (const command of [`npm run import -- ${file}`, 'npm run texts:create']) {
      const operator = operate(command, { ...own, ...ports })
      expect([await operator.ended(), operator.output()]).toEqual([0, expect.any(String)])
    }
    shop = operate(`"${process.execPath}" build/server/index.js`, { ...own, ...ports })
    await shop.isAnswering(`http://127.0.0.1:${port}/readyz`)
  })
  afterAll(async () => shop.stop())

  /** A page as the proxy in front asks for it. */
  const page = (path: string, host = 'www.cool.test', body?: object) =>
    new Promise<{ status: number; text: string; headers: IncomingHttpHeaders }>((done, fail) => {
      const headers = {
        host,
        ...(body === undefined ? {} : { 'content-type': 'application/json', origin: `https://${host}` }),
      }
      const requested = httpRequest({
        host: '127.0.0.1',
        port,
        path,
        headers,
        method: body === undefined ? 'GET' : 'POST',
      })
      requested.once('error', fail)
      requested.once('response', (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        answer.once('end', () => done({ status: answer.statusCode ?? 0, text, headers: answer.headers }))
      })
      requested.end(body === undefined ? undefined : JSON.stringify(body))
    })

  test('names them in canonical links, hreflang, Open Graph, sitemap, robots and mails, and no host of the demonstration', async () => {
    const home = await page('/')
    expect(home.status).toBe(200)
    expect(home.text).toContain('<link rel="canonical" href="https://www.cool.test/"')
    for (const [lang, href] of [
      ['en-AU', 'https://www.cool.test/'],
      ['en-NZ', 'https://www.cool.kiwi/'],
    ])
      expect(home.text).toMatch(new RegExp(`<link rel="alternate" href[lL]ang="${lang}" href="${href}"`))
    expect(home.text).toContain('<meta property="og:url" content="https://www.cool.test/"')
    expect(home.text).toMatch(/<meta property="og:image" content="https:\/\/www\.cool\.test\//)
    const kiwi = await page('/', 'www.cool.kiwi')
    expect(kiwi.text).toContain('<link rel="canonical" href="https://www.cool.kiwi/"')

    const listing = await page('/c/kitchen/fridges')
    const [, product = ''] = /href="(\/p\/[^"]+)"/.exec(listing.text) ?? []
    const details = await page(product)
    expect(details.text).toContain(`<link rel="canonical" href="https://www.cool.test${product}/"`)
    expect(details.text).toContain(`<meta property="og:url" content="https://www.cool.test${product}/"`)

    const robots = await page('/robots.txt')
    expect(robots.text).toMatch(/^Sitemap: https:\/\/www\.cool\.test\/sitemap\.xml$/m)
    const sitemap = await page('/sitemap.xml')
    expect(sitemap.text).toContain('<loc>https://www.cool.test/')
    const products = await page('/sitemap-products.xml?page=1')
    expect(products.text).toContain(`<loc>https://www.cool.test${product}/</loc>`)

    expect((await page('/api/newsletter', undefined, { email: 'ana@shopper.test' })).status).toBeLessThan(300)
    const link = await mailedLink({ mailPort }, /Appliances Online/, 'ana@shopper.test')
    expect(link).toMatch(/^https:\/\/www\.cool\.test\//)
    const list = await (await fetch(`http://127.0.0.1:${mailPort}/`)).text()
    const [, id = ''] = /href="\/mail\/([^"]+)"/.exec(list) ?? []
    const mail = await (await fetch(`http://127.0.0.1:${mailPort}/mail/${id}`)).text()
    const body = await (await fetch(`http://127.0.0.1:${mailPort}/body/${id}`)).text()
    expect(mail).toContain('news@cool.test')

    for (const [name, text] of Object.entries({
      home: home.text,
      kiwi: kiwi.text,
      listing: listing.text,
      product: details.text,
      policy: String(home.headers['content-security-policy']),
      robots: robots.text,
      sitemap: sitemap.text,
      products: products.text,
      mail,
      body,
    }))
      expect([name, text.match(demoHost) ?? []]).toEqual([name, []])
  })
})
