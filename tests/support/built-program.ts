import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'

/** The built program as an operator starts it, with only the settings of the test. */

export const secretKey = 'pQ7vX2mK9sT4wZ8nB3cR6yH1jL5dF0gA'

/** Runs the built program in this folder with only these settings; returns its output and exit code. */
export async function runProgram(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd = process.cwd(),
) {
  const child = spawn(process.execPath, [resolve('build/server/index.js'), ...args], {
    cwd,
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'production',
      // Compiled modules are cached for all starts.
      NODE_COMPILE_CACHE: resolve('.cache/compiled'),
      DATA_DIR: join(folder, 'unused'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A program that starts against expectation is stopped in time to be noticed.
    timeout: 60_000,
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += String(chunk)))
  child.stderr.on('data', (chunk: Buffer) => (text += String(chunk)))
  const code = await new Promise<number | null>((done) => child.once('close', done))
  return { code, text: text.trim() }
}

/** A staging installation, without a database yet. */
export const rehearsal = {
  ENV: 'prod',
  STAGING: 'on',
  SECRET_KEY: secretKey,
  PUBLIC_URL: 'http://localhost:3000',
  CMS_URL: 'http://localhost:3002',
}
