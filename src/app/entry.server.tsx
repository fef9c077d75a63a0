import type { EntryContext, RouterContextProvider } from 'react-router'
import { pageSlotContext } from './rendering/page-slot.ts'
import { renderDocument } from './rendering/render.server.tsx'
import { requestContext } from '../composition/request-context.ts'

/**
 * Where the router wants a page rendered. It hands the loader data over as a stream that its own component would suspend on; we read
 * that stream to its end first, and render in one go.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { serverHandoffStream, ...rest } = routerContext
  const data = serverHandoffStream === undefined ? '' : await readAll(serverHandoffStream)
  const entry: EntryContext = { ...rest, manifest: manifestOf(routerContext) }
  const rendered = renderDocument(entry, { url: new URL(request.url), data, shop: loadContext.get(requestContext) })
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('content-security-policy', rendered.policy)
  if (rendered.styles !== '') headers.set('link', rendered.styles)
  const slot = loadContext.get(pageSlotContext)
  if (slot === null) return new Response(request.method === 'HEAD' ? null : rendered.html, { status, headers })
  slot.page = { status, headers, html: rendered.html }
  slot.made = { entry, data }
  return new Response(null)
}

/** Only the routes of this page: the router builds all it is given anew for every rendering. */
function manifestOf({ manifest, staticHandlerContext }: EntryContext): EntryContext['manifest'] {
  const ids = new Set(staticHandlerContext.matches.map((match) => match.route.id))
  return { ...manifest, routes: Object.fromEntries(Object.entries(manifest.routes).filter(([id]) => ids.has(id))) }
}

async function readAll(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (let read = await reader.read(); !read.done; read = await reader.read())
    text += decoder.decode(read.value, { stream: true })
  return text + decoder.decode()
}
