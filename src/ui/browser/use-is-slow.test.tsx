import '../../testing/browser.ts'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useIsSlow } from './use-is-slow.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('only work that takes longer than a moment shows a progress state', () => {
  const { result, rerender } = renderHook(({ isUnderWay }) => useIsSlow(isUnderWay), {
    initialProps: { isUnderWay: true },
  })
  act(() => void vi.advanceTimersByTime(149))
  expect(result.current).toBe(false)
  act(() => void vi.advanceTimersByTime(1))
  expect(result.current).toBe(true)
  rerender({ isUnderWay: false })
  expect(result.current).toBe(false)
})

test('quick work leaves no trace', () => {
  const { result, rerender } = renderHook(({ isUnderWay }) => useIsSlow(isUnderWay), {
    initialProps: { isUnderWay: true },
  })
  act(() => void vi.advanceTimersByTime(100))
  rerender({ isUnderWay: false })
  act(() => void vi.advanceTimersByTime(1_000))
  expect(result.current).toBe(false)
})
