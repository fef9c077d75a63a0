import { randomBytes } from 'node:crypto'
import { renderToString } from 'react-dom/server'
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router'
import { contentPolicy, scriptJson } from './platform/http/content-policy.ts'
import { pageTextContext } from './page-text.ts'
import { HeadContext } from './root.tsx'
import { shopContext } from './shop.ts'
import { themeHead } from './theme.server.ts'

/**
 * Renders a page in one go. Loaders have their data in process and nothing suspends, so `renderToString` does, and is about twice as
 * fast as the streaming renderer. React Router hands the loader data over as a stream that its own component would suspend on; we
 * read that stream to its end first and write it as one script (architecture.md section 4.5). A journey fails when hydration breaks.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  // Not the nonce of a policy: it only marks, within this one rendering, the scripts that are ours and may be hashed.
  const nonce = randomBytes(16).toString('base64url')
  const handoff = routerContext.serverHandoffStream
  delete routerContext.serverHandoffStream
  const data = handoff === undefined ? '' : await readAll(handoff)
  const { brand, formTargets } = loadContext.get(shopContext)
  const page = renderToString(
    <HeadContext value={{ nonce, ...themeHead(brand.theme) }}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </HeadContext>,
  )
  const script = `<script nonce="${nonce}">window.__reactRouterContext.streamController.enqueue(${scriptJson(data)});window.__reactRouterContext.streamController.close();</script>`
  const end = page.lastIndexOf('</body>')
  const html = `<!DOCTYPE html>${page.slice(0, end)}${script}${page.slice(end)}`

  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('content-security-policy', contentPolicy(html, nonce, formTargets))
  const body = html.replaceAll(` nonce="${nonce}"`, '')
  const text = loadContext.get(pageTextContext)
  if (text !== null) text.html = body
  return new Response(text !== null || request.method === 'HEAD' ? null : body, { status, headers })
}

async function readAll(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (let read = await reader.read(); !read.done; read = await reader.read())
    text += decoder.decode(read.value, { stream: true })
  return text + decoder.decode()
}
