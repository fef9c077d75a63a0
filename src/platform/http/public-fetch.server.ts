import { lookup as systemLookup } from 'node:dns/promises'
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { days } from '../clock.ts'
import { err, ok, type Result } from '../result.ts'
import { isPublicAddress } from './public-address.server.ts'
import { readLimited } from './limited-body.server.ts'

/**
 * Fetches files from hosts that others name, such as pictures in a supplier's feed, without letting them name this machine or its network
 * (CWE-918). Each host's name is resolved once, all its addresses must be public, and the connection goes to these addresses. Sends no
 * cookie, no credentials and no Referer.
 */

export type PublicFile = {
  readonly kind: 'file'
  /** Decoded, should the host have encoded it although asked not to. */
  readonly bytes: Buffer
  /** As the host says; null when it does not. */
  readonly contentType: string | null
  readonly etag: string | null
  readonly lastModified: string | null
  /** The address after redirects. */
  readonly finalUrl: string
}

/** The host has the same version as the validators. */
export type UnchangedFile = { readonly kind: 'unchanged' }

export type PublicFetchProblem =
  /** Not http or https, with credentials, on a port of other services, or after a redirect from https no longer https. */
  | { readonly code: 'invalid-address'; readonly address: string }
  /** This machine, a private network, or another address that is not of the public internet. */
  | { readonly code: 'private-address'; readonly address: string }
  /** 404 or 410. */
  | { readonly code: 'not-found' }
  /** Another status that a repeat does not change, or an encoding that was not asked for. */
  | { readonly code: 'refused'; readonly status: number }
  /** Status 408, 425, 429 or 5xx (null for a failed connection): try again, when the host says so after `retryAfterMs`. */
  | { readonly code: 'unavailable'; readonly status: number | null; readonly retryAfterMs: number | null }
  | { readonly code: 'too-large' }
  | { readonly code: 'timeout' }
  | { readonly code: 'too-many-redirects' }

export type ResolvedAddress = { readonly address: string; readonly family: number }

export type PublicFetchOptions = {
  /** Of the body, encoded and decoded. */
  readonly maxBytes: number
  /** For everything: names, connections, redirects, body. */
  readonly timeoutMs: number
  /** The Accept header: 'image/*'. */
  readonly accept: string
  /** The shop's own public address; the User-Agent names it, so that a host's operator knows whom to ask. */
  readonly shopUrl: string
  /** Of the version that is stored already. */
  readonly validators?: { readonly etag: string | null; readonly lastModified: string | null }
  /** All addresses of a host's name. */
  readonly lookup?: (hostname: string) => Promise<readonly ResolvedAddress[]>
  /** For tests only: lets a server of the test's own through. */
  readonly isAllowed?: (address: string, port: number) => boolean
}

type Outcome = Result<PublicFile | UnchangedFile, PublicFetchProblem>

/** Either the end, or where the host redirects to. */
type Hop = { readonly outcome: Outcome } | { readonly redirectTo: URL }

const maxRedirects = 3
const maxAddressLength = 2_000

/** Fetches a file. Never throws: failures are problems by code, and whether bytes are what they should be is for the caller to check. */
export async function fetchPublicFile(address: string, options: PublicFetchOptions): Promise<Outcome> {
  const timeout = AbortSignal.timeout(options.timeoutMs)
  try {
    // The limit holds whatever a host or the system's resolver, which cannot be interrupted, does.
    return await Promise.race([follow(address, options, timeout), aborted(timeout)])
  } catch {
    return err(timeout.aborted ? { code: 'timeout' } : unavailable(null, null))
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_done, fail) => {
    signal.addEventListener('abort', () => fail(new Error('the time is up')), { once: true })
  })
}

/** Fetches and follows redirects, each checked like the first address. */
async function follow(address: string, options: PublicFetchOptions, signal: AbortSignal): Promise<Outcome> {
  if (address.length > maxAddressLength || !URL.canParse(address)) return err({ code: 'invalid-address', address })
  let url = new URL(address)
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const hop = await fetchOnce(url, options, signal)
    if ('outcome' in hop) return hop.outcome
    const { redirectTo } = hop
    if (url.protocol === 'https:' && redirectTo.protocol !== 'https:')
      return err({ code: 'invalid-address', address: redirectTo.href })
    url = redirectTo
  }
  return err({ code: 'too-many-redirects' })
}

const unavailable = (status: number | null, retryAfterMs: number | null): PublicFetchProblem => ({
  code: 'unavailable',
  status,
  retryAfterMs,
})

/** One request. Throws when the name or the connection fails. */
async function fetchOnce(url: URL, options: PublicFetchOptions, signal: AbortSignal): Promise<Hop> {
  const { href, port, hostname } = url
  if (!isFetchable(url)) return { outcome: err({ code: 'invalid-address', address: href }) }
  const host = hostname.replace(/^\[|\]$/g, '')
  const portNumber = port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(port)
  const addresses = await resolve(host, options.lookup ?? lookupAll)
  const isAllowed = ({ address }: ResolvedAddress) =>
    isPublicAddress(address) || options.isAllowed?.(address, portNumber) === true
  if (!addresses.every(isAllowed)) return { outcome: err({ code: 'private-address', address: href }) }
  const response = await send(url, host, addresses, { headers: headersOf(options), signal })
  try {
    return await answerOf(response, url, options, signal)
  } finally {
    response.destroy()
  }
}

