import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ErrorBody } from '../../platform/http/problem.ts'
import { analyticsAccess } from '../../modules/analytics/analytics.server.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ sandbox: false })
})
afterAll(async () => shop.close())

const event = {
  analyticsEventType: 1,
  query: 'Washing  MACHINE',
  productList: [{ sku: 'WM-1', price: 999, quantity: 1 }],
  url: '/search/washing%20machine?utm=ana@example.com',
  isRepeatUser: true,
}

/** What is kept of a query, without the day. */
async function stored(query: string) {
  return shop.database.db
    .selectFrom('search_event')
    .select(['app', 'event', 'query', 'sku', 'count', 'repeat_count'])
    .where('query', '=', query)
    .orderBy('event')
    .orderBy('sku')
    .execute()
}

describe('search events', () => {
  test('are answered with 204 and counted by day, query and product [TRACK-07]', async () => {
    for (const isRepeatUser of [true, false]) {
      const answer = await shop.visitor().post('/api/analytics/search', { ...event, isRepeatUser })
      expect([answer.status, answer.text]).toEqual([204, ''])
    }
    expect(await stored('washing machine')).toEqual([
      { app: 'aol', event: 'productClick', query: 'washing machine', sku: 'WM-1', count: 2, repeat_count: 1 },
    ])
  })

  test.each([
    [0, 'search', ''],
    [1, 'productClick', 'LAMP-1'],
    [2, 'productAddToCart', 'LAMP-1'],
    [3, 'productOrder', 'LAMP-1'],
    [4, 'visit', ''],
    [5, 'productMultiOrder', 'LAMP-1'],
  ])('of number %i are stored as %s [ENUM-15]', async (analyticsEventType, name, sku) => {
    const query = `lamp number ${analyticsEventType}`
    const productList = [{ sku: 'lamp-1', price: 49.5, quantity: 1 }]
    expect(
      (await shop.visitor().post('/api/analytics/search', { ...event, analyticsEventType, query, productList })).status,
    ).toBe(204)
    expect(await stored(query)).toMatchObject([{ event: name, sku, count: 1 }])
  })

  test('skip products that the app does not sell, and store no more rows than products', async () => {
    const productList = ['NOBODY-1', 'NZ-1', 'WM-1', 'wm-1'].map((sku) => ({ sku, price: 0, quantity: 1 }))
    await shop.visitor().post('/api/analytics/search', { ...event, query: 'unsold', productList })
    expect((await stored('unsold')).map(({ sku }) => sku)).toEqual(['WM-1'])
  })

  test('store only counts: no page URL, email address or other personal data', async () => {
    await shop.visitor().post('/api/analytics/search', { ...event, query: 'ana.botha@example.com' })
    await shop.visitor().get('/api/analytics/search?searchTerm=ana%2540example.com')
    const rows = await shop.database.db.selectFrom('search_event').selectAll().execute()
    expect(JSON.stringify(rows)).not.toMatch(/example|botha|utm/)
    expect((await stored('[email]')).map((row) => row.event)).toEqual(['nothing', 'opened', 'productClick'])
    expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual([
      'app',
      'count',
      'event',
      'happened_on',
      'position_count',
      'position_sum',
      'query',
      'repeat_count',
      'sku',
    ])
  })

  test.each([
    [{ analyticsEventType: 6 }, 'analyticsEventType'],
    [{ analyticsEventType: '0' }, 'analyticsEventType'],
    [{ productList: [{ sku: '', price: 1, quantity: 1 }] }, 'productList.0.sku'],
    [{ isRepeatUser: 'true' }, 'isRepeatUser'],
    [{ query: 'x'.repeat(401) }, 'query'],
  ])('with %j are rejected, and nothing is stored', async (wrong, field) => {
    const before = await shop.database.db.selectFrom('search_event').selectAll().execute()
    const answer = await shop.visitor().post('/api/analytics/search', { ...event, ...wrong })
    expect([answer.status, answer.json<ErrorBody>().errors[0]?.field]).toEqual([400, field])
    expect(await shop.database.db.selectFrom('search_event').selectAll().execute()).toEqual(before)
  })
})

