import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  StaticRouterProvider,
  UNSAFE_decodeViaTurboStream as decodeLoaderData,
} from 'react-router'
import CategoryPage from '../../src/pages/category.tsx'
import ProductPage from '../../src/pages/product.tsx'
import Root from '../../src/root.tsx'

/**
 * The floor of a rendered page: the shop's own component tree given to `renderToString` with loader data that is there already. What
 * the shop adds to that for every request (matching, loading, encoding, hashing, sending) is what the bench measures against it.
 */

type Page = ComponentType<{ loaderData: unknown }>

const pages = { listing: CategoryPage, product: ProductPage } as unknown as Record<PageName, Page>
const Frame = Root as unknown as Page

export type PageName = 'listing' | 'product'

/** Makes what renders one page again and again. `loaderData` is the shop's answer to `<path>.data`. */
export async function rendererOf(name: PageName, path: string, loaderData: Response): Promise<() => string> {
  if (!loaderData.ok || loaderData.body === null) throw new Error(`${path}.data answered ${loaderData.status}`)
  const decoded = (await decodeLoaderData(loaderData.body, globalThis)).value as Record<string, { data: unknown }>
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
  const { title } = dataOf(route) as { title?: string }
  return () =>
    '<!DOCTYPE html>' +
    renderToString(
      <html lang="en-AU">
        <head>
          <title>{title ?? name}</title>
        </head>
        <body>
          <StaticRouterProvider router={router} context={context} hydrate={false} />
        </body>
      </html>,
    )
}
