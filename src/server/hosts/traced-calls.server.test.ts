import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startOtlpCollector, type OtlpCollector } from '../../../sandbox/otlp/otlp-collector.ts'
import type { CollectedSpan } from '../../../sandbox/otlp/otlp-messages.ts'
import { startS3, type S3Server } from '../../../sandbox/s3/s3-for-tests.ts'
import { brandOf } from '../../brands/brands.ts'
import { openStorage } from '../../platform/storage/open-storage.server.ts'
import { logInExternally } from '../../testing/external-login.ts'
import { until } from '../../testing/shop/until.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { createPurger } from '../page-cache/purge.server.ts'

/** The spans of calls to services other than payment providers (tracing.server.test.ts), and which of those are told of the trace. */

let collector: OtlpCollector
let s3: S3Server
/** A cache that takes purges, and a supplier's host with one picture. */
let other: { readonly url: string; readonly requests: Map<string, IncomingHttpHeaders>; readonly server: Server }
let shop: TestShop

beforeAll(async () => {
  collector = await startOtlpCollector()
  s3 = await startS3()
  other = await startOther()
  shop = await openTestShop({
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
    people: [{ id: 'robin', name: 'Robin Vale', email: 'robin@provider.example', isEmailVerified: true }],
    fetchOptions: { isAllowed: (address) => address === '127.0.0.1' },
  })
})
afterAll(async () => {
  await shop.close()
  await new Promise((done) => other.server.close(done))
  await s3.close()
  await collector.close()
})

async function startOther(): Promise<typeof other> {
  const picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer()
  const requests = new Map<string, IncomingHttpHeaders>()
  const server = createServer((incoming, outgoing) => {
    requests.set(`${incoming.method} ${incoming.url}`, incoming.headers)
    outgoing.writeHead(200).end(incoming.method === 'GET' ? picture : undefined)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, server }
}

async function spansOf(name: string): Promise<CollectedSpan[]> {
  const found = () => collector.spans.filter((span) => span.name === name)
  await until(async () => {
    await shop.telemetry.flush()
    return found().length > 0
  })
  return found()
}

test('reads and writes of the media storage are spans of what caused them, and a failed one has the kind of error', async () => {
  const { tracing } = shop.telemetry
  const storage = await openStorage({ url: s3.url(), folder: '', tracing })
  const wrong = await openStorage({ url: s3.url({ secret: 'wrong' }), folder: '', tracing })
  await tracing.span({ name: 'upload', kind: 'internal', isRoot: true }, async () => {
    await storage.put('t/a', Buffer.from('1'), { contentType: 'image/png' })
    await storage.get('t/a')
    await wrong.get('t/a').catch(() => {})
  })
  const [upload] = await spansOf('upload')
  const spans = collector.spans.filter(({ parentSpanId }) => parentSpanId === upload?.spanId)
  expect(spans).toMatchObject([
    { kind: 'client', isError: false, attributes: { 'aws.s3.bucket': 'media' } },
    { kind: 'client', isError: false },
    { kind: 'client', isError: true, attributes: { 'error.type': 'SignatureDoesNotMatch' } },
  ])
  expect(spans.map(({ name }) => name)).toEqual(['S3 write', 'S3 read', 'S3 read'])
})

test('a purge is a call of its own trace, which the cache is told of', async () => {
  const purger = createPurger({ urls: [other.url], log: { warn: () => {} }, tracing: shop.telemetry.tracing })
  purger.drop(['product:1'])
  const [span] = await spansOf('PURGE cache')
  purger.close()
  expect(span).toMatchObject({ kind: 'client', parentSpanId: null, attributes: { 'http.response.status_code': 200 } })
  expect(other.requests.get('PURGE /')?.['traceparent']).toBe(`00-${span?.traceId}-${span?.spanId}-01`)
})

test('the file of a feed is fetched in a span, of which its host is not told', async () => {
  const { sources } = shop.services.media
  await sources.want([`${other.url}/a.jpg`], 'shown')
  expect((await sources.fetchSome()).changed).toEqual([`${other.url}/a.jpg`])
  expect(await spansOf('GET file of a feed')).toMatchObject([{ kind: 'client', isError: false }])
  expect(Object.keys(other.requests.get('GET /a.jpg') ?? {})).not.toContain('traceparent')
})

test('a login by another provider has a span for each call to it, without who it was', async () => {
  expect((await logInExternally(shop.visitor(), 'robin')).status).toBe(302)
  const calls = [...(await spansOf('GET openid google')), ...(await spansOf('POST openid google'))]
  expect(calls.map(({ attributes }) => attributes['http.response.status_code'])).toEqual(calls.map(() => 200))
  expect(JSON.stringify(calls)).not.toContain('robin')
})

test('the check of a captcha is a span', async () => {
  await shop.set('aol', 'RecaptchaSiteKey', 'site-key')
  expect(await shop.services.identity?.captcha.isPerson(brandOf('aol'), 'contact', 'made up', '203.0.113.7')).toBe(
    false,
  )
  const spans = await spansOf('POST captcha verify')
  expect(spans).toMatchObject([{ kind: 'client', attributes: { 'http.response.status_code': 200 } }])
  expect(JSON.stringify(spans)).not.toContain('203.0.113.7')
})
