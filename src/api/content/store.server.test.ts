import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AppCode } from '../../brands/apps.ts'
import { places, stores } from '../../testing/catalogue.ts'
import type { Store } from '../../modules/stores/stores.ts'
import { databaseEngines } from '../../testing/database.ts'
import { minutes } from '../../platform/clock.ts'
import type { ErrorBody } from '../../platform/http/problem.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { until } from '../../testing/shop/until.ts'

/** The calls about stores over HTTP, on both engines. Their bad inputs in general are in endpoints.server.test.ts. */

type StoreList = {
  readonly stores: readonly Store[]
  readonly filters: readonly { id: string; title: string; selected: boolean }[]
}

const engines = await databaseEngines()

describe.each(engines)('on $name', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ engine, sandbox: false })
  })
  afterAll(async () => shop.close())

  const list = async (query = '', app: AppCode = 'wa') => {
    const answer = await shop.visitor(app).get(`/api/store${query}`)
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'public, max-age=60'])
    return answer.json<StoreList>()
  }
  const names = ({ stores: found }: StoreList) => found.map((store) => store.storeUri)

  test('GET /api/store returns the app’s stores by name, with filters [STOR-11] [STORE-02]', async () => {
    const all = await list()
    expect(names(all)).toEqual(['newtown', 'perth', 'studio'])
    expect(names(await list('', 'andoo'))).toEqual(['elsewhere'])
    const { storeId } = all.stores[0] ?? expect.fail('no store')
    expect(Number.isInteger(storeId)).toBe(true)
    const day = (name: string, openTime: string | null, closeTime: string | null) => ({
      day: name,
      isOpen: openTime !== null,
      openTime,
      closeTime,
    })
    expect(all.stores[0]).toEqual({
      storeId,
      name: 'Newtown',
      storeUri: 'newtown',
      address: '12 Example Street',
      suburb: 'Newtown',
      state: 'NSW',
      postcode: '2042',
      country: 'AU',
      phone: '02 5550 0001',
      email: 'newtown@stores.example',
      isAppointmentOnly: false,
      offersPickup: true,
      openTimes: [
        day('Monday', '09:00', '17:30'),
        day('Tuesday', '09:00', '17:30'),
        day('Wednesday', null, null),
        day('Thursday', '09:00', '20:00'),
        day('Friday', '09:00', '17:30'),
        day('Saturday', '10:00', '16:00'),
        day('Sunday', null, null),
      ],
      thumbImg: { src: '/media/showroom.svg' },
      virtualTourId: 'newtown-tour',
      latitude: -33.8981,
      longitude: 151.1749,
      description: 'A showroom for tests.',
      timeZone: 'Australia/Sydney',
    })
    expect(all.filters).toEqual([
      { id: 'NSW', title: 'New South Wales', selected: false },
      { id: 'VIC', title: 'Victoria', selected: false },
      { id: 'WA', title: 'Western Australia', selected: false },
      { id: 'open-today', title: 'Open today', selected: false },
      { id: 'appointment', title: 'By appointment', selected: false },
      { id: 'virtual-tour', title: 'Virtual tour', selected: false },
    ])
  })

  test('filters combine, use the current day, and ignore unknown ones [STOR-07] [STOR-11]', async () => {
    const both = await list('?filters=NSW,open-today,nonsense')
    expect(names(both)).toEqual(['newtown'])
    expect(both.filters.filter((filter) => filter.selected).map((filter) => filter.id)).toEqual(['NSW', 'open-today'])
    expect(names(await list('?filters=appointment'))).toEqual(['studio'])
    expect(names(await list('?filters=virtual-tour'))).toEqual(['newtown'])
    expect(names(await list('?filters=WA,open-today'))).toEqual([])
    expect(names(await list('?filters='))).toHaveLength(3)
  })

  test('an app without stores returns an empty list', async () => {
    for (const app of ['aol', 'aol-nz', 'aoc'] as const)
      expect([app, await list('?filters=NSW', app)]).toEqual([app, { stores: [], filters: [] }])
  })

  test('GET /api/store/{id} returns one store of this app by storeId or storeUri [STOR-12]', async () => {
    const visitor = shop.visitor('wa')
    const byUri = (await visitor.get('/api/store/perth')).json<Store>()
    expect(byUri).toMatchObject({ name: stores.perth.name, state: 'WA', virtualTourId: null })
    expect((await visitor.get(`/api/store/${byUri.storeId}`)).json()).toEqual(byUri)
    for (const id of ['elsewhere', '999999', '0', '%20', 'Newtown'])
      expect([id, (await visitor.get(`/api/store/${id}`)).status]).toEqual([id, 404])
    expect((await visitor.get('/api/store/nowhere')).json<ErrorBody>().errors[0]?.message).toBe(
      'The requested resource could not be found.',
    )
  })

  describe('POST /api/store/setstore', () => {
    const idOf = (storeUri: string, app: AppCode = 'wa') =>
      shop.services.stores.find({ app }, storeUri)?.storeId ?? expect.fail(`no ${storeUri}`)

    test('takes the storeId, stores the choice for a year and returns the location [STOR-13]', async () => {
      const visitor = shop.visitor('wa')
      const answer = await visitor.post('/api/store/setstore', { storeId: idOf('newtown') })
      expect(answer.json()).toMatchObject({ store: { storeUri: 'newtown' }, localityId: null, country: 'AU' })
      expect(String(answer.headers['set-cookie'])).toMatch(/^visitor=.*; HttpOnly; SameSite=Lax; Max-Age=31536000/)
      expect((await visitor.get('/api/geo')).json()).toMatchObject({ store: { storeUri: 'newtown' } })
    })

    test('store and location are chosen independently', async () => {
      const visitor = shop.visitor('wa')
      await visitor.post('/api/geo/setlocation', { localityId: places.melbourne.id })
      const chosen = await visitor.post('/api/store/setstore', { storeId: idOf('studio') })
      expect(chosen.json()).toMatchObject({ store: { storeUri: 'studio' }, postcode: '3000', newUser: false })
      expect(chosen.headers['set-cookie']).toBeUndefined()
      const moved = await visitor.post('/api/geo/setlocation', { localityId: places.sydney.id })
      expect(moved.json()).toMatchObject({ store: { storeUri: 'studio' }, postcode: '2000' })
    })

    test('an unknown store is rejected and the previous choice stays', async () => {
      const visitor = shop.visitor('wa')
      await visitor.post('/api/store/setstore', { storeId: idOf('perth') })
      for (const storeId of [idOf('elsewhere', 'andoo'), 999_999, -1]) {
        const refused = await visitor.post('/api/store/setstore', { storeId })
        expect([storeId, refused.status]).toEqual([storeId, 400])
        expect(refused.json<ErrorBody>().errors).toEqual([
          { code: 'unknown_store', field: 'storeId', message: 'storeId: must be the storeId of a store' },
        ])
      }
      for (const body of [{}, { storeId: 'perth' }, { storeId: 1.5 }, { storeId: 1e20 }])
        expect((await visitor.post('/api/store/setstore', body)).status).toBe(400)
      expect((await visitor.get('/api/geo')).json()).toMatchObject({ store: { storeUri: 'perth' } })
    })
  })

  test('a change in the table is visible within a minute', async () => {
    const { stores: services } = shop.services
    const name = () => services.find({ app: 'andoo' }, 'elsewhere')?.name
    expect(name()).toBe('Elsewhere')
    await shop.database.db.updateTable('store').set({ name: 'Elsewhere now' }).where('uri', '=', 'elsewhere').execute()
    // A reading that was under way may have seen it already.
    shop.clock.advance(minutes(1))
    await until(() => name() === 'Elsewhere now')
  })
})
