import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context, Span as OtelSpan, Tracer } from '@opentelemetry/api'
import type { Resource } from '@opentelemetry/resources'
import type { Sampler, SpanProcessor } from '@opentelemetry/sdk-trace'
import type { Sdk } from './otlp-sdk.server.ts'
import {
  errorType,
  type IncomingTraceHeaders,
  type RequestSpan,
  type Span,
  type SpanStart,
  type TracedResponse,
  type Tracing,
} from './tracing.ts'

/**
 * Traces by the SDK of OpenTelemetry, with its sampler, its batches and its W3C propagation, and without its instrumentation: nothing of Node
 * or of a library is patched. Which span is active is this program's own AsyncLocalStorage, so nothing global is registered either, and two
 * of them can run in one process, as tests do.
 */
export function createOtlpTracing(sdk: Sdk, options: TracingOptions): Tracing {
  const { api, core } = sdk
  const { ROOT_CONTEXT, trace } = api
  const { SERVER, CLIENT, PRODUCER, CONSUMER, INTERNAL } = api.SpanKind
  const kinds = { server: SERVER, client: CLIENT, producer: PRODUCER, consumer: CONSUMER, internal: INTERNAL }
  const propagator = new core.W3CTraceContextPropagator()
  const { tracer, ifSampled } = createTracer(sdk, options)
  const { handleOf, fail, describe } = createDescribing(sdk)
  const storage = new AsyncLocalStorage<Active>()

  const contextOf = (headers: IncomingTraceHeaders): Context =>
    propagator.extract(ROOT_CONTEXT, headers, incomingHeaders)
  const isSampled = (span: OtelSpan): boolean => (span.spanContext().traceFlags & api.TraceFlags.SAMPLED) !== 0

  function begin({ name, kind, attributes = {}, link }: SpanStart, parent: Context): Active {
    const linked = link === undefined ? undefined : trace.getSpanContext(contextOf(link))
    const links = linked === undefined ? [] : [{ context: linked }]
    const span = tracer.startSpan(name, { kind: kinds[kind], attributes: { ...attributes }, links }, parent)
    return { span, context: trace.setSpan(parent, span) }
  }

  /** Where a span is put; null where it is left out: outside a trace, and in one that is not sampled. */
  function placeOf({ isRoot, from }: SpanStart): Context | null {
    if (from !== undefined) return contextOf(from)
    const active = storage.getStore()
    if (active === undefined) return isRoot === true ? ROOT_CONTEXT : null
    return isSampled(active.span) ? active.context : null
  }

  return {
    isOn: true,
    active: () => storage.getStore()?.span.spanContext() ?? null,
    set: (attributes) => void storage.getStore()?.span.setAttributes({ ...attributes }),
    fail(error) {
      const active = storage.getStore()
      if (active !== undefined) fail(active.span, error)
    },
    headers() {
      const active = storage.getStore()
      if (active === undefined) return null
      const headers = { traceparent: '', tracestate: '' }
      propagator.inject(active.context, headers, api.defaultTextMapSetter)
      const { traceparent, tracestate } = headers
      return tracestate === '' ? { traceparent } : headers
    },
    async span(start, work) {
      const place = placeOf(start)
      if (place === null) return work(unrecorded)
      const active = begin(start, place)
      const { span } = active
      try {
        return await storage.run(active, () => work(handleOf(span)))
      } catch (error) {
        fail(span, error)
        throw error
      } finally {
        span.end()
      }
    },
    startRequest(headers): RequestSpan {
      const active = begin({ name: 'request', kind: 'server' }, contextOf(headers))
      const { span } = active
      const { traceId, spanId } = span.spanContext()
      return {
        traceId,
        spanId,
        run: (work) => storage.run(active, work),
        end(response) {
          describe(span, response)
          span.end()
        },
      }
    },
    recordRequest(headers, seconds, describeResponse) {
      const parent = headers['traceparent'] === undefined ? ROOT_CONTEXT : contextOf(headers)
      return ifSampled(parent, () => {
        const response = describeResponse()
        const endedAt = Date.now()
        const span = tracer.startSpan(response.name, { kind: SERVER, startTime: endedAt - seconds * 1_000 }, parent)
        describe(span, response)
        span.end(endedAt)
        const { traceId, spanId } = span.spanContext()
        return { traceId, spanId }
      })
    },
  }
}

export type TracingOptions = {
  readonly resource: Resource
  readonly sampler: Sampler
  readonly processor: SpanProcessor
}

type Active = { readonly span: OtelSpan; readonly context: Context }

const unrecorded: Span = { set: () => {}, fail: () => {} }

const incomingHeaders = {
  keys: (headers: IncomingTraceHeaders) => Object.keys(headers),
  get: (headers: IncomingTraceHeaders, name: string) => {
    const value = headers[name]
    return typeof value === 'string' ? value : undefined
  },
}

/** Longer than any name or code of ours; a longer value is cut. */
const maxAttributeLength = 2_000

/**
 * A tracer, and a way to find out first whether it would record: to begin a span that is not sampled costs more than a microsecond, which is
 * much for a page from the cache.
 */
function createTracer(
  { api, trace: sdk }: Sdk,
  { resource, sampler, processor }: TracingOptions,
): { readonly tracer: Tracer; ifSampled<Value>(parent: Context, work: () => Value): Value | null } {
  const ids = new sdk.RandomIdGenerator()
  // The id by which a new trace was found to be sampled: the tracer asks the sampler again, which has to decide in the same way.
  let nextTraceId: string | null = null
  const provider = new sdk.TracerProvider({
    resource,
    sampler,
    spanProcessors: [processor],
    spanLimits: { attributeValueLengthLimit: maxAttributeLength },
    idGenerator: {
      generateTraceId: () => nextTraceId ?? ids.generateTraceId(),
      generateSpanId: () => ids.generateSpanId(),
    },
  })
  return {
    tracer: provider.getTracer('storefront'),
    ifSampled(parent, work) {
      const traceId = api.trace.getSpanContext(parent)?.traceId ?? ids.generateTraceId()
      const { decision } = sampler.shouldSample(parent, traceId, '', api.SpanKind.SERVER, {}, [])
      if (decision === api.SamplingDecision.NOT_RECORD) return null
      nextTraceId = traceId
      try {
        return work()
      } finally {
        nextTraceId = null
      }
    },
  }
}

/** What is said of a span while it runs and at its end. */
function createDescribing({ api }: Sdk) {
  /** Spans whose kind of error is known. */
  const failed = new WeakSet<OtelSpan>()

  function fail(span: OtelSpan, error: unknown): void {
    failed.add(span)
    span.setAttribute('error.type', errorType(error))
    span.setStatus({ code: api.SpanStatusCode.ERROR })
  }

  const handleOf = (span: OtelSpan): Span => ({
    set: (attributes) => void span.setAttributes({ ...attributes }),
    fail: (error) => fail(span, error),
  })

  /** A server has failed with 5xx; 4xx is the client's error (semantic conventions for HTTP spans). */
  function describe(span: OtelSpan, { name, status, attributes }: TracedResponse): void {
    if (!span.isRecording()) return
    span.updateName(name)
    span.setAttributes({ ...attributes, 'http.response.status_code': status })
    if (status >= 500 && !failed.has(span)) fail(span, String(status))
  }

  return { fail, handleOf, describe }
}
