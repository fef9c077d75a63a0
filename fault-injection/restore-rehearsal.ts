import { spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { buildWhenStale } from '../scripts/bundle/build.ts'
import { openOwnServer, runAsOwner, type OwnServer } from '../src/testing/postgres-programs.ts'
import { copyOrders } from './many-orders.ts'
import { openMarket } from './market.ts'
import { seeded } from './schedule.ts'
import { buy, type Market } from './shoppers.ts'
import { openSite } from './site.ts'

/**
 * `npm run test:restore`: the shop loses the machine of its database under orders, and gets it back by pgBackRest with the settings of
 * deploy/postgresql. Prints how long everything took, which orders were lost that shoppers were told of, and how old the oldest of them
 * was: the recovery time and the recovery point of docs/operations.md. Exits with 1 when restore:check finds something missing, or when
 * more is lost than the archive's interval explains.
 */

const { values: options } = parseArgs({
  options: { orders: { type: 'string', default: '100000' }, seconds: { type: 'string', default: '120' } },
})
const project = join(import.meta.dirname, '..')
const say = (text: string) => console.log(text)
const secondsSince = (began: number) => (performance.now() - began) / 1_000
/** What deploy/postgresql/shop.conf sets, and a moment for the segment to be stored. */
const lostAtMostSeconds = 60

/** Settings of a file in PostgreSQL's own form. */
function settingsOf(file: string): Record<string, string> {
  const lines = readFileSync(join(project, file), 'utf8').matchAll(/^(\w+) = '?([^'\n]*)'?$/gm)
  return Object.fromEntries(Array.from(lines, ([, name = '', value = '']) => [name, value]))
}

/** The shipped configuration of pgBackRest with the folders of this run. */
function configureBackups(folder: string, server: { readonly port: number; readonly folder: string }): string {
  const { uid, gid } = statSync(server.folder)
  for (const name of ['repository', 'spool', 'log', 'lock']) {
    mkdirSync(join(folder, name))
    chownSync(join(folder, name), uid, gid)
  }
  chmodSync(folder, 0o755)
  const file = join(folder, 'pgbackrest.conf')
  const text = readFileSync(join(project, 'deploy/postgresql/pgbackrest.conf'), 'utf8')
    .replace('/var/lib/pgbackrest', join(folder, 'repository'))
    .replace('/var/spool/pgbackrest', join(folder, 'spool'))
    .replace('[shop]', `log-path=${join(folder, 'log')}\nlock-path=${join(folder, 'lock')}\n\n[shop]`)
    .replace('/var/lib/postgresql/17/main', join(server.folder, 'data'))
  writeFileSync(file, `${text}pg1-port=${server.port}\npg1-socket-path=${server.folder}\npg1-user=postgres\n`)
  chmodSync(file, 0o644)
  return file
}

type Bought = { readonly webOrderId: string; readonly at: number }

/** Shoppers who buy until they are told to stop, and what they were told. */
function openDoors(market: Market, count: number) {
  const bought: Bought[] = []
  const state = { isOpen: true }
  const shopping = Array.from({ length: count }, async () => {
    while (state.isOpen) {
      for (const { orders } of await buy(market, 'card'))
        for (const webOrderId of orders) bought.push({ webOrderId, at: Date.now() })
    }
  })
  return {
    bought,
    async close() {
      state.isOpen = false
      await Promise.all(shopping)
    },
  }
}

