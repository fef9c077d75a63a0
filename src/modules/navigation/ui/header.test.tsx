import '../../../testing/browser.ts'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AppCode } from '../../../brands/apps.ts'
import { brandOf, brands } from '../../../brands/brands.ts'
import { navbarOf } from '../internal/navbar.ts'
import type { Navbar } from '../navigation.ts'
import { noSale } from '../../promotions/sale.ts'
import { siteOf } from '../site.server.ts'
import { Header } from './header.tsx'
import { closeView, navigationView } from './view.ts'

/** The header as the server sends it and the browser takes it over; what moves is in the journey. */

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  vi.stubGlobal('requestIdleCallback', () => 0)
  Object.assign(window, { requestIdleCallback: () => 0 })
})
afterEach(() => {
  cleanup()
  closeView()
  vi.unstubAllGlobals()
})

const category = {
  cardFacts: [],
  facets: [],
  promotedFacets: [],
  picture: null,
  intro: '',
  children: [],
  parentUri: null,
}
const categories = ['kitchen', 'laundry'].map((uri, id) => ({ ...category, id, uri, title: uri }))

function navbar(app: AppCode, change: Partial<Navbar> = {}): Navbar {
  const sold = {
    categories,
    brands: [],
    isSold: () => true,
    brandCounts: () => new Map(),
    pictureOf: () => '/media/a.svg',
  }
  const made = navbarOf(brandOf(app), sold, { icons: new Map(), entries: new Map(), quickLinks: '[]' })
  return { ...made, ...change }
}

function show(app: AppCode, { data = navbar(app), hasStores = brandOf(app).hasStores } = {}) {
  cleanup()
  const site = siteOf(brandOf(app), data, { hasStores, compares: true, otherCountryAddress: null, sale: noSale })
  const header = <Header site={site} placeLabel={null} cartCount={2} onPlace={() => {}} onCart={() => {}} />
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: header }])} />)
  return within(screen.getByRole('banner'))
}

const shown = (element: HTMLElement | null) => element !== null

describe('the header of each brand', () => {
  test.each(brands.map((brand) => [brand.app, brand] as const))('%s has its own [NAV-02]', (app, brand) => {
    const header = show(app)
    expect(header.getByRole('link', { name: `${brand.companyName}, home` }).getAttribute('href')).toBe('/')
    expect(header.getByRole('combobox', { name: 'Search' }).getAttribute('placeholder')).toBe(brand.searchPlaceholder)
    expect(shown(header.queryByRole('link', { name: 'Your store' }))).toBe(!['aol', 'aol-nz', 'aoc'].includes(app))
    expect(shown(header.queryByRole('link', { name: 'Projects' }))).toBe(['wa', 'wac', 'andoo'].includes(app))
    // Where the field is always open there is nothing to open it.
    expect(shown(header.queryByRole('button', { name: 'Search', expanded: false }))).toBe(
      !['aol', 'aol-nz'].includes(app),
    )
    for (const link of brand.header.barLinks)
      expect(header.getByRole('link', { name: link.title }).getAttribute('href')).toBe(link.href)
    expect(header.getByText(brand.supportNumber).getAttribute('href')).toMatch(/^tel:\d{10}$/)
  })

  test('has no category bar in the themes wac and fk; logo, search, cart and menu button stay [ALRT-06]', () => {
    const without = brands.filter(({ app }) => !shown(show(app).queryByRole('navigation', { name: 'Categories' })))
    expect(without.map((brand) => brand.theme)).toEqual(['wac', 'fk'])
    for (const { app } of without) {
      const header = show(app)
      header.getByRole('link', { name: 'All categories' })
      header.getByRole('link', { name: 'Menu' })
      header.getByRole('link', { name: 'Cart, 2 items' })
      header.getByRole('search')
    }
    const links = within(show('wa').getByRole('navigation', { name: 'Categories' })).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/c/kitchen', '/c/laundry'])
  })
})

test.each([
  ['displayCartIcon', 'link', /^Cart/],
  ['displayProjectIcon', 'link', 'Projects'],
  ['displaySearchIcon', 'button', 'Search'],
  ['displayContactUsIcon', 'link', 'Contact us'],
] as const)('%s switches its icon [NAV-14]', (icon, role, name) => {
  const all = { displayCartIcon: true, displayProjectIcon: true, displaySearchIcon: true, displayContactUsIcon: true }
  const find = (topNav: Navbar['topNav']) =>
    show('hc', { data: navbar('hc', { topNav }) })
      .queryAllByRole(role, { name })
      .filter((one) => one.getAttribute('type') !== 'submit')
  expect(find(all)).toHaveLength(1)
  expect(find({ ...all, [icon]: false })).toHaveLength(0)
  const others = {
    displayCartIcon: false,
    displayProjectIcon: false,
    displaySearchIcon: false,
    displayContactUsIcon: false,
  }
  expect(find({ ...others, [icon]: true })).toHaveLength(1)
})

test('an app without stores has no store icon, whatever the setting [stores-07]', () => {
  expect(shown(show('wa', { hasStores: false }).queryByRole('link', { name: 'Your store' }))).toBe(false)
})

test('icons open their panels and search shows its bar; a second click closes it [NAV-03] [NAV-04]', () => {
  const header = show('wa')
  const search = header.getByRole('button', { name: 'Search', expanded: false })
  const bar = header.getByRole('search')
  expect(bar.getAttribute('data-open')).toBeNull()
  act(() => void fireEvent.click(search))
  expect([navigationView.get(), bar.getAttribute('data-open')]).toEqual(['search', 'true'])
  act(() => void fireEvent.click(search))
  expect([navigationView.get(), bar.getAttribute('data-open')]).toEqual(['none', null])
  act(() => void fireEvent.click(header.getByRole('link', { name: 'Your store' })))
  expect(navigationView.get()).toBe('store')
  act(() => void fireEvent.click(header.getByRole('link', { name: 'Contact us' })))
  expect(navigationView.get()).toBe('contactUs')
})

test('has a row of quick links when there are some, and a link to the comparison', () => {
  expect(shown(show('wa').queryByRole('navigation', { name: 'Quick links' }))).toBe(false)
  const header = show('wa', { data: navbar('wa', { quickLinks: [{ title: 'Gift cards', url: '/vouchers' }] }) })
  const links = within(header.getByRole('navigation', { name: 'Quick links' })).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([['Gift cards', '/vouchers']])
  header.getByRole('link', { name: 'Compare' })
})

test('the minimum search length comes from the navigation data [SRCH-22]', () => {
  const site = siteOf(
    brandOf('wa'),
    { ...navbar('wa'), search: { limit: 5, minLength: 5 } },
    { hasStores: true, compares: true, otherCountryAddress: null, sale: noSale },
  )
  expect(site.search.minLength).toBe(5)
})
