import { useContext } from 'react'
import {
  data,
  Meta,
  Outlet,
  redirect,
  RouterContextProvider,
  Scripts,
  useLoaderData,
  type ServerBuild,
} from 'react-router'
import { expect, test } from 'vitest'
import { brandOf } from '../../brands/brands.ts'
import handleRequest from '../entry.server.tsx'
import { HeadContext } from '../root.tsx'
import { pagesOf } from './page-maker.server.ts'
import { pageSlotContext, type PageSlot } from './page-slot.ts'
import { headersOfLoader, cachedForAll } from '../head/page-headers.ts'
import { serialize, deserialize, type Serialized } from '../../platform/serialized.ts'
import { requestContext, type RequestContext } from '../../composition/request-context.ts'
import { routerBuild } from '../../testing/router-build.ts'

/** Pages that are made from the template of their kind, compared with what the router's own handler makes of the same URL. */

type Goods = Serialized<{ title: string; path: string }>
let served = 0

const goods = {
  loader({ params, request }: { params: { uri?: string }; request: Request }) {
    served++
    if (params.uri === 'moved') return redirect('/p/here')
    if (params.uri === 'broken') throw new Error('the loader failed')
    if (params.uri === 'missing') throw data(null, { status: 404 })
    const serialized = serialize({ title: `Fridge </script> "${params.uri}" – $&`, path: new URL(request.url).search })
    return data(serialized, { headers: cachedForAll([`product:${params.uri}`]) })
  },
  headers: headersOfLoader,
  meta: ({ loaderData }: { loaderData?: Goods }) => [
    { title: loaderData === undefined ? 'None' : deserialize(loaderData).title },
  ],
  default: function GoodsPage() {
    const { title, path } = deserialize(useLoaderData<Goods>())
    return (
      <h1>
        {title} {path}
      </h1>
    )
  },
}

/** Its data is not serialized, so the router must go on making its pages. */
const loose = {
  loader: () => data({ count: ++served }, { headers: cachedForAll(['loose']) }),
  headers: headersOfLoader,
  default: function LoosePage() {
    return <p>{`count ${useLoaderData<{ count: number }>().count}`}</p>
  },
}

const root = {
  loader: () => serialize('the frame'),
  Layout: ({ children }: { children: React.ReactNode }) => (
    <html lang="en">
      <head>
        <Meta />
      </head>
      <body>
        {children}
        <Scripts />
        {useContext(HeadContext)?.data}
      </body>
    </html>
  ),
  ErrorBoundary: () => <p>Something is wrong</p>,
  default: function Frame() {
    return (
      <main title={deserialize(useLoaderData<Serialized<string>>())}>
        <Outlet />
      </main>
    )
  },
}

const buildOfTests = () =>
  routerBuild(
    {
      root: { id: 'root', path: '', module: root },
      goods: { id: 'goods', parentId: 'root', path: 'p/:uri', module: goods },
      loose: { id: 'loose', parentId: 'root', path: 'loose', module: loose },
    },
    handleRequest,
  )

const shop = {
  brand: brandOf('aol'),
  formTargets: [] as readonly string[],
  services: {
    settings: { isOn: () => false, text: () => '' },
    analytics: { access: null },
    geo: { maps: null },
    identity: { captcha: { access: () => null }, offeredProviders: [] },
    site: {
      otherCountry: () => null,
      identityHost: () => ({ address: 'http://id.aol.example', source: 'http://id.aol.example' }),
      builds: { aol: { winningCmsUrl: 'http://cms.example', idClientId: 'storefront' } },
    },
  },
} as unknown as RequestContext

function askerOf(build: ServerBuild) {
  const pages = pagesOf(build, 'production')
  return async (path: string) => {
    const slot: PageSlot = { page: null, made: null }
    const context = new RouterContextProvider()
    context.set(requestContext, shop)
    context.set(pageSlotContext, slot)
    const response = await pages(
      {
        url: `http://shop${path}`,
        method: 'GET',
        headers: new Headers(),
        signal: new AbortController().signal,
      } as Request,
      context,
    )
    const headers = Object.fromEntries(slot.page?.headers ?? response.headers)
    return {
      status: slot.page?.status ?? response.status,
      html: slot.page?.html ?? (await response.text()),
      headers,
      isCast: slot.page !== null && slot.made === null,
    }
  }
}

test('a page from a template equals the router’s, byte for byte, with its headers', async () => {
  const build = buildOfTests()
  const [ask, fresh] = [askerOf(build), askerOf(build)]
  expect((await ask('/p/first')).isCast).toBe(false)
  const cast = await ask('/p/second?page=2')
  const routers = await fresh('/p/second?page=2')
  expect([cast.isCast, routers.isCast]).toEqual([true, false])
  expect({ ...cast, isCast: false }).toEqual(routers)
  expect(cast.html).toContain('Fridge &lt;/script&gt; &quot;second&quot; – $&amp;')
  expect(cast.html).not.toContain('&quot;first&quot;')
  expect(cast.headers['cache-tag']).toBe('product:second')
  expect(cast.headers['content-security-policy']).toContain("script-src 'self' 'sha256-")
})

test('redirects, errors and unknown pages are the router’s, with a template and without', async () => {
  const ask = askerOf(buildOfTests())
  for (const round of ['before', 'after']) {
    expect([round, (await ask('/p/moved')).status, (await ask('/p/moved')).headers['location']]).toEqual([
      round,
      302,
      '/p/here',
    ])
    expect([round, (await ask('/p/missing')).status]).toEqual([round, 404])
    expect([round, (await ask('/p/broken')).status]).toEqual([round, 500])
    expect([round, (await ask('/nowhere')).status]).toEqual([round, 404])
    expect([round, (await ask('/p/good')).status]).toEqual([round, 200])
  }
})

test('a page whose data cannot be serialized is rendered by the router with its own data', async () => {
  const ask = askerOf(buildOfTests())
  await ask('/p/first')
  const [one, two] = [await ask('/loose'), await ask('/loose')]
  expect([one.isCast, two.isCast]).toEqual([false, false])
  expect(two.html).toContain(`count ${served}`)
  expect(one.html).not.toBe(two.html)
})

test('data requests are answered by the router', async () => {
  const ask = askerOf(buildOfTests())
  await ask('/p/first')
  const answer = await ask('/p/second.data')
  expect([answer.status, answer.isCast, answer.html.includes('<html')]).toEqual([200, false, false])
  expect(answer.html).toContain('second')
})
