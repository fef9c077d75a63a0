import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

/** Each in a process of its own: the loader writes into the environment. */
const folder = mkdtempSync(join(tmpdir(), 'env-file-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function load(content: string | null, env: Readonly<Record<string, string>> = {}) {
  rmSync(join(folder, '.env'), { recursive: true, force: true })
  if (content === null) mkdirSync(join(folder, '.env'))
  else writeFileSync(join(folder, '.env'), content)
  const script = `
    import { loadEnvironment, namesInEnvironmentFile } from ${JSON.stringify(join(import.meta.dirname, 'env-file.server.ts'))}
    try {
      const { PORT, APP } = loadEnvironment(${JSON.stringify(folder)})
      console.log(JSON.stringify({ PORT, APP, names: namesInEnvironmentFile(${JSON.stringify(folder)}).toSorted() }))
    } catch (error) { console.log(JSON.stringify({ name: error.name, message: error.message })) }`
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', script]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env })
  expect(stderr).toBe('')
  return JSON.parse(stdout) as Record<string, unknown>
}

test('settings are read from .env in the folder', () => {
  expect(load('PORT=4100\nAPP="hc" # the outlet\nPROT=1\n')).toEqual({
    PORT: '4100',
    APP: 'hc',
    names: ['APP', 'PORT', 'PROT'],
  })
})

test('environment variables override the file', () => {
  expect(load('PORT=4100\nAPP=hc\n', { PORT: '4200' })).toMatchObject({ PORT: '4200', APP: 'hc' })
})

test('with ENV=test the file is ignored', () => {
  expect(load('PORT=4100\n', { ENV: 'test' })).toEqual({ names: [] })
})

test('an unreadable file is one sentence that names it', () => {
  const { name, message } = load(null)
  expect([name, message]).toEqual([
    'StartError',
    expect.stringMatching(new RegExp(`^${join(folder, '.env')}: the settings cannot be read \\(.+\\)\\.$`)),
  ])
})
