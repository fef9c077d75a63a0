import { join } from 'node:path'
import protobuf from 'protobufjs'
import { z } from 'zod'

/**
 * Reads exports by the published schema of OTLP (`schema/`: opentelemetry-proto 1.11.0, Apache 2.0) and by the rules that it states in words.
 */

export type Signal = 'traces' | 'metrics' | 'logs'

export type Attributes = Readonly<Record<string, unknown>>

export type CollectedSpan = {
  readonly traceId: string
  readonly spanId: string
  /** Null for the first span of a trace. */
  readonly parentSpanId: string | null
  readonly traceState: string
  readonly name: string
  /** 'server'. */
  readonly kind: string
  readonly isError: boolean
  /** Of the status; ours has none. */
  readonly message: string
  readonly ms: number
  readonly attributes: Attributes
  /** Spans of other traces. */
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly resource: Attributes
}

export type CollectedLog = {
  readonly traceId: string | null
  readonly spanId: string | null
  /** 'INFO', 'WARN2'. */
  readonly severity: string
  readonly body: unknown
  readonly attributes: Attributes
  readonly resource: Attributes
}

export type CollectedMetric = {
  readonly name: string
  readonly type: 'sum' | 'gauge' | 'histogram'
  readonly points: readonly {
    readonly attributes: Attributes
    /** Of a histogram, the count. */
    readonly value: number
    readonly sum?: number
    readonly bounds?: readonly number[]
    readonly counts?: readonly number[]
  }[]
}

export type Export = {
  readonly spans: readonly CollectedSpan[]
  readonly logs: readonly CollectedLog[]
  readonly metrics: readonly CollectedMetric[]
}

const folder = join(import.meta.dirname, 'schema')
const root = new protobuf.Root()
root.resolvePath = (_origin, target) => join(folder, target)
const services = ['trace/v1/trace', 'metrics/v1/metrics', 'logs/v1/logs']
root.loadSync(services.map((one) => `opentelemetry/proto/collector/${one}_service.proto`))

const requestTypes: Readonly<Record<Signal, string>> = {
  traces: 'trace.v1.ExportTraceServiceRequest',
  metrics: 'metrics.v1.ExportMetricsServiceRequest',
  logs: 'logs.v1.ExportLogsServiceRequest',
}

const value = z
  .object({ stringValue: z.string(), boolValue: z.boolean(), intValue: z.coerce.number(), doubleValue: z.number() })
  .partial()
const attributes = z
  .array(z.object({ key: z.string().min(1), value }))
  .transform((pairs): Attributes => Object.fromEntries(pairs.map((pair) => [pair.key, valueOf(pair.value)])))
const resource = z.object({ attributes })

/** Of bytes as hexadecimal digits: not all zero, as W3C Trace Context demands of ids. */
const id = (bytes: number) =>
  z.instanceof(Uint8Array).transform((given, context): string | null => {
    const isZero = given.every((byte) => byte === 0)
    if (given.length === bytes && !isZero) return Buffer.from(given).toString('hex')
    if (given.length !== 0) context.addIssue({ code: 'custom', message: `must be ${bytes} bytes, not all zero` })
    return null
  })
const required = z.string({ error: 'is required' })
const nanoseconds = z.string().transform(BigInt)

const span = z
  .object({
    traceId: id(16).pipe(required),
    spanId: id(8).pipe(required),
    parentSpanId: id(8),
    traceState: z.string(),
    name: z.string().min(1),
    kind: z.enum(['INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'].map((kind) => `SPAN_KIND_${kind}`)),
    startTimeUnixNano: nanoseconds,
    endTimeUnixNano: nanoseconds,
    status: z.object({ message: z.string(), code: z.string() }).nullable(),
    attributes,
    links: z.array(z.object({ traceId: id(16).pipe(required), spanId: id(8).pipe(required) })),
  })
  .refine(
    (one) => one.startTimeUnixNano > 0n && one.startTimeUnixNano <= one.endTimeUnixNano,
    'a span must end after it starts',
  )

const log = z.object({
  traceId: id(16),
  spanId: id(8),
  timeUnixNano: nanoseconds.refine((time) => time > 0n),
  severityNumber: z.string().regex(/^SEVERITY_NUMBER_(TRACE|DEBUG|INFO|WARN|ERROR|FATAL)[234]?$/),
  severityText: z.string(),
  body: value.nullable(),
  attributes,
})

const interval = { startTimeUnixNano: nanoseconds, timeUnixNano: nanoseconds.refine((time) => time > 0n) }
const numberPoint = z.object({
  ...interval,
  attributes,
  asDouble: z.number().optional(),
  asInt: z.coerce.number().optional(),
})
const histogramPoint = z
  .object({
    ...interval,
    attributes,
    count: z.coerce.number(),
    sum: z.number(),
    explicitBounds: z.array(z.number()),
    bucketCounts: z.array(z.coerce.number()),
  })
  .refine(
    ({ explicitBounds: bounds, bucketCounts: counts }) => counts.length === bounds.length + 1,
    'must have a bucket more than bounds',
  )
  .refine(
    ({ bucketCounts, count }) => bucketCounts.reduce((sum, one) => sum + one, 0) === count,
    'buckets must add up to count',
  )
  .refine(
    ({ explicitBounds: bounds }) => bounds.every((one, at) => at === 0 || one > (bounds[at - 1] ?? 0)),
    'bounds must rise',
  )
