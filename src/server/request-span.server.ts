import type { IncomingMessage } from 'node:http'
import { kindOfRoute, methodLabel, type RequestLabels } from '../platform/metrics/request-metrics.ts'
import type { TracedResponse } from '../platform/tracing/tracing.ts'

/**
 * What the span of a request says of it (semantic conventions for HTTP servers). No query, no address of the client and no user agent; the
 * path only where it is that of a public page.
 */
export function tracedResponseOf({ url = '/', headers }: IncomingMessage, labels: RequestLabels): TracedResponse {
  const { host, route, status, app, cache } = labels
  const method = methodLabel(labels.method)
  const path = pathOf(url, labels)
  return {
    name: `${method} ${route}`,
    status,
    attributes: {
      'http.request.method': method,
      'http.route': route,
      'server.address': nameOfHost(headers.host),
      'shop.host': host,
      'shop.brand': app,
      'shop.cache': cache,
      ...(path === null ? {} : { 'url.path': path }),
    },
  }
}

/**
 * The path of a request, as far as it cannot hold anything personal: that of its route where the route has no parameters, and that of a page which
 * exists and is the same for everyone. A search is what somebody has typed.
 */
function pathOf(url: string, { route, status, cache }: RequestLabels): string | null {
  if (!route.startsWith('/')) return null
  if (!/[:*]/.test(route)) return route
  const isPublic = kindOfRoute(route) === 'page' && cache !== 'none' && status === 200 && !route.startsWith('/search')
  return isPublic ? url.replace(/\?.*/s, '') : null
}

const nameOfHost = (host: string | undefined): string => (host ?? '').replace(/:\d*$/, '').slice(0, 255)
