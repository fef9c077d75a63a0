import { afterAll, beforeAll, expect, test } from 'vitest'
import { places } from '../../testing/catalogue.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'

/** What the calls about places answer, over HTTP. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ sandbox: false })
})
afterAll(async () => shop.close())

const nowhere = {
  store: null,
  nearestWarehouseLocationCode: '2000',
  newUser: true,
  postcode: null,
  state: null,
  city: null,
  country: 'AU',
  ipCountry: null,
  localityId: null,
  id: null,
}

test('GET /api/geo returns the visitor’s location, empty before a choice [GEO3-02] [GEO3-07]', async () => {
  const visitor = shop.visitor()
  expect((await visitor.get('/api/geo')).json()).toEqual(nowhere)
  expect((await shop.visitor('aol-nz').get('/api/geo')).json()).toMatchObject({
    country: 'NZ',
    nearestWarehouseLocationCode: '1010',
  })
  await visitor.post('/api/geo/setlocation', { localityId: places.melbourne.id })
  expect((await visitor.get('/api/geo')).json()).toEqual({
    ...nowhere,
    nearestWarehouseLocationCode: '3000',
    newUser: false,
    postcode: '3000',
    state: 'VIC',
    city: 'Melbourne',
    localityId: places.melbourne.id,
    id: places.melbourne.id,
  })
  const inStores = shop.visitor('wa')
  const { storeId } = shop.services.stores.find({ app: 'wa' }, 'newtown') ?? expect.fail('no store')
  await inStores.post('/api/store/setstore', { storeId })
  expect((await inStores.get('/api/geo')).json()).toEqual({
    ...nowhere,
    newUser: false,
    store: { storeUri: 'newtown' },
  })
})

test('POST /api/geo/setlocation stores the locality of an _id and returns the location [GEO3-08] [LOCW-18]', async () => {
  const visitor = shop.visitor()
  const [found] = (await visitor.get('/api/locality/sydney')).json<{ _id: string }[]>()
  const answer = await visitor.post('/api/geo/setlocation', { localityId: found?._id })
  expect(answer.json()).toMatchObject({ postcode: '2000', state: 'NSW', city: 'Sydney', id: found?._id })
  expect((await visitor.get('/api/geo')).json()).toMatchObject({ id: found?._id, localityId: found?._id })
  for (const localityId of ['au-9999-atlantis', places.ponsonby.id])
    expect((await visitor.post('/api/geo/setlocation', { localityId })).status).toBe(400)
  expect((await visitor.get('/api/geo')).json()).toMatchObject({ id: found?._id })
})

test('GET /api/locality/{term} finds localities by text, with full addresses [LOCW-19]', async () => {
  const find = async (term: string) =>
    (await shop.visitor().get(`/api/locality/${encodeURIComponent(term)}`))
      .json<{ fullAddress: string }[]>()
      .map((one) => one.fullAddress)
  expect(await find('syd')).toEqual(['2000 Sydney, NSW'])
  expect(await find('2880')).toEqual(['2880 Broken Hill, NSW'])
  expect(await find('broken hill')).toEqual(['2880 Broken Hill, NSW'])
  expect([await find('s'), await find('atlantis')]).toEqual([[], []])
})

test('GET /api/locality/{suburb}/{state}/{postcode} returns the locality of that name [ADDR-38]', async () => {
  const visitor = shop.visitor()
  expect((await visitor.get('/api/locality/orange/NSW/2800')).json()).toMatchObject({
    _id: places.orange.id,
    suburb: 'Orange',
    state: 'NSW',
    postcode: '2800',
    fullAddress: '2800 Orange, NSW',
  })
  expect((await shop.visitor('aol-nz').get('/api/locality/ponsonby/-/1011')).json()).toMatchObject({
    suburb: 'Ponsonby',
    state: null,
    fullAddress: 'Ponsonby 1011',
  })
  for (const path of ['Orange/NSW/2000', 'Atlantis/NSW/2800', 'Lord%20Howe%20Island/NSW/2898']) {
    const answer = await visitor.get(`/api/locality/${path}`)
    expect([path, answer.status, answer.json<{ errors: { message: string }[] }>().errors[0]?.message]).toEqual([
      path,
      400,
      'Delivery services unavailable for the provided address',
    ])
  }
})

test('without a choice, GET /api/geo uses the location given by the reverse proxy [GEO-02]', async () => {
  const behindProxy = await openTestShop({
    sandbox: false,
    env: { GEO_COUNTRY_HEADER: 'X-Country', GEO_POSTCODE_HEADER: 'X-Postcode' },
  })
  try {
    const visitor = behindProxy.visitor()
    const headers = { 'x-country': 'NZ', 'x-postcode': '2800' }
    expect((await visitor.get('/api/geo', { headers })).json()).toEqual({
      ...nowhere,
      postcode: '2800',
      state: 'NSW',
      city: 'Orange',
      ipCountry: 'NZ',
      localityId: places.orange.id,
      id: places.orange.id,
    })
    expect((await visitor.get('/api/geo', { headers: { 'x-postcode': '9999' } })).json()).toEqual(nowhere)
    // Nothing was kept of it, and what is chosen counts for more.
    expect((await visitor.get('/api/geo')).json()).toEqual(nowhere)
    await visitor.post('/api/geo/setlocation', { localityId: places.melbourne.id })
    expect((await visitor.get('/api/geo', { headers })).json()).toMatchObject({ postcode: '3000', ipCountry: 'NZ' })
  } finally {
    await behindProxy.close()
  }
})

test('outside production GET /api/geo can simulate another country', async () => {
  const visitor = shop.visitor()
  expect((await visitor.get('/api/geo?ipCountry=NZ')).json()).toMatchObject({ country: 'AU', ipCountry: 'NZ' })
  const refused = await visitor.get('/api/geo?ipCountry=Narnia')
  expect([refused.status, refused.json<{ errors: { message: string }[] }>().errors[0]?.message]).toEqual([
    400,
    'ipCountry: must be a country code such as NZ',
  ])
})