function command(args: readonly string[], env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['build/server/index.js', ...args], {
    cwd: project,
    env: { ...process.env, ENV: 'test', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  return new Promise((done) => child.once('close', (code) => done({ code, said })))
}

async function rehearse(folder: string, server: OwnServer, config: string): Promise<boolean> {
  const backups = (...args: string[]) => runAsOwner('pgbackrest', [`--config=${config}`, '--stanza=shop', ...args])
  const address = `postgres://postgres@127.0.0.1:${server.port}/postgres`
  const site = await openSite(join(folder, 'site'), seeded(1), {}, address)
  let doors: ReturnType<typeof openDoors> | null = null
  try {
    const market = await openMarket(site, seeded(2))
    const few = openDoors(market, 3)
    while (few.bought.length < 12) await wait(100)
    await few.close()
    let began = performance.now()
    await copyOrders(site.database, Number(options.orders))
    say(`${options.orders} orders copied in ${secondsSince(began).toFixed(0)} s`)

    await backups('stanza-create')
    began = performance.now()
    await backups('--type=full', 'backup')
    say(`full backup in ${secondsSince(began).toFixed(0)} s`)
    for (const line of (await backups('info')).split('\n')) if (/size/.test(line)) say(`  ${line.trim()}`)
    const facts = join(folder, 'facts.json')
    const shop = { DATABASE_URL: site.databaseUrl, DATA_DIR: join(folder, 'site') }
    const written = await command(['backup:facts', '--file', facts], shop)
    if (written.code !== 0) throw new Error(written.said)

    doors = openDoors(market, 2)
    await wait(Number(options.seconds) * 1_000)
    // The machine is gone: the process at once, and its disk with it.
    await server.kill()
    const lostAt = Date.now()
    rmSync(join(server.folder, 'data'), { recursive: true })
    const confirmed = doors.bought.filter(({ at }) => at <= lostAt)
    await Promise.all([site.stop('app-1'), site.stop('app-2'), site.stop('worker')])
    await doors.close()
    say(`${confirmed.length} orders since the backup, then the database's machine was lost`)

    const restoring = performance.now()
    await runAsOwner('mkdir', ['-m', '700', join(server.folder, 'data')])
    await backups('restore')
    say(`  files restored after ${secondsSince(restoring).toFixed(0)} s`)
    await server.start()
    await isPrimary(site.database)
    say(`  the server accepts writes after ${secondsSince(restoring).toFixed(0)} s`)
    await Promise.all([site.start('app-1'), site.start('app-2'), site.start('worker')])
    const [first] = await buy(market, 'card')
    say(
      `  the first order is placed after ${secondsSince(restoring).toFixed(0)} s: ${first?.orders[0] ?? 'NOT PLACED'}`,
    )

    began = performance.now()
    const checked = await command(['restore:check', '--restored', '--facts', facts], shop)
    say(`restore:check in ${secondsSince(began).toFixed(0)} s\n${checked.said.replaceAll(/^/gm, '  ')}`)
    const { rows } = await site.database.query<{ id: string }>(
      'select web_order_id as id from customer_order where web_order_id = any($1)',
      [confirmed.map(({ webOrderId }) => webOrderId)],
    )
    const found = new Set(rows.map(({ id }) => id))
    const lost = confirmed.filter(({ webOrderId }) => !found.has(webOrderId))
    const oldest = Math.max(0, ...lost.map(({ at }) => lostAt - at)) / 1_000
    say(
      `${lost.length} of ${confirmed.length} orders that shoppers were told of are lost, the oldest ${oldest.toFixed(0)} s before the loss`,
    )
    return checked.code === 0 && first?.orders.length === 1 && oldest <= lostAtMostSeconds
  } finally {
    await doors?.close()
    await site.close()
  }
}

async function isPrimary(database: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await database
      .query<{ isPrimary: boolean }>('select not pg_is_in_recovery() as "isPrimary"')
      .catch(() => ({ rows: [] }))
    if (rows[0]?.isPrimary === true) return
    await wait(100)
  }
}

await buildWhenStale(say)
const folder = mkdtempSync(join(tmpdir(), 'storefront-restore-'))
const config = join(folder, 'pgbackrest.conf')
const archiving = settingsOf('deploy/postgresql/shop.conf')
const server = await openOwnServer({
  settings: {
    ...archiving,
    archive_command: (archiving['archive_command'] ?? '').replace('pgbackrest ', `pgbackrest --config=${config} `),
    max_connections: '60',
    shared_buffers: '256MB',
  },
})
try {
  configureBackups(folder, server)
  process.exitCode = (await rehearse(folder, server, config)) ? 0 : 1
  say(process.exitCode === 0 ? 'The shop came back.' : 'The shop did NOT come back as docs/operations.md promises.')
} finally {
  await server.remove()
  rmSync(folder, { recursive: true, force: true })
}
