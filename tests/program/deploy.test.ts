import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openPostgres } from '../../src/platform/database/database.server.ts'
import { requireDurability } from '../../src/platform/database/durability.server.ts'
import { isMoneyPath } from '../../src/platform/http/load-shedding.ts'
import { openOwnServer, serverPrograms } from '../../src/testing/postgres-programs.ts'

/** The files of `deploy/`, as far as the programs that read them are installed. */

const root = join(import.meta.dirname, '../../deploy')
const config = join(root, 'haproxy/haproxy.cfg')

const has = (program: string) => spawnSync(program, ['--version']).error === undefined

/** The exit code of a program, and what it has to complain of. */
function run(program: string, args: readonly string[], env: Record<string, string> = {}): [number | null, string] {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8', env: { ...process.env, ...env } })
  const complaints = stderr.split('\n').filter((line) => /ALERT|WARNING|error|Unknown|invalid/i.test(line))
  return [status, complaints.join('\n')]
}

test.skipIf(!has('haproxy'))('HAProxy accepts its configuration, with a name for every part', () => {
  const nodes = {
    NODE1: '127.0.0.2',
    NODE2: '127.0.0.3',
    NODE3: '127.0.0.4',
    HOSTS_MAP: join(root, 'haproxy/hosts.map'),
  }
  expect(run('haproxy', ['-c', '-f', config], nodes)).toEqual([0, ''])
})

test('HAProxy takes for the checkout what the shop itself serves first', () => {
  const pattern = /acl is_money path_reg -i (\S+)/.exec(readFileSync(config, 'utf8'))?.[1]
  const isMoney = new RegExp(pattern ?? '$^', 'i')
  for (const path of ['/cart', '/cart.data', '/customer/checkout', '/order/W1', '/api/cart/product/', '/API/payment/x'])
    expect([path, isMoney.test(path), isMoneyPath(path)]).toEqual([path, true, true])
  for (const path of ['/', '/carts', '/c/kitchen', '/api/v2/listing', '/orders-and-returns', '/customer'])
    expect([path, isMoney.test(path), isMoneyPath(path)]).toEqual([path, false, false])
})

test.skipIf(!has('systemd-analyze'))('systemd accepts the services, each as a part of the program', () => {
  const folder = mkdtempSync(join(tmpdir(), 'storefront-units-'))
  for (const part of ['shop', 'identity', 'cms', 'worker'])
    copyFileSync(join(root, 'systemd/storefront@.service'), join(folder, `storefront@${part}.service`))
  copyFileSync(join(root, 'systemd/storefront.target'), join(folder, 'storefront.target'))
  for (const kind of ['service', 'timer'])
    copyFileSync(
      join(root, `systemd/storefront-restore-check.${kind}`),
      join(folder, `storefront-restore-check.${kind}`),
    )
  const units = ['storefront.target', 'storefront-restore-check.timer'].map((name) => join(folder, name))
  const [, complaints] = run('systemd-analyze', ['verify', ...units])
  // Where Node is installed is the machine's affair.
  expect(complaints.replace(/^.*\/usr\/bin\/node is not executable.*$/gm, '').trim()).toBe('')
  rmSync(folder, { recursive: true })
})

/** `name = value` of a file in the form of postgresql.conf. */
const postgresSettings = Object.fromEntries(
  Array.from(
    readFileSync(join(root, 'postgresql/shop.conf'), 'utf8').matchAll(/^(\w+) = '?([^'\n]*)'?$/gm),
    ([, name = '', value = '']) => [name, value],
  ),
)

test.skipIf(serverPrograms === null)(
  'PostgreSQL starts with the settings, and the shop takes money on it',
  async () => {
    const server = await openOwnServer({ settings: { ...postgresSettings, archive_command: 'true' } })
    const database = await openPostgres(`postgres://postgres@127.0.0.1:${server.port}/postgres`, 1)
    try {
      const warnings: string[] = []
      const live = { isLive: true, DATABASE_DURABILITY: 'server' } as const
      await requireDurability(database, live, (text) => warnings.push(text))
      expect(warnings).toEqual([])
      // A lost machine costs what was not archived yet: docs/operations.md promises a minute.
      expect(postgresSettings['archive_timeout']).toBe('30s')
    } finally {
      await database.close()
      await server.remove()
    }
  },
)

test.skipIf(!has('pgbackrest'))('pgBackRest knows every option of its configuration', () => {
  const folder = mkdtempSync(join(tmpdir(), 'storefront-backups-'))
  const file = join(folder, 'pgbackrest.conf')
  const text = readFileSync(join(root, 'postgresql/pgbackrest.conf'), 'utf8')
  const infoOf = (configuration: string) => {
    writeFileSync(file, configuration.replaceAll('/var/', `${folder}/`))
    return run('pgbackrest', [`--config=${file}`, `--lock-path=${folder}`, '--log-level-file=off', 'info'])
  }
  expect(infoOf(text)).toEqual([0, ''])
  expect(infoOf(text.replace('start-fast', 'start-quick'))[1]).toMatch(/invalid option 'start-quick'/)
  rmSync(folder, { recursive: true })
})
