/** Writes the Grafana dashboards of deploy/grafana: `npm run dashboards`. A panel is a line here, and forty of Grafana's own there. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { grafanaOf, type Dashboard } from './grafana.ts'

const quantile = (share: number, metric: string, by: string, selector = '') =>
  `histogram_quantile(${share}, sum by (${by}, le) (rate(${metric}_bucket${selector}[$__rate_interval])))`
const requests = 'http_request_duration_seconds'
const perSecond = (by: string, counter: string) => `sum by (${by}) (rate(${counter}[$__rate_interval]))`
const calls = 'outgoing_call_duration_seconds'
const waited = (share: number) => quantile(share, 'waiting_room_wait_seconds', 'job')

const overview: Dashboard = {
  uid: 'shop-overview',
  title: 'Shop: overview',
  rows: {
    Objectives: [
      {
        title: 'Bad pages: slower than 300 ms, or an error (0.05 % allowed)',
        unit: 'percentunit',
        queries: { 'one hour': 'shop:pages_bad:ratio1h', 'one day': 'shop:pages_bad:ratio1d' },
        limit: 0.0005,
      },
      {
        title: 'Bad requests of cart and checkout (0.1 % allowed)',
        unit: 'percentunit',
        queries: { 'one hour': 'shop:checkout_bad:ratio1h', 'one day': 'shop:checkout_bad:ratio1d' },
        limit: 0.001,
      },
      {
        title: 'From notice to order (60 s allowed)',
        unit: 's',
        queries: {
          'p99 {{provider}}': quantile(0.99, 'webhook_delay_seconds', 'provider'),
          'oldest that waits': 'max(webhooks_open_oldest_seconds)',
        },
        limit: 60,
      },
    ],
    'Rate, errors, duration': [
      {
        title: 'Requests by kind',
        unit: 'reqps',
        queries: { '{{host}} {{kind}}': perSecond('host, kind', `${requests}_count`) },
      },
      {
        title: 'Server errors by route',
        unit: 'reqps',
        queries: { '{{route}} {{status}}': perSecond('route, status', `${requests}_count{status=~"5.."}`) },
      },
      {
        title: 'Duration by kind, p99',
        unit: 's',
        queries: { '{{host}} {{kind}}': quantile(0.99, requests, 'host, kind') },
        limit: 0.3,
      },
      {
        title: 'Slowest pages, p99',
        unit: 's',
        queries: { '{{route}}': `topk(10, ${quantile(0.99, requests, 'route', '{host="shop",kind="page"}')})` },
        limit: 0.3,
      },
      {
        title: 'Slowest calls, p99',
        unit: 's',
        queries: { '{{route}}': `topk(10, ${quantile(0.99, requests, 'route', '{kind="api"}')})` },
      },
      {
        title: 'Requests by brand',
        unit: 'reqps',
        queries: { '{{app}}': perSecond('app', 'http_responses_total{host="shop"}') },
      },
    ],
    'Page cache and load': [
      {
        title: 'How the page cache answers',
        unit: 'reqps',
        queries: { '{{kind}} {{cache}}': perSecond('kind, cache', 'http_responses_total{host="shop",cache!="none"}') },
      },
      {
        title: 'Size of the page cache',
        unit: 'bytes',
        queries: { '{{instance}}': 'page_cache_bytes', 'limit {{instance}}': 'page_cache_max_bytes' },
      },
      {
        title: 'Cached pages, and evictions a second',
        unit: 'short',
        queries: {
          '{{instance}}': 'page_cache_entries',
          'evictions {{instance}}': 'rate(page_cache_evictions_total[$__rate_interval])',
        },
      },
      {
        title: 'Refused for load, and over a limit',
        unit: 'reqps',
        queries: {
          'load {{instance}}': perSecond('instance', 'load_refused_total'),
          '{{host}} {{limit}}': perSecond('host, limit', 'requests_limited_total'),
        },
      },
      {
        title: 'Share of requests let through',
        unit: 'percentunit',
        queries: { '{{instance}}': 'load_admitted_share' },
      },
    ],
  },
}

const money: Dashboard = {
  uid: 'shop-money',
  title: 'Shop: checkout and payments',
  rows: {
    Orders: [
      {
        title: 'Orders a minute by brand',
        unit: 'cpm',
        queries: { '{{app}}': `60 * ${perSecond('app', 'orders_placed_total')}` },
      },
      {
        title: 'Orders a minute by method',
        unit: 'cpm',
        queries: { '{{method}}': `60 * ${perSecond('method', 'orders_placed_total')}` },
      },
      {
        title: 'Value of carts of the last day',
        unit: 'currencyUSD',
        queries: { '{{app}}': 'max by (app) (carts_value_cents) / 100' },
      },
      { title: 'Carts of the last day', unit: 'short', queries: { '{{app}}': 'max by (app) (carts_open)' } },
      {
        title: 'Refused checkouts a minute by reason',
        unit: 'cpm',
        queries: { '{{code}}': `60 * ${perSecond('code', 'checkout_refusals_total')}` },
      },
      { title: 'Products in memory', unit: 'short', queries: { '{{instance}}': 'catalogue_products' } },
    ],
    'Waiting room': [
      { title: 'Shoppers who wait', unit: 'short', queries: { waiting: 'max(waiting_room_length)' } },
      {
        title: 'Let in, and without a ticket, a minute',
        unit: 'cpm',
        queries: {
          '{{from}}': `60 * ${perSecond('from', 'waiting_room_admitted_total')}`,
          'no ticket: {{reason}}': `60 * ${perSecond('reason', 'waiting_room_refused_total')}`,
          limit: 'max(waiting_room_per_minute)',
        },
      },
      { title: 'How long they waited', unit: 's', queries: { median: waited(0.5), p95: waited(0.95) } },
    ],
    Payments: [
      {
        title: 'Ended payments a minute',
        unit: 'cpm',
        queries: { '{{provider}} {{state}}': `60 * ${perSecond('provider, state', 'payments_settled_total')}` },
      },
      {
        title: 'Approved of ended payments',
        unit: 'percentunit',
        queries: {
          '{{provider}}':
            'sum by (provider) (increase(payments_settled_total{state="Approved"}[1h])) / sum by (provider) (increase(payments_settled_total[1h]))',
        },
      },
      {
        title: 'Payments without an end',
        unit: 'short',
        queries: { '{{provider}} {{state}}': 'max by (provider, state) (payments_open)' },
      },
      {
        title: 'Age of the oldest of them',
        unit: 's',
        queries: { '{{provider}} {{state}}': 'max by (provider, state) (payments_open_oldest_seconds)' },
      },
      {
        title: 'Notices a minute',
        unit: 'cpm',
        queries: { '{{provider}} {{result}}': `60 * ${perSecond('provider, result', 'webhooks_received_total')}` },
      },
      { title: 'Notices that wait', unit: 'short', queries: { waiting: 'max(webhooks_open)' } },
    ],
    Providers: [
      {
        title: 'Duration of answered calls, p95',
        unit: 's',
        queries: {
          '{{provider}} {{operation}}': quantile(0.95, calls, 'provider, operation', '{outcome=~"answered|sent"}'),
        },
      },
      {
        title: 'Calls without an answer',
        unit: 'reqps',
        queries: {
          '{{provider}} {{outcome}}': perSecond('provider, outcome', `${calls}_count{outcome!~"answered|sent"}`),
        },
      },
      {
        title: 'Offered (1) or away (0)',
        unit: 'short',
        queries: { '{{provider}}': 'min by (provider) (payment_provider_up)' },
      },
      {
        title: 'Breaker open (1)',
        unit: 'short',
        queries: { '{{provider}}': 'max by (provider) (payment_provider_breaker_open)' },
      },
    ],
    Refunds: [
      {
        title: 'Refunded a day',
        unit: 'currencyUSD',
        queries: {
          '{{provider}} {{currency}}': 'sum by (provider, currency) (increase(refunded_cents_total[1d])) / 100',
        },
      },
      {
        title: 'Answers of providers to refunds a minute',
        unit: 'cpm',
        queries: { '{{provider}} {{outcome}}': `60 * ${perSecond('provider, outcome', 'refunds_total')}` },
      },
      { title: 'Open refunds', unit: 'short', queries: { '{{state}}': 'max by (state) (refunds_open)' } },
      {
        title: 'Amount of open refunds',
        unit: 'currencyUSD',
        queries: { '{{state}}': 'max by (state) (refunds_open_cents) / 100' },
      },
    ],
  },
}

const machine: Dashboard = {
  uid: 'shop-machine',
  title: 'Shop: machine and database',
  rows: {
    Processes: [
      {
        title: 'CPU, in cores',
        unit: 'short',
        queries: { '{{instance}}': 'rate(process_cpu_seconds_total[$__rate_interval])' },
      },
      {
        title: 'Memory',
        unit: 'bytes',
        queries: {
          '{{instance}}': 'process_resident_memory_bytes',
          'heap {{instance}}': 'nodejs_heap_size_used_bytes',
        },
      },
      {
        title: 'Delay of the event loop, p99',
        unit: 's',
        queries: { '{{instance}}': 'nodejs_eventloop_lag_p99_seconds' },
        limit: 0.2,
      },
      {
        title: 'Garbage collection, share of time',
        unit: 'percentunit',
        queries: { '{{instance}}': 'sum by (instance) (rate(nodejs_gc_duration_seconds_sum[$__rate_interval]))' },
      },
      { title: 'Open files and sockets', unit: 'short', queries: { '{{instance}}': 'process_open_fds' } },
    ],
    Database: [
      {
        title: 'Connections in use',
        unit: 'short',
        queries: { '{{instance}}': 'database_pool_size - database_pool_idle', 'max {{instance}}': 'database_pool_max' },
      },
      {
        title: 'Statements that wait for a connection',
        unit: 'short',
        queries: { '{{instance}}': 'database_pool_waiting' },
      },
      {
        title: 'Wait for a connection, p99',
        unit: 's',
        queries: { '{{instance}}': quantile(0.99, 'database_connection_wait_seconds', 'instance') },
        limit: 0.5,
      },
      { title: 'Sessions that wait for a lock', unit: 'short', queries: { sessions: 'max(database_lock_waits)' } },
      { title: 'Longest wait for a lock', unit: 's', queries: { longest: 'max(database_lock_wait_oldest_seconds)' } },
      {
        title: 'Age of the archive',
        unit: 's',
        queries: { age: 'max(database_archive_age_seconds)' },
        limit: 300,
      },
      {
        title: 'Months that have partitions ahead',
        unit: 'short',
        queries: { months: 'min(database_partition_months_ready)' },
      },
      {
        title: 'Rows in no month',
        unit: 'short',
        queries: { '{{table}}': 'max by (table) (database_partition_rest_rows)' },
      },
      {
        title: 'Values that could be read',
        unit: 'short',
        queries: { '{{reading}}': 'min by (reading) (metrics_reading_up)' },
      },
    ],
    'Jobs and mail': [
      {
        title: 'Jobs that wait',
        unit: 'short',
        queries: { '{{queue}} {{state}}': 'max by (queue, state) (jobs{state=~"created|retry|active"}) > 0' },
      },
      {
        title: 'Age of the oldest job',
        unit: 's',
        queries: { '{{queue}}': 'max by (queue) (job_oldest_seconds) > 0' },
        limit: 300,
      },
      { title: 'Failed jobs', unit: 'short', queries: { '{{queue}}': 'max by (queue) (jobs{state="failed"}) > 0' } },
      {
        title: 'Mails a minute',
        unit: 'cpm',
        queries: { '{{outcome}}': `60 * ${perSecond('outcome', 'mails_total')}` },
      },
      {
        title: 'Mails that wait or have failed',
        unit: 'short',
        queries: { waiting: 'max(mail_queue_depth)', failed: 'max(mail_failed)' },
      },
      { title: 'Age of the oldest mail', unit: 's', queries: { oldest: 'max(mail_queue_oldest_seconds)' }, limit: 300 },
    ],
  },
}

/** The files of deploy/grafana by name. */
export const dashboardFiles: ReadonlyMap<string, string> = new Map(
  [overview, money, machine].map((one) => [`${one.uid}.json`, `${JSON.stringify(grafanaOf(one), null, 2)}\n`]),
)

if (import.meta.main)
  for (const [name, text] of dashboardFiles) writeFileSync(join(import.meta.dirname, '../deploy/grafana', name), text)
