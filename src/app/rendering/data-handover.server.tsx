import type { EntryContext, StaticHandlerContext } from 'react-router'
import { jsonInScript } from '../../platform/http/content-policy.ts'
import { isSerialized, serializedText } from '../../platform/serialized.ts'
import handOver from './data-handover.inline.ts?inline-script'
import startScripts from './start-scripts.inline.ts?inline-script'

/**
 * How a page's data reaches the router in the browser. All that the shop relies on of React Router beyond its documented API is here and
 * in data-handover.inline.ts; data-handover.server.test.tsx fails when a version of the router changes it (decision 0055):
 *
 * - The router gives `handleRequest` the encoded data as the stream `serverHandoffStream`. Without it `ServerRouter` renders the same page,
 *   writes no data and does not suspend.
 * - The page's `Scripts` creates `window.__reactRouterContext.streamController`, which takes the same data as text.
 * - The encoded data contain a string of a loader as JSON, once.
 * - `Scripts` ends with the element that starts the modules, whose type `withInertScripts` replaces.
 */

/** What one page is rendered from. */
export type PageEntry = { readonly entry: EntryContext; readonly data: string }

/** Takes the data out of the router's rendering context. */
export async function pageEntryOf(routerContext: EntryContext): Promise<PageEntry> {
  const { serverHandoffStream, ...rest } = routerContext
  const data = serverHandoffStream === undefined ? '' : await new Response(serverHandoffStream).text()
  return { entry: { ...rest, manifest: manifestOf(routerContext) }, data }
}

/** Only the routes of this page: the router builds all it is given anew for every rendering. */
function manifestOf({ manifest, staticHandlerContext }: EntryContext): EntryContext['manifest'] {
  const ids = new Set(staticHandlerContext.matches.map((match) => match.route.id))
  return { ...manifest, routes: Object.fromEntries(Object.entries(manifest.routes).filter(([id]) => ids.has(id))) }
}

/**
 * The page's data, for the end of its body. They are not code: the browser does not run them, so they need no hash, and the content policy
 * is the same for every page of a kind.
 */
export function PageData({
  data,
  nonce,
  startsAfterPaint,
}: {
  data: string
  nonce: string | undefined
  startsAfterPaint: boolean
}) {
  return (
    <>
      <script type="application/json" dangerouslySetInnerHTML={{ __html: jsonInScript(data) }} />
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: startsAfterPaint ? startScripts : handOver }} />
    </>
  )
}

const asModule = ' type="module" async=""'

/** The page with modules that do not run until the script in `PageData` starts them. */
export function withInertScripts(html: string): string {
  const at = html.lastIndexOf(asModule)
  return at === -1 ? html : `${html.slice(0, at)} type="text/plain"${html.slice(at + asModule.length)}`
}

export type PageTemplate = {
  /** What the next page of this kind is rendered from; null when its data are not all serialized. */
  entryOf(found: StaticHandlerContext): PageEntry | null
}

/**
 * The encoded data contain each route's serialized text once, as a JSON string; the rest is the same for every page of its kind. Null when
 * the text cannot be found: then these pages keep going through the router's handler.
 */
export function templateOf({ entry, data }: PageEntry): PageTemplate | null {
  const places: { id: string; from: number; to: number }[] = []
  for (const [id, value] of Object.entries(entry.staticHandlerContext.loaderData)) {
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
    entryOf(found) {
      let text = between[0] ?? ''
      for (const [at, { id }] of places.entries()) {
        const value: unknown = found.loaderData[id]
        if (!isSerialized(value)) return null
        text += serializedText(value) + (between[at + 1] ?? '')
      }
      return { entry: { ...entry, renderMeta: {}, staticHandlerContext: found }, data: text }
    },
  }
}
