import type { IncomingTraceHeaders, Tracing } from '../tracing/tracing.ts'

/** Jobs in traces: a job continues the trace of what has made it, in whatever process and however late. */

type Payload = Record<string, unknown>

/** Where the data of a job have the headers of its trace. A handler never sees them. */
const traceKey = 'trace'

/** Attributes of a job (semantic conventions for messaging spans). */
const messageOf = (job: string, operation: 'send' | 'process') => ({
  'messaging.system': 'pg-boss',
  'messaging.destination.name': job,
  'messaging.operation.type': operation,
})

/** Stores a job by `send`, which gets its data. */
export function tracedSend(
  tracing: Tracing,
  { job, payload }: { readonly job: string; readonly payload: Payload },
  send: (data: Payload) => Promise<void>,
): Promise<void> {
  if (!tracing.isOn) return send(payload)
  return tracing.span({ name: `send ${job}`, kind: 'producer', attributes: messageOf(job, 'send') }, () => {
    const headers = tracing.headers()
    return send(headers === null ? payload : { ...payload, [traceKey]: headers })
  })
}

/** Does a job. Its data may come from a process that traces while this one does not. */
export function tracedWork(
  tracing: Tracing,
  { id, job, data }: { readonly id: string; readonly job: string; readonly data: Payload },
  work: (payload: Payload) => Promise<void>,
): Promise<void> {
  const { [traceKey]: from = {}, ...payload } = data
  const attributes = { ...messageOf(job, 'process'), 'messaging.message.id': id }
  const start = { name: `process ${job}`, kind: 'consumer', attributes, from: from as IncomingTraceHeaders } as const
  return tracing.span(start, () => work(payload))
}
