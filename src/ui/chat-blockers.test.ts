import '../browser-for-tests.ts'
import { expect, test } from 'vitest'
import { blockChat, chatBlockers } from './chat-blockers.ts'

test('the chat is blocked until everything that blocks it is gone [ui-14]', () => {
  const menu = blockChat('mobile-nav')
  const other = blockChat('mobile-nav')
  const tray = blockChat('compare')
  expect(chatBlockers.get()).toEqual(['mobile-nav', 'mobile-nav', 'compare'])
  menu()
  menu()
  expect(chatBlockers.get()).toEqual(['mobile-nav', 'compare'])
  other()
  tray()
  expect(chatBlockers.get()).toEqual([])
})
