import { browseAs, openAddress, visited, type Call } from '../../../testing/browser.ts'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, data, RouterProvider, useRouteError } from 'react-router'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { ErrorBoundary } from '../../../app/root.tsx'
import { openTestShop, type TestShop } from '../../../testing/shop.server.ts'
import { until } from '../../../testing/shop/until.ts'

/** What follows when a link leads to a page whose main content is not there, asking a real shop. */

let shop: TestShop
let calls: Call[]
beforeAll(async () => {
  shop = await openTestShop({ sandbox: false, env: { SITES: 'aol.localhost=aol,www.aol.example=aol' } })
})
afterAll(async () => shop.close())
beforeEach(() => {
  openAddress('/')
  calls = browseAs(shop.visitor())
})
afterEach(cleanup)

function Boundary() {
  return <ErrorBoundary {...({ error: useRouteError(), params: {} } as Parameters<typeof ErrorBoundary>[0])} />
}

async function moved(source: string, destination: string): Promise<void> {
  expect((await shop.services.content.redirects.keep('aol', { source, destination })).ok).toBe(true)
  await until(() => shop.services.content.redirects.destination({ app: 'aol' }, source) === destination)
}

/** From the list of brands by a link to a product that nobody knows. */
async function follow(to: string) {
  const missing = () => {
    throw data(null, { status: 404 })
  }
  const router = createMemoryRouter(
    [
      {
        path: '/',
        errorElement: <Boundary />,
        children: [
          { path: 'brands', element: <p>Brands</p> },
          { path: 'sale', element: <p>Sale</p> },
          { path: 'p/:uri', element: null, loader: missing },
          { path: '404', element: null, loader: missing },
        ],
      },
    ],
    { initialEntries: ['/brands'] },
  )
  render(<RouterProvider router={router} />)
  await act(() => router.navigate(to))
  return router
}
const lookUps = () => calls.map(({ method, path }) => `${method} ${path}`)

test('a missing product is looked up once by its URL, and a redirect within the shop replaces it [NF-03] [NF-05]', async () => {
  await moved('/p/gone', '/sale')
  const router = await follow('/p/gone?from=text')
  await screen.findByText('Sale')
  expect(lookUps()).toEqual(['GET /api/redirect?fromUrl=%2Fp%2Fgone%3Ffrom%3Dtext'])
  await act(() => router.navigate(-1))
  expect(router.state.location.pathname).toBe('/brands')
  expect(visited()).toEqual([])
})

test.each([
  ['www.aol.example/sale', 'https://www.aol.example/sale'],
  ['https://www.aol.example/p/five', 'https://www.aol.example/p/five'],
])('one that has moved to %s redirects to %s [NF-04]', async (destination, address) => {
  await moved('/p/abroad', destination)
  const router = await follow('/p/abroad')
  await waitFor(() => expect(visited()).toEqual([address]))
  expect(router.state.location.pathname).toBe('/p/abroad')
})

test('one without a redirect shows /404, which replaces the URL and requests nothing more [NF-06] [ERR-06]', async () => {
  const router = await follow('/p/nowhere')
  await screen.findByText('The page you looking for does not exist, please try again')
  expect(router.state.location.pathname).toBe('/404')
  expect(lookUps()).toEqual(['GET /api/redirect?fromUrl=%2Fp%2Fnowhere'])
  await act(() => router.navigate(-1))
  expect(router.state.location.pathname).toBe('/brands')
})