const cumulative = z.literal('AGGREGATION_TEMPORALITY_CUMULATIVE')
const metric = z.object({
  name: z.string().min(1),
  sum: z
    .object({
      aggregationTemporality: cumulative,
      isMonotonic: z.literal(true),
      dataPoints: z.array(numberPoint).min(1),
    })
    .optional(),
  gauge: z.object({ dataPoints: z.array(numberPoint).min(1) }).optional(),
  histogram: z.object({ aggregationTemporality: cumulative, dataPoints: z.array(histogramPoint).min(1) }).optional(),
})

const requests = {
  traces: z.object({
    resourceSpans: z.array(z.object({ resource, scopeSpans: z.array(z.object({ spans: z.array(span) })) })),
  }),
  logs: z.object({
    resourceLogs: z.array(z.object({ resource, scopeLogs: z.array(z.object({ logRecords: z.array(log) })) })),
  }),
  metrics: z.object({
    resourceMetrics: z.array(z.object({ resource, scopeMetrics: z.array(z.object({ metrics: z.array(metric) })) })),
  }),
} as const

/** Reads one request body. Throws where it is no message of the schema, or breaks a rule that the schema states in words. */
export function readExport(signal: Signal, body: Buffer): Export {
  const type = root.lookupType(`opentelemetry.proto.collector.${requestTypes[signal]}`)
  const reader = protobuf.Reader.create(body)
  reader.discardUnknown = false
  const message = type.decode(reader)
  if (hasUnknown(message)) throw new Error('there are fields that the schema does not know')
  const given = type.toObject(message, { longs: String, enums: String, defaults: true })
  switch (signal) {
    case 'traces':
      return { ...nothing, spans: spansOf(requests.traces.parse(given)) }
    case 'logs':
      return { ...nothing, logs: logsOf(requests.logs.parse(given)) }
    case 'metrics':
      return { ...nothing, metrics: metricsOf(requests.metrics.parse(given)) }
  }
}

/** Whether a message, or one within it, had fields that the schema does not know. */
function hasUnknown(message: unknown): boolean {
  if (typeof message !== 'object' || message === null || message instanceof Uint8Array) return false
  return (message as protobuf.Message).$unknowns !== undefined || Object.values(message).some(hasUnknown)
}

const nothing: Export = { spans: [], logs: [], metrics: [] }

const valueOf = ({ stringValue, boolValue, intValue, doubleValue }: z.infer<typeof value>) =>
  stringValue ?? boolValue ?? intValue ?? doubleValue ?? null

const spansOf = ({ resourceSpans }: z.infer<typeof requests.traces>): CollectedSpan[] =>
  resourceSpans.flatMap((group) =>
    group.scopeSpans.flatMap(({ spans }) =>
      spans.map(({ kind, status, startTimeUnixNano, endTimeUnixNano, ...one }) => ({
        ...one,
        kind: kind.replace('SPAN_KIND_', '').toLowerCase(),
        isError: status?.code === 'STATUS_CODE_ERROR',
        message: status?.message ?? '',
        ms: Number(endTimeUnixNano - startTimeUnixNano) / 1e6,
        resource: group.resource.attributes,
      })),
    ),
  )

const logsOf = ({ resourceLogs }: z.infer<typeof requests.logs>): CollectedLog[] =>
  resourceLogs.flatMap((group) =>
    group.scopeLogs.flatMap(({ logRecords }) =>
      logRecords.map(({ severityNumber, body, ...one }) => ({
        traceId: one.traceId,
        spanId: one.spanId,
        severity: severityNumber.replace('SEVERITY_NUMBER_', ''),
        body: body === null ? null : valueOf(body),
        attributes: one.attributes,
        resource: group.resource.attributes,
      })),
    ),
  )

const metricsOf = ({ resourceMetrics }: z.infer<typeof requests.metrics>): CollectedMetric[] =>
  resourceMetrics.flatMap(({ scopeMetrics }) =>
    scopeMetrics.flatMap(({ metrics }) =>
      metrics.map(({ name, sum, gauge, histogram }): CollectedMetric => {
        if (histogram !== undefined) {
          const points = histogram.dataPoints.map((one) => ({
            attributes: one.attributes,
            value: one.count,
            sum: one.sum,
            bounds: one.explicitBounds,
            counts: one.bucketCounts,
          }))
          return { name, type: 'histogram', points }
        }
        const points = (sum ?? gauge)?.dataPoints.map((one) => ({
          attributes: one.attributes,
          value: one.asDouble ?? one.asInt ?? Number.NaN,
        }))
        return { name, type: sum === undefined ? 'gauge' : 'sum', points: points ?? [] }
      }),
    ),
  )