test('an opened results page is counted by the term in its URL [TRACK-09]', async () => {
  const answer = await shop.visitor('aol-nz').get('/api/analytics/search?searchTerm=caf%C3%A9%20%26%20TEA')
  expect([answer.status, answer.json()]).toEqual([200, { success: true }])
  expect(await stored('café tea')).toEqual([
    { app: 'aol-nz', event: 'nothing', query: 'café tea', sku: '', count: 1, repeat_count: 0 },
    { app: 'aol-nz', event: 'opened', query: 'café tea', sku: '', count: 1, repeat_count: 0 },
  ])
  expect((await shop.visitor().get('/api/analytics/search')).status).toBe(400)
})

test('counts older than thirteen months are deleted', async () => {
  const row = { app: 'aol', event: 'search', query: 'old', sku: '' }
  await shop.database.db
    .insertInto('search_event')
    .values([
      { ...row, happened_on: '2025-01-01' },
      { ...row, happened_on: '2026-11-01' },
    ])
    .execute()
  await shop.services.search.events.forget()
  const left = await shop.database.db
    .selectFrom('search_event')
    .select('happened_on')
    .where('query', '=', 'old')
    .execute()
  expect(left).toEqual([{ happened_on: '2026-11-01' }])
})

describe('real-user figures', () => {
  const count = (body: object) => shop.visitor('wa').post('/api/analytics/count', body)
  const today = '2026-11-24'

  test('are counted by day, event and page type, without personal data', async () => {
    const views = Array.from({ length: 5 }, () => count({ event: 'page_view', pageType: 'product' }))
    const answers = await Promise.all([...views, count({ event: 'add_to_cart', pageType: '' })])
    expect(answers.map(({ status, text }) => [status, text])).toEqual(answers.map(() => [204, '']))
    expect(await shop.services.analytics.counts.of('wa', today, today)).toEqual([
      { day: today, event: 'add_to_cart', pageType: '', count: 1 },
      { day: today, event: 'page_view', pageType: 'product', count: 5 },
    ])
    expect(await shop.services.analytics.counts.of('aol', today, today)).toEqual([])
  })

  test('accept only known events and page types', async () => {
    for (const wrong of [
      { event: 'login', pageType: '' },
      { event: 'page_view', pageType: 'ana@example.com' },
    ])
      expect([wrong, (await count(wrong)).status]).toEqual([wrong, 400])
  })

  test('are stored for two years', async () => {
    await shop.database.db
      .insertInto('analytics_count')
      .values({ app: 'wa', happened_on: '2024-10-01', event: 'page_view', count: 1 })
      .execute()
    await shop.services.analytics.counts.forget()
    expect(await shop.services.analytics.counts.of('wa', '2020-01-01', today)).toHaveLength(2)
  })
})

test('a product view is reported by id, and the response is always true [TRACK-08]', async () => {
  const visitor = shop.visitor()
  for (const productId of ['1', '999999']) {
    const answer = await visitor.get(`/api/analytics/product-load-event?productId=${productId}`)
    expect([answer.status, answer.json()]).toEqual([200, { success: true }])
  }
  const wrong = await visitor.get('/api/analytics/product-load-event?productId=x')
  expect([wrong.status, wrong.json<ErrorBody>().errors[0]?.field]).toEqual([400, 'productId'])
})

test('analytics providers are listed in the configuration; an unknown name is logged once [ANLY-08] [analytics-01]', async () => {
  const logged: string[] = []
  const log = { warn: (_facts: object, text: string) => void logged.push(text) }
  const access = analyticsAccess(
    {
      ANALYTICS_PROVIDERS: 'internal,facebook,Hotjar,pageTracking,Hotjar,dataLayer',
      PIXEL_URL: 'https://pixel.example/tr',
      PIXEL_ID: '42',
      PAGE_TRACKING_URL: 'https://track.example',
      TAG_MANAGER_ID: 'GTM-1',
      BEHAVIOUR_URL: 'https://behaviour.example',
      BEHAVIOUR_ID: 'x',
    },
    log as never,
  )
  // One without an address or an id is silent, and so is one that is not listed.
  expect(access).toEqual({ facebook: { url: 'https://pixel.example/tr', id: '42' } })
  expect(logged).toEqual(['Unrecognised analytics provider: Hotjar'])
  expect(analyticsAccess({ ANALYTICS_PROVIDERS: 'internal' }, log as never)).toBeNull()
})
