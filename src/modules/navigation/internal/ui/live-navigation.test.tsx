import { browseAs } from '../../../../testing/browser.ts'
import { act, cleanup, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { brandOf } from '../../../../brands/brands.ts'
import { hours } from '../../../../platform/clock.ts'
import { openTestShop, type TestShop } from '../../../../testing/shop.server.ts'
import { noSale } from '../../../promotions/sale.ts'
import { siteOf } from '../../site.server.ts'
import LiveNavigation from './live-navigation.tsx'

/** When the header asks for its menu, against a real shop. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ sandbox: false })
})
afterAll(async () => shop.close())
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: shop.clock.now() })
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('the menu data loads once at start, and again by a navigation after an hour [NAV-19] [navigation-02]', async () => {
  const calls = browseAs(shop.visitor())
  const requested = () => calls.filter(({ path }) => path === '/api/navbar/').length
  const brand = brandOf('aol')
  const parts = { hasStores: false, compares: true, otherCountryAddress: null, sale: noSale }
  const site = siteOf(brand, shop.services.navigation.of(brand), parts)
  const nothing = { current: null }
  const element = <LiveNavigation site={site} bar={nothing} pressed={nothing} view="none" onCloseMenu={null} />
  const router = createMemoryRouter([{ path: '*', element }])
  const start = Date.now()
  render(<RouterProvider router={router} />)
  const storedUntil = () => (JSON.parse(localStorage.getItem('navbar-data') ?? '{}') as { expires?: number }).expires
  await expect.poll(storedUntil).toBe(start + hours(1))
  async function goAt(now: number, path: string): Promise<void> {
    vi.setSystemTime(now)
    await act(() => router.navigate(path))
  }
  await goAt(start + hours(1) - 1, '/brands')
  expect(requested()).toBe(1)
  await goAt(start + hours(1), '/stores')
  await expect.poll(storedUntil).toBe(start + hours(2))
  expect(requested()).toBe(2)
})
