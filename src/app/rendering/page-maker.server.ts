import {
  createRequestHandler,
  createStaticHandler,
  type LoaderFunction,
  type RouteObject,
  type RouterContextProvider,
  type ServerBuild,
  type StaticHandlerContext,
} from 'react-router'
import { templateOf, type PageTemplate } from './data-handover.server.tsx'
import type { PageRenderer } from './page-renderer.ts'
import { headersOfLoader } from '../head/page-headers.ts'
import { pageSlotContext, type PageSlot } from './page-slot.ts'
import { renderDocument } from './render.server.tsx'
import { requestContext } from '../../composition/request-context.ts'

/**
 * Renders the pages of a build.
 *
 * The router's own handler matches twice, runs an empty middleware pipeline and encodes loader data into a stream that is read back at
 * once: for a shared page that took as long as rendering it. So the router's handler renders the first page of a kind (the same routes),
 * and its rendering context is stored as the template of that kind; later pages run their loaders by the router's public
 * `createStaticHandler` and are rendered from the template. Everything that is not a plain successful page of a known kind (a redirect, an
 * error, a private page, a data request) goes through the router's handler. Both ways produce identical bytes; a journey compares them.
 */
export function pagesOf(build: ServerBuild, mode: 'production' | 'development'): PageRenderer {
  const handle = createRequestHandler(build, mode)
  // In development the build changes under our feet.
  if (mode === 'development') return handle
  const { query } = createStaticHandler(routesOf(build))
  const templates = new Map<string, PageTemplate | null>()

  /** Whether a page is successful and its headers are those of its own loader, which is what this path supports. */
  function isPlain(found: StaticHandlerContext): boolean {
    const leaf = found.matches.at(-1)?.route.id ?? ''
    return found.errors === null && found.statusCode === 200 && build.routes[leaf]?.module.headers === headersOfLoader
  }

  async function cast(request: Request, context: RouterContextProvider, slot: PageSlot): Promise<boolean> {
    const url = new URL(request.url)
    const path = { pathname: url.pathname, search: url.search, hash: '' }
    const found = await query(request, { requestContext: context, normalizePath: () => path })
    if (found instanceof Response || !isPlain(found)) return false
    const page = templates.get(kindOf(found))?.entryOf(found)
    if (page == null) return false
    const { html, policy } = renderDocument(page, { url, shop: context.get(requestContext) })
    const headers = new Headers(found.loaderHeaders[found.matches.at(-1)?.route.id ?? ''])
    headers.set('content-type', 'text/html; charset=utf-8')
    headers.set('content-security-policy', policy)
    slot.page = { status: 200, headers, html }
    return true
  }

  return async (request, context) => {
    const slot = context.get(pageSlotContext)
    if (slot === null) return handle(request, context)
    const isData = /\.data(\?|$)/.test(request.url)
    if (!isData && templates.size > 0 && (await cast(request, context, slot))) return inSlot
    // The anonymous request of a shared page is not a full Request, which the router's handler requires.
    const response = await handle(new Request(request.url), context)
    if (slot.made !== null && isPlain(slot.made.entry.staticHandlerContext)) {
      const kind = kindOf(slot.made.entry.staticHandlerContext)
      if (!templates.has(kind)) templates.set(kind, templateOf(slot.made))
    }
    return response
  }
}

const inSlot = new Response(null)

const kindOf = ({ matches }: StaticHandlerContext): string => matches.map((match) => match.route.id).join(' ')

/** The build's routes as the router's data mode takes them; components stay where they are, in the template. */
function routesOf(build: ServerBuild, parentId = ''): RouteObject[] {
  return Object.values(build.routes).flatMap((route): RouteObject[] => {
    if (route === undefined || (route.parentId ?? '') !== parentId) return []
    const { id, path, caseSensitive, module } = route
    const common = {
      id,
      ...(path === undefined ? {} : { path }),
      ...(caseSensitive === undefined ? {} : { caseSensitive }),
      ...(module.loader === undefined ? {} : { loader: module.loader as LoaderFunction }),
    }
    return [route.index ? { ...common, index: true } : { ...common, children: routesOf(build, id) }]
  })
}
