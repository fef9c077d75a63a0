import '../../../../../testing/browser.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { fraudToken, loadFraudCheck } from './fraud-check.ts'

afterEach(() => {
  document.head.replaceChildren()
  delete window.fraudDetection
  vi.useRealTimers()
})

test('the script loads from the site’s own assets, once [BIZ-09]', () => {
  loadFraudCheck()
  loadFraudCheck()
  expect([...document.scripts].map((one) => one.getAttribute('src'))).toEqual(['/assets/fraud-detection.js'])
})

test('returns its token, or none when it is missing, fails or takes over two seconds', async () => {
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
