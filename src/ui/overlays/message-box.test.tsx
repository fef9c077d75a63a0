import '../../testing/browser.ts'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MessageBox } from './message-box.tsx'
import { messageStore, showMessage } from './message.ts'
import { navigationsStore } from '../navigation/navigations.ts'

/** The box over the page. That it lies over dialogs is the browser's doing, which this document leaves out. */

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(HTMLElement.prototype, { showPopover() {}, hidePopover() {} })
  navigationsStore.set({ at: 'first', target: null })
  render(<MessageBox />)
})
afterEach(() => {
  act(() => messageStore.set(null))
  cleanup()
  vi.useRealTimers()
})

const show = (...args: Parameters<typeof showMessage>) => act(() => showMessage(...args))
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

test('an error is an alert, a success a status, each with a close button [MSG-01] [MSG-02]', () => {
  show('error', 'Not added.')
  expect(screen.getByRole('alert').textContent).toBe('Not added.')
  expect(screen.getByRole('alert').className).toContain('error')
  show('success', 'Saved.')
  expect(screen.queryByRole('alert')).toBe(null)
  expect(screen.getByRole('status').textContent).toBe('Saved.')
  expect(screen.getByRole('status').className).toContain('success')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('status')).toBe(null)
})

test('a message disappears after 3000 ms, unless it is persistent [MSG-04]', () => {
  show('success', 'Saved.')
  wait(2_999)
  expect(screen.getByRole('status')).toBeDefined()
  wait(1)
  expect(screen.queryByRole('status')).toBe(null)

  show('success', 'Saved.', { keepAlive: true })
  wait(60_000)
  expect(screen.getByRole('status')).toBeDefined()
})

test('a new message has its own timeout', () => {
  show('error', 'Not added.')
  wait(2_000)
  show('error', 'Not added.')
  wait(2_000)
  expect(screen.getByRole('alert')).toBeDefined()
  wait(1_000)
  expect(screen.queryByRole('alert')).toBe(null)
})

test('a message, even persistent, is cleared by the next completed navigation and by its button [MSG-03]', () => {
  show('error', 'You are offline.', { keepAlive: true })
  act(() => navigationsStore.set({ at: 'first', target: '/cart' }))
  expect(screen.getByRole('alert')).toBeDefined()
  act(() => navigationsStore.set({ at: 'second', target: null }))
  expect(screen.queryByRole('alert')).toBe(null)

  show('error', 'You are offline.', { keepAlive: true })
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('alert')).toBe(null)
})
