import type { IncomingMessage } from 'node:http'
import type { VisitorCookie, VisitorSource } from '../composition/request-context.ts'
import { bearerIn } from '../platform/http/bearer.ts'
import { cookieName, ownCookie, readCookies } from '../platform/http/cookies.ts'
import type { RateLimiter } from '../platform/http/rate-limit.ts'
import { addressOfClient } from './pipeline.server.ts'

/** The lifetime and attributes of the shop's cookies. The page itself reads the nonce of its login. */
const cookieTerms: Readonly<Record<VisitorCookie, { days: number; seconds?: number; terms: string }>> = {
  cart: { days: 30, terms: 'HttpOnly; SameSite=Lax' },
  visitor: { days: 365, terms: 'HttpOnly; SameSite=Lax' },
  binding: { days: 31, terms: 'HttpOnly; SameSite=Strict' },
  // Access to one order that was found by its number.
  order: { days: 0, seconds: 1_800, terms: 'HttpOnly; SameSite=Strict' },
  loginNonce: { days: 0, seconds: 600, terms: 'SameSite=Lax' },
}

export type VisitorDeps = {
  readonly rateLimiter: RateLimiter
  readonly config: { readonly TRUSTED_PROXIES: number; readonly publicUrl: URL | string }
}

/** The visitor of a request, from its cookies and headers; `finish` adds the changed cookies to the response. */
export function visitorOf(
  incoming: IncomingMessage,
  { rateLimiter, config }: VisitorDeps,
): { readonly visitor: VisitorSource; finish(response: Response): Response } {
  const isHttps = String(config.publicUrl).startsWith('https:')
  const cookies = readCookies(incoming.headers.cookie)
  const changed: string[] = []
  const own = (name: VisitorCookie) => ownCookie(cookies, name, { isHttps })
  // A page that refuses with 429 does so in its own words; how long to wait is added to its headers.
  let longestWait = 0
  const secure = isHttps ? '; Secure' : ''
  const address = addressOfClient(incoming, config)
  return {
    visitor: {
      cartSecret: own('cart'),
      visitorSecret: own('visitor'),
      orderToken: own('order'),
      bindings: (own('binding') ?? '').split('.').filter((secret) => secret !== ''),
      bearer: bearerIn(incoming.headers.authorization),
      origin: { address, header: (name) => incoming.headers[name.toLowerCase()]?.toString() },
      setCookie(name, value) {
        const { days, seconds = days * 86_400, terms } = cookieTerms[name]
        const age = value === null ? 0 : seconds
        const shown = cookieName(name, { isHttps })
        changed.push(`${shown}=${value ?? ''}; Path=/; ${terms}; Max-Age=${age}${secure}`)
      },
      waitFor(limit, key) {
        const wait = key === undefined ? rateLimiter.takeFrom(limit, address) : rateLimiter.take(limit, key)
        longestWait = Math.max(longestWait, wait)
        return wait
      },
    },
    finish(response) {
      const isHurried = response.status === 429 && !response.headers.has('retry-after')
      if (changed.length === 0 && !isHurried) return response
      const copy = new Response(response.body, response)
      if (isHurried) copy.headers.set('retry-after', String(Math.max(1, longestWait)))
      for (const cookie of changed) copy.headers.append('set-cookie', cookie)
      return copy
    },
  }
}

/** Whether a request carries a token or a cart, so that no cache may store its response (decision platform-05). */
export function isPersonal({ headers }: Pick<IncomingMessage, 'headers'>, isHttps: boolean): boolean {
  if (headers.authorization !== undefined) return true
  return headers.cookie !== undefined && ownCookie(readCookies(headers.cookie), 'cart', { isHttps }) !== null
}
