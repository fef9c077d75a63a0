import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

/** Prometheus metrics, served at `/metrics`. */
export interface Metrics {
  request(route: string, method: string, status: number, seconds: number): void
  gauge(name: string, help: string, read: () => number): void
  count(name: 'orders_placed' | 'payments_settled' | 'webhooks_received', labels: Record<string, string>): void
  text(): Promise<string>
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by route template.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const counters = {
    orders_placed: new Counter({
      name: 'orders_placed_total',
      help: 'Orders placed.',
      labelNames: ['app', 'method'],
      registers: [registry],
    }),
    payments_settled: new Counter({
      name: 'payments_settled_total',
      help: 'Payment attempts that reached an end.',
      labelNames: ['provider', 'state'],
      registers: [registry],
    }),
    webhooks_received: new Counter({
      name: 'webhooks_received_total',
      help: 'Notices of payment providers.',
      labelNames: ['provider', 'result'],
      registers: [registry],
    }),
  }
  return {
    request: (route, method, status, seconds) => requests.observe({ route, method, status: String(status) }, seconds),
    gauge: (name, help, read) =>
      void new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(read())
        },
      }),
    count: (name, labels) => (counters[name] as Counter).inc(labels),
    text: () => registry.metrics(),
  }
}
