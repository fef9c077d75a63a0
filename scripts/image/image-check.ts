/**
 * `npm run image:check`: builds the image with podman, and runs it as it is run in production: without root, capabilities and a writable root
 * file system, on PostgreSQL and on the embedded database. Prints what it found; ends with 1 at the first thing that does not hold.
 *
 *   --debian    makes both base images of Debian's packages first (scripts/image/debian-bases.sh), where no registry of images is reachable
 *   --no-build  checks the image that is there
 *
 * IMAGE_RUN_OPTIONS are further options for `podman run`, such as `--runtime runc`.
 */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { buy } from '../../fault-injection/shoppers.ts'
import { emptyServerDatabase, isServerHere } from '../../src/testing/database.ts'
import { freePorts } from '../../src/testing/shop/free-ports.ts'
import { billProblems } from './bill-problems.ts'
import type { BillOfMaterials } from './bill-of-materials.ts'

const image = 'localhost/storefront:check'
const maxBytes = 250_000_000
const patienceMs = 180_000
/** Of the program, inside and outside. */
const user = 65_532
const node = '/usr/local/bin/node'
const root = join(import.meta.dirname, '../..')

const feed = `id,title,description,brand,mpn,price,availability,condition,product_type
OWN-FR-1,Bottom mount fridge 450 L,A plain fridge with the freezer below.,Southline,BM450,899.00 AUD,in_stock,new,Kitchen > Fridges
OWN-FR-2,Top mount fridge 300 L,A plain fridge with the freezer above.,Southline,TM300,699.00 AUD,in_stock,new,Kitchen > Fridges
OWN-WM-1,Front load washer 8 kg,Washes eight kilograms.,Southline,FL8,799.00 AUD,in_stock,new,Laundry > Washing machines
`

const say = (text: string): void => console.log(text)

/** Output of a program that has to succeed. */
function run(program: string, args: readonly string[], env: Record<string, string> = {}): string {
  const done = spawnSync(program, args, { encoding: 'utf8', cwd: root, env: { ...process.env, ...env } })
  if (done.status !== 0)
    throw new Error(
      `${program} ${args.slice(0, 3).join(' ')} … ended with ${done.status}:\n${done.stdout}\n${done.stderr}`,
    )
  return done.stdout
}

const wordsOf = (text: string): string[] => text.split(' ').filter(Boolean)

const podman = (...args: readonly string[]): string => run('podman', args)

/** How a container runs here: what an orchestrator with a strict policy gives it. Ulimits, because podman otherwise tries to raise them. */
const hardened = [
  '--read-only --read-only-tmpfs=false --cap-drop all --security-opt no-new-privileges --network host --no-healthcheck',
  '--ulimit nofile=4096:4096 --ulimit nproc=4096:4096',
  process.env['IMAGE_RUN_OPTIONS'] ?? '',
].flatMap(wordsOf)

function build(): void {
  const isDebian = process.argv.includes('--debian')
  if (isDebian) say(run('sh', [join(root, 'scripts/image/debian-bases.sh')]).trim())
  const bases = isDebian
    ? ['BUILD_IMAGE=localhost/storefront-base-build', 'RUNTIME_IMAGE=localhost/storefront-base-run']
    : []
  const npmrc = join(homedir(), '.npmrc')
  podman(
    ...wordsOf(`build --isolation chroot --format docker -f deploy/Dockerfile -t ${image}`),
    ...bases.flatMap((one) => ['--build-arg', one]),
    ...(existsSync(npmrc) ? ['--secret', `id=npmrc,src=${npmrc}`] : []),
    '.',
  )
}

type Inspected = {
  readonly Size: number
  readonly Config: {
    readonly User: string
    readonly Entrypoint: readonly string[]
    readonly StopSignal: string
    readonly Labels: Record<string, string>
    readonly Volumes: object
  }
}

function checkConfiguration(): void {
  const [found] = JSON.parse(podman('image', 'inspect', image)) as [Inspected]
  assert.ok(found.Size <= maxBytes, `the image has ${found.Size} bytes`)
  assert.equal(found.Config.User, `${user}:${user}`)
  assert.deepEqual(found.Config.Entrypoint, [node, 'build/server/index.js'])
  assert.equal(found.Config.StopSignal, 'SIGTERM')
  assert.deepEqual(Object.keys(found.Config.Volumes), ['/data'])
  assert.ok(found.Config.Labels['org.opencontainers.image.revision'])
  say(`size: ${(found.Size / 1e6).toFixed(0)} MB of ${maxBytes / 1e6}`)
}

