import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Country } from '../../../../brands/apps.ts'
import { fixedClock } from '../../../../platform/clock.ts'
import type { Database } from '../../../../platform/database/database.server.ts'
import { randomIds } from '../../../../platform/ids.ts'
import { databaseEngines } from '../../../../testing/database.ts'
import { insertStreets } from '../../streets-store.server.ts'
import { openGeography, type Geography } from '../geography.server.ts'
import { streetQuery } from './street-store.server.ts'
import { openStreets, type Streets } from './street-suggestions.server.ts'

const sydney = 'au-2000-sydney-nsw'
const theRocks = 'au-2000-the-rocks-nsw'
const pyrmont = 'au-2009-pyrmont-nsw'
const melbourne = 'au-3000-melbourne-vic'
const richmond = 'au-3121-richmond-vic'
const taupo = 'nz-3330-taupo'

for (const engine of await databaseEngines()) {
  describe(`on ${engine.name}`, () => {
    let database: Database
    let geography: Geography
    let streets: Streets

    beforeAll(async () => {
      database = await engine.open()
      await sql`insert into locality (id, country, suburb, city, state, postcode, lat, lng) values
        (${sydney}, 'AU', 'Sydney', 'Sydney', 'NSW', '2000', -33.87, 151.21),
        (${theRocks}, 'AU', 'The Rocks', 'The Rocks', 'NSW', '2000', -33.86, 151.21),
        (${pyrmont}, 'AU', 'Pyrmont', 'Pyrmont', 'NSW', '2009', -33.87, 151.19),
        (${melbourne}, 'AU', 'Melbourne', 'Melbourne', 'VIC', '3000', -37.81, 144.96),
        (${richmond}, 'AU', 'Richmond', 'Richmond', 'VIC', '3121', -37.82, 145),
        (${taupo}, 'NZ', 'Taupo', 'Taupo', null, '3330', -38.69, 176.07)`.execute(database.db)
      geography = await openGeography({ database, clock: fixedClock('2026-11-24T00:00:00Z'), ids: randomIds })
      streets = await openStreets({ database, geography })
    })
    afterEach(() => sql`truncate street`.execute(database.db))
    afterAll(() => database.close())

    async function know(country: Country, ...known: readonly (readonly [localityId: string, name: string])[]) {
      const rows = known.map(([localityId, name]) => ({ localityId, country, name, isDemo: false }))
      await insertStreets(database.db, rows)
      await streets.reload()
    }
    const find = async (typed: string, near: string | null = null, country: Country = 'AU') =>
      (await streets.suggest(country, typed, near)).map(({ number, street, locality: { suburb, postcode } }) =>
        [number, street, suburb, postcode].filter((part) => part !== '').join(', '),
      )

    test('a suggestion has the number as typed, the street and its place', async () => {
      await know('AU', [melbourne, 'Collins Street'])
      expect(await streets.suggest('AU', '3/45 collins st', null)).toEqual([
        { number: '3/45', street: 'Collins Street', locality: geography.locality(melbourne) },
      ])
    })

    test('the chosen place comes first, then its postcode, what is nearby, and the rest', async () => {
      await know(
        'AU',
        [melbourne, 'Collins Street'],
        [pyrmont, 'Collins Lane'],
        [theRocks, 'Collins Row'],
        [sydney, 'Collins Way'],
        [sydney, 'Old Collins Lane'],
      )
      expect(await find('12 col', sydney)).toEqual([
        '12, Collins Way, Sydney, 2000',
        '12, Old Collins Lane, Sydney, 2000',
        '12, Collins Row, The Rocks, 2000',
        '12, Collins Lane, Pyrmont, 2009',
        '12, Collins Street, Melbourne, 3000',
      ])
      expect(await find('12 coll', melbourne)).toEqual([
        '12, Collins Street, Melbourne, 3000',
        '12, Collins Lane, Pyrmont, 2009',
        '12, Collins Way, Sydney, 2000',
        '12, Collins Row, The Rocks, 2000',
      ])
    })

    test('a later word of a name is found in the chosen place only', async () => {
      await know('AU', [sydney, 'Old Collins Lane'], [theRocks, 'New Collins Lane'])
      expect(await find('collins', sydney)).toEqual(['Old Collins Lane, Sydney, 2000'])
      expect(await find('collins')).toEqual([])
    })

    test('six are suggested at most, in the same order however they were stored', async () => {
      const names = ['Ash', 'Birch', 'Cedar', 'Date', 'Elm', 'Fig', 'Gum', 'Hazel'].map((tree) => `Tree ${tree} Lane`)
      await know('AU', ...names.toReversed().map((name) => [sydney, name] as const))
      const six = names.slice(0, 6).map((name) => `${name}, Sydney, 2000`)
      expect(await find('tree', sydney)).toEqual(six)
      expect(await find('tree')).toEqual(six)
    })

    test('a typed suburb, state or postcode narrows the streets, with a comma or without', async () => {
      await know('AU', [sydney, 'High Street'], [richmond, 'High Street'], [melbourne, 'High Street'])
      const inRichmond = ['12, High Street, Richmond, 3121']
      for (const typed of [
        '12 high st, richmond',
        '12 High Street Richmond VIC 3121',
        '12 high st rich',
        '12 high st, 3121',
      ])
        expect([typed, await find(typed, sydney)]).toEqual([typed, inRichmond])
      expect(await find('12 high st, atlantis')).toEqual([])
    })

    test('accents do not count in what is typed and are shown as stored', async () => {
      await know('NZ', [taupo, 'Tōtara Street'], [taupo, "O'Connell Avenue"])
      expect(await find('7 totara', null, 'NZ')).toEqual(['7, Tōtara Street, Taupo, 3330'])
      expect(await find('7 tōtara st', null, 'NZ')).toEqual(['7, Tōtara Street, Taupo, 3330'])
      expect(await find('7 oconn', null, 'NZ')).toEqual(["7, O'Connell Avenue, Taupo, 3330"])
      expect(await find("7 O'C", null, 'NZ')).toEqual(["7, O'Connell Avenue, Taupo, 3330"])
    })

    test('streets of the other country are not suggested, and its places are no place to be near', async () => {
      await know('AU', [sydney, 'Collins Way'])
      await know('NZ', [taupo, 'Collins Road'])
      expect(await find('collins', taupo)).toEqual(['Collins Way, Sydney, 2000'])
      expect(await find('collins', sydney, 'NZ')).toEqual(['Collins Road, Taupo, 3330'])
      expect(await find('collins', 'nowhere')).toEqual(['Collins Way, Sydney, 2000'])
    })

    test('characters with a meaning in SQL or patterns are only characters', async () => {
      await know('AU', [sydney, 'Collins Way'])
      for (const typed of ['%ollins', 'c_llins', "'; drop table street; --", '\\', 'col%']) await find(typed, sydney)
      expect(await find('col%', sydney)).toEqual([])
      expect(await find('collins', sydney)).toEqual(['Collins Way, Sydney, 2000'])
    })

    test('which countries have streets is known, and read again after an import', async () => {
      await streets.reload()
      expect([streets.has('AU'), streets.has('NZ')]).toEqual([false, false])
      expect(await find('collins')).toEqual([])
      await know('NZ', [taupo, 'Collins Road'])
      expect([streets.has('AU'), streets.has('NZ')]).toEqual([false, true])
    })

    test('a place that was imported after the start is suggested from the next one on', async () => {
      await sql`insert into locality (id, country, suburb, city, state, postcode, lat, lng)
        values ('au-2880-new-nsw', 'AU', 'New', 'New', 'NSW', '2880', -31, 141)`.execute(database.db)
      await know('AU', ['au-2880-new-nsw', 'Collins Way'])
      expect(await find('collins')).toEqual([])
    })

    test('every part of the search reads an index', async () => {
      await sql`insert into street (locality_id, country, name, search)
        select ${sydney}, 'AU', 'Street ' || n, 'street ' || n from generate_series(1, 5000) n`.execute(database.db)
      await sql`analyze street`.execute(database.db)
      const search = { country: 'AU', keys: ['street 77'], localityIds: [sydney, pyrmont], max: 6 } as const
      const query = streetQuery({ ...search, isEverywhere: true, within: sydney })
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(database.db)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).toContain('street_search')
      expect(plan).toContain('street_pkey')
      expect(plan).not.toContain('Seq Scan on street')
    })
  })
}
