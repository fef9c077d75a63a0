import '../../testing/browser.ts'
import { expect, test } from 'vitest'
import { lockScroll } from './scroll-lock.ts'

const isLocked = () => 'scrollLocked' in document.documentElement.dataset

test('the page is locked until the last of those who locked it lets go, in whatever order [navigation-09]', () => {
  expect(isLocked()).toBe(false)
  const menu = lockScroll()
  const modal = lockScroll()
  expect(isLocked()).toBe(true)
  menu()
  expect(isLocked()).toBe(true)
  modal()
  expect(isLocked()).toBe(false)
})

test('letting go twice counts once', () => {
  const menu = lockScroll()
  const modal = lockScroll()
  menu()
  menu()
  expect(isLocked()).toBe(true)
  modal()
  expect(isLocked()).toBe(false)
})
