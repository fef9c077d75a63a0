import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { startOtlpCollector } from '../../../../sandbox/otlp/otlp-collector.ts'
import { fixedClock, systemClock } from '../../../platform/clock.ts'
import { readConfig } from '../../../platform/config/config.ts'
import { randomIds } from '../../../platform/ids.ts'
import { createLog } from '../../../platform/log.server.ts'
import { openTelemetry } from '../../../platform/tracing/open-telemetry.server.ts'
import {
  connectLimitedFetch,
  providerHttp,
  type ProviderCall,
  type ProviderHttpSettings,
} from './provider-http.server.ts'

const lines: string[] = []
const log = createLog('debug', { write: (line) => void lines.push(line) })
const call: ProviderCall = {
  operation: 'pay',
  attemptId: '01JD0000000000000000000000',
  method: 'POST',
  path: '/pay',
  body: { secret: 'JWE' },
  readMs: 1_000,
  isReplaySafe: true,
}

/** A client whose provider answers these, one after the other; the last one for ever. */
function client(answers: readonly (() => Response | Promise<Response>)[], more: Partial<ProviderHttpSettings> = {}) {
  const sent: { url: string; init: RequestInit | undefined }[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    sent.push({ url: String(input), init })
    const answer = answers[Math.min(sent.length, answers.length) - 1]
    if (answer === undefined) throw new Error('no answer')
    return answer()
  }
  const headers = { 'x-api-key': 'key' }
  const settings = { provider: 'card', baseUrl: 'https://pay.example/v71', headers, fetch, clock: systemClock, log }
  return { sent, send: providerHttp({ ...settings, backoffMs: [1, 1], ...more }) }
}

const ok = () => Response.json({ result: 'ok' })
const status = (code: number) => () => new Response('{}', { status: code })
const failing = (code: string) => () =>
  Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) }))

test('calls go to the configured address only', async () => {
  const { send, sent } = client([ok])
  await send(call)
  expect(sent[0]?.url).toBe('https://pay.example/v71/pay')
  await expect(send({ ...call, path: '/../../elsewhere' })).rejects.toThrow('under its base address')
  await expect(send({ ...call, path: '.evil.example/pay' })).rejects.toThrow('under its base address')
  expect(sent).toHaveLength(1)
})

test.each([429, 500, 502, 503, 504])('a %i is retried with the same key and body, at most twice', async (code) => {
  const { send, sent } = client([status(code)])
  expect(await send({ ...call, headers: { 'idempotency-key': 'K' } })).toEqual({
    isAnswered: false,
    why: 'server-error',
  })
  expect(sent).toHaveLength(3)
  expect(new Set(sent.map(({ init }) => JSON.stringify([init?.headers, init?.body]))).size).toBe(1)
})

test.each([400, 401, 402, 403, 404, 412, 422])('a %i is a response and is not retried', async (code) => {
  const { send, sent } = client([status(code)])
  expect(await send(call)).toEqual({ isAnswered: true, status: code, body: {}, isAfterDoubt: false })
  expect(sent).toHaveLength(1)
})

test('a response after a lost one says that the lost one may have counted', async () => {
  expect(await client([failing('ECONNRESET'), status(422)]).send(call)).toMatchObject({ isAfterDoubt: true })
  expect(await client([failing('ECONNREFUSED'), status(422)]).send(call)).toMatchObject({ isAfterDoubt: false })
})

test('a call that is not idempotent is sent once', async () => {
  const { send, sent } = client([failing('ECONNRESET'), ok])
  expect(await send({ ...call, isReplaySafe: false })).toEqual({ isAnswered: false, why: 'reset' })
  expect(sent).toHaveLength(1)
})

test('unreachable means that no attempt got through; one that may have counts as lost', async () => {
  expect(await client([failing('ECONNREFUSED')]).send(call)).toEqual({ isAnswered: false, why: 'unreachable' })
  const mixed = client([failing('ECONNRESET'), failing('ECONNREFUSED')])
  expect(await mixed.send(call)).toEqual({ isAnswered: false, why: 'reset' })
})

test('redirects are not followed, and invalid JSON or over 1 MiB is unreadable', async () => {
  const redirect = () => new Response(null, { status: 302, headers: { location: 'https://elsewhere.example/' } })
  const large = () => new Response(`"${'x'.repeat(1024 * 1024)}"`)
  for (const answer of [redirect, large, () => new Response('<html>')]) {
    const { send, sent } = client([answer])
    expect(await send(call)).toEqual({ isAnswered: false, why: 'unreadable' })
    expect(sent.map(({ init }) => init?.redirect)).toEqual(['manual'])
  }
})

