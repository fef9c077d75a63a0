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
