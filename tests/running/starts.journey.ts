import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emptyServerDatabase, fillDataDir, isServerHere } from '../../src/testing/database.ts'
import { openPglite } from '../../src/platform/database/database.server.ts'
import { rehearsal, runProgram, secretKey } from '../support/built-program.ts'
import { operate, type Operator } from '../support/operator.ts'
import { freePorts } from '../../src/testing/shop/free-ports.ts'

/** Starts that cannot be, parts that run alone and config:check, as an operator meets them. */

const folder = mkdtempSync(join(tmpdir(), 'starts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (args: readonly string[], env: Readonly<Record<string, string>>, cwd?: string) =>
  runProgram(folder, args, env, cwd)

describe('a start that must fail', () => {
  test('without settings names everything missing at once', async () => {
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
  /** An embedded database that records this migration as the only one that ran. All cases use the same one, one after the other. */
  const migrated = async (number: number) => {
    const settings = embedded('migrated')
    if (!existsSync(join(settings.DATA_DIR, 'pgdata'))) await fillDataDir(settings.DATA_DIR)
    const database = await openPglite(settings.DATA_DIR)
    await sql`create table if not exists schema_migration (number integer primary key, name text not null,
      checksum text not null, applied_at timestamptz not null default now())`.execute(database.db)
    await sql`delete from schema_migration`.execute(database.db)
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
      () => migrated(9_999),
      /^DATA_DIR: the database is at migration 9999 and works with programs that know 9999 or newer; this program knows \d+\. Start a newer program, [^\n]+\.$/,
    ],
    [
      'a migration that was changed after it ran',
      () => migrated(1),
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

  test('says in one sentence that a database user lacks privileges, for start and command', async ({ skip }) => {
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

  test('ends at once when it is told to stop before it serves', async () => {
    // A server that accepts connections and says nothing.
    const silent = createServer()
    const isReached = new Promise<void>((done) => silent.once('connection', () => done()))
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
    const { port } = silent.address() as AddressInfo
    const DATABASE_URL = `postgres://shop:secret@127.0.0.1:${port}/shop`
    const child = spawn(process.execPath, [resolve('build/server/index.js')], {
      env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...rehearsal, DATABASE_URL, DATA_DIR: folder },
      stdio: 'ignore',
    })
    const ended = new Promise((done) => child.once('exit', (...how) => done(how)))
    await isReached
    child.kill('SIGTERM')
    expect(await ended).toEqual([143, null])
    silent.close()
  })

  test('a production start without SECURITY_CONTACT logs a warning and succeeds', async () => {
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

  test('a production start leaves a demo database unchanged', async () => {
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

  test('an unknown role or command lists the available ones', async () => {
    const { code, text } = await run(['shops'], { ...rehearsal, DATABASE_URL: 'embedded' })
    expect([code, text]).toEqual([1, expect.stringContaining('admin:create')])
  })
})

test('config:check reads the settings and lists unknown ones of the .env file in its folder', async () => {
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

describe('a single role', () => {
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

  test('the worker has probes and metrics on INTERNAL_PORT, and opens no port of other roles', async () => {
    const [internal = 0, port = 0, mail = 0] = await freePorts(3)
    const inside = `http://127.0.0.1:${internal}`
    const ports = { INTERNAL_PORT: String(internal), PORT: String(port), MAIL_PORT: String(mail) }
    // The folder of the port that was taken: that start got as far as filling it.
    const worker = startPart('worker', { ...ports, DATABASE_URL: 'embedded', DATA_DIR: join(folder, 'port') })
    await worker.isAnswering(`${inside}/readyz`)
    expect(await textOf(`${inside}/livez`)).toEqual([200, 'ok'])
    expect(await textOf(`${inside}/readyz`)).toEqual([200, '{"status":"ready","jobs":true}'])
    const [status, metrics] = await textOf(`${inside}/metrics`)
    expect(status).toBe(200)
    for (const name of ['mail_queue_depth', 'mail_queue_oldest_seconds', 'mail_failed'])
      expect(metrics).toMatch(new RegExp(`^${name} 0$`, 'm'))
    await expect(fetch(`http://127.0.0.1:${port}/livez`)).rejects.toThrow()
  })

  test('a process that is told to stop serves on while its probe says that it drains', async () => {
    const [internal = 0, port = 0] = await freePorts(2)
    const own = { PORT: String(port), INTERNAL_PORT: String(internal), DRAIN_SECONDS: '6' }
    const shop = startPart('shop', { ...own, DATABASE_URL: 'embedded', DATA_DIR: join(folder, 'draining') })
    const outside = `http://127.0.0.1:${port}`
    await shop.isAnswering(`${outside}/readyz`)
    const stopped = shop.stop()
    await expect.poll(() => textOf(`${outside}/readyz`)).toEqual([503, '{"status":"draining"}'])
    expect(await textOf(`http://127.0.0.1:${internal}/readyz`)).toEqual([503, '{"status":"draining"}'])
    const page = await fetch(`${outside}/livez`)
    expect([page.status, page.headers.get('connection')]).toEqual([200, 'close'])
    await stopped
    await expect(fetch(`${outside}/livez`)).rejects.toThrow()
  })

  test('two roles run side by side, and the worker shows the mails', async ({ skip }) => {
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
