import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { billProblems, isAllowed } from '../../scripts/image/bill-problems.ts'
import { imageBill, installedPackages, type BillOfMaterials } from '../../scripts/image/bill-of-materials.ts'
import { needlessPaths } from '../../scripts/image/prune.ts'

/** What can be said of the image without building it; `npm run image:check` builds and runs it. */

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const dockerfile = read('deploy/Dockerfile')

type Package = { readonly name?: string; readonly version?: string; readonly dev?: boolean; readonly peer?: boolean }
const lock = (JSON.parse(read('package-lock.json')) as { packages: Record<string, Package> }).packages

/** Packages of the lock file that an image installs and that are installed here. */
const shipped = new Set(
  Object.entries(lock)
    .filter(([path, { dev = false, peer = false }]) => path !== '' && !dev && !peer)
    .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`)
    .filter((one) => installedPackages(root).has(one)),
)

const debian = ['Package: libc6', 'Architecture: amd64', 'Version: 2.36-9+deb12u14', 'Description: C library'].join(
  '\n',
)

function bill(): BillOfMaterials {
  const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application']
  const done = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
    shell: process.platform === 'win32',
  })
  expect(done.stderr).toBe('')
  return imageBill(JSON.parse(done.stdout) as BillOfMaterials, { installed: shipped, debian: [debian] })
}

test('the bill of materials is valid CycloneDX, names every shipped package, and each licence may be shipped', async () => {
  const made = bill()
  const folder = mkdtempSync(join(tmpdir(), 'bill-'))
  expect(await billProblems(made, folder)).toEqual([])
  const names = made.components.map(({ name, version }) => `${name}@${version}`)
  expect([...shipped].filter((one) => !names.includes(one))).toEqual([])
  expect(names.length).toBeGreaterThan(120)
  expect(made.components.find(({ name }) => name === 'libc6')?.purl).toBe(
    'pkg:deb/debian/libc6@2.36-9%2Bdeb12u14?arch=amd64',
  )
  // The same packages give the same bytes.
  expect(JSON.stringify(bill())).toBe(JSON.stringify(made))

  // And the check finds what is wrong.
  mkdirSync(join(folder, 'node_modules/unnamed'), { recursive: true })
  writeFileSync(join(folder, 'node_modules/unnamed/package.json'), '{"name":"unnamed","version":"1.0.0"}')
  const [first, ...others] = made.components
  const wrong = [{ ...first!, licenses: [{ license: { id: 'AGPL-3.0-only' } }] }, ...others.slice(1)]
  const problems = await billProblems({ ...made, components: wrong as never, version: -1 }, folder)
  expect(problems).toEqual([
    expect.stringMatching(/^not valid: /),
    'not in the bill: unnamed@1.0.0',
    ...(first!.purl.startsWith('pkg:npm/') ? [expect.stringMatching(/AGPL-3\.0-only$/)] : []),
  ])
  rmSync(folder, { recursive: true })
})

test('a licence expression is allowed when all parts of AND are, or one part of OR', () => {
  expect(['MIT', '(MIT OR CC0-1.0)', 'GPL-2.0-only OR MIT', 'MIT AND OFL-1.1'].map(isAllowed)).toEqual(
    Array(4).fill(true),
  )
  expect(['', 'AGPL-3.0-only', 'MIT AND AGPL-3.0-only', 'SSPL-1.0 OR AGPL-3.0-only'].map(isAllowed)).toEqual(
    Array(4).fill(false),
  )
})

test('an image keeps every licence text of a package, and what Node reads of React', () => {
  const needless = needlessPaths(join(root, 'node_modules'))
  const isGone = (path: string) => needless.some((one) => path === one || path.startsWith(`${one}/`))
  expect(needless.length).toBeGreaterThan(1_000)
  for (const path of ['react/LICENSE', 'hono/LICENSE', 'react/cjs/react.development.js', 'sharp/package.json'])
    expect([path, isGone(path)]).toEqual([path, false])
  for (const path of ['kysely/README.md', 'typescript', 'zod/index.d.ts'])
    expect([path, isGone(path)]).toEqual([path, true])
  const texts = [...shipped].flatMap((one) => {
    const folder = one.replace(/@[^@]+$/, '')
    return globSync(`${folder}/{LICENSE,LICENCE,NOTICE}*`, { cwd: join(root, 'node_modules') })
  })
  expect(texts.filter((path) => isGone(path) && !/^(typescript|@typescript|prettier|node-)/.test(path))).toEqual([])
})

test('the image is built of allowed files alone, without demonstration data and secrets', () => {
  const [first, ...allowed] = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  expect(first).toBe('*')
  const isSent = (path: string) =>
    allowed.some((line) => line.startsWith('!') && (path === line.slice(1) || path.startsWith(`${line.slice(1)}/`))) &&
    !allowed.some((line) => !line.startsWith('!') && matchesGlob(path, line))
  for (const path of [
    'package-lock.json',
    'src/main.ts',
    'migrations/0001-catalogue.sql',
    'data/geo/localities-nz.tsv',
  ])
    expect([path, isSent(path)]).toEqual([path, true])
  for (const path of [
    '.env',
    'data/demo/demo.server.ts',
    'deploy/compose/shop.env',
    'node_modules/hono/package.json',
    'src/platform/money.test.ts',
  ])
    expect([path, isSent(path)]).toEqual([path, false])
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, names = '']) => names.split(' '))
  expect(copied.filter((path) => path !== '.' && !isSent(path.replace(/\/$/, '')))).toEqual([])
})

test('packages follow from the lock file, before any source, and the program is process 1 without root', () => {
  const stages = dockerfile.split(/^FROM /m)
  for (const name of ['packages', 'build']) {
    const stage = stages.find((text) => text.includes(` AS ${name}\n`)) ?? ''
    expect(stage.indexOf('COPY package.json package-lock.json .npmrc')).toBeGreaterThan(0)
    expect(/COPY [^\n]*\n(?:COPY[^\n]*\n)*RUN [^]*?npm ci/.exec(stage)?.[0]).not.toContain('src')
  }
  const last = stages.at(-1) ?? ''
  expect(last).toMatch(/^USER 65532:65532$/m)
  expect(dockerfile).toMatch(/^ENTRYPOINT \["\/usr\/local\/bin\/node", "build\/server\/index\.js"\]$/m)
  expect(dockerfile).toMatch(/^STOPSIGNAL SIGTERM$/m)
  expect(dockerfile).toMatch(/^HEALTHCHECK .*CMD \["\/usr\/local\/bin\/node", "health\.mjs"\]$/m)
  // No part of an image is a shell form that would stand between a signal and the program.
  expect(dockerfile).not.toMatch(/^(CMD|ENTRYPOINT) (?!\[)/m)
})

test('the health check fails where nothing answers, and names the port', () => {
  const done = spawnSync(process.execPath, [join(root, 'scripts/image/health.mjs')], {
    encoding: 'utf8',
    env: { HOST: '0.0.0.0', INTERNAL_PORT: '1' },
  })
  expect([done.status, done.stderr]).toEqual([1, expect.stringContaining('port 1')])
})
