import '../../testing/browser.ts'
import { beforeEach, expect, test } from 'vitest'
import { followNavigation, hideMessage } from './message-end.ts'
import { messageStore, showMessage } from './message.ts'
import { navigationsStore } from '../navigation/navigations.ts'

beforeEach(() => navigationsStore.set({ at: 'first', target: null }))

const shown = () => messageStore.get()?.text
function go(at: string, target: string | null): void {
  navigationsStore.set({ at, target })
  followNavigation()
}

test('one message shows at a time: a new one replaces the old [ui-06]', () => {
  showMessage('error', 'Not added.')
  showMessage('success', 'Added.', { keepAlive: true })
  expect(messageStore.get()).toEqual({ type: 'success', text: 'Added.', keepAlive: true })
  hideMessage()
  expect(messageStore.get()).toBe(null)
})

test('a completed navigation clears a message, persistent or not, but not one set during it [ui-06]', () => {
  showMessage('error', 'Not added.', { keepAlive: true })
  go('first', '/cart')
  expect(shown()).toBe('Not added.')
  go('second', null)
  expect(shown()).toBe(undefined)

  go('second', '/cart')
  showMessage('success', 'Saved.', { keepAlive: true })
  go('third', null)
  expect(shown()).toBe('Saved.')
  go('fourth', null)
  expect(shown()).toBe(undefined)
})
