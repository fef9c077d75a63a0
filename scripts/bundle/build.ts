/**
 * `npm run build`: the browser's files and the server in build/, the back office and the panels in build/admin, places and holidays in build/geo, compressed copies of every file the
 * browser fetches, and a check that pages stay within their budgets. Skipped if nothing has changed since the last build.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { checkBudgets } from './budgets.ts'

const stampFile = 'build/.stamp'
const sources = [
  'src',
  'public',
  'data',
  'migrations',
  'package-lock.json',
  'vite.config.ts',
  'scripts/bundle/inline-scripts.ts',
  'scripts/bundle/slim-router.ts',
  'scripts/bundle/router',
  'react-router.config.ts',
  'scripts/bundle/geo-data.ts',
  'scripts/bundle/build.ts',
]

/** Builds if something has changed; true if it built. */
export function buildWhenStale(say: (text: string) => void): boolean {
  const stamp = stampOf(sources)
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return false
  say('Building …')
  run('node_modules/.bin/react-router', ['build'])
  run('node_modules/.bin/react-router', ['build', 'src/admin'])
  makePlaces()
  compress('build/client')
  compress('build/admin/client')
  checkBudgets(say)
  writeFileSync(stampFile, stamp)
  return true
}

/** Localities, holidays and delivery terms that a new database starts with; development needs them without a build. */
export function makePlaces(): void {
  run(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/bundle/geo-data.ts', 'build/geo'])
}

/** Where these are, for the commands that may run before the first start. */
export function placesFolder(): string {
  const folder = join(import.meta.dirname, '../../build/geo')
  if (!existsSync(folder)) makePlaces()
  return folder
}

function run(command: string, args: string[]): void {
  const done = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
    shell: process.platform === 'win32',
  })
  if (done.status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${done.stdout}\n${done.stderr}`)
}

/** A digest of names, sizes and modification times: reading every file would take longer than many builds. */
function stampOf(paths: readonly string[]): string {
  const hash = createHash('sha256').update(process.version)
  const visit = (path: string): void => {
    const facts = statSync(path)
    if (facts.isDirectory()) for (const name of readdirSync(path).toSorted()) visit(join(path, name))
    else if (!path.endsWith('.test.ts') && !path.endsWith('.test.tsx'))
      hash.update(`${path} ${facts.size} ${facts.mtimeMs}\n`)
  }
  for (const path of paths) visit(path)
  return hash.digest('hex')
}

function compress(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) compress(path)
    else if (/\.(js|css|svg|txt)$/.test(name)) {
      const body = readFileSync(path)
      writeFileSync(`${path}.br`, brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
      writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }))
    }
  }
}

if (import.meta.main) {
  if (process.argv.includes('--force')) rmSync(stampFile, { force: true })
  mkdirSync('build', { recursive: true })
  const didBuild = buildWhenStale((text) => console.log(text))
  console.log(didBuild ? 'Built.' : 'Nothing has changed since the last build.')
}
