import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { isForTests } from '../../scripts/checks/test-support.ts'

/** Keeps what docs/architecture.md says of the tree: who may import whom. */

type Import = { readonly from: string; readonly to: string; readonly isType: boolean }

const root = join(import.meta.dirname, '../..')
const files = globSync('src/**/*.{ts,tsx}', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !isForTests(file))
const imports = files.flatMap(importsOf)

function importsOf(from: string): Import[] {
  const source = readFileSync(join(root, from), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
  const statements =
    /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'"]*?from\s+)?'(\.[^']+)'|import\(\s*'(\.[^']+)'\s*\)/g
  return [...source.matchAll(statements)].flatMap(([, type, path, dynamic]) => {
    const to = normalize(join(dirname(from), path ?? dynamic ?? '')).replaceAll('\\', '/')
    return /\.tsx?$/.test(to) && existsSync(join(root, to)) ? [{ from, to, isType: type !== undefined }] : []
  })
}

const handbook = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
const direction = handbook.slice(handbook.indexOf('## Import direction'), handbook.indexOf('## Where speed comes from'))
const moduleOrder = [...direction.matchAll(/^\d+\. ([a-z-]+)$/gm)].map(([, name]) => name ?? '')

const moduleOf = (file: string): string | null => /^src\/modules\/([^/]+)\//.exec(file)?.[1] ?? null
const isUi = (file: string) => /^src\/modules\/[^/]+\/(internal\/)?ui\//.test(file)

/** Higher may import lower; brands, ui and platform are the ground, and only main.ts stands above the server. */
const heights: Readonly<Record<string, number>> = { seed: 2, composition: 3, api: 4, app: 4, admin: 4, server: 5 }

function heightOf(file: string): number {
  if (moduleOf(file) !== null) return 1
  if (/^src\/(brands|ui|platform)\//.test(file)) return 0
  const [, folder = ''] = /^src\/([^/]+)\//.exec(file) ?? []
  return heights[folder] ?? (file === 'src/main.ts' ? 6 : 0)
}

const asText = ({ from, to }: Import) => `${from} imports ${to}`

test('the list of modules in docs/architecture.md names every folder of src/modules', () => {
  const folders = new Set(files.map(moduleOf).filter((name) => name !== null))
  expect([...folders].toSorted()).toEqual(moduleOrder.toSorted())
})

test('imports point one way: server, pages and API, composition, modules, then brands, ui and platform', () => {
  expect(imports.filter(({ from, to }) => heightOf(to) > heightOf(from)).map(asText)).toEqual([])
  // The faces show the shop, each by itself; only the page that describes the API needs the API.
  const acrossModules = imports.filter(({ from, to }) => from.startsWith('src/app/') && to.startsWith('src/api/'))
  expect(acrossModules.map(asText)).toEqual([
    'src/app/routes/developer/api-reference.tsx imports src/api/endpoints.server.ts',
  ])
  expect(
    imports.filter(({ from, to }) => from.startsWith('src/api/') && to.startsWith('src/app/')).map(asText),
  ).toEqual([])
})

test('a module imports only modules listed before it', () => {
  const wrong = imports.filter(({ from, to }) => {
    const [own, other] = [moduleOf(from), moduleOf(to)]
    return own !== null && other !== null && moduleOrder.indexOf(other) > moduleOrder.indexOf(own)
  })
  expect(wrong.map(asText)).toEqual([])
})

test('the internal folder of a module is imported by that module only', () => {
  const wrong = imports.filter(({ from, to }) => {
    const [, owner] = /^src\/modules\/([^/]+)\/internal\//.exec(to) ?? []
    return owner !== undefined && moduleOf(from) !== owner
  })
  expect(wrong.map(asText)).toEqual([])
})

test('the program never imports demo data, which is loaded by a start outside production', () => {
  const wrong = imports.filter(({ to }) => to.startsWith('data/demo/'))
  expect(wrong.map(asText)).toEqual([])
})

test('there are no circular imports', () => {
  const next = new Map(files.map((file) => [file, imports.filter(({ from }) => from === file).map(({ to }) => to)]))
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '))
    if (path.includes(file) || done.has(file)) return
    for (const one of next.get(file) ?? []) visit(one, [...path, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
  expect(circles).toEqual([])
})

test('browser code does not reach a .server file', () => {
  // React Router takes loaders and their imports out of a page before the browser gets it, so pages may; nothing they show may.
  const isBrowser = (file: string) =>
    !/\.server\.tsx?$/.test(file) &&
    (moduleOf(file) !== null || /^src\/(ui|brands|platform)\/|^src\/app\/entry\.client/.test(file))
  const wrong = imports.filter(({ from, to, isType }) => isBrowser(from) && !isType && /\.server\.tsx?$/.test(to))
  expect(wrong.map(asText)).toEqual([])
})

test('Node-only code is imported by .server files and the surrounding program', () => {
  const wrong = files.filter((file) => {
    const isBrowser =
      /^src\/(ui|brands)\//.test(file) || isUi(file) || (moduleOf(file) !== null && !/\.server\.tsx?$/.test(file))
    return isBrowser && /from '(node:[^']+|pg|kysely|pino)'/.test(readFileSync(join(root, file), 'utf8'))
  })
  expect(wrong).toEqual([])
})

test('no file has a meaningless name', () => {
  const empty = /^(index|utils?|misc|helpers?|common|shared|lib)(\.|$)/
  const everything = globSync('{src,sandbox,scripts,bench,data}/**/*.{ts,tsx}', { cwd: root })
  expect(
    everything.filter((file) => file.split(/[\\/]/).some((part) => empty.test(part)) || empty.test(basename(file))),
  ).toEqual([])
})

test('no folder has too many files, tests not counted', () => {
  const maxFiles = 26
  const counts = new Map<string, number>()
  for (const file of globSync('{src,sandbox,scripts,bench,data,tests}/**/*.*', { cwd: root })) {
    if (!isForTests(file)) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  }
  // Rendered masters are found through their manifest; nobody reads the folder.
  counts.delete('data/demo/pictures')
  counts.delete('data/demo/pictures/drawn')
  expect([...counts].filter(([, count]) => count > maxFiles)).toEqual([])
})