test('after five consecutive failures it sends nothing for ten seconds', async () => {
  const clock = fixedClock('2026-10-12T15:00:00Z')
  const answers = [...Array.from({ length: 5 }, () => failing('ECONNREFUSED')), ok]
  const { send, sent } = client(answers, { clock, backoffMs: [] })
  for (let times = 0; times < 7; times++) await send(call)
  expect(sent).toHaveLength(5)
  clock.advance(10_000)
  expect(await send(call)).toMatchObject({ isAnswered: true })
  expect(sent).toHaveLength(6)
})

test('the log names the call and its outcome, and no sent or received data', async () => {
  lines.length = 0
  await client([ok]).send(call)
  expect(JSON.parse(lines.join(''))).toMatchObject({ provider: 'card', operation: 'pay', status: 200, count: 1 })
  expect(lines.join('')).not.toMatch(/JWE|x-api-key|pay\.example|result/)
})

// Real sockets, for what a stand-in for fetch cannot show.

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const overHttp = (baseUrl: string, more: Partial<ProviderHttpSettings> = {}) =>
  client([], { baseUrl, fetch: connectLimitedFetch(200), ...more }).send

test('headers, body and response pass unchanged', async () => {
  const seen: string[] = []
  const url = await serve((incoming, outgoing) => {
    seen.push(`${incoming.method} ${incoming.url} ${incoming.headers['x-api-key']} ${incoming.headers['content-type']}`)
    incoming.on('data', (part) => seen.push(String(part)))
    incoming.on('end', () => outgoing.writeHead(201, { 'content-type': 'application/json' }).end('{"a":"ü"}'))
  })
  expect(await overHttp(url)(call)).toMatchObject({ status: 201, body: { a: 'ü' } })
  expect(seen).toEqual(['POST /pay key application/json', '{"secret":"JWE"}'])
})

test('a response without a body is a response', async () => {
  const url = await serve((_incoming, outgoing) => outgoing.writeHead(204).end())
  expect(await overHttp(url)(call)).toMatchObject({ isAnswered: true, status: 204, body: undefined })
})

test('a response that is late or stops half way is a timeout', async () => {
  const silent = await serve(() => {})
  const half = await serve((_incoming, outgoing) => {
    outgoing.writeHead(200)
    outgoing.write('{"result":')
  })
  for (const url of [silent, half]) {
    expect(await overHttp(url)({ ...call, readMs: 50 })).toEqual({ isAnswered: false, why: 'timeout' })
  }
})

test('a connection cut before the response is a reset', async () => {
  const url = await serve((incoming) => incoming.socket.destroy())
  expect(await overHttp(url)(call)).toEqual({ isAnswered: false, why: 'reset' })
})

test('a TLS connection that is not established in time is unreachable', async () => {
  // It takes the connection and never says a word of TLS.
  const mute = createTcpServer()
  await new Promise<void>((done) => mute.listen(0, '127.0.0.1', done))
  const url = `https://127.0.0.1:${(mute.address() as AddressInfo).port}`
  expect(await overHttp(url, { backoffMs: [] })(call)).toEqual({ isAnswered: false, why: 'unreachable' })
  mute.close()
})

test('each try is a span whose context goes to the provider; a health check begins no trace', async () => {
  const collector = await startOtlpCollector()
  const telemetry = await openTelemetry(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }), randomIds)
  const { send, sent } = client([status(503), failing('ECONNRESET'), ok], { tracing: telemetry.tracing })
  await send(call)
  await send({ ...call, operation: 'health' })
  await telemetry.close()
  await collector.close()
  expect(collector.spans).toMatchObject([
    { name: 'POST card pay', kind: 'client', isError: true, attributes: { 'error.type': 'server-error' } },
    { isError: true, attributes: { 'error.type': 'reset', 'http.request.resend_count': 1 } },
    { isError: false, attributes: { 'http.response.status_code': 200, 'server.address': 'pay.example' } },
  ])
  const traceparents = sent.map(({ init }) => new Headers(init?.headers).get('traceparent'))
  const contexts = collector.spans.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`)
  expect(traceparents).toEqual([...contexts, null])
  expect(JSON.stringify(collector.spans)).not.toMatch(/JWE|v71/)
})
