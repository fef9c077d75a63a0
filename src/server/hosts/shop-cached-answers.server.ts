import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from 'hono'
import { isMoneyPath } from '../../platform/http/load-shedding.ts'
import { defaultContentPolicy } from '../../platform/http/security-headers.ts'
import { createBusyResponse } from '../busy-response.server.ts'
import { createCachedPageSender } from '../page-cache/cached-page-sender.server.ts'
import { pageAddress } from '../page-cache/page-address.ts'
import type { CachedPage } from '../page-cache/page-store.ts'
import { createResponseMeters } from '../page-cache/response-meters.server.ts'
import { answerOnNode, apiPaths, sendResponse, type PipelineEnv } from '../pipeline.server.ts'
import { isPersonal } from '../visitor.server.ts'
import type { createShopApi } from './shop-api.server.ts'
import { operatorPaths } from './shop-guards.server.ts'
import type { ShopHostDeps } from './shop-host-deps.server.ts'
import type { createShopPages } from './shop-pages.server.ts'

/** Pages that show something of one visitor: rendered for each request, never cached. */
export const personalPaths =
  /^\/((cart|wishlists|customer|account|order|cooking-demos|project|performance-dashboard|location|preview)(\/|\.data|\?|$)|(virtual-tour|p\/[^/?]+\/quote)\/?(\.data|\?|$))/i

/** Redirects to another address with the query unchanged (ROUTE-22). */
const searchRedirect = /^\/search\/?(\.data)?(\?|$)/

/** The shop for agents that speak the Model Context Protocol. */
const mcpPath = /^\/mcp\/?(\?|$)/

/** Files, probes and metrics: never refused for load. */
const filePaths = /^\/(assets\/|media\/|favicon\.svg|livez$|readyz(\/checkout)?$|metrics$)/

const secondsSince = (startedAt: number): number => (performance.now() - startedAt) / 1_000

/** Pages and calls that are the same for everyone, from the cache or rendered into it. */
export function createCachedAnswers(
  deps: ShopHostDeps,
  {
    api,
    pages,
    headers,
  }: {
    readonly api: ReturnType<typeof createShopApi>
    readonly pages: ReturnType<typeof createShopPages>
    readonly headers: Readonly<Record<string, string>>
  },
) {
  const { services, pageCache, log, isHttps } = deps
  const sendCached = createCachedPageSender(
    { 'content-security-policy': defaultContentPolicy, ...headers },
    (incoming) => apiPaths.test(incoming.url ?? '') && isPersonal(incoming, isHttps),
  )
  const refuseBusy = createBusyResponse(headers, deps.shedding)

  /** The address of a page or call that is the same for everyone, in its one form; null when the request is for something else. */
  function addressForAll({ method, url: target = '/' }: IncomingMessage): string | null {
    // In development everything is rendered again: sources change without notice.
    if (deps.browserFiles !== null || (method !== 'GET' && method !== 'HEAD')) return null
    if (mcpPath.test(target) || searchRedirect.test(target) || operatorPaths.test(target)) return null
    if (apiPaths.test(target)) return api.addressForAll(target)
    return personalPaths.test(target) ? null : pageAddress(target, services.search.listings.isRange)
  }

  const routeOf = (target: string) => (apiPaths.test(target) ? api.routeOf(target) : deps.pageRoute(target))

  const meters = createResponseMeters({
    ...deps,
    labelsOf: (incoming) => ({
      host: 'shop',
      route: routeOf(incoming.url ?? '/'),
      method: incoming.method ?? 'GET',
      app: deps.brandFor(incoming).app,
    }),
  })

  const keyOf = (incoming: IncomingMessage, address: string) => `${deps.brandFor(incoming).app} ${address}`

  function early(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    const startedAt = performance.now()
    const target = incoming.url ?? '/'
    const address = addressForAll(incoming)
    let cache: 'hit' | 'stale' = 'hit'
    let page = address === null ? null : pageCache.peek(keyOf(incoming, address))
    if (page === null && !filePaths.test(target) && !isMoneyPath(target) && !deps.shedding.admits()) {
      page = address === null ? null : pageCache.stale(keyOf(incoming, address))
      if (page === null) {
        refuseBusy(outgoing)
        meters.refused(incoming, secondsSince(startedAt))
        return true
      }
      cache = 'stale'
    }
    if (page === null) return false
    const sent = page
    const record = () => meters.sent(sent, incoming, cache, outgoing.statusCode, secondsSince(startedAt))
    const sending = sendCached(page, incoming, outgoing)
    if (sending === undefined) record()
    else
      sending.then(record).catch((error: unknown) => {
        log.error({ err: error, route: 'cached page' }, 'page could not be sent')
        outgoing.destroy()
      })
    return true
  }

  /** A page or call that is the same for everyone, rendered and cached; `null` when the request is for something else. */
  async function answer(c: Context<PipelineEnv>): Promise<Response | null> {
    const { incoming } = c.env
    const address = addressForAll(incoming)
    if (address === null) return null
    const isCall = apiPaths.test(address)
    c.set('route', routeOf(incoming.url ?? '/'))
    const brand = deps.brandFor(incoming)
    const render = isCall ? api.answerForAll : pages.renderForAll
    const page = await pageCache.get(
      keyOf(incoming, address),
      () => render(address, brand),
      (cache) => c.set('cache', cache),
    )
    return answerOnNode(c, (_, outgoing) =>
      page instanceof Response
        ? sendResponse(isCall ? page : pages.orMoved(page, incoming.url ?? '/', brand), outgoing)
        : sendCached(page as CachedPage, incoming, outgoing),
    )
  }

  return { early, answer, isForEveryone: (incoming: IncomingMessage): boolean => addressForAll(incoming) !== null }
}
