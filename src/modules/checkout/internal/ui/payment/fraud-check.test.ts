import '../../../../../testing/browser.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { fraudToken, loadFraudCheck } from './fraud-check.ts'

afterEach(() => {
  document.head.replaceChildren()
  delete window.fraudDetection
  vi.useRealTimers()
})

test('the script comes from the site’s own assets, and once [BIZ-09]', () => {
  loadFraudCheck()
  loadFraudCheck()
  expect([...document.scripts].map((one) => one.getAttribute('src'))).toEqual(['/assets/fraud-detection.js'])
})

test('its token is had, and nothing where there is none, it fails, or takes more than two seconds', async () => {
  expect(await fraudToken()).toBe('')
  window.fraudDetection = { getToken: async () => 'T-1' }
  expect(await fraudToken()).toBe('T-1')
  window.fraudDetection = { getToken: () => Promise.reject(new Error('blocked')) }
  expect(await fraudToken()).toBe('')
  vi.useFakeTimers()
  window.fraudDetection = { getToken: () => new Promise(() => {}) }
  const requested = fraudToken()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await requested).toBe('')
})
