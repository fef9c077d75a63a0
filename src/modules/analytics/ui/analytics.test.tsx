import '../../../testing/browser.ts'
import { act, cleanup, render } from '@testing-library/react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { serialize } from '../../../platform/serialized.ts'
import { routeFlags, typesWithoutLocality } from '../../../platform/page-types.ts'
import Analytics from './analytics.tsx'

/** What a page view waits for. The network is the one thing here that is not real. */

let calls: { path: string; body: unknown }[] = []
const original = globalThis.fetch
beforeEach(() => {
  calls = []
  globalThis.fetch = async (input, init) => {
    calls.push({ path: String(input), body: typeof init?.body === 'string' ? JSON.parse(init.body) : null })
    return new Response(null, { status: 204 })
  }
})
afterEach(() => {
  cleanup()
  document.head.replaceChildren()
  globalThis.fetch = original
})

const views = () => calls.flatMap(({ path, body }) => (path === '/api/analytics/count' ? [body] : []))
const settled = () => new Promise((done) => setTimeout(done))

/** A page of a type, with data or without. */
async function open(pageType: string, { id, data }: { id: string; data?: unknown }) {
  document.head.innerHTML = `<meta name="page-type" content="${pageType}">`
  const frame = (
    <>
      <Outlet />
      <Analytics currency="AUD" />
    </>
  )
  const router = createMemoryRouter(
    [
      {
        path: '/',
        element: frame,
        children: [{ path: 'page', id, element: null, ...(data === undefined ? {} : { loader: () => data }) }],
      },
    ],
    { initialEntries: ['/page'], ...(data === undefined ? {} : { hydrationData: { loaderData: { [id]: data } } }) },
  )
  render(<RouterProvider router={router} />)
  await settled()
}

test('a page view is tracked, except on a page that disables it or has no data yet [ROUTE-35]', async () => {
  expect(routeFlags('brandPage').autoTrackingEnabled).toBe(true)
  await open('brandPage', { id: 'routes/catalogue/brands' })
  expect(views()).toEqual([{ event: 'page_view', pageType: 'brandPage' }])
  calls = []
  cleanup()
  expect(routeFlags('categoryPage').autoTrackingEnabled).toBe(false)
  await open('categoryPage', { id: 'routes/catalogue/category' })
  expect(views()).toEqual([])
  cleanup()
  await open('categoryPage', { id: 'routes/catalogue/category', data: {} })
  expect(views()).toEqual([{ event: 'page_view', pageType: 'categoryPage' }])
})

test('each URL is tracked once: path and query count, the hash does not [TRACK-01] [analytics-02]', async () => {
  document.head.innerHTML = '<meta name="page-type" content="brandPage">'
  const frame = (
    <>
      <Outlet />
      <Analytics currency="AUD" />
    </>
  )
  const router = createMemoryRouter([{ path: '*', element: frame }], { initialEntries: ['/brands'] })
  render(<RouterProvider router={router} />)
  const after: number[] = []
  for (const address of ['/brands', '/brands?page=2', '/brands?page=2#top', '/brands/miele']) {
    await act(() => router.navigate(address))
    await settled()
    after.push(views().length)
  }
  expect(after).toEqual([1, 2, 2, 3])
})

test('a product view is tracked by id, once [TRACK-08]', async () => {
  await open('product', { id: 'routes/product/product', data: serialize({ view: { id: 17 } }) })
  expect(calls.filter(({ path }) => path.includes('product-load'))).toEqual([
    { path: '/api/analytics/product-load-event?productId=17', body: null },
  ])
})

test('the page types hidden from the header are those in its style sheet [ROUTE-34]', () => {
  const style = readFileSync('src/modules/navigation/ui/header.module.css', 'utf8')
  const named = [...style.matchAll(/\[content='(\w+)'\]/g)].map(([, type]) => type)
  expect(named).toEqual(typesWithoutLocality)
  expect(typesWithoutLocality).toEqual([
    'accounts',
    'checkout',
    'orderConfirmation',
    'productComparison',
    'resetPassword',
  ])
})
