import { request as httpRequest, type Agent, type IncomingHttpHeaders } from 'node:http'
import type { AppCode } from '../../brands/apps.ts'

/** A browser as seen by the server: it stores cookies, sends a brand's host name and its access token. */

export type TestAnswer = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  json<Body = Record<string, unknown>>(): Body
}

export type TestRequest = {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** A raw body. */
  readonly raw?: string | Buffer
}

export type HostUrls = { readonly shop: string; readonly identity: string; readonly staff: string }

export type TestBrowser = ReturnType<typeof createTestBrowser>

export function createTestBrowser(urls: HostUrls, app: AppCode, agent: Agent) {
  const cookies = new Map<string, string>()
  /** Cookies set by the staff host. */
  const staffCookies = new Map<string, string>()
  const browser = {
    app,
    cookies,
    staffCookies,
    origin: `http://${app}.localhost:${new URL(urls.shop).port}`,
    /** The access token that the page would send. */
    token: null as string | null,
    send(method: string, path: string, { headers = {}, ...rest }: TestRequest = {}): Promise<TestAnswer> {
      const bearer = browser.token === null ? {} : { authorization: `Bearer ${browser.token}` }
      return sendTo(urls.shop, method, path, { ...rest, headers: { ...bearer, ...headers } })
    },
    /** A call of the identity host, as a page of the brand makes it. */
    identity: (method: string, path: string, { headers = {}, ...rest }: TestRequest = {}) =>
      sendTo(urls.identity, method, path, {
        ...rest,
        headers: { origin: browser.origin, 'sec-fetch-site': 'same-site', ...headers },
      }),
    /** A call of the staff host, or a panel. */
    staff: (method: string, path: string, request: TestRequest = {}) => sendTo(urls.staff, method, path, request),
  }

  function sendTo(url: string, method: string, path: string, request: TestRequest): Promise<TestAnswer> {
    const { hostname, port } = new URL(url)
    const isStaffHost = url === urls.staff
    const host = isStaffHost ? `localhost:${port}` : `${app}.localhost:${port}`
    return exchange({ agent, hostname, port, host, method, path, jar: isStaffHost ? staffCookies : cookies }, request)
  }

  return browser
}

type Target = {
  readonly agent: Agent
  readonly hostname: string
  readonly port: string
  /** The Host header. */
  readonly host: string
  readonly method: string
  readonly path: string
  readonly jar: Map<string, string>
}

/** Sends one request and stores the cookies of its response. */
function exchange({ jar, host, ...target }: Target, { headers = {}, body, raw }: TestRequest): Promise<TestAnswer> {
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const allHeaders = {
    host,
    ...(jar.size === 0 ? {} : { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }),
    ...(sent === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
    ...headers,
  }
  return new Promise((done, fail) => {
    const request = httpRequest({ ...target, headers: allHeaders }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', fail)
      incoming.on('end', () => {
        for (const line of incoming.headers['set-cookie'] ?? []) store(jar, line)
        const text = Buffer.concat(chunks).toString('utf8')
        done({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          text,
          json: <Body>() => JSON.parse(text) as Body,
        })
      })
    })
    request.on('error', fail)
    request.end(sent)
  })
}

function store(jar: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
  if (/Max-Age=0/.test(line)) jar.delete(name)
  else jar.set(name, value)
}
