import { hash } from 'node:crypto'
import type { Context } from 'hono'
import type { ShopHostDeps } from '../hosts/shop-host-deps.server.ts'
import type { PipelineEnv } from '../pipeline.server.ts'
import { offlinePage } from './offline-page.server.tsx'
import serviceWorker from './service-worker.inline.ts?inline-script'

/** At the root, because a worker is responsible for the paths below its own. */
export const serviceWorkerPath = '/service-worker.js'

/** The service worker, and the page that it stores. */
export function createOfflineRoutes({ brandFor }: Pick<ShopHostDeps, 'brandFor'>) {
  const pages = new Map<string, ReturnType<typeof offlinePage>>()
  function pageOf(c: Context<PipelineEnv>): ReturnType<typeof offlinePage> {
    const brand = brandFor(c.env.incoming)
    const page = pages.get(brand.app) ?? offlinePage(brand)
    pages.set(brand.app, page)
    return page
  }
  return {
    page(c: Context<PipelineEnv>): Response {
      c.set('route', 'offline page')
      const { html, policy } = pageOf(c)
      return c.html(html, 200, {
        'content-security-policy': policy,
        'cache-control': 'no-cache',
        'x-robots-tag': 'noindex',
      })
    },
    /** Browsers fetch the page again when the text of the worker has changed, so it names the version of the page. */
    worker(c: Context<PipelineEnv>): Response {
      c.set('route', 'service worker')
      const version = hash('sha256', pageOf(c).html, 'hex').slice(0, 16)
      return c.body(`${serviceWorker}\n// ${version}\n`, 200, {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'no-cache',
        // A worker has the policy of its own response: it fetches pages of this site and nothing else.
        'content-security-policy': "default-src 'none'; connect-src 'self'",
      })
    },
  }
}