/** Services on lower ports, such as mail, could be made to read a request as their own protocol. */
function isFetchable({ protocol, username, password, port }: URL): boolean {
  const isWeb = protocol === 'http:' || protocol === 'https:'
  const isWebPort = port === '' || port === '80' || port === '443' || Number(port) >= 1_024
  return isWeb && isWebPort && username === '' && password === ''
}

const lookupAll = (hostname: string): Promise<readonly ResolvedAddress[]> => systemLookup(hostname, { all: true })

/** The addresses of a host; an address stands for itself. Throws when there are none. */
async function resolve(
  host: string,
  lookup: (hostname: string) => Promise<readonly ResolvedAddress[]>,
): Promise<readonly ResolvedAddress[]> {
  const family = isIP(host)
  if (family !== 0) return [{ address: host, family }]
  const addresses = await lookup(host)
  if (addresses.length === 0) throw new Error(`${host} has no address`)
  return addresses
}

function headersOf({ accept, shopUrl, validators }: PublicFetchOptions): Record<string, string> {
  return {
    accept,
    'accept-encoding': 'identity',
    'user-agent': `Storefront/1.0 (+${shopUrl})`,
    ...(validators?.etag == null ? {} : { 'if-none-match': validators.etag }),
    ...(validators?.lastModified == null ? {} : { 'if-modified-since': validators.lastModified }),
  }
}

/** Connects to one of the checked addresses; the name stays in Host, SNI and the check of the certificate. */
function send(
  url: URL,
  host: string,
  addresses: readonly ResolvedAddress[],
  { headers, signal }: { readonly headers: Record<string, string>; readonly signal: AbortSignal },
): Promise<IncomingMessage> {
  const pinned: LookupFunction = (_hostname, { all }, done) => {
    const [first] = addresses
    if (all === true) done(null, [...addresses])
    else done(null, first?.address ?? '', first?.family)
  }
  const options: RequestOptions = {
    hostname: host,
    port: url.port === '' ? null : url.port,
    path: `${url.pathname}${url.search}`,
    headers,
    signal,
    lookup: pinned,
    // A connection of an agent may have been made for another check, or go through a proxy of the environment.
    agent: false,
    maxHeaderSize: 16_384,
  }
  return new Promise((done, fail) => {
    const request =
      url.protocol === 'https:' ? httpsRequest({ ...options, rejectUnauthorized: true }) : httpRequest(options)
    request.once('response', done)
    // Also after the response, whose reader sees the same failure.
    request.on('error', fail)
    // After what ends without a response, such as 101 Switching Protocols.
    request.once('close', () => fail(new Error('no response')))
    request.end()
  })
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const retriedStatuses: ReadonlySet<number> = new Set([408, 425, 429])

async function answerOf(
  response: IncomingMessage,
  url: URL,
  { maxBytes, validators }: PublicFetchOptions,
  signal: AbortSignal,
): Promise<Hop> {
  const { statusCode: status = 0, headers } = response
  const { location } = headers
  if (redirectStatuses.has(status) && location !== undefined && URL.canParse(location, url))
    return { redirectTo: new URL(location, url) }
  if (status === 304 && (validators?.etag ?? validators?.lastModified) != null)
    return { outcome: ok({ kind: 'unchanged' }) }
  if (status === 404 || status === 410) return { outcome: err({ code: 'not-found' }) }
  if (status >= 500 || retriedStatuses.has(status)) return { outcome: err(unavailable(status, retryAfterMs(headers))) }
  if (status !== 200) return { outcome: err({ code: 'refused', status }) }
  const read = await readLimited(response, maxBytes, signal)
  if (read === 'unknown-encoding') return { outcome: err({ code: 'refused', status }) }
  if (read === 'too-large') return { outcome: err({ code: 'too-large' }) }
  return {
    outcome: ok({
      kind: 'file',
      bytes: read,
      contentType: headers['content-type'] ?? null,
      etag: headers.etag ?? null,
      lastModified: headers['last-modified'] ?? null,
      finalUrl: url.href,
    }),
  }
}

/** A host may not put a repeat off for longer. */
const maxRetryAfterMs = days(1)

/**
 * Retry-After is a number of seconds, or a date, which is compared with the host's own clock (RFC 9110). Null for none, and for what cannot
 * be read.
 */
function retryAfterMs({ 'retry-after': text = '', date = '' }: IncomingHttpHeaders): number | null {
  const untilMs = /^[A-Z]/.test(text) ? Date.parse(text) - Date.parse(date) : Number.NaN
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : untilMs
  return Number.isNaN(ms) ? null : Math.min(Math.max(0, ms), maxRetryAfterMs)
}
