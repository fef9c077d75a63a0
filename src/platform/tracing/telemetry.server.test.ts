import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startOtlpCollector, type OtlpCollector } from '../../../sandbox/otlp/otlp-collector.ts'
import { freePorts } from '../../testing/shop/free-ports.ts'
import { until } from '../../testing/shop/until.ts'
import { readConfig } from '../config/config.ts'
import { randomIds } from '../ids.ts'
import { createLog } from '../log.server.ts'
import { createMetrics, type Metrics } from '../metrics/metrics.server.ts'
import { openTelemetry } from './open-telemetry.server.ts'
import { noTelemetry, type Telemetry } from './telemetry.ts'
import { noTracing } from './tracing.ts'

let collector: OtlpCollector
beforeAll(async () => {
  collector = await startOtlpCollector()
})
afterAll(() => collector.close())

type Opened = Telemetry & { readonly metrics: Metrics }

async function open(env: Readonly<Record<string, string>> = {}): Promise<Opened> {
  const config = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...env })
  const telemetry = await openTelemetry(config, randomIds)
  const metrics = createMetrics()
  telemetry.connect(metrics)
  return { ...telemetry, metrics }
}

/** How many spans or lines came to this end. */
async function itemsOf({ metrics }: Opened, signal: 'traces' | 'logs', outcome: string): Promise<number> {
  const label = `telemetry_items_total{signal="${signal}",outcome="${outcome}"}`
  const line = (await metrics.text()).split('\n').find((one) => one.startsWith(label))
  return Number(line?.slice(label.length) ?? 0)
}

const work = ({ tracing }: Telemetry, name: string) =>
  tracing.span({ name, kind: 'internal', isRoot: true }, async () => {})

const named = (name: string) => collector.spans.filter((span) => span.name === name)

const remote = (flags: '00' | '01') => ({
  traceparent: `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-${flags}`,
})
const answered = (name: string) => ({ name, status: 200, attributes: {} })

test('without a collector nothing is opened, and work runs as it is', async () => {
  expect(await openTelemetry(readConfig({}), randomIds)).toBe(noTelemetry)
  expect(
    await noTracing.span({ name: 'x', kind: 'internal', isRoot: true }, async () => noTracing.headers()),
  ).toBeNull()
  expect([noTracing.active(), noTracing.startRequest(remote('01'))]).toEqual([null, null])
})

test('each signal can be left out', async () => {
  const telemetry = await open({
    OTEL_TRACES_EXPORTER: 'none',
    OTEL_METRICS_EXPORTER: 'none',
    OTEL_LOGS_EXPORTER: 'none',
  })
  expect([telemetry.tracing, telemetry.takeLine]).toEqual([noTracing, null])
  const before = collector.headers.length
  await telemetry.close()
  expect(collector.headers).toHaveLength(before)
})

test('work in a span is its child, also after a pause and beside other work', async () => {
  const telemetry = await open()
  const { tracing } = telemetry
  const branch = (name: string) =>
    tracing.span({ name, kind: 'internal', isRoot: true }, async () => {
      await wait(1)
      await tracing.span({ name: `${name} inner`, kind: 'client' }, async () => {})
    })
  await Promise.all([branch('left'), branch('right')])
  await tracing.span({ name: 'outside a trace', kind: 'client' }, async () => {})
  await telemetry.close()
  for (const name of ['left', 'right'])
    expect(named(`${name} inner`)).toMatchObject([{ parentSpanId: named(name)[0]?.spanId, kind: 'client' }])
  expect(named('outside a trace')).toEqual([])
})

test('a span of failed work says what kind of error it was, and not its message', async () => {
  const telemetry = await open()
  const fail = (name: string, error: Error) =>
    telemetry.tracing.span({ name, kind: 'internal', isRoot: true }, async () => {
      throw error
    })
  await expect(fail('failed', new RangeError('kim@example.com'))).rejects.toThrow('kim@example.com')
  await expect(fail('refused', Object.assign(new Error('key'), { code: '23505' }))).rejects.toThrow('key')
  await telemetry.close()
  expect(named('failed')).toMatchObject([{ isError: true, message: '', attributes: { 'error.type': 'RangeError' } }])
  expect(named('refused')).toMatchObject([{ attributes: { 'error.type': '23505' } }])
  expect(JSON.stringify(collector.spans)).not.toContain('kim@example.com')
})

