import '../../testing/browser.ts'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BackToTop } from './back-to-top.tsx'

let frames: ((now: number) => void)[]
let prefersLess: boolean

beforeEach(() => {
  frames = []
  prefersLess = false
  window.scrollTo = ((_left: number, top: number) => scrollTo(top)) as typeof window.scrollTo
  vi.stubGlobal('matchMedia', () => ({ matches: prefersLess }))
  vi.stubGlobal('requestAnimationFrame', (step: (now: number) => void) => frames.push(step))
  scrollTo(0)
  render(<BackToTop />)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function scrollTo(top: number): void {
  Object.defineProperty(window, 'scrollY', { value: top, configurable: true })
  act(() => void window.dispatchEvent(new (window as unknown as { Event: typeof Event }).Event('scroll')))
}
const button = () => screen.queryByRole('button', { name: 'Back to top' })
const frameAt = (now: number) => frames.shift()?.(now)

test('the back-to-top button shows when the page is scrolled, and not at its top [SHELL-05]', () => {
  expect(button()).toBe(null)
  scrollTo(1)
  expect(button()).not.toBe(null)
  scrollTo(0)
  expect(button()).toBe(null)
})

test('scrolls smoothly in 600 ms [SHELL-06]', () => {
  scrollTo(3_000)
  fireEvent.click(screen.getByRole('button', { name: 'Back to top' }))
  frameAt(1_000)
  frameAt(1_300)
  expect(window.scrollY).toBe(1_500)
  frameAt(1_599)
  expect(window.scrollY).toBeGreaterThan(0)
  frameAt(1_600)
  expect([window.scrollY, frames, button()]).toEqual([0, [], null])
})

test('jumps with reduced motion [ui-02]', () => {
  prefersLess = true
  scrollTo(3_000)
  fireEvent.click(screen.getByRole('button', { name: 'Back to top' }))
  expect([window.scrollY, frames]).toEqual([0, []])
})
