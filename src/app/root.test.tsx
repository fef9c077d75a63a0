import { browseAs } from '../testing/browser.ts'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { brandOf } from '../brands/brands.ts'
import { compareStore } from '../modules/compare/ui/compare-state.ts'
import type { CompareProduct } from '../modules/compare/compare.ts'
import { placeStore } from '../modules/geo/ui/place.ts'
import { memberStore } from '../modules/identity/ui/member.ts'
import { siteOf } from '../modules/navigation/site.server.ts'
import { noSale, type Sale } from '../modules/promotions/sale.ts'
import { serialize } from '../platform/serialized.ts'
import Root from './root.tsx'
import { openTestShop, type TestShop } from '../testing/shop.server.ts'

/** The frame of a page with everything in it that it may have, put together by the shop itself. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ sandbox: false })
})
afterAll(async () => shop.close())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
  document.head.replaceChildren()
})

const picture = {
  src: '/media/sale.svg',
  srcMobile: null,
  attributes: { href: '', title: 'Sale', subtext: '', clipPath: '' },
}
const sale: Sale = {
  ...noSale,
  isSaleOn: true,
  name: 'Winter sale',
  images: { ...noSale.images, siteWideHeaderBanner1: picture, footerBanner: picture },
}
const lamp: CompareProduct = {
  brandImage: '',
  brandName: 'Nordhaus',
  productId: 1,
  productImage: '',
  productName: 'Reading lamp',
  productSKU: 'LAMP-1',
  price: 49.5,
} as CompareProduct
const staff = { firstName: 'Demo', winningUserId: '7', winningCmsUrl: 'http://staff.localhost', salespersonCode: 'S1' }

const parts = {
  'sales header banner': '[aria-label="Sale"]',
  'alert banner': '#alert',
  navigation: 'header[class]:not(main header)',
  content: 'main',
  footer: '#footer',
  'back to top': '[aria-label="Back to top"]',
  'sales footer banner': '[aria-label="Sale reminder"]',
  'compare tray': '[aria-label="Products to compare"]',
  'admin toolbar': '[aria-label="Staff toolbar"]',
  'admin side panel': '[aria-label="Side panel"]',
  'rating badge': '[aria-label="Customer reviews"]',
  'location popup': 'dialog[open]',
}
const shown = () =>
  [...document.querySelectorAll(Object.values(parts).join())].map(
    (element) => Object.entries(parts).find(([, selector]) => element.matches(selector))?.[0],
  )

test('the layout has its parts in this order, each optional [SHELL-01]', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  browseAs(shop.visitor())
  const ofShop = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    if (String(input) === '/api/promotion/sale/') return Response.json(sale)
    if (String(input) === '/api/staff/panel-tokens') return Response.json({ access_token: 'a', id_token: 'b' })
    return ofShop(input, init)
  }
  document.head.innerHTML = '<meta name="reviewMerchantId" content="4711">'
  localStorage.setItem('admin-panel', '{"isOn":true}')
  const brand = brandOf('aol')
  const site = siteOf(brand, shop.services.navigation.of(brand), {
    hasStores: false,
    compares: true,
    otherCountryAddress: 'https://www.aol-nz.example/',
    sale,
  })
  const root = <Root {...({ loaderData: serialize(site) } as unknown as Parameters<typeof Root>[0])} />
  const router = createMemoryRouter(
    [{ id: 'root', path: '/', loader: () => serialize(site), element: root, children: [{ path: 'brands' }] }],
    {
      initialEntries: ['/brands'],
      hydrationData: { loaderData: { root: serialize(site) } },
    },
  )
  render(<RouterProvider router={router} />)
  await waitFor(() => expect(placeStore.get()).not.toBeNull())
  await import('./signed-in.ts')
  await act(async () => {
    const place = placeStore.get()
    placeStore.set(place && { ...place, ipCountry: 'NZ' })
    compareStore.set({ products: [lamp], isMinimized: true, notice: null })
    memberStore.set(staff)
  })
  await screen.findByRole('complementary', { name: 'Side panel' })
  Object.defineProperty(window, 'scrollY', { value: 900, configurable: true })
  act(() => void window.dispatchEvent(new (window as unknown as { Event: typeof Event }).Event('scroll')))
  await waitFor(() => expect(shown()).toEqual(Object.keys(parts)))
})
