/**
 * `npm run build`: the browser's files and the server in build/, the back office and the panels in build/admin, places and holidays in build/geo, compressed copies of every file the
 * browser fetches, and a check that pages stay within their budgets. Skipped if nothing has changed since the last build.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress as brotliCallback, constants, gzip as gzipCallback } from 'node:zlib'
import { checkBudgets } from './budgets.ts'

const brotliCompress = promisify(brotliCallback)
const gzipCompress = promisify(gzipCallback)

const stampFile = 'build/.stamp'
const sources = [
  'src',
  'public',
  'data',
  'migrations',
  'package-lock.json',
  'vite.config.ts',
  'scripts/bundle/inline-scripts.ts',
  'scripts/bundle/minify-scripts.ts',
  'scripts/bundle/slim-router.ts',
  'scripts/bundle/router',
  'react-router.config.ts',
  'scripts/bundle/geo-data.ts',
  'scripts/bundle/build.ts',
]

/** Builds if something has changed; true if it built. */
export async function buildWhenStale(say: (text: string) => void): Promise<boolean> {
  const stamp = stampOf(sources)
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return false
  say('Building …')
  rmSync('build', { recursive: true, force: true })
  await Promise.all([
    buildApp([], 'build/client'),
    buildApp(['src/admin'], 'build/admin/client'),
    run(process.execPath, places),
  ])
  checkBudgets(say)
  writeFileSync(stampFile, stamp)
  return true
}

async function buildApp(folder: readonly string[], client: string): Promise<void> {
  await run('node_modules/.bin/react-router', ['build', ...folder])
  await compress(client)
}

const places = ['--disable-warning=ExperimentalWarning', 'scripts/bundle/geo-data.ts', 'build/geo']

/** Localities, holidays and delivery terms that a new database starts with, for development and commands that may run before the first build. */
export function placesFolder(): string {
  const folder = join(import.meta.dirname, '../../build/geo')
  if (!existsSync(folder)) spawnSync(process.execPath, places, { stdio: 'inherit' })
  return folder
}

/** Its output is shown only if it fails. */
function run(command: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      env: { ...process.env, NODE_ENV: 'production' },
      shell: process.platform === 'win32',
    })
    const output: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => output.push(bytes))
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`${command} ${args.join(' ')} failed:\n${Buffer.concat(output).toString()}`))
    })
  })
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

async function compress(folder: string): Promise<void> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(js|css|svg|txt)$/.test(name),
  )
  // Four at a time, in the threads of zlib.
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const body = readFileSync(path)
      const [brotli, gzip] = await Promise.all([
        brotliCompress(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
        gzipCompress(body, { level: 9 }),
      ])
      writeFileSync(`${path}.br`, brotli)
      writeFileSync(`${path}.gz`, gzip)
    }),
  )
}

if (import.meta.main) {
  if (process.argv.includes('--force')) rmSync(stampFile, { force: true })
  const didBuild = await buildWhenStale((text) => console.log(text))
  console.log(didBuild ? 'Built.' : 'Nothing has changed since the last build.')
}
