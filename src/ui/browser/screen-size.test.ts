import '../../testing/browser.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onResize } from './on-resize.ts'
import { isSmall, screenSize } from './screen-size.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test.each([
  [0, 'xs', true],
  [519, 'xs', true],
  [520, 'sm', true],
  [767, 'sm', true],
  [768, 'md', false],
  [974, 'md', false],
  [975, 'lg', false],
  [1199, 'lg', false],
  [1200, 'xl', false],
  [3840, 'xl', false],
] as const)('%i px is %s; small: %s [NAV-31]', (width, size, small) => {
  expect([screenSize(width), isSmall(screenSize(width))]).toEqual([size, small])
})

function resize(width: number): void {
  Object.defineProperty(window, 'innerWidth', { value: width, configurable: true })
  window.dispatchEvent(new (window as unknown as { Event: typeof Event }).Event('resize'))
}

test('a resize is handled 150 ms after the last one, once, and not at the same width [NAV-30]', () => {
  resize(1000)
  vi.advanceTimersByTime(1_000)
  const widths: number[] = []
  const stop = onResize((width) => widths.push(width))
  resize(900)
  vi.advanceTimersByTime(149)
  resize(800)
  vi.advanceTimersByTime(149)
  expect(widths).toEqual([])
  vi.advanceTimersByTime(1)
  expect(widths).toEqual([800])
  resize(800)
  vi.advanceTimersByTime(1_000)
  expect(widths).toEqual([800])
  resize(700)
  stop()
  vi.advanceTimersByTime(1_000)
  expect(widths).toEqual([800])
})
