import { afterEach, expect, test } from 'vitest'
import { fixedClock, minutes } from '../platform/clock.ts'
import { listen, type Listening } from '../platform/http/listen.server.ts'
import { serverError } from '../platform/http/common-problems.ts'
import { ProblemError, httpProblem } from '../platform/http/problem.ts'
import { createRateLimiter } from '../platform/http/rate-limit.ts'
import { countingIds } from '../platform/ids.ts'
import { createLog } from '../platform/log.server.ts'
import { noTracing } from '../platform/tracing/tracing.ts'
import { createAccessLog } from './access-log.server.ts'
import { createPipeline, type Host } from './pipeline.server.ts'

type Line = Readonly<Record<string, unknown>> & { readonly msg: string }

let listening: Listening | null = null
afterEach(() => listening?.close(0))

/** A host with a few routes on the pipeline, its log and what it counted. */
async function openHost(
  host: Partial<Host> = {},
  access: { readonly on: boolean; readonly sample?: number } = { on: false },
) {
  const lines: Line[] = []
  const counted: string[] = []
  const limited: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line) as Line) })
  const onRequest = createPipeline(
    {
      ids: countingIds(),
      log,
      metrics: {
        request: ({ route, method, status, app }) => void counted.push(`${method} ${route} ${status} ${app}`),
        count: (name, labels) => void limited.push(`${name} ${Object.values(labels).join(' ')}`),
      },
      tracing: noTracing,
      accessLog: createAccessLog({
        log,
        config: { ACCESS_LOG: access.on ? 'on' : 'off', ACCESS_LOG_SAMPLE: access.sample ?? 1 },
        random: () => 0.5,
      }),
      rateLimiter: createRateLimiter(fixedClock('2026-11-24T11:00:00+11:00'), { enabled: true }),
      probe: async () => ({ status: 'degraded', pages: true, checkout: false }),
      config: { TRUSTED_PROXIES: 0 },
    },
    {
      name: 'shop',
      headers: { 'x-content-type-options': 'nosniff' },
      limit: { name: 'everything', count: 3, windowMs: minutes(1) },
      unexpected: serverError,
      routes(app) {
        app.get('/things/:id', (c) => {
          c.set('route', '/things/:id')
          return c.text('a thing', 200, { 'content-security-policy': "default-src 'self'" })
        })
        app.get('/json', (c) => c.json({ ok: true }))
        app.get('/forbidden', (c) => {
          c.set('route', '/forbidden')
          throw new ProblemError(httpProblem(403, 'forbidden', 'You do not have permission to perform this action.'))
        })
        app.get('/broken', () => {
          throw new Error('not expected')
        })
      },
      ...host,
    },
  )
  listening = await listen({ part: 'host', setting: 'PORT', host: '127.0.0.1', port: 0, onRequest })
  const { port } = listening
  return { lines, counted, limited, get: (path: string) => fetch(`http://127.0.0.1:${port}${path}`) }
}

test('a non-page response can load, run and frame nothing, and a page replaces that policy with its own', async () => {
  const { get } = await openHost()
  const { headers } = await get('/json')
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect((await get('/things/7')).headers.get('content-security-policy')).toBe("default-src 'self'")
})

test('every response has a request id, and an error has the same id in body and log', async () => {
  const { get, lines, counted } = await openHost()
  const broken = await get('/broken')
  const { traceId } = (await broken.json()) as { traceId: string }
  expect([broken.status, broken.headers.get('x-trace-id')]).toEqual([500, traceId])
  expect(lines).toMatchObject([{ level: 'error', msg: 'request failed', traceId }])
  expect(counted).toEqual(['GET unknown 500 none'])
})

test('a forbidden request is logged by route, without its URL', async () => {
  const { get, lines } = await openHost()
  expect((await get('/forbidden?email=kim@example.com')).status).toBe(403)
  expect(lines).toMatchObject([
    { level: 'warn', msg: 'request forbidden', host: 'shop', route: '/forbidden', method: 'GET', status: 403 },
  ])
  expect(JSON.stringify(lines)).not.toContain('kim')
})

test('requests are counted for their brand', async () => {
  const { get, counted } = await openHost({ appOf: ({ headers }) => String(headers.host).replace(/^127.*/, 'aol') })
  await get('/things/7')
  expect(counted).toEqual(['GET /things/:id 200 aol'])
})

test('of a sampled access log, failures are never left out', async () => {
  const { get, lines } = await openHost({}, { on: true, sample: 0.1 })
  await get('/things/1')
  await get('/broken')
  expect(lines.filter(({ msg }) => msg === 'request')).toMatchObject([{ route: 'unknown', status: 500, sample: 1 }])
})

test('ACCESS_LOG writes one line per request: route, status and time, no URL', async () => {
  const { get, lines } = await openHost({}, { on: true })
  await get('/things/8841?q=secret')
  expect(lines).toMatchObject([{ msg: 'request', route: '/things/:id', method: 'GET', status: 200 }])
  expect(lines[0]?.['ms']).toEqual(expect.any(Number))
  expect(JSON.stringify(lines)).not.toMatch(/8841|secret/)
})

test('requests over the limit get 429, and a flood of them is one log line', async () => {
  const { get, lines, counted, limited } = await openHost()
  for (let i = 0; i < 3; i++) expect((await get('/json')).status).toBe(200)
  for (let i = 0; i < 5; i++) {
    const refused = await get('/json')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '20'])
  }
  expect(lines).toMatchObject([{ level: 'warn', msg: 'requests over the limit', limit: 'everything', refused: 1 }])
  expect(counted).toHaveLength(3)
  expect(limited).toEqual(Array.from({ length: 5 }, () => 'requests_limited_total shop everything'))
})

test('probes have no limit; one says what works, and one whether orders can be placed', async () => {
  const { get } = await openHost()
  for (let i = 0; i < 5; i++) expect(await (await get('/livez')).text()).toBe('ok')
  const degraded = { status: 'degraded', pages: true, checkout: false }
  for (const [path, status] of [
    ['/readyz', 200],
    ['/readyz/checkout', 503],
  ] as const) {
    const ready = await get(path)
    expect([ready.status, await ready.json()]).toEqual([status, degraded])
  }
})

test('an early response skips the routes, and a limited request skips the early response', async () => {
  const { get, counted } = await openHost({
    early(_, outgoing) {
      outgoing.writeHead(200).end('from the cache')
      return true
    },
  })
  for (let i = 0; i < 3; i++) expect(await (await get('/json')).text()).toBe('from the cache')
  expect((await get('/json')).status).toBe(429)
  expect(counted).toEqual([])
})
