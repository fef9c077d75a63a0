import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  readExport,
  type CollectedLog,
  type CollectedMetric,
  type CollectedSpan,
  type Signal,
} from './otlp-messages.ts'

/** A collector that speaks OTLP over HTTP with protobuf, in memory. It refuses what is not as the protocol has it, and says why. */
export type OtlpCollector = {
  /** OTEL_EXPORTER_OTLP_ENDPOINT for it. */
  readonly url: string
  readonly spans: readonly CollectedSpan[]
  readonly logs: readonly CollectedLog[]
  /** The newest export of metrics. */
  readonly metrics: readonly CollectedMetric[]
  /** Headers of the exports so far. */
  readonly headers: readonly IncomingMessage['headers'][]
  /** Why exports were refused; empty while everything is well. */
  readonly problems: readonly string[]
  /** From now on: takes exports, answers each with this status, or leaves them without an answer. */
  behave(how: 'well' | 'silently' | number): void
  close(): Promise<void>
}

const paths: Readonly<Record<string, Signal>> = { '/v1/traces': 'traces', '/v1/metrics': 'metrics', '/v1/logs': 'logs' }

export async function startOtlpCollector(): Promise<OtlpCollector> {
  const spans: CollectedSpan[] = []
  const logs: CollectedLog[] = []
  const headers: IncomingMessage['headers'][] = []
  const problems: string[] = []
  let metrics: readonly CollectedMetric[] = []
  let behaviour: 'well' | 'silently' | number = 'well'

  function take({ method, url = '', headers: given }: IncomingMessage, body: Buffer): number {
    headers.push(given)
    const signal = paths[url]
    if (method !== 'POST' || signal === undefined) return refuse(404, `${method} ${url} is no address of OTLP`)
    if (given['content-type'] !== 'application/x-protobuf') return refuse(415, `${url} is ${given['content-type']}`)
    try {
      const read = readExport(signal, body)
      spans.push(...read.spans)
      logs.push(...read.logs)
      if (signal === 'metrics') ({ metrics } = read)
      return 200
    } catch (error) {
      return refuse(400, `${url}: ${(error as Error).message}`)
    }
  }

  function refuse(status: number, problem: string): number {
    problems.push(problem)
    return status
  }

  function answer(outgoing: ServerResponse, status: number): void {
    // An empty message of any type has no bytes.
    outgoing.writeHead(status, { 'content-type': 'application/x-protobuf' }).end()
  }

  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.on('end', () => {
      if (behaviour === 'well') answer(outgoing, take(incoming, Buffer.concat(parts)))
      else if (behaviour !== 'silently') answer(outgoing, behaviour)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    logs,
    get metrics() {
      return metrics
    },
    headers,
    problems,
    behave: (how) => void (behaviour = how),
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
