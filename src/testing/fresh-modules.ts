import { afterAll, vi } from 'vitest'

/** Each file finds modules and globals as in a process of its own, although one process runs many files, which takes a third of the time. */
vi.resetModules()

const ownFetch = globalThis.fetch
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  globalThis.fetch = ownFetch
})
