import '../../testing/browser.ts'
import { expect, test } from 'vitest'
import { blockChat, chatBlockersStore } from './chat-blockers.ts'

test('the chat is blocked until every blocker is gone', () => {
  expect(chatBlockersStore.get()).toEqual([])
  const unblock = blockChat('compare')
  const unblockPanel = blockChat('sliding-panel')
  const unblockOther = blockChat('sliding-panel')
  expect(chatBlockersStore.get()).toEqual(['compare', 'sliding-panel', 'sliding-panel'])
  unblockPanel()
  unblockPanel()
  expect(chatBlockersStore.get()).toEqual(['compare', 'sliding-panel'])
  unblock()
  expect(chatBlockersStore.get()).toEqual(['sliding-panel'])
  unblockOther()
  expect(chatBlockersStore.get()).toEqual([])
})
