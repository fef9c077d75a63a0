import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fixedClock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { randomIds } from '../../platform/ids.ts'
import { anyEngine } from '../../testing/database.ts'
import { openGeo } from './geo.server.ts'
import { insertStreets } from './streets-store.server.ts'

let database: Database
beforeAll(async () => {
  database = await anyEngine.open()
  await sql`insert into locality (id, country, suburb, city, state, postcode, lat, lng)
    values ('nz-1011-ponsonby', 'NZ', 'Ponsonby', 'Auckland', null, '1011', -36.85, 174.74)`.execute(database.db)
})
afterAll(() => database.close())

const open = (key?: string) =>
  openGeo({
    database,
    clock: fixedClock('2026-11-24T00:00:00Z'),
    ids: randomIds,
    config: {
      GEO_COUNTRY_HEADER: undefined,
      GEO_POSTCODE_HEADER: undefined,
      GEO_DATABASE: undefined,
      MAPS_URL: 'https://maps.example/',
      MAPS_KEY: key,
    },
  })

test('addresses come from the maps service, else from the streets of the country, else from nowhere', async () => {
  const maps = { kind: 'maps', url: 'https://maps.example', key: 'k' }
  const geo = await open()
  expect([geo.addressSource('AU'), geo.addressSource('NZ')]).toEqual([null, null])
  await insertStreets(database.db, [
    { localityId: 'nz-1011-ponsonby', country: 'NZ', name: 'Karaka Street', isDemo: false },
  ])
  await geo.reload()
  expect([geo.addressSource('AU'), geo.addressSource('NZ')]).toEqual([null, { kind: 'streets' }])
  expect((await open('k')).addressSource('NZ')).toEqual(maps)
  expect((await open('k')).addressSource('AU')).toEqual(maps)
})
