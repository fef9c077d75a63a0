import {
  createRequestHandler,
  createStaticHandler,
  type EntryContext,
  type LoaderFunction,
  type RouteObject,
  type RouterContextProvider,
  type ServerBuild,
  type StaticHandlerContext,
} from 'react-router'
import type { PageRenderer } from './page-renderer.ts'
import { headersOfLoader } from '../head/page-headers.ts'
import { pageSlotContext, type PageSlot } from './page-slot.ts'
import { isSerialized, serializedText } from '../../platform/serialized.ts'
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
    const template = templates.get(kindOf(found))
    const data = template?.dataOf(found)
    if (template == null || data == null) return false
    const entry = { ...template.entry, renderMeta: {}, staticHandlerContext: found }
    const { html, policy, styles } = renderDocument(entry, { url, data, shop: context.get(requestContext) })
    const headers = new Headers(found.loaderHeaders[found.matches.at(-1)?.route.id ?? ''])
    headers.set('content-type', 'text/html; charset=utf-8')
    headers.set('content-security-policy', policy)
    if (styles !== '') headers.set('link', styles)
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

type PageTemplate = {
  readonly entry: EntryContext
  /** The loaders' data as the router would encode it for the browser; null when it is not all packed. */
  dataOf(found: StaticHandlerContext): string | null
}

const kindOf = ({ matches }: StaticHandlerContext): string => matches.map((match) => match.route.id).join(' ')

/**
 * The router's encoding of a page's data contains each route's serialized text once, as a JSON string; the rest is the same for every page
 * of its kind. Null when the text cannot be found: then these pages keep going through the router's handler.
 */
function templateOf({ entry, data }: NonNullable<PageSlot['made']>): PageTemplate | null {
  const found = entry.staticHandlerContext
  const places: { id: string; from: number; to: number }[] = []
  for (const [id, value] of Object.entries(found.loaderData)) {
    if (!isSerialized(value)) return null
    const text = serializedText(value)
    const from = data.indexOf(text)
    if (from === -1 || from !== data.lastIndexOf(text)) return null
    places.push({ id, from, to: from + text.length })
  }
  places.sort((a, b) => a.from - b.from)
  const starts = [0, ...places.map((place) => place.to)]
  const between = starts.map((from, at) => data.slice(from, places[at]?.from))
  return {
    entry,
    dataOf({ loaderData }) {
      let text = between[0] ?? ''
      for (const [at, { id }] of places.entries()) {
        const value: unknown = loaderData[id]
        if (!isSerialized(value)) return null
        text += serializedText(value) + (between[at + 1] ?? '')
      }
      return text
    },
  }
}

/** The build's routes as the router's data mode takes them; components stay where they are, in the mould. */
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
