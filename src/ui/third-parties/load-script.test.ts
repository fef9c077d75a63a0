import '../../testing/browser.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const address = 'https://elsewhere.example/widget.js'
let appended: HTMLScriptElement[] = []

beforeEach(() => {
  appended = []
  // No test fetches a script of somebody else's.
  vi.spyOn(document.head, 'append').mockImplementation((element) => void appended.push(element as HTMLScriptElement))
})
afterEach(() => vi.restoreAllMocks())

async function opened() {
  vi.resetModules()
  return import('./load-script.ts')
}
const happens = (kind: 'load' | 'error', at: number) => appended[at]?.dispatchEvent(new window.Event(kind))

test('a script loads once for all callers, and reports its state [SCRIPT-01]', async () => {
  const { loadScript, scriptState } = await opened()
  expect(scriptState(address)).toEqual({ isLoading: false, isLoaded: false })
  const both = [loadScript(address), loadScript(address)]
  expect(scriptState(address)).toEqual({ isLoading: true, isLoaded: false })
  happens('load', 0)
  await Promise.all(both)
  await loadScript(address)
  expect(scriptState(address)).toEqual({ isLoading: false, isLoaded: true })
  expect(appended.map(({ src }) => src)).toEqual([address])
})

test('a script runs again only when requested [SCRIPT-02]', async () => {
  const { loadScript } = await opened()
  const first = loadScript(address)
  happens('load', 0)
  await first
  await loadScript(address)
  expect(appended).toHaveLength(1)
  const again = loadScript(address, { reinject: true })
  happens('load', 1)
  await again
  expect(appended).toHaveLength(2)
})

test("a failed one reports 'Failed to load script', and can be retried [SCRIPT-04]", async () => {
  const { loadScript, scriptState } = await opened()
  const failing = loadScript(address)
  happens('error', 0)
  await expect(failing).rejects.toThrow(new Error('Failed to load script'))
  expect(scriptState(address)).toEqual({ isLoading: false, isLoaded: false })
  const again = loadScript(address)
  happens('load', 1)
  await again
  expect(appended).toHaveLength(2)
})
