import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { haproxyProgram, patroniProgram, pgbouncerFile, shippedFile } from '../../fault-injection/database-cluster.ts'
import { openFolder, owner, pgbouncerProgram, serverPrograms } from '../../src/testing/postgres-programs.ts'
import { freePorts } from '../../src/testing/shop/free-ports.ts'

/** The files of `deploy/patroni`, as far as the programs that read them are installed. `npm run test:failover` runs them all together. */

const root = join(import.meta.dirname, '../../deploy')

type PatroniFile = {
  readonly bootstrap: {
    readonly dcs: Readonly<Record<string, number | boolean>> & {
      readonly postgresql: { readonly parameters: Readonly<Record<string, string | number>> }
    }
    readonly initdb: readonly unknown[]
  }
}
const { bootstrap } = parse(readFileSync(join(root, 'patroni/patroni.yml'), 'utf8')) as PatroniFile

/** Values of a file in the form `name = value`. */
const valuesOf = (file: string) =>
  Object.fromEntries(
    Array.from(readFileSync(join(root, file), 'utf8').matchAll(/^(\w+) = '?([^'\n]*)'?$/gm), ([, name = '', value]) => [
      name,
      value,
    ]),
  )

test('a failover loses no confirmed order, and a primary outlives an election of etcd', () => {
  const { ttl, loop_wait: loopWait, retry_timeout: retryTimeout } = bootstrap.dcs
  expect(bootstrap.dcs).toMatchObject({ synchronous_mode: true, primary_start_timeout: 0 })
  expect(Number(loopWait) + 2 * Number(retryTimeout)).toBeLessThanOrEqual(Number(ttl))
  // What is left of 15 seconds is for promotion, HAProxy and PgBouncer.
  expect(Number(ttl)).toBeLessThanOrEqual(8)
  const [, election] = /^ETCD_ELECTION_TIMEOUT=(\d+)$/m.exec(readFileSync(join(root, 'patroni/etcd.env'), 'utf8')) ?? []
  expect(Number(election) / 1_000).toBeLessThan(Number(retryTimeout))
  expect(bootstrap.initdb).toContain('data-checksums')
})

test('the members write as durably as a server of its own', () => {
  const alone = valuesOf('postgresql/shop.conf')
  const { parameters } = bootstrap.dcs.postgresql
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit', 'wal_level', 'log_lock_waits'])
    expect([name, parameters[name]]).toEqual([name, alone[name]])
  expect(String(parameters['max_locks_per_transaction'])).toBe(alone['max_locks_per_transaction'])
})

test.skipIf(haproxyProgram === null)('HAProxy accepts its configuration', () => {
  const env = { ...process.env, DB1: '127.0.0.2', DB2: '127.0.0.3', DB3: '127.0.0.4' }
  const { status, stderr } = spawnSync(haproxyProgram ?? '', ['-c', '-f', join(root, 'patroni/haproxy.cfg')], {
    encoding: 'utf8',
    env,
  })
  expect([status, stderr.split('\n').filter((line) => /ALERT|WARNING/.test(line))]).toEqual([0, []])
})

test.skipIf(patroniProgram === null || serverPrograms === null)(
  'Patroni finds nothing wrong in its configuration',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'storefront-patroni-'))
    // It only looks whether something answers at the address of etcd.
    const etcd = createServer().listen(0, '127.0.0.1')
    await once(etcd, 'listening')
    const [api = 0, postgres = 0] = await freePorts(2)
    const text = shippedFile('patroni.yml', {
      '10.0.0.11:2379,10.0.0.12:2379,10.0.0.13:2379': `127.0.0.1:${(etcd.address() as AddressInfo).port}`,
      '/usr/lib/postgresql/17/bin': serverPrograms ?? '',
      '/var/lib/postgresql/17/shop': join(folder, 'data'),
    })
    const complaintsOf = (file: string) => {
      writeFileSync(join(folder, 'patroni.yml'), file)
      const env = {
        ...process.env,
        PATRONI_NAME: 'db1',
        PATRONI_RESTAPI_LISTEN: `127.0.0.2:${api}`,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.2:${api}`,
        PATRONI_POSTGRESQL_LISTEN: `127.0.0.2:${postgres}`,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.2:${postgres}`,
        PATRONI_SUPERUSER_PASSWORD: 'one',
        PATRONI_REPLICATION_PASSWORD: 'two',
        PATRONI_REWIND_PASSWORD: 'three',
      }
      const args = ['--validate-config', join(folder, 'patroni.yml')]
      const { status, stdout, stderr } = spawnSync(patroniProgram ?? '', args, { encoding: 'utf8', env })
      return [status, `${stdout}${stderr}`.trim()]
    }
    try {
      expect(complaintsOf(text)).toEqual([0, ''])
      expect(complaintsOf(text.replace('ttl: 8', 'ttl: eight'))[1]).toMatch(/ttl/)
    } finally {
      etcd.close()
      rmSync(folder, { recursive: true })
    }
  },
)

test.skipIf(pgbouncerProgram === null)('PgBouncer runs with its configuration, in transaction mode', async () => {
  const folder = openFolder()
  const [pooler = 0, primary = 0] = await freePorts(2)
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, `${pgbouncerFile(folder, { pooler, primary })}\nadmin_users = shop\n`)
  writeFileSync(join(folder, 'userlist.txt'), '"shop" "secret"\n')
  for (const name of ['pgbouncer.ini', 'userlist.txt']) chmodSync(join(folder, name), 0o644)
  const child = spawn(pgbouncerProgram ?? '', ['-q', file], { ...owner, stdio: 'ignore' })
  const ended = once(child, 'exit')
  try {
    const rows = await settingsOf(pooler)
    const settings = new Map(rows.map(({ key, value }) => [key, value]))
    for (const [name, value] of Object.entries(valuesOf('patroni/pgbouncer.ini')))
      if (!/^(listen_port|unix_socket_dir|auth_file|shop)$/.test(name))
        expect([name, settings.get(name)]).toEqual([name, value])
    expect(settings.get('pool_mode')).toBe('transaction')
  } finally {
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true })
  }
})

/** What PgBouncer's own console says; tried until it answers. */
async function settingsOf(port: number): Promise<{ key: string; value: string }[]> {
  for (const end = performance.now() + 10_000; ;) {
    const client = new pg.Client(`postgres://shop:secret@127.0.0.1:${port}/pgbouncer`)
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ key: string; value: string }>('show config')
      await client.end()
      return rows
    } catch (error) {
      if (performance.now() > end) throw error
    }
  }
}
