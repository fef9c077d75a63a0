import { browseAs } from '../../../../testing/browser.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestShop, type TestShop } from '../../../../testing/shop.server.ts'
import { insertSales } from '../../promotions-store.server.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ sandbox: false })
  await insertSales(shop.database.db, [
    {
      app: 'aol',
      name: 'Summer',
      url: '/sale',
      colour: '#123456',
      baseImagePath: '',
      startsAt: new Date('2026-11-20T00:00:00Z'),
      endsAt: null,
      images: {},
      isDemo: false,
    },
  ])
  await shop.services.promotions.refresh()
})
afterAll(async () => shop.close())

/** The state as a page that has just been opened has it. */
async function opened() {
  vi.resetModules()
  return import('./sale-state.ts')
}

test('the sale is loading at first, then loaded once per page [SALE3-10]', async () => {
  const calls = browseAs(shop.visitor())
  const { saleStore, loadSale } = await opened()
  expect(saleStore.get()).toMatchObject({ isLoading: true, sale: { isSaleOn: false } })
  await Promise.all([loadSale(), loadSale()])
  expect(saleStore.get()).toMatchObject({ isLoading: false, sale: { isSaleOn: true, name: 'Summer' } })
  expect(calls).toEqual([{ method: 'GET', path: '/api/promotion/sale/', body: null }])
})

test('a failed request leaves no sale and no loading state [SALE3-10]', async () => {
  globalThis.fetch = () => Promise.reject(new TypeError('offline'))
  const { saleStore, loadSale } = await opened()
  await loadSale()
  expect(saleStore.get()).toMatchObject({ isLoading: false, sale: { isSaleOn: false } })
})
