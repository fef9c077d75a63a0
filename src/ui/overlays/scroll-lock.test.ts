import '../../testing/browser.ts'
import { expect, test } from 'vitest'
import { lockScroll } from './scroll-lock.ts'

const isLocked = () => 'scrollLocked' in document.documentElement.dataset

test('the page stays locked until the last lock is released, in any order [navigation-09]', () => {
  expect(isLocked()).toBe(false)
  const menu = lockScroll()
  const modal = lockScroll()
  expect(isLocked()).toBe(true)
  menu()
  expect(isLocked()).toBe(true)
  modal()
  expect(isLocked()).toBe(false)
})

test('releasing twice counts once', () => {
  const menu = lockScroll()
  const modal = lockScroll()
  menu()
  menu()
  expect(isLocked()).toBe(true)
  modal()
  expect(isLocked()).toBe(false)
})
