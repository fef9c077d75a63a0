import { browseAs, type Call } from '../../../../testing/browser.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openTestShop, type TestShop } from '../../../../testing/shop.server.ts'

/** The menu's data as the browser keeps it, asking a real shop. */

let shop: TestShop
let calls: Call[]
beforeAll(async () => {
  shop = await openTestShop({ sandbox: false })
})
afterAll(async () => shop.close())
beforeEach(() => {
  localStorage.clear()
  calls = browseAs(shop.visitor())
})
afterEach(() => void vi.restoreAllMocks())

/** A page that has just been loaded: what was in memory is gone. */
async function newPage() {
  vi.resetModules()
  return import('./navbar-data.ts')
}

const hour = 3_600_000
const now = 1_790_000_000_000
const stored = () => JSON.parse(localStorage.getItem('navbar-data') ?? 'null') as { expires: number } | null
const requested = () => calls.map((call) => `${call.method} ${call.path}`)

test('loads once at start for all callers, and is cached for one hour [NAV-19]', async () => {
  const first = await newPage()
  const [one, other] = await Promise.all([first.loadNavbar(now), first.loadNavbar(now)])
  expect(one?.mainNav.categories.length).toBeGreaterThan(0)
  expect(other).toBe(one)
  expect(await first.loadNavbar(now + hour - 1)).toBe(one)
  expect(requested()).toEqual(['GET /api/navbar/'])
  expect(stored()).toEqual({ value: one, expires: now + hour })

  const next = await newPage()
  expect(await next.loadNavbar(now + hour - 1)).toEqual(one)
  expect(requested()).toHaveLength(1)
})

test('reloads after expiry; the old copy stays until the new one arrives [NAV-19] [navigation-02]', async () => {
  await (await newPage()).loadNavbar(now)
  const next = await newPage()
  const answer = next.loadNavbar(now + hour)
  expect(next.navbarStore.get()?.mainNav.categories.length).toBeGreaterThan(0)
  expect((await answer)?.mainNav.categories.length).toBeGreaterThan(0)
  expect(requested()).toHaveLength(2)
  expect(stored()?.expires).toBe(now + 2 * hour)
})

test('logs a failure and uses an old copy when there is one [NAV-20]', async () => {
  const original = globalThis.fetch
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  globalThis.fetch = async () => new Response('{}', { status: 500 })
  const first = await newPage()
  expect(await first.loadNavbar(now)).toBeNull()
  expect(warned).toHaveBeenCalledExactlyOnceWith('/api/navbar/: A server error occurred. Please try again later.')
  expect(document.body.textContent).toBe('')

  globalThis.fetch = original
  const old = await first.loadNavbar(now)
  expect(old).not.toBeNull()
  globalThis.fetch = async () => Promise.reject(new TypeError('fetch failed'))
  expect(await (await newPage()).loadNavbar(now + hour)).toEqual(old)
  expect(warned).toHaveBeenCalledTimes(2)
})

test.each(['no', '{}', '{"value":{},"expires":9e15}', '[]'])('a cached %s counts as none', async (text) => {
  localStorage.setItem('navbar-data', text)
  expect((await (await newPage()).loadNavbar(now))?.mainNav.categories.length).toBeGreaterThan(0)
  expect(requested()).toHaveLength(1)
})
