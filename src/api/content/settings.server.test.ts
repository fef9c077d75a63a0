import { afterAll, beforeAll, expect, test } from 'vitest'
import { brandOf } from '../../brands/brands.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ sandbox: false })
})
afterAll(async () => shop.close())

type Setting = { name: string; value: string }
const list = async (app: 'aol' | 'aol-nz' = 'aol') =>
  (await shop.visitor(app).get('/api/settings')).json<{ items: Setting[]; totalCount: number }>()
const value = async (name: string, app: 'aol' | 'aol-nz' = 'aol') =>
  (await list(app)).items.find((one) => one.name === name)?.value

test('returns a list of names and values of this app only [SETT-04] [SETT-05]', async () => {
  const { items, totalCount } = await list()
  expect(totalCount).toBe(items.length)
  for (const one of items) expect(one).toEqual({ name: expect.any(String), value: expect.any(String) })
  const names = items.map(({ name }) => name)
  for (const known of [
    'customerSupportNumber',
    'countryCode',
    'proformaShippingBrands',
    'IntercomEnabled',
    'IntercomAppId',
  ])
    expect(names).toContain(known)
  expect([await value('countryCode'), await value('countryCode', 'aol-nz')]).toEqual(['AU', 'NZ'])
  expect([await value('proformaShippingBrands'), await value('IntercomEnabled'), await value('IntercomAppId')]).toEqual(
    ['Miele', 'false', ''],
  )
  await shop.set('aol', 'QuickLinks', '[{"title":"Deals","url":"/sale"}]')
  expect(await value('QuickLinks')).toBe('[{"title":"Deals","url":"/sale"}]')
  expect(await value('QuickLinks', 'aol-nz')).toBe('[]')
})

test('country is found by its key; unknown names are left out [CHK-59]', async () => {
  const ask = async (keys: string, app: 'aol' | 'aol-nz' = 'aol') =>
    (await shop.visitor(app).get(`/api/settings/global?keys=${keys}`)).json()
  expect(await ask('countryCode,nothing,__proto__')).toEqual({ countryCode: { name: 'countryCode', value: 'AU' } })
  expect(await ask('countryCode', 'aol-nz')).toEqual({ countryCode: { name: 'countryCode', value: 'NZ' } })
  expect(await ask('countrycode')).toEqual({})
  await shop.set('hc', 'countryCode', 'NZ')
  expect((await shop.visitor('hc').get('/api/settings/global?keys=countryCode')).json()).toEqual({
    countryCode: { name: 'countryCode', value: 'NZ' },
  })
})

test.each(['', '?keys=', '?keys=%00', `?keys=${'x,'.repeat(900)}`, '?keys=4111111111111111'])(
  'also looks up settings by the query "%s", and finds none [platform-19]',
  async (query) => {
    const answer = await shop.visitor().get(`/api/settings/global${query}`)
    expect([answer.status, answer.json()]).toEqual([200, {}])
  },
)

test('country and phone number follow their settings, else the brand’s defaults [BIZ-04] [BIZ-05] [SETT-05]', async () => {
  const used = () => {
    const { country, currency, locale, supportNumber } = shop.services.site.effectiveBrand('wa')
    return [country, currency, locale, supportNumber]
  }
  const { supportNumber } = brandOf('wa')
  expect(used()).toEqual(['AU', 'AUD', 'en_AU', supportNumber])
  await shop.set('wa', 'countryCode', 'NZ')
  await shop.set('wa', 'customerSupportNumber', '0800 555 000')
  expect(used()).toEqual(['NZ', 'NZD', 'en_NZ', '0800 555 000'])
  const found = await shop.visitor('wa').get('/api/locality/ponsonby')
  expect(found.json()).toMatchObject([{ suburb: 'Ponsonby' }])
  await shop.set('wa', 'countryCode', 'elsewhere')
  await shop.set('wa', 'customerSupportNumber', '')
  expect(used()).toEqual(['AU', 'AUD', 'en_AU', supportNumber])
  expect((await shop.visitor('wa').get('/api/locality/ponsonby')).json()).toEqual([])
})
