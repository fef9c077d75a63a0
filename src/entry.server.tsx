import { randomUUID } from 'node:crypto'
import { renderToString } from 'react-dom/server'
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router'
import { contentPolicy, jsonInScript } from './platform/http/content-policy.ts'
import { pageSlotContext } from './page-slot.ts'
import { HeadContext } from './root.tsx'
import { shopContext } from './shop.ts'
import { themeHead } from './theme.server.ts'

/**
 * Renders a page in one go. Loaders have their data in process and nothing suspends, so `renderToString` does, and is about twice as
 * fast as the streaming renderer. React Router hands the loader data over as a stream that its own component would suspend on; we
 * read that stream to its end first and write it as one block (architecture.md section 4.5). A journey fails when hydration breaks.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const handoff = routerContext.serverHandoffStream
  delete routerContext.serverHandoffStream
  const data = handoff === undefined ? '' : await readAll(handoff)
  const { brand, formTargets } = loadContext.get(shopContext)
  const { matches, errors } = routerContext.staticHandlerContext
  const kind = `${brand.theme} ${matches.map((match) => match.route.id).join(' ')} ${formTargets.join(' ')}`
  const known = errors === null ? policies.get(kind) : undefined
  const manifest = manifestOf(routerContext)
  // Not the nonce of a policy: it only marks, within this one rendering, the scripts that are ours and may be hashed.
  const nonce = known === undefined ? randomUUID() : undefined
  const page = renderToString(
    <HeadContext value={{ nonce, ...themeHead(brand.theme) }}>
      <ServerRouter
        context={{ ...routerContext, manifest }}
        url={request.url}
        {...(nonce === undefined ? {} : { nonce })}
      />
    </HeadContext>,
  )
  const end = page.lastIndexOf('</body>')
  const mark = nonce === undefined ? '' : ` nonce="${nonce}"`
  const marked = `<!DOCTYPE html>${page.slice(0, end)}${dataBlock(data)}<script${mark}>${handOver}</script></body></html>`
  const policy = known ?? contentPolicy(marked, nonce ?? '', formTargets)
  if (errors === null) policies.set(kind, policy)
  const html = mark === '' ? marked : marked.replaceAll(mark, '')

  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('content-security-policy', policy)
  const styles = stylesFirst(manifest)
  if (styles !== '') headers.set('link', styles)
  const slot = loadContext.get(pageSlotContext)
  if (slot === null) return new Response(request.method === 'HEAD' ? null : html, { status, headers })
  slot.page = { status, headers, html }
  return inSlot
}

/**
 * Policies by theme and routes: no inline script of ours depends on anything else, so they are looked for once for each kind of page.
 * Pages of errors are looked at every time.
 */
const policies = new Map<string, string>()

const inSlot = new Response(null)

/** Data, not code: the browser does not run it, so it needs no hash and the policy is the same for every page of a kind. */
const dataBlock = (json: string): string => `<script type="application/json">${jsonInScript(json)}</script>`

/** By its place, not by an id, which markup from a feed could have too. */
const handOver =
  `{const{streamController:s}=window.__reactRouterContext;` +
  `s.enqueue(document.currentScript.previousElementSibling.textContent);s.close()}`

/** Only the routes of this page: the router builds all it is given anew for every rendering. */
function manifestOf({ manifest, staticHandlerContext }: EntryContext): EntryContext['manifest'] {
  const ids = new Set(staticHandlerContext.matches.map((match) => match.route.id))
  return { ...manifest, routes: Object.fromEntries(Object.entries(manifest.routes).filter(([id]) => ids.has(id))) }
}

/** React writes scripts and pictures into the head before the styles, which everything waits for; the header comes before them all. */
function stylesFirst({ routes }: EntryContext['manifest']): string {
  const sheets = new Set(Object.values(routes).flatMap((route) => route?.css ?? []))
  return [...sheets].map((sheet) => `<${sheet}>; rel=preload; as=style`).join(', ')
}

async function readAll(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (let read = await reader.read(); !read.done; read = await reader.read())
    text += decoder.decode(read.value, { stream: true })
  return text + decoder.decode()
}
