import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen, type Listening } from '../platform/http/listen.server.ts'
import { builtFiles } from './static-files.server.ts'

const folder = mkdtempSync(join(tmpdir(), 'static-files-'))
let listening: Listening

beforeAll(async () => {
  mkdirSync(join(folder, 'assets/fonts'), { recursive: true })
  writeFileSync(join(folder, 'assets/shop-1a2b.js'), 'export {}')
  writeFileSync(join(folder, 'assets/.secret'), 'not for the browser')
  const files = builtFiles(folder)
  listening = await listen({
    part: 'files under test',
    setting: 'PORT',
    host: '127.0.0.1',
    port: 0,
    onRequest: (incoming, outgoing) => files(incoming, outgoing, () => outgoing.writeHead(404).end('no file')),
  })
})
afterAll(async () => {
  await listening.close(0)
  rmSync(folder, { recursive: true })
})

const get = async (path: string) => {
  const response = await fetch(`http://127.0.0.1:${listening.port}${path}`, { redirect: 'manual' })
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

test('a built file is sent with its charset', async () => {
  expect(await get('/assets/shop-1a2b.js')).toEqual({
    status: 200,
    type: 'text/javascript; charset=utf-8',
    text: 'export {}',
  })
})

test.each(['/', '/assets', '/assets/', '/assets/fonts/', '/assets/.secret', '/assets/..%2f..%2fetc/passwd'])(
  'folders are not listed, and hidden or outside files are not sent: %s',
  async (path) => {
    expect(await get(path)).toEqual({ status: 404, type: null, text: 'no file' })
  },
)
