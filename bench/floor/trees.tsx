import { createElement, type ComponentType, type ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  StaticRouterProvider,
  UNSAFE_decodeViaTurboStream as decodeLoaderData,
} from 'react-router'
import { alertId } from '../../src/modules/content/alert-place.ts'
import { footerId } from '../../src/modules/navigation/site.ts'
import CategoryPage from '../../src/app/routes/catalogue/category.tsx'
import ProductPage from '../../src/app/routes/product/product.tsx'
import Root from '../../src/app/root.tsx'
import { ServerMade } from '../../src/ui/display/server-made.tsx'

/**
 * The floor of a rendered page: the shop's own component tree given to `renderToString` with everything there already: loader data,
 * router state, the elements of the head. What the shop adds to that for every request (matching, loading, encoding, hashing) is what
 * the bench measures against it. Bundled by floor.ts.
 */

type Page = ComponentType<{ loaderData: unknown }>

const pages = { listing: CategoryPage, product: ProductPage } as unknown as Record<PageName, Page>
const Frame = Root as unknown as Page

export type PageName = 'listing' | 'product'

/** Makes what renders one page again and again, from the shop's own answers for it: the page and its loader data. */
export async function rendererOf(
  name: PageName,
  { path, html, data }: { path: string; html: string; data: ReadableStream<Uint8Array> },
): Promise<() => string> {
  const decoded = (await decodeLoaderData(data, globalThis)).value as Record<string, { data: unknown }>
  const route = Object.keys(decoded).find((id) => id !== 'root')
  if (route === undefined) throw new Error(`${path}.data holds no page's data`)
  const dataOf = (id: string) => decoded[id]?.data
  const Page = pages[name]

  // The router's contexts are made once: hooks of the tree find what they look for, and nothing is matched again.
  const handler = createStaticHandler([
    {
      id: 'root',
      element: <Frame loaderData={dataOf('root')} />,
      children: [{ id: 'page', path: '*', element: <Page loaderData={dataOf(route)} /> }],
    },
  ])
  const context = await handler.query(new Request(`http://floor${path}`))
  if (context instanceof Response) throw new Error(`${path} was redirected`)
  const router = createStaticRouter(handler.dataRoutes, context)
  const [head = '', body = ''] = html.split('</head>')
  const headElements = elementsOf(head).filter((one) => (one.props as { as?: string }).as !== 'image')
  const scripts = elementsOf(body.slice(body.lastIndexOf('</footer>')))
  const made = new Map([alertId, footerId].map((id) => [id, markupIn(html, id)]))
  const render = () =>
    '<!DOCTYPE html>' +
    renderToString(
      <html lang="en-AU" data-theme="aol">
        <head>{headElements}</head>
        <body>
          <ServerMade value={(id) => made.get(id) ?? ''}>
            <StaticRouterProvider router={router} context={context} hydrate={false} />
          </ServerMade>
          {scripts}
        </body>
      </html>,
    )
  const [own, theirs] = [markupOf(render()), markupOf(html)]
  if (own !== theirs) throw new Error(`The floor of ${path} renders another page than the shop:\n${own}\n\n${theirs}`)
  return render
}

/** What stands in the `div` with an id. */
function markupIn(html: string, id: string): string {
  const start = html.indexOf(`<div id="${id}">`)
  if (start < 0) throw new Error(`the page has no part ${id}`)
  const inside = html.indexOf('>', start) + 1
  const tags = html.slice(inside).matchAll(/<(\/?)div\b/g)
  let depth = 1
  for (const tag of tags) {
    depth += tag[1] === '' ? 1 : -1
    if (depth === 0) return html.slice(inside, inside + tag.index)
  }
  throw new Error(`the part ${id} has no end`)
}

/** What a visitor sees of a page, without the ids, which depend on what stands around it. */
function markupOf(html: string): string {
  return html.slice(html.indexOf('<body>'), html.indexOf('</footer>')).replaceAll(/_R_\w+_/g, '')
}

const propNames: Readonly<Record<string, string>> = { charset: 'charSet', crossorigin: 'crossOrigin' }

/** The tags of a page's head and foot as elements; the script with the loader data is no part of the tree. */
function elementsOf(html: string): ReactElement[] {
  const tags = html.matchAll(/<(meta|link|title|style|script)\b([^>]*?)\/?>(?:((?:(?!<\/?\1)[\s\S])*)<\/\1>)?/g)
  return [...tags].flatMap(([, tag = '', attributes = '', content = ''], key) => {
    if (attributes.includes('application/json')) return []
    const props = [...attributes.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)].map(([, attribute = '', value]) => [
      propNames[attribute.toLowerCase()] ?? attribute,
      value === undefined || value === '' ? true : unescaped(value),
    ])
    const inner = tag === 'title' ? { children: unescaped(content) } : { dangerouslySetInnerHTML: { __html: content } }
    return createElement(tag, { key, ...Object.fromEntries(props), ...(content === '' ? {} : inner) })
  })
}

function unescaped(text: string): string {
  const characters: Record<string, string> = { amp: '&', quot: '"', '#x27': "'", lt: '<', gt: '>' }
  return text.replaceAll(/&(#?\w+);/g, (whole, name: string) => characters[name] ?? whole)
}
