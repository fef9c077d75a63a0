import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertPromotions, insertSales, type NewPromotion } from '../../modules/promotions/promotions-store.server.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'

/** What the calls about promotions and sales answer, over HTTP. It is 24 November 2026 in the test shop. */

const lamps: NewPromotion = {
  path: 'lamp-weeks',
  apps: ['aol'],
  title: 'Lamp weeks',
  startDate: '2026-11-01',
  endDate: '2026-12-24',
  brand: null,
  thumbnailImg: '/media/placeholder.svg',
  ribbon: 'bonus',
  featured: false,
  categories: [],
  products: ['LAMP-1'],
  redemption: true,
  redemptionEndDate: '2027-01-31',
  rewardLabel: 'A bulb',
  content: '<p>Light.</p><script>alert(1)</script>',
  terms: '<p>One each.</p>',
  isDemo: false,
}

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ sandbox: false })
  await insertPromotions(shop.database.db, [
    lamps,
    { ...lamps, path: 'first-of-all', title: 'First', featured: true, products: [], brand: 'ember', redemption: false },
    { ...lamps, path: 'over', endDate: '2026-11-23' },
    { ...lamps, path: 'to-come', startDate: '2026-11-25' },
    { ...lamps, path: 'not-here', apps: ['wa'] },
  ])
  await shop.database.db
    .updateTable('promotion')
    .set((eb) => ({
      parent_id: eb.selectFrom('promotion as one').select('one.id').where('one.path', '=', 'first-of-all'),
    }))
    .where('path', '=', 'lamp-weeks')
    .execute()
  const sale = {
    app: 'aol',
    name: 'Summer',
    url: '/sale',
    colour: '#123456',
    baseImagePath: '',
    startsAt: new Date('2026-11-20T00:00:00Z'),
    endsAt: new Date('2026-12-20T00:00:00Z'),
    images: { footerBanner: { src: '/media/footer.svg' } },
    isDemo: false,
  }
  await insertSales(shop.database.db, [sale])
  await shop.services.promotions.refresh()
})
afterAll(async () => shop.close())

describe('GET /api/promotion', () => {
  test('lists the promotions of today with all fields [PROMO-01]', async () => {
    const { items, totalCount } = (await shop.visitor().get('/api/promotion')).json<{
      items: unknown[]
      totalCount: number
    }>()
    expect(totalCount).toBe(2)
    expect(items).toEqual([
      expect.objectContaining({ path: 'first-of-all', brand: 'ember', childHasActiveRedemption: true }),
      {
        path: 'lamp-weeks',
        title: 'Lamp weeks',
        startDate: '2026-11-01',
        endDate: '2026-12-24',
        brand: null,
        thumbnailImg: '/media/placeholder.svg',
        ribbon: 'bonus',
        featured: false,
        categories: [],
        products: ['LAMP-1'],
        redemption: true,
        redemptionEndDate: '2027-01-31',
        childHasActiveRedemption: false,
        rewardLabel: 'A bulb',
      },
    ])
  })

  test('can be filtered and paged', async () => {
    const visitor = shop.visitor()
    const paths = async (query: string) =>
      (await visitor.get(`/api/promotion/${query}`)).json<{ items: { path: string }[] }>().items.map((one) => one.path)
    expect(await paths('?brand=ember')).toEqual(['first-of-all'])
    expect(await paths('?brand=nobody')).toEqual([])
    expect(await paths('?category=kitchen')).toEqual([])
    expect(await paths('?page=1')).toEqual([])
    expect((await visitor.get('/api/promotion?page=-1')).status).toBe(400)
    expect((await shop.visitor('hc').get('/api/promotion')).json()).toEqual({ items: [], totalCount: 0 })
  })

  test('returns one promotion with sanitised HTML, and none of another app', async () => {
    const visitor = shop.visitor()
    expect((await visitor.get('/API/Promotion/Lamp-Weeks/')).json()).toMatchObject({
      path: 'lamp-weeks',
      content: '<p>Light.</p>',
      terms: '<p>One each.</p>',
      masthead: null,
    })
    for (const path of ['nothing', 'not-here']) expect((await visitor.get(`/api/promotion/${path}`)).status).toBe(404)
  })
})

test('a promotion has a product listing, and a product names its promotions', async () => {
  const visitor = shop.visitor()
  const list = await visitor.get('/api/v2/listing?type=promotion&uri=lamp-weeks')
  expect(list.json()).toMatchObject({ title: 'Lamp weeks', totalItems: 1 })
  for (const uri of ['over', 'to-come', 'not-here', 'nothing'])
    expect((await visitor.get(`/api/v2/listing?type=promotion&uri=${uri}`)).status).toBe(404)
  const { uri } = shop.services.catalogue.productBySku('LAMP-1') ?? { uri: '' }
  const product = (await visitor.get(`/api/v2/product/slug/${uri}`)).json<{ promotions: { path: string }[] }>()
  expect(product.promotions.map((one) => one.path)).toEqual(['lamp-weeks'])
})

describe('GET /api/promotion/sale/', () => {
  test('returns the current sale; only staff can ask for another day [SALE3-12]', async () => {
    const visitor = shop.visitor()
    const sale = (await visitor.get('/api/promotion/sale/')).json()
    expect(sale).toMatchObject({ isSaleOn: true, name: 'Summer', colour: '#123456', time: '2026-12-20T00:00:00.000Z' })
    expect((await visitor.get('/api/promotion/sale/?dateOverride=2030-01-01')).json()).toEqual(sale)
    expect((await shop.visitor('wa').get('/api/promotion/sale/')).json()).toMatchObject({ isSaleOn: false })
  })

  test('an ended sale disappears within a minute, and its cached copy is dropped', async () => {
    const { promotions } = shop.services
    let changes = 0
    promotions.onChange(() => changes++)
    await promotions.refresh()
    expect(changes).toBe(0)
    shop.clock.moveTo('2026-12-20T00:00:00Z')
    await promotions.refresh()
    expect(changes).toBe(1)
    await promotions.refresh()
    expect(changes).toBe(1)
    shop.clock.moveTo('2026-11-24T11:00:00+11:00')
    await promotions.refresh()
    expect(changes).toBe(2)
  })
})
