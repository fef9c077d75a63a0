import { browseAs, openAddress, type Call } from '../../../testing/browser.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { places } from '../../../testing/catalogue.ts'
import { openTestShop, type TestShop } from '../../../testing/shop.server.ts'
import { loadPlace, placeStore } from './place.ts'
import applyRegion from './region.ts'

/** Which place counts on a page whose address may name a region, for a visitor whom the proxy in front of the shop sees in Orange. */

let shop: TestShop
let calls: Call[]
beforeAll(async () => {
  shop = await openTestShop({ sandbox: false, env: { GEO_POSTCODE_HEADER: 'X-Postcode' } })
})
afterAll(async () => shop.close())
beforeEach(() => {
  calls = browseAs(shop.visitor())
  const ofShop = globalThis.fetch
  globalThis.fetch = (input, init = {}) =>
    ofShop(input, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), 'x-postcode': '2800' } })
})

const chosen = () => calls.filter(({ path }) => path === '/api/geo/setlocation').map(({ body }) => body)
async function open(query: string): Promise<string | null | undefined> {
  openAddress(`/sitemap${query}`)
  await loadPlace()
  await applyRegion()
  return placeStore.get()?.suburb
}

test.each(['', '?regionId=', '?regionId=2001', '?regionId=800', '?regionId=sydney', '?region=3000'])(
  'with %j in the URL the detected region applies [GEO-01] [GEO-02]',
  async (query) => {
    expect(await open(query)).toBe('Orange')
    expect(chosen()).toEqual([])
  },
)

test('a known region id takes precedence over detection, and is stored [GEO-01]', async () => {
  expect(await open('?REGIONID=3000')).toBe('Melbourne')
  expect(chosen()).toEqual([{ localityId: places.melbourne.id }])
  await loadPlace()
  expect(placeStore.get()?.suburb).toBe('Melbourne')
})
