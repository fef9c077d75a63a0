import {
  isRouteErrorResponse,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from 'react-router'
import { pageEntryOf } from './rendering/data-handover.server.tsx'
import { pageFailureContext, pageSlotContext } from './rendering/page-slot.ts'
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
  const page = await pageEntryOf(routerContext)
  const rendered = renderDocument(page, { url: new URL(request.url), shop: loadContext.get(requestContext) })
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('content-security-policy', rendered.policy)
  const slot = loadContext.get(pageSlotContext)
  if (slot === null) return new Response(request.method === 'HEAD' ? null : rendered.html, { status, headers })
  slot.page = { status, headers, html: rendered.html }
  slot.made = page
  return new Response(null)
}

/** An error that nothing expected; an address that leads nowhere is none. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  const failure = context.get(pageFailureContext)
  if (failure !== null && !request.signal.aborted && !isRouteErrorResponse(error)) failure.cause = error
}
