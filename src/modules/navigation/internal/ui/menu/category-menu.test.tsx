import { browseAs } from '../../../../../testing/browser.ts'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useRef } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openTestShop, type TestShop } from '../../../../../testing/shop.server.ts'
import { CategoryMenu } from './category-menu.tsx'
import { loadNavbar } from '../navbar-data.ts'

/** The menu's timing and its ways to open and close, with the data of a real shop; where it looks right is the journey's matter. */

let shop: TestShop
let hasMouse: boolean
let scrolledTo: number[]
beforeAll(async () => {
  shop = await openTestShop({ sandbox: false })
})
afterAll(async () => shop.close())
beforeEach(async () => {
  hasMouse = true
  scrolledTo = []
  browseAs(shop.visitor())
  await loadNavbar(Date.now())
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('hover') ? hasMouse : true }))
  window.scrollTo = ((_left: number, top: number) => void scrolledTo.push(top)) as typeof window.scrollTo
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  vi.unstubAllGlobals()
})

const tops = [
  ['Kitchen', '/c/kitchen'],
  ['Lighting', '/c/lighting'],
  // Nobody has told the menu of it.
  ['Gone', '/c/gone'],
] as const

function Bar() {
  const bar = useRef<HTMLElement>(null)
  const pressed = useRef<HTMLAnchorElement>(null)
  return (
    <>
      <nav ref={bar}>
        <ul data-bar="">
          {tops.map(([title, href]) => (
            <li key={href} data-menu={href}>
              <a href={href}>{title}</a>
              <button type="button" aria-expanded={false} aria-label={`${title} menu`} />
            </li>
          ))}
        </ul>
      </nav>
      <CategoryMenu kind="columns" bar={bar} pressed={pressed} />
    </>
  )
}

function open(at = '/') {
  const router = createMemoryRouter([{ path: '*', element: <Bar /> }], { initialEntries: [at] })
  render(<RouterProvider router={router} />)
  return router
}

/** happy-dom's events forget what kind of pointer it is. */
async function point(type: 'pointerover' | 'pointerleave', element: Element): Promise<void> {
  const event = Object.assign(new (window as unknown as { Event: typeof Event }).Event(type, { bubbles: true }), {
    pointerType: 'mouse',
  })
  await act(async () => void element.dispatchEvent(event))
}
const over = (title: string) => point('pointerover', screen.getByRole('link', { name: title }))
const leave = () => point('pointerleave', screen.getByRole('navigation'))
const click = (element: Element) => act(async () => void fireEvent.click(element))
const expanded = () =>
  screen.getAllByRole('button', { expanded: true }).map((button) => button.getAttribute('aria-label'))
const openMenus = () => screen.queryAllByRole('button', { expanded: true }).length
const link = (name: string) => screen.getByRole('link', { name })

describe('with a mouse', () => {
  test('a top category opens with its first subcategory, whose brands show [NAV-23]', async () => {
    open()
    await over('Kitchen')
    expect(expanded()).toEqual(['Kitchen menu'])
    const first = link('All Kitchen').closest('ul')?.querySelector('a')
    expect(first?.closest('li')?.hasAttribute('data-selected')).toBe(true)
    expect(screen.getByText(`Brands in ${first?.textContent}`)).toBeDefined()
  })

  test('leaving closes it after 100 ms, and re-entering before keeps it open [NAV-24]', async () => {
    open()
    await over('Kitchen')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await leave()
    act(() => void vi.advanceTimersByTime(99))
    expect(openMenus()).toBe(1)
    await over('Kitchen')
    act(() => void vi.advanceTimersByTime(1_000))
    expect(openMenus()).toBe(1)
    await leave()
    act(() => void vi.advanceTimersByTime(99))
    expect(openMenus()).toBe(1)
    act(() => void vi.advanceTimersByTime(1))
    expect(openMenus()).toBe(0)
  })

  test('a click opens the category page and closes the menu [NAV-25]', async () => {
    open()
    await over('Kitchen')
    // The page's own listener follows plain links, so the click must be left to it.
    const followed = fireEvent.click(link('Kitchen'))
    expect(followed).toBe(true)
    await waitFor(() => expect(openMenus()).toBe(0))
  })

  test('a category without children opens nothing [navigation-03]', async () => {
    open()
    await over('Gone')
    expect(openMenus()).toBe(0)
  })
})

describe('by touch', () => {
  beforeEach(() => void (hasMouse = false))

  test('the first tap opens a category with subcategories, the second closes it [NAV-26]', async () => {
    const router = open()
    await click(link('Kitchen'))
    expect(expanded()).toEqual(['Kitchen menu'])
    await click(link('Kitchen'))
    expect(openMenus()).toBe(0)
    expect(router.state.location.pathname).toBe('/')
  })

  test('a category without subcategories is opened as a page; on its own page the menu closes and scrolls to the top [NAV-27]', async () => {
    const router = open()
    await click(link('Kitchen'))
    await click(link('Gone'))
    expect([router.state.location.pathname, openMenus(), scrolledTo]).toEqual(['/c/gone', 0, []])
    await click(link('Kitchen'))
    expect(openMenus()).toBe(1)
    await click(link('Gone'))
    expect([router.state.location.pathname, openMenus(), scrolledTo]).toEqual(['/c/gone', 0, [0]])
  })
})

describe('by keyboard', () => {
  const press = (key: string) =>
    act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key }))

  test('arrow keys move along the bar, down opens, Escape closes and returns to the category', async () => {
    open()
    act(() => link('Kitchen').focus())
    await press('ArrowRight')
    expect(document.activeElement).toBe(link('Lighting'))
    await press('ArrowLeft')
    await press('ArrowDown')
    const [first, second] = link('All Kitchen').closest('ul')?.querySelectorAll('a') ?? []
    expect(document.activeElement).toBe(first)
    await press('ArrowDown')
    expect(document.activeElement).toBe(second)
    expect(screen.getByText(`Brands in ${second?.textContent}`)).toBeDefined()
    await press('ArrowRight')
    expect(document.activeElement?.getAttribute('href')).toMatch(/^\/brands\//)
    await press('ArrowLeft')
    expect(document.activeElement).toBe(second)
    await press('Escape')
    expect([openMenus(), document.activeElement]).toEqual([0, link('Kitchen')])
  })

  test('a button beside each category opens and closes its menu', async () => {
    open()
    const button = screen.getByRole('button', { name: 'Kitchen menu' })
    await click(button)
    expect(button.getAttribute('aria-expanded')).toBe('true')
    await click(button)
    expect(button.getAttribute('aria-expanded')).toBe('false')
  })
})
