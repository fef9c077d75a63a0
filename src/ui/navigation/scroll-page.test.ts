import '../../testing/browser.ts'
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { scrollOffset, scrollPageTo } from './scroll-page.ts'

let scrolledTo: number[]
let frames: ((now: number) => void)[]
let prefersLess = false

beforeEach(() => {
  scrolledTo = []
  frames = []
  Object.defineProperty(window, 'scrollY', { value: 2_000, configurable: true })
  window.scrollTo = ((_left: number, top: number) => void scrolledTo.push(top)) as typeof window.scrollTo
  vi.stubGlobal('matchMedia', () => ({ matches: prefersLess }))
  vi.stubGlobal('requestAnimationFrame', (step: (now: number) => void) => frames.push(step))
})
afterEach(() => {
  prefersLess = false
  delete document.documentElement.dataset['toolbar']
  vi.unstubAllGlobals()
})

const frameAt = (now: number) => frames.shift()?.(now)

test('scroll offsets are 70 for the header, and 50 more with a toolbar [NAV-10]', () => {
  expect([scrollOffset(false), scrollOffset(true)]).toEqual([70, 120])
  // Links to a place on the page are the browser's own.
  const style = readFileSync('src/ui/base.css', 'utf8')
  expect(style).toContain('--navbar-offset: 70px;')
  expect(style).toContain('scroll-padding-top: calc(var(--navbar-offset) + var(--toolbar-height));')
  expect(style).toMatch(/\[data-toolbar\] \{\s+--toolbar-height: 50px;/)
})

describe('animated scrolling', () => {
  test('lasts 1000 ms [NAV-32]', () => {
    scrollPageTo(0)
    frameAt(5_000)
    frameAt(5_500)
    expect(scrolledTo).toEqual([2_000, 1_000])
    frameAt(5_999)
    expect(scrolledTo.at(-1)).toBeGreaterThan(0)
    frameAt(6_000)
    expect(scrolledTo.at(-1)).toBe(0)
    expect(frames).toEqual([])
  })

  test('to an element stops below header and toolbar [NAV-10]', () => {
    prefersLess = true
    const element = { getBoundingClientRect: () => ({ top: 500 }) } as Element
    scrollPageTo(element)
    document.documentElement.dataset['toolbar'] = ''
    scrollPageTo(element)
    expect(scrolledTo).toEqual([2_430, 2_380])
  })

  test('jumps with reduced motion, and ends when the user scrolls', () => {
    prefersLess = true
    scrollPageTo(0)
    expect([scrolledTo, frames]).toEqual([[0], []])
    prefersLess = false
    scrollPageTo(0)
    frameAt(1_000)
    window.dispatchEvent(new (window as unknown as { Event: typeof Event }).Event('wheel'))
    frameAt(1_100)
    expect([scrolledTo, frames]).toEqual([[0, 2_000], []])
  })
})
