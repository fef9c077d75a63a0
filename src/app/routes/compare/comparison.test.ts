import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AppCode } from '../../../brands/apps.ts'
import type { PageRenderer } from '../../rendering/page-renderer.ts'
import type { ComparisonView } from '../../../modules/compare/ui/comparison-page.tsx'
import { deserialize } from '../../../platform/serialized.ts'
import { openTestShop, type TestShop } from '../../../testing/shop.server.ts'
import { loader as compare } from './compare.tsx'
import { loader as comparison } from './comparison.tsx'

/** The two addresses of a comparison: without the drawing. */

const pages: PageRenderer = async (request, context) => {
  const url = new URL(request.url)
  const loader = url.pathname.startsWith('/comparison') ? comparison : compare
  try {
    const { data, init } = await loader({ request, url, context, params: {} } as never)
    return Response.json(deserialize(data as Parameters<typeof deserialize>[0]), init ?? {})
  } catch (thrown) {
    const refused = thrown as { init?: ResponseInit }
    if (refused.init === undefined) throw thrown
    return Response.json(null, refused.init)
  }
}

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ pages, sandbox: false })
})
afterAll(async () => shop.close())

type Loaded = { readonly view: ComparisonView | null; readonly canonical: string }

async function get(path: string, app: AppCode = 'aol') {
  const answer = await shop.visitor(app).get(path)
  return { status: answer.status, ...(JSON.parse(answer.text) as Loaded | null) }
}
async function skus(path: string, app?: AppCode) {
  const { status, view } = await get(path, app)
  return [status, view?.products.map((one) => one.card.sku) ?? null]
}

describe('/comparison/{sku}/{sku}', () => {
  test('shows the products of its path segments; a slash in a SKU is encoded [ROUTE-15] [ROUTE-31]', async () => {
    expect(await skus('/comparison/WM-1/A%2FB-1/LAMP-1')).toEqual([200, ['WM-1', 'A/B-1', 'LAMP-1']])
    expect(await skus('/comparison/WM-1/A/B-1')).toEqual([200, ['WM-1']])
    expect(await skus('/comparison/WM-1/')).toEqual([200, ['WM-1']])
  })

  test('shows the first three distinct SKUs and skips unknown ones; without a known one it is 404', async () => {
    expect(await skus('/comparison/WM-1/wm-1/WM-1/LAMP-1/FR-1')).toEqual([200, ['WM-1', 'LAMP-1']])
    expect(await skus('/comparison/NONE/WM-1')).toEqual([200, ['WM-1']])
    expect(await skus('/comparison/NZ-1/WM-1', 'aol-nz')).toEqual([200, ['NZ-1']])
    for (const path of ['/comparison', '/comparison/', '/comparison/NONE', '/comparison/NZ-1', '/comparison/%E0%A4'])
      expect([path, await skus(path)]).toEqual([path, [404, null]])
  })

  test('has one canonical address, and each product links to the comparison of the others', async () => {
    const { canonical, view } = await get('/comparison/A%2FB-1/WM-1/LAMP-1/FR-1')
    expect(canonical).toBe(`${shop.url}/comparison/A%2FB-1/WM-1/LAMP-1/`)
    expect((await get('/comparison/WM-1', 'wa')).canonical).toBe(
      `http://wa.localhost:${new URL(shop.url).port}/comparison/WM-1`,
    )
    expect(view?.products.map((one) => one.without)).toEqual([
      '/comparison/WM-1/LAMP-1',
      '/comparison/A%2FB-1/LAMP-1',
      '/comparison/A%2FB-1/WM-1',
    ])
    expect((await get('/comparison/WM-1')).view?.products[0]?.without).toBe('/compare')
  })

  test('links back to the common category, and marks a better value only among like products', async () => {
    expect((await get('/comparison/WM-1/BO-1')).view).toMatchObject({
      category: { href: '/c/laundry/washing-machines' },
      isAlike: true,
    })
    expect((await get('/comparison/FR-1/SC-20')).view).toMatchObject({
      category: { href: '/c/kitchen' },
      isAlike: false,
    })
    expect((await get('/comparison/WM-1/LAMP-1')).view).toMatchObject({ category: null, isAlike: false })
  })
})

describe('/compare', () => {
  test('shows the SKUs of its query, with /comparison as canonical address [ROUTE-32]', async () => {
    expect(await skus('/compare?sku=WM-1~A%2FB-1')).toEqual([200, ['WM-1', 'A/B-1']])
    expect(await skus('/compare?sku=WM-1%7ELAMP-1&utm_source=mail')).toEqual([200, ['WM-1', 'LAMP-1']])
    expect(await skus('/compare?sku=NONE~WM-1')).toEqual([200, ['WM-1']])
    expect((await get('/compare?sku=WM-1~LAMP-1')).canonical).toBe(`${shop.url}/comparison/WM-1/LAMP-1/`)
    expect(await skus('/compare?sku=NONE')).toEqual([404, null])
  })

  test('is filled by the browser without SKUs', async () => {
    for (const path of ['/compare', '/compare/', '/compare?sku=', '/compare?sku=~'])
      expect([path, await skus(path)]).toEqual([path, [200, null]])
  })
})

test('settings disable comparing, and decide what is highlighted [SETT-24]', async () => {
  expect((await get('/comparison/WM-1')).view).toMatchObject({ highlight: { isOn: false }, showsReviews: false })
  await shop.set('aol', 'ComparePageHighlightToggleDefault', 'true')
  await shop.set('aol', 'ComparePageReviewSummary', 'true')
  expect((await get('/comparison/WM-1')).view).toMatchObject({ highlight: { isOn: true }, showsReviews: true })
  await shop.set('aol', 'ComparePageHighlightDifferencesEnabled', 'false')
  expect((await get('/comparison/WM-1')).view).toMatchObject({ highlight: null, rules: { compare: 'button' } })
  await shop.set('aol', 'ComparePageEnabled', 'false')
  expect([await skus('/comparison/WM-1'), await skus('/compare')]).toEqual([
    [404, null],
    [404, null],
  ])
  expect(await skus('/comparison/WM-1', 'wa')).toEqual([200, ['WM-1']])
})
