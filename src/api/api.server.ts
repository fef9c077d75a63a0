import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { clientAddress } from '../platform/http/client-address.ts'
import { endpointsWith } from '../platform/http/endpoint.ts'
import { jsonResponse, type JsonResponse } from '../platform/http/json-response.ts'
import type { Limit, RateLimiter } from '../platform/http/rate-limit.ts'
import type { BaseDeps, Services } from '../composition/services.server.ts'
import type { RequestContext } from '../composition/request-context.ts'

/** The context of every endpoint of the shop. */
export type ApiContext = {
  readonly shop: RequestContext
  readonly deps: BaseDeps & { readonly services: Services; readonly rateLimiter: RateLimiter }
  readonly incoming: IncomingMessage
}

/** Declares one call of the shop's API. */
export const shopEndpoint = endpointsWith<ApiContext>()

/** Rejects a caller without an account before the request is validated (decision platform-15). */
export const needsAccount = ({ context }: { readonly context: ApiContext }): Promise<unknown> =>
  context.shop.visitor.accountId()

/** Cache headers of responses that are the same for everyone (decision platform-05). */
const forBrowsers = { 'cache-control': 'public, max-age=60' }

/** Responses that are the same for everyone. */
export const publicJson = <Value>(value: NoInfer<Value>): JsonResponse<Value> =>
  jsonResponse<Value>(value, { headers: forBrowsers })

/** The same, also cached by the server until something with one of the tags changes; for endpoints that are `forEveryone`. */
export const storedJson = <Value>(tags: readonly string[], value: NoInfer<Value>): JsonResponse<Value> =>
  jsonResponse<Value>(value, {
    headers: { ...forBrowsers, 'surrogate-control': 'max-age=60', 'cache-tag': tags.join(',') },
  })

/** The same, cached for at most that many seconds; without a tag nothing invalidates it earlier. */
export const sharedJson = <Value>(
  seconds: number,
  tags: readonly string[],
  value: NoInfer<Value>,
): JsonResponse<Value> =>
  jsonResponse<Value>(value, {
    headers: {
      ...forBrowsers,
      'surrogate-control': `max-age=${seconds}`,
      ...(tags.length === 0 ? {} : { 'cache-tag': tags.join(',') }),
    },
  })

/** What no cache may keep: an answer to one visitor. */
export const notCached = { 'cache-control': 'private, no-store' }

/** Answers to one visitor. */
export const personalJson = <Value>(value: NoInfer<Value>, status: 200 | 201 = 200): JsonResponse<Value> =>
  jsonResponse<Value>(value, { status, headers: notCached })

/** Dollars with at most two decimals. */
export const moneySchema = z.number().meta({ description: 'Dollars with at most 2 decimals' })

export const dateTripleSchema = z.tuple([z.int(), z.int(), z.int()]).meta({ description: '[year, month 1 to 12, day]' })

/** A rate limit by the caller's address. */
export const perAddress =
  (limit: Limit) =>
  (context: ApiContext): number =>
    context.deps.rateLimiter.takeFrom(limit, visitorAddress(context))

/** Where a request comes from, as far as the configured proxies can be believed. */
export function visitorAddress({ deps, incoming }: ApiContext): string {
  return clientAddress(
    incoming.socket.remoteAddress,
    incoming.headers['x-forwarded-for']?.toString(),
    deps.config.TRUSTED_PROXIES,
  )
}
