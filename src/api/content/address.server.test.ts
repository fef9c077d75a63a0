import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertStreets } from '../../modules/geo/streets-store.server.ts'
import { places } from '../../testing/catalogue.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'

/** What the suggestions of addresses answer, over HTTP. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ sandbox: false })
  const demo = { country: 'AU', isDemo: true } as const
  await insertStreets(shop.database.db, [
    { ...demo, localityId: places.sydney.id, name: 'Collier Street' },
    { ...demo, localityId: places.melbourne.id, name: 'Collins Street' },
    { ...demo, country: 'NZ', localityId: places.ponsonby.id, name: 'Colony Road' },
  ])
  await shop.services.geo.reload()
})
afterAll(async () => shop.close())

const find = (query: Readonly<Record<string, string>>, brand: 'aol' | 'aol-nz' = 'aol') =>
  shop.visitor(brand).get(`/api/address/suggestions?${new URLSearchParams(query)}`)

test('streets of the shop’s country are suggested, those of the locality first, and nothing is stored by caches', async () => {
  const answer = await find({ text: '3/45 col', localityId: places.melbourne.id })
  expect(answer.headers['cache-control']).toBe('private, no-store')
  expect(answer.json<{ number: string; street: string }[]>().map(({ number, street }) => [number, street])).toEqual([
    ['3/45', 'Collins Street'],
    ['3/45', 'Collier Street'],
  ])
  expect((await find({ text: '12 col' }, 'aol-nz')).json()).toEqual([
    {
      number: '12',
      street: 'Colony Road',
      locality: expect.objectContaining({ _id: places.ponsonby.id, city: 'Auckland', state: null, postcode: '1011' }),
    },
  ])
})

test('a number, a box and an unknown street find nothing, and an unknown locality is ignored', async () => {
  for (const text of ['', '12', 'PO Box 12', '12 nowhere']) expect((await find({ text })).json()).toEqual([])
  expect((await find({ text: 'collins', localityId: 'au-9999-atlantis' })).json()).toHaveLength(1)
})

test('wrong input is refused by the name of its field', async () => {
  const problemOf = async (query: Readonly<Record<string, string>>) => {
    const answer = await find(query)
    const [error] = answer.json<{ errors: readonly { field: string; message: string }[] }>().errors
    return [answer.status, error?.field, error?.message]
  }
  expect(await problemOf({})).toEqual([400, 'text', 'text: must be the address as typed'])
  expect(await problemOf({ text: 'a'.repeat(101) })).toEqual([400, 'text', 'text: must have at most 100 characters'])
  expect(await problemOf({ text: 'col', localityId: 'x'.repeat(101) })).toEqual([
    400,
    'localityId',
    'localityId: must be the _id of a locality',
  ])
})

test('an address may search 240 times a minute', async () => {
  const guarded = await openTestShop({ env: { RATE_LIMITS: 'on' }, sandbox: false })
  try {
    const visitor = guarded.visitor()
    const search = () => visitor.get('/api/address/suggestions?text=12')
    for (let count = 0; count < 240; count++) expect((await search()).status).toBe(200)
    expect((await search()).status).toBe(429)
  } finally {
    await guarded.close()
  }
})
