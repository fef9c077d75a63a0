import '../testing/browser.ts'
import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, matchRoutes, RouterProvider, useRouteError, type RouteObject } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import NotFound, { loader as notFound } from './routes/not-found.tsx'
import { pageTypes } from '../platform/page-types.ts'
import { ErrorBoundary } from './root.tsx'
import routes from './routes.ts'

afterEach(cleanup)

const tree = routes.map(({ id, path, index, file, caseSensitive }): RouteObject => {
  if (index === true) return { index: true, id: file }
  const isMissing = file === 'routes/not-found.tsx'
  return {
    path: path ?? '',
    id: id ?? file,
    caseSensitive,
    ...(isMissing ? { loader: notFound, Component: NotFound } : {}),
  }
})
const pageOf = (address: string) => matchRoutes(tree, address)?.at(-1)?.route.id

function Boundary() {
  return <ErrorBoundary {...({ error: useRouteError(), params: {} } as Parameters<typeof ErrorBoundary>[0])} />
}

test.each(['/404', '/nothing', '/p', '/customer', '/customer/checkout/more', '/brand', '/CART'])(
  'at %s, as at any unknown address, the not-found page shows and the URL stays [ROUTE-20] [ROUTE-21]',
  async (address) => {
    const router = createMemoryRouter([{ path: '/', children: tree, errorElement: <Boundary /> }], {
      initialEntries: [`${address}?a=b`],
    })
    render(<RouterProvider router={router} />)
    await screen.findByText('The page you looking for does not exist, please try again')
    expect([router.state.location.pathname, router.state.location.search]).toEqual([address, '?a=b'])
    expect(Object.values(router.state.errors ?? {})).toMatchObject([{ status: 404 }])
  },
)

test('pages are found with and without a trailing slash', () => {
  for (const address of ['/', '/cart', '/cart/', '/customer/checkout', '/p/lamp', '/c/laundry/washers', '/sitemap'])
    expect([address, pageOf(address)]).not.toEqual([address, 'routes/not-found.tsx'])
})

test('the app has exactly these page types [ROUTE-36]', () => {
  expect(pageTypes.join(' ')).toBe(
    'generic homepage categoryPage brandPage promoPage filter search topic sale promotions accounts shoppingCart ' +
      'orderConfirmation OrderSummary productComparison checkout product rescheduleDelivery afterpay zipPay vouchers ' +
      'cartBuilder klarna humm referAFriend contactUs resetPassword siteMap static blog project performanceDashboard ' +
      'pages virtualTour',
  )
})
