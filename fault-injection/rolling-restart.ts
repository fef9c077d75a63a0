import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildWhenStale } from '../scripts/bundle/build.ts'
import { emptyServerDatabase } from '../src/testing/database.ts'
import { freePorts } from '../src/testing/shop/free-ports.ts'

/**
 * `npm run test:rolling`: three processes of the shop behind HAProxy with `deploy/haproxy/haproxy.cfg`, on one PostgreSQL database. Each is
 * stopped (SIGTERM) and started again in turn while shoppers look at pages and fill carts. HAProxy may not try anything again, so that what
 * is lost shows. Prints the outcomes of all requests, and exits with 1 when one failed.
 */

const { values: options } = parseArgs({
  options: { rate: { type: 'string', default: '40' }, drain: { type: 'string', default: '5' } },
})
const drainSeconds = Number(options.drain)
const project = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'storefront-rolling-'))
const nodes = ['127.0.0.2', '127.0.0.3', '127.0.0.4'] as const

const [shopPort = 0, identityPort = 0, cmsPort = 0, entry = 0, stats = 0] = await freePorts(5)

type Answer = { readonly status: number; readonly text: string; readonly cookies: readonly string[] }

const agent = new Agent({ keepAlive: true, maxSockets: 50 })

function ask(
  path: string,
  { method = 'GET', body = '', cookie = '' } = {},
  to = `127.0.0.1:${entry}`,
): Promise<Answer> {
  const [host = '', port = ''] = to.split(':')
  const headers = {
    host: 'aol.localhost',
    ...(cookie === '' ? {} : { cookie }),
    ...(body === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  }
  return new Promise((done, fail) => {
    const call = request({ host, port, path, method, headers, agent, timeout: 15_000 }, (incoming) => {
      let text = ''
      incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      incoming.on('error', fail)
      incoming.on('end', () =>
        done({ status: incoming.statusCode ?? 0, text, cookies: incoming.headers['set-cookie'] ?? [] }),
      )
    })
    call.on('timeout', () => call.destroy(new Error('no answer within 15 s')))
    call.on('error', fail)
    call.end(body)
  })
}

async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + 120_000
  while (!(await isSo().catch(() => false))) {
    if (Date.now() > end) throw new Error(`${what} takes too long`)
    await wait(100)
  }
}

function startNode(host: string, databaseUrl: string, parts: readonly string[]): ChildProcess {
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    ENV: 'test',
    APP: 'aol',
    HOST: host,
    PORT: String(shopPort),
    IDENTITY_PORT: String(identityPort),
    CMS_PORT: String(cmsPort),
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    DRAIN_SECONDS: String(drainSeconds),
    TRUSTED_PROXIES: '1',
    RATE_LIMITS: 'off',
    LOAD_SHEDDING: 'off',
    LOG_LEVEL: 'warn',
  }
  return spawn(process.execPath, ['build/server/index.js', ...parts], { cwd: project, env, stdio: 'inherit' })
}

const isReady = (host: string) => async () => (await ask('/readyz', {}, `${host}:${shopPort}`)).status === 200

function startBalancer(): ChildProcess {
  const config = readFileSync(join(project, 'deploy/haproxy/haproxy.cfg'), 'utf8').replace(
    /^ {4}retries 3$/m,
    '    retries 0',
  )
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, config)
  const [NODE1, NODE2, NODE3] = nodes
  const env = {
    ...process.env,
    NODE1,
    NODE2,
    NODE3,
    SHOP_PORT: String(shopPort),
    IDENTITY_PORT: String(identityPort),
    CMS_PORT: String(cmsPort),
    HTTP_BIND: `127.0.0.1:${entry}`,
    STATS_BIND: `127.0.0.1:${stats}`,
    HOSTS_MAP: join(project, 'deploy/haproxy/hosts.map'),
  }
  return spawn('haproxy', ['-f', file], { env, stdio: ['ignore', 'ignore', 'inherit'] })
}

type Tally = { readonly outcomes: Map<string, number>; stop(): Promise<void> }

/** So many requests a second, whatever becomes of them: two pages and then something for a new cart. */
function startShoppers(skus: readonly string[], rate: number): Tally {
  const outcomes = new Map<string, number>()
  const running = new Set<Promise<void>>()
  const paths = ['/', '/c/kitchen/fridges', '/c/laundry', '/products']
  let count = 0
  const one = async (at: number) => {
    const isCart = at % 3 === 2
    const what = isCart ? 'cart' : 'page'
    const outcome = await (
      isCart
        ? ask('/api/cart/product/', {
            method: 'POST',
            body: JSON.stringify({ sku: skus[at % skus.length], quantity: 1 }),
          })
        : ask(paths[at % paths.length] ?? '/')
    ).then(
      ({ status }) => `${what} ${status}`,
      (error: NodeJS.ErrnoException) => `${what} ${error.code ?? error.message}`,
    )
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
  const timer = setInterval(() => {
    const call = one(count++).finally(() => running.delete(call))
    running.add(call)
  }, 1_000 / rate)
  return {
    outcomes,
    async stop() {
      clearInterval(timer)
      await Promise.all(running)
    },
  }
}

async function run(): Promise<boolean> {
  const database = await emptyServerDatabase()
  const processes = new Map<string, ChildProcess>()
  let balancer: ChildProcess | null = null
  const ended = (child: ChildProcess) =>
    child.exitCode !== null || child.signalCode !== null
      ? Promise.resolve()
      : new Promise<void>((done) => child.once('exit', () => done()))
  try {
    for (const host of nodes) {
      processes.set(host, startNode(host, database.url, host === nodes[0] ? [] : ['shop', 'identity', 'cms']))
      await until(isReady(host), `The start of ${host}`)
    }
    balancer = startBalancer()
    await until(async () => (await ask('/')).status === 200, 'HAProxy')
    const listing = JSON.parse((await ask('/api/v2/listing?type=category&uri=laundry')).text) as {
      readonly products: readonly { readonly sku: string }[]
    }
    const shoppers = startShoppers(
      listing.products.map(({ sku }) => sku),
      Number(options.rate),
    )
    await wait(3_000)
    for (const host of nodes) {
      const before = processes.get(host)
      if (before === undefined) throw new Error(`${host} does not run`)
      const began = Date.now()
      before.kill('SIGTERM')
      await ended(before)
      console.log(`${host} stopped after ${((Date.now() - began) / 1_000).toFixed(1)} s`)
      processes.set(host, startNode(host, database.url, host === nodes[0] ? [] : ['shop', 'identity', 'cms']))
      await until(isReady(host), `The start of ${host}`)
      // HAProxy sends requests there again after two checks.
      await wait(3_000)
    }
    await shoppers.stop()
    const rows = [...shoppers.outcomes].toSorted(([a], [b]) => a.localeCompare(b))
    for (const [outcome, times] of rows) console.log(`${outcome}: ${times}`)
    const failed = rows.filter(([outcome]) => !outcome.endsWith(' 200')).reduce((sum, [, times]) => sum + times, 0)
    const all = rows.reduce((sum, [, times]) => sum + times, 0)
    console.log(`${failed} of ${all} requests failed while each of ${nodes.length} processes was restarted.`)
    return failed === 0
  } finally {
    balancer?.kill('SIGKILL')
    for (const child of processes.values()) child.kill('SIGKILL')
    for (const child of processes.values()) await ended(child)
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  }
}

if (spawnSync('haproxy', ['-v']).status !== 0) {
  console.error('haproxy is not installed: apt-get install haproxy')
  process.exit(2)
}
await buildWhenStale((text) => console.log(text))
process.exit((await run()) ? 0 : 1)
