/**
 * The metrics that code counts and observes as things happen. Every label has few values, named by the program and never by a request: each
 * combination is a time series. What is read at the time of a scrape is described where it is read (composition/service-metrics.server.ts,
 * server/process-metrics.server.ts).
 */

type Definition = { readonly help: string; readonly labels: readonly string[] }

export const counterDefinitions = {
  requests_limited_total: {
    help: 'Requests over a rate limit, answered 429 without a route.',
    labels: ['host', 'limit'],
  },
  orders_placed_total: { help: 'Orders placed.', labels: ['app', 'method'] },
  payments_settled_total: { help: 'Payment attempts that reached an end.', labels: ['provider', 'state'] },
  checkout_refusals_total: {
    help: 'Submitted checkouts that were refused, by reason; out_of_stock and pickup_unavailable are stock.',
    labels: ['app', 'code'],
  },
  webhooks_received_total: { help: 'Notices of payment providers.', labels: ['provider', 'result'] },
  refunds_total: {
    help: 'Refunds that a provider answered: done, refused, or unknown and tried again.',
    labels: ['provider', 'outcome'],
  },
  refunded_cents_total: { help: 'Money refunded by providers, in cents.', labels: ['provider', 'currency'] },
  telemetry_items_total: {
    help: 'Spans (traces) and log lines (logs) for a collector: sent, dropped because the queue was full, or failed because it did not take them.',
    labels: ['signal', 'outcome'],
  },
  waiting_room_admitted_total: {
    help: 'Shoppers let into the checkout: at once (free place) or after waiting (queue).',
    labels: ['from'],
  },
  waiting_room_refused_total: {
    help: 'Requests that got no ticket: without a cart to order, or from an address with too many.',
    labels: ['reason'],
  },
  mails_total: { help: 'Mails handed to the mail server: sent, or failed and tried again.', labels: ['outcome'] },
} as const satisfies Readonly<Record<string, Definition>>

export const histogramDefinitions = {
  outgoing_call_duration_seconds: {
    help: 'How long calls of other services took, repeats included. Outcome: answered, suppressed (breaker open), or why there was no answer.',
    labels: ['provider', 'operation', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  },
  webhook_delay_seconds: {
    help: 'From storing a notice of a provider until it is acted on: by then its order is placed.',
    labels: ['provider'],
    buckets: [0.5, 1, 2.5, 5, 10, 30, 60, 300, 3_600],
  },
  waiting_room_wait_seconds: {
    help: 'From a ticket of the waiting room until its shopper is let in.',
    labels: [],
    buckets: [1, 10, 30, 60, 120, 300, 600, 1_200, 2_400, 3_600],
  },
  database_connection_wait_seconds: {
    help: 'How long a statement or transaction waited for a connection of the pool, opening one included.',
    labels: [],
    buckets: [0.0005, 0.001, 0.005, 0.025, 0.1, 0.5, 1, 5],
  },
} as const satisfies Readonly<Record<string, Definition & { readonly buckets: readonly number[] }>>

export type CounterName = keyof typeof counterDefinitions
export type HistogramName = keyof typeof histogramDefinitions

type Labels<One extends Definition> = Readonly<Record<One['labels'][number], string>>
export type CounterLabels<Name extends CounterName> = Labels<(typeof counterDefinitions)[Name]>
export type HistogramLabels<Name extends HistogramName> = Labels<(typeof histogramDefinitions)[Name]>
