import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPurger } from './purge.server.ts'

let cache: Server
let url: string
let status: number
let purges: string[]
let warnings: string[]

beforeEach(async () => {
  status = 200
  purges = []
  warnings = []
  cache = createServer((incoming, outgoing) => {
    purges.push(`${incoming.method} ${incoming.url} ${incoming.headers['xkey-purge']}`)
    outgoing.writeHead(status).end()
  })
  await new Promise<void>((done) => cache.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(cache.address() as AddressInfo).port}/`
})
afterEach(() => {
  vi.useRealTimers()
  cache.close()
})

const log = { warn: (_: unknown, text?: string) => void warnings.push(text ?? '') }

test('changes that come together are one request, with their tags', async () => {
  const purger = createPurger({ urls: [url], log })
  purger.drop(['listings', 'product:7'])
  purger.drop(['listings', 'product:8'])
  await expect.poll(() => purges).toEqual(['PURGE / listings product:7 product:8'])
})

test.each([
  ['when everything changes', (tags: string[]) => tags.slice(0, 1), true],
  ['for more tags than a header holds', (tags: string[]) => tags, false],
])('one tag stands for all pages %s', async (_, chosen, clears) => {
  const purger = createPurger({ urls: [url], log })
  purger.drop(chosen(Array.from({ length: 201 }, (_unused, at) => `product:${at}`)))
  if (clears) purger.clear()
  await expect.poll(() => purges).toEqual(['PURGE / all'])
})

test('what a cache did not take is sent again, with what has changed since, and said once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const sent: string[] = []
  const results: (() => Promise<{ ok: boolean; status: number }>)[] = [
    () => Promise.reject(new Error('refused')),
    async () => ({ ok: false, status: 503 }),
    async () => ({ ok: true, status: 200 }),
  ]
  const send = (_: string, request: RequestInit) => {
    sent.push((request.headers as Record<string, string>)['xkey-purge'] ?? '')
    return (results.shift() ?? (() => Promise.reject(new Error('nothing more is due'))))()
  }
  const purger = createPurger({ urls: [url], log, send })
  purger.drop(['product:7'])
  await vi.advanceTimersByTimeAsync(50)
  purger.drop(['product:8'])
  await vi.advanceTimersByTimeAsync(1_000)
  await vi.advanceTimersByTimeAsync(5_000)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toEqual(['product:7', 'product:7 product:8', 'product:7 product:8'])
  expect(warnings).toEqual(['a cache was not purged; it will be tried again'])
})

test('without caches in front nothing is sent', async () => {
  const purger = createPurger({ urls: [], log, send: () => expect.fail('it was sent') })
  purger.clear()
  purger.close()
})
