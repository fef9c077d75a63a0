import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync, cpSync, chmodSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

/** npm scripts work with any Node from 20. */

const root = join(import.meta.dirname, '..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
const folder = mkdtempSync(join(tmpdir(), 'launch-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The machine's own Node if it does not run TypeScript; else null. */
const olderNode = (() => {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/local/bin', '/usr/bin']
  const files = folders.filter((one) => !one.includes('node_modules')).map((one) => join(one, 'node'))
  return (
    files.find((file) => {
      if (!existsSync(file)) return false
      const major = Number(/^v(\d+)\./.exec(execFileSync(file, ['--version'], { encoding: 'utf8' }))?.[1])
      return major >= 20 && major < 24
    }) ?? null
  )
})()

test.each(Object.entries(scripts))('npm run %s goes through the launcher, and its script exists', (_name, line) => {
  const [, script = ''] = /^node scripts\/launch\.mjs (?:--\S+ )*(\S+)/.exec(line) ?? []
  expect([script, existsSync(join(root, script))]).toEqual([expect.stringMatching(/\.ts$/), true])
})

describe.skipIf(olderNode === null)('on a machine whose Node is older than 24 (skipped where there is none)', () => {
  const node = olderNode ?? ''
  const environment = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ENV: 'test' }

  test('runs a command with its arguments', () => {
    const line = (scripts['config:check'] ?? '').split(' ').slice(1)
    const ran = spawnSync(node, [...line, '--example'], { cwd: root, encoding: 'utf8', env: environment })
    expect([ran.status, ran.stderr, ran.stdout]).toEqual([0, '', readFileSync(join(root, '.env.example'), 'utf8')])
  })

  test('installs missing packages first, as after a fresh clone', () => {
    // A project with nothing installed, and an npm that says what it was asked for.
    mkdirSync(join(folder, 'scripts'))
    for (const file of ['launch.mjs', 'with-node.mjs'])
      cpSync(join(root, 'scripts', file), join(folder, 'scripts', file))
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: { '': {}, 'node_modules/a': {} } }))
    mkdirSync(join(folder, 'bin'))
    writeFileSync(join(folder, 'bin/npm'), '#!/bin/sh\necho "npm $1"\nexit 1\n')
    chmodSync(join(folder, 'bin/npm'), 0o755)
    const ran = spawnSync(node, ['scripts/launch.mjs', 'scripts/import.ts', 'feed.csv'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...environment, PATH: `${join(folder, 'bin')}${delimiter}${environment.PATH}` },
    })
    expect([ran.status, ran.stdout, ran.stderr]).toEqual([
      1,
      expect.stringMatching(/^Installing packages .*\nnpm ci$/m),
      'The packages could not be installed. Is the package registry within reach?\n',
    ])
  })
})
