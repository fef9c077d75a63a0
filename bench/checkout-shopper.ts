import { Agent, request } from 'node:http'

/** A shopper's browser as far as the checkout needs it: cookies, documents, calls, and an end of patience. */

export type Answer = { readonly status: number; readonly text: string }

/** Nobody waits longer for one answer. */
const patienceMs = 10_000

export class GaveUp extends Error {
  override name = 'GaveUp'
}

export type CheckoutShopper = {
  call(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer>
  /** The document of a page, or with `isScript` what its script asks for. */
  page(path: string, isScript?: boolean): Promise<Answer>
}

export const openAgent = (maxSockets = Number.POSITIVE_INFINITY): Agent => new Agent({ keepAlive: true, maxSockets })

/** A shopper without cookies. A request that takes too long, or breaks off, throws a GaveUp. */
export function openCheckoutShopper(agent: () => Agent, port: number): CheckoutShopper {
  const jar = new Map<string, string>()

  function store(line: string): void {
    const [pair = ''] = line.split(';', 1)
    const at = pair.indexOf('=')
    if (line.includes('Max-Age=0')) jar.delete(pair.slice(0, at))
    else jar.set(pair.slice(0, at), pair.slice(at + 1))
  }

  function send(method: string, path: string, accept: string, body?: object): Promise<Answer> {
    const sent = body === undefined ? '' : JSON.stringify(body)
    const headers = {
      accept,
      cookie: [...jar].map((pair) => pair.join('=')).join('; '),
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
    }
    return new Promise((done, fail) => {
      const requested = request({ host: '127.0.0.1', port, agent: agent(), method, path, headers }, (answer) => {
        for (const line of answer.headers['set-cookie'] ?? []) store(line)
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (chunk: string) => (text += chunk))
        answer.on('end', () => done({ status: answer.statusCode ?? 0, text }))
        answer.on('error', () => fail(new GaveUp(`${method} ${path} broke off`)))
      })
      requested.setTimeout(patienceMs, () => requested.destroy(new GaveUp(`${method} ${path} took too long`)))
      requested.on('error', (error) => fail(error instanceof GaveUp ? error : new GaveUp(error.message)))
      requested.end(sent)
    })
  }

  return {
    call: (method, path, body) => send(method, path, 'application/json', body),
    page: (path, isScript = false) => send('GET', path, isScript ? 'application/json' : 'text/html,*/*'),
  }
}