/** The files of the image: no shell, nothing for development, and a bill of materials that names each package. */
async function checkFiles(folder: string): Promise<void> {
  const container = podman('create', image).trim()
  const files = join(folder, 'image')
  mkdirSync(files)
  podman('cp', `${container}:/app/.`, files)
  const shells = spawnSync('podman', ['cp', `${container}:/bin/sh`, join(folder, 'sh')])
  podman('rm', container)
  assert.notEqual(shells.status, 0, 'the image has a shell')
  assert.deepEqual(readdirSync(files).toSorted(), [
    'build',
    'health.mjs',
    'migrations',
    'node_modules',
    'package.json',
    'sbom.cdx.json',
  ])
  const { default: bill } = (await import(join(files, 'sbom.cdx.json'), { with: { type: 'json' } })) as {
    default: BillOfMaterials
  }
  assert.deepEqual(await billProblems(bill, files), [])
  const ofDebian = bill.components.filter(({ purl }) => purl.startsWith('pkg:deb/'))
  assert.ok(ofDebian.length >= 5, 'the bill names no packages of the base image')
  say(
    `bill of materials: ${bill.components.length} components, ${ofDebian.length} of Debian, CycloneDX ${bill.specVersion}`,
  )
}

type Running = {
  readonly name: string
  /** Waits for the end; the exit code. */
  ended(): Promise<number | null>
  output(): string
}

const mounts = (data: string): string[] => {
  const lookAround = join(import.meta.dirname, 'look-around.mjs')
  return [`${data}:/data`, `${lookAround}:/app/look-around.mjs:ro`].flatMap((one) => ['-v', one])
}

const names: string[] = []

/** Runs the image. `data` is the folder on this machine that is /data there. */
function start(
  env: Readonly<Record<string, string>>,
  data: string,
  { args = [], options = [] }: { args?: readonly string[]; options?: readonly string[] } = {},
): Running {
  const name = `storefront-check-${process.pid}-${names.length}`
  names.push(name)
  const settings = Object.entries(env).flatMap(([key, value]) => ['-e', `${key}=${value}`])
  const given = [...hardened, ...options, ...mounts(data), ...settings]
  const child = spawn('podman', ['run', '--rm', '--name', name, ...given, image, ...args])
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += String(chunk)))
  const ended = new Promise<number | null>((done) => child.once('close', done))
  return { name, ended: () => ended, output: () => text }
}

/** Waits until something holds; `what` names it when it does not in time. */
async function until(what: string, holds: () => Promise<boolean> | boolean, running: Running): Promise<void> {
  const endsAt = Date.now() + patienceMs
  while (!(await holds())) {
    if (Date.now() > endsAt)
      throw new Error(`${what} did not come. The container wrote:\n${running.output().slice(-4_000)}`)
    await wait(50)
  }
}

const statusOf = (url: string): Promise<number> =>
  fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    async (answer) => answer.text().then(() => answer.status),
    () => 0,
  )

type Ports = { readonly shop: number; readonly internal: number; readonly sandbox: number }

const settingsOf = (databaseUrl: string, ports: Ports, others: readonly number[]): Record<string, string> => ({
  STAGING: 'on',
  APP: 'aol',
  SECRET_KEY: 'pQ7vX2mK9sT4wZ8nB3cR6yH1jL5dF0gA',
  DATABASE_URL: databaseUrl,
  PUBLIC_URL: `http://127.0.0.1:${ports.shop}`,
  CMS_URL: `http://localhost:${others[1]}`,
  PORT: String(ports.shop),
  IDENTITY_PORT: String(others[0]),
  CMS_PORT: String(others[1]),
  MAIL_PORT: String(others[2]),
  SANDBOX_PORT: String(ports.sandbox),
  INTERNAL_PORT: String(ports.internal),
  DRAIN_SECONDS: '3',
})

