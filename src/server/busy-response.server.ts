import type { ServerResponse } from 'node:http'
import type { LoadShedding } from '../platform/http/load-shedding.ts'
import { errorBody, httpProblem } from '../platform/http/problem.ts'

const busy = httpProblem(503, 'busy', 'The shop is very busy right now. Please try again in a moment.')

/** Refuses a request under overload. Head and body are made once: a refusal that costs as much as a page sheds no load. */
export function createBusyResponse(
  headers: Readonly<Record<string, string>>,
  shedding: Pick<LoadShedding, 'retryAfterSeconds'>,
): (outgoing: ServerResponse) => void {
  const body = Buffer.from(JSON.stringify(errorBody(busy, 'busy')))
  const head = Object.entries({
    ...headers,
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'content-length': String(body.byteLength),
  }).flat()
  return (outgoing) => {
    outgoing.writeHead(503, [...head, 'retry-after', String(shedding.retryAfterSeconds())])
    outgoing.end(body)
  }
}
