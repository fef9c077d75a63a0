import { afterAll, beforeAll, expect, test } from 'vitest'
import { places } from '../../testing/catalogue.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ sandbox: false })
})
afterAll(async () => shop.close())

const dates = (query: string) => shop.visitor().get(`/api/v2/delivery/dates?${query}`)

type Dates = { today: string; dates: { day: string; price: number | string | null; available: boolean }[] }

test('a product’s calendar has a price for every day and starts on the date its card promises', async () => {
  const answer = await dates(`localityId=${places.sydney.id}&sku=LAMP-1`)
  const { today, dates: days } = answer.json<Dates>()
  expect([answer.status, today, days.length]).toEqual([200, '2026-11-24', 120])
  const estimates = await shop.visitor().get(`/api/v2/delivery/estimates?localityId=${places.sydney.id}&sku=LAMP-1`)
  const promised = estimates.json<{ estimates: Record<string, { day: string }> }>().estimates['LAMP-1']
  expect(days.find((day) => day.available)?.day).toBe(promised?.day)
})

test('an unknown product is 404; an unknown location or one of another country is rejected', async () => {
  const missing = await dates(`localityId=${places.sydney.id}&sku=NOPE`)
  expect([missing.status, missing.json<{ errors: { field: string }[] }>().errors[0]?.field]).toEqual([404, 'sku'])
  for (const id of ['nowhere', places.ponsonby.id]) {
    const refused = await dates(`localityId=${id}&sku=LAMP-1`)
    expect([refused.status, refused.json<{ errors: { field: string }[] }>().errors[0]?.field]).toEqual([
      400,
      'localityId',
    ])
  }
})

test('an estimate names installation and removal with their local prices, and nothing where there is no delivery', async () => {
  const servicesAt = async (place: { id: string }, sku: string) => {
    const answer = await shop.visitor().get(`/api/v2/delivery/estimates?localityId=${place.id}&sku=${sku}`)
    return answer.json<{ estimates: Record<string, { services: string[] }> }>().estimates[sku]?.services
  }
  const connection = 'Connect washing machine or dishwasher $49'
  expect(await servicesAt(places.sydney, 'WM-1')).toEqual(['Old appliance removal FREE', connection])
  expect(await servicesAt(places.orange, 'WM-1')).toEqual(['Old appliance removal $39', connection])
  expect(await servicesAt(places.brokenHill, 'WM-1')).toEqual([connection])
  expect(await servicesAt(places.sydney, 'LAMP-1')).toEqual([])
  expect(await servicesAt(places.sydney, 'OUT-1')).toEqual([])
  expect(await servicesAt(places.lordHowe, 'WM-1')).toEqual([])
})

test('manufacturer-delivered products show no delivery date on cards or in the calendar', async () => {
  const query = `localityId=${places.sydney.id}&sku=LAMP-1`
  const estimate = async () => {
    const answer = await shop.visitor().get(`/api/v2/delivery/estimates?${query}`)
    return answer.json<{ estimates: Record<string, object> }>().estimates['LAMP-1']
  }
  const maker = shop.services.catalogue.productBySku('LAMP-1')?.brand.title ?? ''
  await shop.set('aol', 'proformaShippingBrands', maker.toUpperCase())
  expect(await estimate()).toEqual({
    text: 'Delivery date by arrangement with the manufacturer',
    day: null,
    date: null,
    free: null,
    orderWithin: null,
    services: [],
  })
  expect((await dates(query)).json()).toEqual({
    today: '2026-11-24',
    arranged: `Items from ${maker} are delivered by the manufacturer. Delivery will be arranged with you after your order is placed.`,
    dates: [],
  })
  await shop.set('aol', 'proformaShippingBrands', 'Miele')
  expect(await estimate()).toMatchObject({ date: expect.stringMatching(/^\w{3} \d+ \w{3}$/) })
})

test('the cart promises the same day and price as the product page, for lines that arrive together', async () => {
  const visitor = shop.visitor()
  await visitor.add('LAMP-1')
  await visitor.add('WM-1')
  const { id, suburb, state, postcode } = places.sydney
  const cart = await visitor.get(`/api/cart/?${new URLSearchParams({ suburb, state, postcode })}`)
  const estimates = await visitor.get(`/api/v2/delivery/estimates?localityId=${id}&sku=LAMP-1`)
  const promised = estimates.json<{ estimates: Record<string, { day: string; text: string }> }>().estimates['LAMP-1']
  expect(cart.json<{ parcels: object[] }>().parcels).toEqual([
    { by: null, day: promised?.day, text: promised?.text, productCodes: ['LAMP-1', 'WM-1'] },
  ])
  expect(promised?.text).toMatch(/^\w{3} \d{1,2} Nov · /)
  expect(await visitor.cart()).toMatchObject({ parcels: [] })
})

test('GET /api/cart/goes-with names other products with their prices, and no unknown one', async () => {
  const answer = await shop.visitor().get('/api/cart/goes-with?sku=WM-1')
  const { products } = answer.json<{ products: { sku: string; price: number }[] }>()
  expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'public, max-age=60'])
  expect(products.map(({ sku }) => sku)).not.toContain('WM-1')
  expect(products.find(({ sku }) => sku === 'HOSE-1')).toMatchObject({ price: 10, title: 'Inlet hose 2 m' })
  expect((await shop.visitor().get('/api/cart/goes-with?sku=NONE')).status).toBe(404)
})
