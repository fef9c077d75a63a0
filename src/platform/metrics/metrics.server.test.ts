import { expect, test } from 'vitest'
import { createMetrics } from './metrics.server.ts'
import type { Reading } from './reading.ts'

/** A reading of one gauge whose values the test controls. */
function openReading(read: Reading<'depth'>['read'], timeoutMs = 1_000) {
  let nowMs = 0
  const metrics = createMetrics(() => nowMs)
  metrics.reading({
    name: 'queues',
    gauges: { depth: { help: 'Depth.', labels: ['queue'] } },
    maxAgeMs: 10_000,
    timeoutMs,
    read,
  })
  return {
    scrape: async () => (await metrics.text()).split('\n').filter((line) => /^(depth|metrics_reading_up)/.test(line)),
    advance: (ms: number) => void (nowMs += ms),
  }
}

const depth = (queue: string, value: number) => ({ gauge: 'depth', labels: { queue }, value }) as const

test('a reading is read at most once in its time, and a value that is gone leaves no series', async () => {
  let reads = 0
  const { scrape, advance } = openReading(async () => (reads++ === 0 ? [depth('mail', 3)] : [depth('refund', 1)]))
  expect(await scrape()).toEqual(['metrics_reading_up{reading="queues"} 1', 'depth{queue="mail"} 3'])
  advance(9_000)
  expect(await scrape()).toContain('depth{queue="mail"} 3')
  advance(1_000)
  expect(await scrape()).toEqual(['metrics_reading_up{reading="queues"} 1', 'depth{queue="refund"} 1'])
  expect(reads).toBe(2)
})

test('a reading that fails is reported, without its old values', async () => {
  let reads = 0
  const { scrape, advance } = openReading(async () => {
    if (reads++ > 0) throw new Error('the database is away')
    return [depth('mail', 3)]
  })
  await scrape()
  advance(10_000)
  expect(await scrape()).toEqual(['metrics_reading_up{reading="queues"} 0'])
})

test('a reading that takes too long is not waited for, and not begun a second time', async () => {
  let reads = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  const { scrape } = openReading(async () => {
    reads++
    await promise
    return [depth('mail', 3)]
  }, 1)
  expect(await scrape()).toEqual(['metrics_reading_up{reading="queues"} 0'])
  expect(await scrape()).toEqual(['metrics_reading_up{reading="queues"} 0'])
  expect(reads).toBe(1)
  resolve()
  await promise
  expect(await scrape()).toEqual(['metrics_reading_up{reading="queues"} 1', 'depth{queue="mail"} 3'])
})

test('counters, histograms and what others count are in one text', async () => {
  const metrics = createMetrics()
  metrics.count('orders_placed_total', { app: 'aol', method: 'card' })
  metrics.count('refunded_cents_total', { provider: 'card', currency: 'AUD' }, 12_900)
  metrics.observe(
    'outgoing_call_duration_seconds',
    { provider: 'card', operation: 'payments', outcome: 'answered' },
    0.2,
  )
  metrics.counter('evictions_total', 'Evictions.', () => 7)
  const text = await metrics.text()
  expect(text).toContain('orders_placed_total{app="aol",method="card"} 1')
  expect(text).toContain('refunded_cents_total{provider="card",currency="AUD"} 12900')
  expect(text).toContain(
    'outgoing_call_duration_seconds_bucket{le="0.25",provider="card",operation="payments",outcome="answered"} 1',
  )
  expect(text).toContain('# TYPE evictions_total counter\nevictions_total 7')
  // The event loop's delay comes with the collector's own metrics.
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \S+$/m)
})