test('a sampler by ratio takes its share, and follows the caller where it is told to', async () => {
  const telemetry = await open({ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' })
  for (let i = 0; i < 2_000; i++) {
    telemetry.tracing.recordRequest({}, 0.001, () => answered('sampled'))
    telemetry.tracing.startRequest({})?.end(answered('sampled as well'))
  }
  const ids = telemetry.tracing.recordRequest(remote('01'), 0.001, () => answered('followed'))
  const unrecorded = telemetry.tracing.recordRequest(remote('00'), 0.001, () => expect.fail('it is not sampled'))
  await telemetry.close()
  for (const name of ['sampled', 'sampled as well']) {
    expect(named(name).length).toBeGreaterThan(350)
    expect(named(name).length).toBeLessThan(650)
  }
  expect(named('followed')).toMatchObject([{ ...ids, parentSpanId: '00f067aa0ba902b7' }])
  expect(unrecorded).toBeNull()
})

test('a trace that is not sampled is passed on as such, without spans', async () => {
  const telemetry = await open({ OTEL_TRACES_SAMPLER: 'always_off' })
  const request = telemetry.tracing.startRequest({ ...remote('01'), tracestate: 'a=1' })
  const headers = await request?.run(() =>
    telemetry.tracing.span({ name: 'not sampled', kind: 'client' }, async () => telemetry.tracing.headers()),
  )
  request?.end(answered('not sampled'))
  await telemetry.close()
  expect(headers?.traceparent).toMatch(/^00-4bf92f3577b34da6a3ce929d0e0e4736-[\da-f]{16}-00$/)
  expect(headers?.tracestate).toBe('a=1')
  expect(named('not sampled')).toEqual([])
})

test('a line of an error is a record with its kind and places', async () => {
  const telemetry = await open()
  const written: string[] = []
  const log = createLog('info', { write: (line) => void written.push(line) }, telemetry)
  await telemetry.tracing.span({ name: 'logged', kind: 'internal', isRoot: true }, async () =>
    log.error(
      { err: Object.assign(new TypeError('kim@example.com'), { code: 'E1' }), route: '/p/:uri' },
      'a page failed',
    ),
  )
  log.warn({ count: 3 }, 'outside a trace')
  await telemetry.close()
  const [span] = named('logged')
  expect(JSON.parse(written[0] ?? '')).toMatchObject({ trace_id: span?.traceId, span_id: span?.spanId })
  expect(collector.logs.slice(-2)).toMatchObject([
    {
      traceId: span?.traceId,
      spanId: span?.spanId,
      severity: 'ERROR',
      body: 'a page failed',
      attributes: { route: '/p/:uri', 'exception.type': 'TypeError', 'error.type': 'E1' },
    },
    { traceId: null, severity: 'WARN', body: 'outside a trace', attributes: { count: 3 } },
  ])
  expect(JSON.stringify(collector.logs)).not.toContain('kim@example.com')
})

test('what a collector refuses is counted and not sent again', async () => {
  collector.behave(400)
  const telemetry = await open()
  await work(telemetry, 'refused by the collector')
  telemetry.takeLine?.('{"level":"info","time":"2026-11-24T00:00:00.000Z","msg":"refused"}\n')
  await telemetry.flush()
  collector.behave('well')
  await work(telemetry, 'taken by the collector')
  await telemetry.flush()
  await until(async () => (await itemsOf(telemetry, 'traces', 'sent')) === 1)
  expect(await itemsOf(telemetry, 'traces', 'failed')).toBe(1)
  expect(await itemsOf(telemetry, 'logs', 'failed')).toBe(1)
  await telemetry.close()
  expect(named('refused by the collector')).toEqual([])
  expect(named('taken by the collector')).toHaveLength(1)
})

test('while a collector says nothing, spans and lines beyond a bound are dropped and counted, and closing ends', async () => {
  collector.behave('silently')
  const telemetry = await open()
  const line = '{"level":"info","time":"2026-11-24T00:00:00.000Z","msg":"waiting"}\n'
  for (let i = 0; i < 20_000; i++) {
    telemetry.tracing.recordRequest({}, 0.001, () => answered('waiting'))
    telemetry.takeLine?.(line)
  }
  expect(await itemsOf(telemetry, 'traces', 'dropped')).toBeGreaterThan(10_000)
  expect(await itemsOf(telemetry, 'logs', 'dropped')).toBeGreaterThan(10_000)
  await telemetry.close()
  collector.behave('well')
})

test('a collector that is not there is no error', async () => {
  const [port] = await freePorts(1)
  const telemetry = await open({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` })
  await work(telemetry, 'nobody is there')
  await telemetry.close()
  expect(await itemsOf(telemetry, 'traces', 'sent')).toBe(0)
})

test('everything that was sent is as the protocol has it', () => {
  expect(collector.problems).toEqual([])
})
