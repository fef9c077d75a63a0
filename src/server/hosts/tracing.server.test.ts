import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startOtlpCollector, type OtlpCollector } from '../../../sandbox/otlp/otlp-collector.ts'
import type { CollectedSpan } from '../../../sandbox/otlp/otlp-messages.ts'
import { startJobs } from '../../composition/jobs.server.ts'
import { checkoutOf, result } from '../../modules/checkout/internal/payments-for-tests.ts'
import { randomIds } from '../../platform/ids.ts'
import { databaseEngines } from '../../testing/database.ts'
import { openDays } from '../../testing/shop/delivery-days.ts'
import { startSmtp, type SmtpServer } from '../../testing/shop/smtp.ts'
import { until } from '../../testing/shop/until.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { telltale } from './telltale-pages-for-tests.ts'

/** What a collector gets of a shop: over HTTP in and out, against the payments sandbox, a mail server and a collector that checks the protocol. */

const ids = { trace: '4bf92f3577b34da6a3ce929d0e0e4736', parent: '00f067aa0ba902b7' }
/** As a proxy in front sends them with a request that it traces. */
const caller = { traceparent: `00-${ids.trace}-${ids.parent}-01`, tracestate: 'proxy=a1,other=b2' }

describe.each(await databaseEngines())('on $name', (engine) => {
  let collector: OtlpCollector
  let smtp: SmtpServer
  let shop: TestShop
  beforeAll(async () => {
    collector = await startOtlpCollector()
    smtp = await startSmtp()
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20key',
      OTEL_RESOURCE_ATTRIBUTES: 'k8s.pod.name=shop-1',
      SMTP_URL: smtp.url,
      ACCESS_LOG: 'on',
    }
    shop = await openTestShop({ engine, env, pages: telltale })
    await openDays(shop, { last: '2026-12-10' })
    await startJobs(shop.services, shop)
  })
  afterAll(async () => {
    await shop.close()
    await smtp.close()
    await collector.close()
  })

  const { shopperWith, notice } = checkoutOf(() => shop)

  /** The spans of a trace that have this name, as soon as there is one. */
  async function spansOf(name: string, traceId = ids.trace): Promise<CollectedSpan[]> {
    const found = () => collector.spans.filter((span) => span.name === name && span.traceId === traceId)
    await until(async () => {
      await shop.telemetry.flush()
      return found().length > 0
    })
    return found()
  }
  const spanOf = async (name: string, traceId?: string): Promise<CollectedSpan> => {
    const [span] = await spansOf(name, traceId)
    if (span === undefined) throw new Error(`there is no span ${name}`)
    return span
  }
  const parentOf = ({ parentSpanId }: CollectedSpan) => collector.spans.find(({ spanId }) => spanId === parentSpanId)
  function ancestorsOf(span: CollectedSpan): string[] {
    const parent = parentOf(span)
    return parent === undefined ? [] : [parent.name, ...ancestorsOf(parent)]
  }
  const linesOf = (traceId: string) =>
    shop.logged
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter((line) => line['trace_id'] === traceId)

  test('pages, a checkout with its payment, job and mail, and a webhook are one trace of the caller', async () => {
    const visitor = await shopperWith('WM-1')
    const rendered = await visitor.get('/p/some-fridge', { headers: caller })
    await visitor.get('/p/some-fridge?gclid=click-7', { headers: caller })
    const body = await visitor.order({ card: await shop.card() })
    const headers = { ...caller, 'idempotency-key': randomIds.uuid() }
    const { paymentReference } = result(await visitor.send('POST', '/api/checkout', { body, headers }))
    await until(() => smtp.mails.length > 0)
    await notice(paymentReference ?? '', {}, caller)
    await shop.services.checkout.webhooks.work()

    expect(rendered.headers['x-trace-id']).toBe(ids.trace)
    const mail = await spanOf('send mail')
    expect(ancestorsOf(mail)).toEqual(
      expect.arrayContaining(['process order-placed', 'send order-placed', 'transaction', 'POST /api/checkout']),
    )
    expect(parentOf(mail)).toMatchObject({ name: 'process order-placed', kind: 'consumer' })

    const [miss, hit] = await spansOf('GET /p/:uri')
    const page = { kind: 'server', parentSpanId: ids.parent, traceState: caller.tracestate, isError: false }
    const attributes = {
      'http.request.method': 'GET',
      'http.route': '/p/:uri',
      'http.response.status_code': 200,
      'url.path': '/p/some-fridge',
      'server.address': 'aol.localhost',
      'shop.host': 'shop',
      'shop.brand': 'aol',
    }
    expect(miss).toMatchObject({ ...page, attributes: { ...attributes, 'shop.cache': 'miss' } })
    expect(hit).toMatchObject({ ...page, attributes: { ...attributes, 'shop.cache': 'hit' } })

    const checkout = await spanOf('POST /api/checkout')
    expect(checkout).toMatchObject({ kind: 'server', parentSpanId: ids.parent })
    const payment = await spanOf('POST card payments')
    expect(payment).toMatchObject({
      kind: 'client',
      attributes: {
        'http.request.method': 'POST',
        'http.response.status_code': 200,
        'server.address': '127.0.0.1',
        'shop.provider': 'card',
        'shop.payment_attempt': paymentReference,
      },
    })
    expect(ancestorsOf(payment)).toContain('POST /api/checkout')
    const webhook = await spanOf('POST /api/payment/webhook/card')
    expect(webhook).toMatchObject({
      kind: 'server',
      parentSpanId: ids.parent,
      attributes: { 'shop.payment_attempt': paymentReference },
    })

    const trace = collector.spans.filter(({ traceId }) => traceId === ids.trace)
    const known = new Set([ids.parent, ...trace.map(({ spanId }) => spanId)])
    expect(trace.filter(({ parentSpanId }) => !known.has(parentSpanId ?? '')).map(({ name }) => name)).toEqual([])
    expect(trace.length).toBeGreaterThan(30)

    // The gateway has sent the notice before. A timer acts on it, in a trace of its own that links to the call that brought it first.
    const ofPayment = (span: CollectedSpan) => span.attributes['shop.payment_attempt'] === paymentReference
    const acted = collector.spans.find((span) => span.name === 'process webhook' && ofPayment(span))
    const [link] = acted?.links ?? []
    expect([acted?.parentSpanId, acted?.links.length]).toEqual([null, 1])
    expect(acted?.traceId).not.toBe(link?.traceId)
    expect(collector.spans.find(({ spanId }) => spanId === link?.spanId)).toMatchObject({
      name: webhook.name,
      traceId: link?.traceId,
      attributes: { 'shop.payment_attempt': paymentReference },
    })

    for (const text of ['ana.botha', 'Botha', 'click-7', 'gclid', body.cartId])
      expect(JSON.stringify([collector.spans, collector.logs])).not.toContain(text)
  })

  test('statements are spans inside their transaction, with a text that has no values', async () => {
    const visitor = await shopperWith('WM-1')
    const body = await visitor.order({ card: await shop.card() })
    const answer = await visitor.submit(body)
    const traceId = String(answer.headers['x-trace-id'])
    const insert = await spanOf('INSERT order_payment', traceId)
    expect(insert).toMatchObject({
      kind: 'client',
      attributes: {
        'db.system.name': 'postgresql',
        'db.operation.name': 'INSERT',
        'db.query.summary': 'INSERT order_payment',
        'db.query.text': expect.stringMatching(/^insert into "order_payment" \(.*\) values \(\$1/),
      },
    })
    expect(ancestorsOf(insert)).toEqual(['transaction', 'POST /api/checkout'])
    expect((await spansOf('COMMIT', traceId)).length).toBeGreaterThan(0)
  })

  test('a log line names its span, and is sent as a record of it', async () => {
    const visitor = await shopperWith('WM-1')
    const answer = await visitor.submit(await visitor.order({ card: await shop.card() }))
    const traceId = String(answer.headers['x-trace-id'])
    const payment = await spanOf('POST card payments', traceId)
    const server = await spanOf('POST /api/checkout', traceId)
    expect(linesOf(traceId)).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ msg: 'provider call answered', span_id: parentOf(payment)?.spanId }),
        expect.objectContaining({ msg: 'request', route: '/api/checkout', traceId, span_id: server.spanId }),
      ]),
    )
    await until(() => collector.logs.some((log) => log.traceId === traceId && log.body === 'request'))
    const record = collector.logs.find((log) => log.traceId === traceId && log.body === 'request')
    expect(record).toMatchObject({
      spanId: server.spanId,
      severity: 'INFO',
      attributes: { route: '/api/checkout', status: 200 },
      resource: { 'service.name': 'storefront', 'k8s.pod.name': 'shop-1' },
    })
    expect(Object.keys(record?.attributes ?? {})).not.toContain('traceId')
    expect(collector.headers.every((headers) => headers['x-key'] === 'a key')).toBe(true)
  })

  test.each([
    ['no header', undefined],
    ['the wrong length', '00-4bf92f35-00f067aa0ba902b7-01'],
    ['capital letters', caller.traceparent.toUpperCase()],
    ['a trace id of zeros', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`],
    ['a span id of zeros', `00-${ids.trace}-${'0'.repeat(16)}-01`],
    ['a version that does not exist', `ff-${ids.trace}-${ids.parent}-01`],
    ['more than its version has', `${caller.traceparent}-x`],
    ['two of them', `${caller.traceparent}, ${caller.traceparent}`],
    ['ten thousand characters', '0'.repeat(10_000)],
  ])('with %s for a traceparent a request begins a trace of its own', async (_, traceparent) => {
    const headers = traceparent === undefined ? {} : { traceparent }
    const traceId = String((await shop.visitor().get('/api/cart/', { headers })).headers['x-trace-id'])
    expect(traceId).toMatch(/^[\da-f]{32}$/)
    expect(traceId).not.toBe(ids.trace)
    expect(await spanOf('GET /api/cart/', traceId)).toMatchObject({ parentSpanId: null, traceState: '' })
  })

  test('a page that fails is a failed span with the kind of error', async () => {
    const answer = await shop.visitor().get('/fault')
    const span = await spanOf('GET /*', String(answer.headers['x-trace-id']))
    expect([answer.status, span]).toMatchObject([
      500,
      { isError: true, message: '', attributes: { 'error.type': 'Error' } },
    ])
    expect(Object.keys(span.attributes)).not.toContain('url.path')
  })

  test('metrics are sent with the values that /metrics has', async () => {
    await shop.telemetry.flush()
    const text = (await shop.visitor().get('/metrics')).text
    await until(() => collector.metrics.length > 0)
    const names = [...text.matchAll(/^# TYPE (\S+) \w+\n\1.* \d/gm)].map(([, name = '']) => name)
    // These have no value until the loop has been measured, which can be between the two readings.
    const measured = names.filter((name) => !name.startsWith('nodejs_eventloop_lag_'))
    expect(measured.length).toBeGreaterThan(50)
    expect(collector.metrics.map(({ name }) => name)).toEqual(expect.arrayContaining(measured))
    const shown = (name: string, label = '') =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${name}{`) && line.includes(label))
          ?.split('} ')[1],
      )
    const placed = collector.metrics.find(({ name }) => name === 'orders_placed_total')
    expect(placed).toMatchObject({ type: 'sum', points: [{ value: shown('orders_placed_total') }] })
    const durations = collector.metrics.find(({ name }) => name === 'http_request_duration_seconds')
    expect(durations?.type).toBe('histogram')
    expect(durations?.points.find(({ attributes }) => attributes['route'] === '/api/checkout')).toMatchObject({
      value: shown('http_request_duration_seconds_count', 'route="/api/checkout"'),
      bounds: expect.arrayContaining([0.3]),
    })
    expect(collector.metrics.find(({ name }) => name === 'page_cache_entries')?.type).toBe('gauge')
  })

  test('a collector that does not answer delays no checkout', async () => {
    collector.behave('silently')
    const visitor = await shopperWith('WM-1')
    const answer = await visitor.submit(await visitor.order({ card: await shop.card() }))
    collector.behave('well')
    expect(result(answer)).toMatchObject({ orderCompleted: true })
  })

  test('everything that was sent is as the protocol has it', () => {
    expect(collector.problems).toEqual([])
  })
})
