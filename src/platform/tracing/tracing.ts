/**
 * Traces of what the program does: spans, and the context that connects them across processes (W3C Trace Context). The interface names no
 * collector; `open-telemetry.server.ts` opens the one that the configuration names. Attributes follow the semantic conventions of OpenTelemetry
 * where they have a name, and contain no personal data: no address with a token, no value of a statement, no message of an error.
 */

export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal'

export type Attributes = Readonly<Record<string, string | number | boolean>>

/** The headers of W3C Trace Context: which span caused a call, in any process. */
export type TraceHeaders = { readonly traceparent: string; readonly tracestate?: string }

/** Headers as they came, or the data of a job: anything can be in them. */
export type IncomingTraceHeaders = Readonly<Record<string, unknown>>

export type SpanIds = {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** 16 hexadecimal digits. */
  readonly spanId: string
}

export type Span = {
  set(attributes: Attributes): void
  /** Marks the span as failed, by the error's code or name; its message may quote personal data. */
  fail(error: unknown): void
}

export type SpanStart = {
  readonly name: string
  readonly kind: SpanKind
  readonly attributes?: Attributes
  /** Whether the span begins a trace where none is active. Without it, work outside a trace has no span. */
  readonly isRoot?: boolean
  /** The span continues this trace instead of the active one, or begins one where these name none. */
  readonly from?: IncomingTraceHeaders
  /** Another span that it goes on with, in a trace that it is no part of. */
  readonly link?: IncomingTraceHeaders
}

/** The span of an HTTP request, which its handler enters and ends. */
export type RequestSpan = SpanIds & {
  /** Runs `work` with this span active. */
  run<Value>(work: () => Value): Value
  end(response: TracedResponse): void
}

export type TracedResponse = {
  /** Of low cardinality: 'GET /p/:uri'. */
  readonly name: string
  readonly status: number
  readonly attributes: Attributes
}

export interface Tracing {
  /** False where nothing is recorded: then every function below does no more than call its work. */
  readonly isOn: boolean
  /** Of the span that is active on this call path, recorded or not. */
  active(): SpanIds | null
  /** Adds to the active span. */
  set(attributes: Attributes): void
  /** Marks the active span as failed. */
  fail(error: unknown): void
  /** For calls and jobs that continue the active trace; null outside one. */
  headers(): TraceHeaders | null
  /** Runs `work` in a span that ends with it, and has failed if it throws. */
  span<Value>(start: SpanStart, work: (span: Span) => Promise<Value>): Promise<Value>
  /** Begins the span of a request; null where tracing is off. */
  startRequest(headers: IncomingTraceHeaders): RequestSpan | null
  /**
   * Records a request that has been answered at once, for pages from the cache: `describe` is called only for those that are sampled. Returns
   * the ids of the span, null where none was recorded.
   */
  recordRequest(headers: IncomingTraceHeaders, seconds: number, describe: () => TracedResponse): SpanIds | null
}

const noSpan: Span = { set: () => {}, fail: () => {} }

/** Records nothing. */
export const noTracing: Tracing = {
  isOn: false,
  active: () => null,
  set: () => {},
  fail: () => {},
  headers: () => null,
  span: (_start, work) => work(noSpan),
  startRequest: () => null,
  recordRequest: () => null,
}

/** What kind of error it was: its name where it is given as text, PostgreSQL's or the system's code, else the name of its class. */
export function errorType(error: unknown): string {
  if (typeof error === 'string') return error
  if (!(error instanceof Error)) return typeof error
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && code !== '' ? code : error.name
}