/** A page, a file of the browser, the health check, and that nothing but the data folder can be written. */
async function checkServing(running: Running, ports: Ports): Promise<void> {
  const home = await (await fetch(`http://127.0.0.1:${ports.shop}/`)).text()
  assert.match(home, /Staging: orders placed here are not real/)
  const [asset = ''] = /\/assets\/[^"]+\.js/.exec(home) ?? []
  assert.equal(await statusOf(`http://127.0.0.1:${ports.shop}${asset}`), 200)
  assert.match(podman('exec', running.name, node, 'health.mjs'), /"status":"ready"/)
  const { packages, ...found } = JSON.parse(podman('exec', running.name, node, 'look-around.mjs')) as {
    packages: number
  }
  assert.deepEqual(found, {
    user,
    process1: node,
    capabilities: '0000000000000000',
    noNewPrivileges: '1',
    writable: ['/data'],
    missing: [],
  })
  say(`serves pages and files as user ${user}, writes to /data alone, loads all ${packages} packages that it imports`)
}

/** SIGTERM: pages are served while /readyz answers 503, then the process ends with 0. */
async function checkDraining(running: Running, ports: Ports): Promise<void> {
  const probe = `http://127.0.0.1:${ports.internal}/readyz`
  const begun = performance.now()
  podman('kill', '--signal', 'TERM', running.name)
  await until('503 of /readyz', async () => (await statusOf(probe)) === 503, running)
  assert.equal(await statusOf(`http://127.0.0.1:${ports.shop}/`), 200)
  assert.equal(await running.ended(), 0)
  say(`drains, and ends with 0 after ${((performance.now() - begun) / 1_000).toFixed(1)} s (DRAIN_SECONDS=3)`)
}

/** Orders through the API, paid by card at the sandbox. */
async function checkOrders(ports: Ports, skus: readonly string[]): Promise<void> {
  const shop = `http://127.0.0.1:${ports.shop}`
  const market = {
    shops: [shop, shop] as const,
    skus,
    scarceSku: skus[0] ?? '',
    agencySku: '',
    random: Math.random,
    giftCard: () => '',
  }
  for (const purchase of ['card', 'card with 3-D Secure'] as const) {
    const [reported] = await buy(market, purchase)
    assert.equal(reported?.orders.length, 1, `no order by ${purchase}: ${JSON.stringify(reported)}`)
    say(`order ${reported?.orders[0]} by ${purchase}`)
  }
}

function dataFolder(folder: string, name: string): string {
  const data = join(folder, name)
  mkdirSync(data)
  chownSync(data, user, user)
  return data
}

function startSandbox(ports: Ports, data: string) {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'sandbox/main.ts'], {
    cwd: root,
    stdio: 'ignore',
    // Its certificates are readable by their owner alone, and the shop needs them.
    uid: user,
    gid: user,
    env: {
      ...process.env,
      SANDBOX_PORT: String(ports.sandbox),
      SHOP_URL: `http://127.0.0.1:${ports.shop}`,
      DATA_DIR: data,
    },
  })
}

async function checkOnPostgres(folder: string): Promise<void> {
  const [shop = 0, internal = 0, sandboxPort = 0, ...others] = await freePorts(6)
  const ports = { shop, internal, sandbox: sandboxPort }
  const data = dataFolder(folder, 'on-postgres')
  const database = await emptyServerDatabase()
  const env = settingsOf(database.url, ports, others)
  const sandbox = startSandbox(ports, data)
  try {
    const file = join(folder, 'products.csv')
    writeFileSync(file, feed)
    run(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/import.ts', file], {
      ...env,
      ENV: 'prod',
      DATA_DIR: data,
    })
    const texts = start(env, data, { args: ['texts:create'] })
    assert.equal(await texts.ended(), 0, texts.output())
    const running = start(env, data)
    await until('/readyz', async () => (await statusOf(`http://127.0.0.1:${ports.internal}/readyz`)) === 200, running)
    await checkServing(running, ports)
    await checkOrders(ports, ['OWN-FR-1', 'OWN-FR-2', 'OWN-WM-1'])
    await checkDraining(running, ports)
  } finally {
    sandbox.kill()
    await database.drop()
  }
}

/** On the embedded database twice in the same folder: the first process left it whole. And once with a SIGTERM before it serves. */
async function checkEmbedded(folder: string): Promise<void> {
  const [shop = 0, internal = 0, sandbox = 0, ...others] = await freePorts(6)
  const ports = { shop, internal, sandbox }
  const data = dataFolder(folder, 'embedded')
  const env = settingsOf('embedded', ports, others)
  // For the socket by which processes know that the folder is in use.
  const options = ['--tmpfs', '/tmp']
  for (const turn of ['first', 'second'] as const) {
    const running = start(env, data, { options })
    await until('/readyz', async () => (await statusOf(`http://127.0.0.1:${ports.internal}/readyz`)) === 200, running)
    assert.equal(await statusOf(`http://127.0.0.1:${ports.shop}/`), 200)
    await checkDraining(running, ports)
    say(`embedded database: ${turn} start`)
  }
  const empty = dataFolder(folder, 'early')
  const early = start(env, empty, { options })
  await until('the beginning of a start', () => existsSync(join(empty, 'pgdata')), early)
  podman('kill', '--signal', 'TERM', early.name)
  const code = await early.ended()
  // 143 while it starts; on a fast machine it may serve by now.
  assert.ok(code === 143 || code === 0, `ended with ${code}`)
  say(`SIGTERM while it starts: ends with ${code}`)
}

const folder = mkdtempSync(join(tmpdir(), 'image-check-'))
chmodSync(folder, 0o755)
try {
  if (spawnSync('podman', ['--version']).error !== undefined)
    throw new Error('This needs podman (Debian: podman, runc or crun).')
  if (!(await isServerHere()))
    throw new Error('This needs a PostgreSQL server at 127.0.0.1:5432, or TEST_POSTGRES_URL.')
  if (!process.argv.includes('--no-build')) build()
  checkConfiguration()
  await checkFiles(folder)
  await checkOnPostgres(folder)
  await checkEmbedded(folder)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  for (const name of names) spawnSync('podman', ['rm', '--force', name])
  rmSync(folder, { recursive: true, force: true })
}
