import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brandOf } from '../../brands/brands.ts'
import { fixedClock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { databaseEngines } from '../../testing/database.ts'
import { sha256 } from '../../platform/digest.ts'
import { countingIds } from '../../platform/ids.ts'
import { openGeography, type Geography } from './internal/geography.server.ts'

type Row = [country: 'AU' | 'NZ', postcode: string, suburb: string, state: string | null]
const rows: Row[] = [
  ['AU', '2000', 'Sydney', 'NSW'],
  ['AU', '2000', 'Barangaroo', 'NSW'],
  ['AU', '2001', 'Sydney', 'NSW'],
  ['AU', '2060', 'North Sydney', 'NSW'],
  ['AU', '2127', 'Sydney Olympic Park', 'NSW'],
  ['AU', '2172', 'Voyager Point', 'NSW'],
  ['AU', '2650', 'North Wagga Wagga', 'NSW'],
  ['AU', '2650', 'Wagga Wagga', 'NSW'],
  ['AU', '2753', 'Richmond', 'NSW'],
  ['AU', '3121', 'Richmond', 'VIC'],
  ['AU', '3182', 'St Kilda', 'VIC'],
  ['AU', '3429', 'Sydenham', 'VIC'],
  ['AU', '2602', 'O’Connor', 'ACT'],
  ['AU', '0800', 'Darwin', 'NT'],
  ['NZ', '1011', 'Ponsonby', null],
  ['NZ', '1024', 'Mount Eden', null],
  ['NZ', '2022', 'Mangere', null],
  ['NZ', '7020', 'Richmond', null],
  ...Array.from({ length: 130 }, (_, at): Row => ['AU', String(6100 + at), `Quarry ${at}`, 'WA']),
]
const idOf = ([country, postcode, suburb, state]: Row) =>
  [country, postcode, suburb.replaceAll(/[ ’]/g, '-'), state ?? ''].join('-').toLowerCase()

const [aol, aolNz, wa] = [brandOf('aol'), brandOf('aol-nz'), brandOf('wa')]

for (const engine of await databaseEngines()) {
  describe(`on ${engine.name}`, () => {
    let database: Database
    let geography: Geography

    beforeAll(async () => {
      database = await engine.open()
      const places = rows.map((row) => {
        const [country, postcode, suburb, state] = row
        return { id: idOf(row), country, postcode, suburb, state, city: suburb, lat: -30, lng: 150 }
      })
      await database.db.insertInto('locality').values(places).execute()
      geography = await openGeography({ database, clock: fixedClock('2026-11-16T00:00Z'), ids: countingIds() })
    })
    afterAll(() => database.close())

    const found = (typed: string, country: 'AU' | 'NZ' = 'AU') =>
      geography.search(country, typed).map((place) => `${place.postcode} ${place.suburb}`)

    test('a locality has suburb, state, postcode and full address [ADDR-06]', () => {
      expect(geography.search('AU', 'darwin')).toEqual([
        {
          _id: 'au-0800-darwin-nt',
          country: 'AU',
          suburb: 'Darwin',
          city: 'Darwin',
          state: 'NT',
          postcode: '0800',
          fullAddress: '0800 Darwin, NT',
          lat: -30,
          lng: 150,
        },
      ])
      expect(geography.search('NZ', 'ponsonby')[0]).toMatchObject({ state: null, fullAddress: 'Ponsonby 1011' })
    })

    test('an exact postcode ranks before prefixes', () => {
      // The list is not tall: the place that most people mean stands first.
      expect(found('2000')).toEqual(['2000 Sydney', '2000 Barangaroo'])
      expect(found('200')).toEqual(['2000 Barangaroo', '2000 Sydney', '2001 Sydney'])
      expect(found('080')).toEqual(['0800 Darwin'])
    })

    test('a suburb of that name ranks first, then prefixes, then word matches', () => {
      expect(found('sydney')).toEqual(['2000 Sydney', '2001 Sydney', '2127 Sydney Olympic Park', '2060 North Sydney'])
      expect(found('syd')).toEqual([
        '3429 Sydenham',
        '2000 Sydney',
        '2001 Sydney',
        '2127 Sydney Olympic Park',
        '2060 North Sydney',
      ])
      expect(found('ydney')).toEqual([])
    })

    test('postcode and suburb together must both match', () => {
      for (const typed of ['2000 sydney', 'Sydney 2000', '2000 Sydney, NSW', 'sydney,2000']) {
        expect([typed, ...found(typed)]).toEqual([typed, '2000 Sydney'])
      }
      expect(found('20 sydney')).toEqual(['2000 Sydney', '2001 Sydney', '2060 North Sydney'])
      expect(found('3000 sydney')).toEqual([])
    })

    test('a state after the suburb disambiguates', () => {
      expect(found('Richmond')).toEqual(['2753 Richmond', '3121 Richmond'])
      expect(found('Richmond VIC')).toEqual(['3121 Richmond'])
      expect(found('Sydney NSW')).toContain('2000 Sydney')
      expect(found('Sydney VIC')).toEqual([])
    })

    test('a state abbreviation also matches the start of a suburb', () => {
      expect(found('wa')).toEqual(['2650 Wagga Wagga', '2650 North Wagga Wagga'])
      expect(found('north wa')).toEqual(['2650 North Wagga Wagga'])
    })

    test('names match as people type them', () => {
      expect([found('saint kil'), found('St K'), found('oconnor'), found("O'Connor")]).toEqual([
        ['3182 St Kilda'],
        ['3182 St Kilda'],
        ['2602 O’Connor'],
        ['2602 O’Connor'],
      ])
      expect([found('mt eden', 'NZ'), found('mou', 'NZ'), found('Māng', 'NZ')]).toEqual([
        ['1024 Mount Eden'],
        ['1024 Mount Eden'],
        ['2022 Mangere'],
      ])
    })

    test('only localities of the country are found', () => {
      expect(found('richmond', 'NZ')).toEqual(['7020 Richmond'])
      expect([found('2000', 'NZ'), found('ponsonby')]).toEqual([[], []])
    })

    test('at least two letters or digits are required', () => {
      expect(found('sy')).not.toEqual([])
      expect([found('s'), found(' s '), found('2'), found(''), found(',,'), found('--')]).toEqual(
        Array.from({ length: 6 }, () => []),
      )
    })

    test('at most a hundred localities are returned, best first [LOCW-14]', () => {
      expect(found('quarry')).toHaveLength(100)
      expect(found('quarry 1')).not.toContain('2000 Sydney')
      expect(found('61')).toHaveLength(100)
    })

    test('a locality is looked up by its parts in any letter case, in New Zealand without a state', () => {
      expect(geography.find('AU', 'SYDNEY', 'nsw', '2000')?._id).toBe('au-2000-sydney-nsw')
      expect(geography.find('NZ', 'ponsonby', '-', '1011')?.suburb).toBe('Ponsonby')
      const misses = [
        geography.find('AU', 'Sydney', 'VIC', '2000'),
        geography.find('AU', 'Sydney', 'NSW', '2060'),
        geography.find('AU', 'Syd', 'NSW', '2000'),
        geography.find('AU', 'Sydney', '-', '2000'),
        geography.find('NZ', 'Sydney', 'NSW', '2000'),
      ]
      expect(misses).toEqual([null, null, null, null, null])
      expect([geography.locality('au-0800-darwin-nt')?.suburb, geography.locality('au-0800')]).toEqual(['Darwin', null])
    })

    test('a visitor’s location is restored by the cookie secret, and can be changed', async () => {
      const secret = await geography.choose(aol, null, { localityId: 'au-2000-sydney-nsw' })
      expect((await geography.chosenBy(aol, secret))?.suburb).toBe('Sydney')
      expect(await geography.choose(aol, secret, { localityId: 'au-0800-darwin-nt' })).toBe(secret)
      expect((await geography.chosenBy(aol, secret))?.suburb).toBe('Darwin')
    })

    test('a secret is valid in its own app, and a new visitor gets a new one', async () => {
      const secret = await geography.choose(aol, null, { localityId: 'au-2000-sydney-nsw' })
      expect([await geography.chosenBy(wa, secret), await geography.chosenBy(aolNz, secret)]).toEqual([null, null])
      const other = await geography.choose(wa, secret, { localityId: 'au-0800-darwin-nt' })
      expect(other).not.toBe(secret)
      expect((await geography.chosenBy(wa, other))?.suburb).toBe('Darwin')
      expect((await geography.chosenBy(aol, secret))?.suburb).toBe('Sydney')
    })

    test('a missing, forged or hashed secret reveals no location', async () => {
      const secret = await geography.choose(aol, null, { localityId: 'au-2000-sydney-nsw' })
      for (const wrong of [null, '', 'made-up', sha256(secret)]) {
        expect(await geography.chosenBy(aol, wrong)).toBeNull()
      }
      const { rows: stored } = await sql<{ row: string }>`select visitor::text as row from visitor`.execute(database.db)
      expect(stored.filter(({ row }) => row.includes(secret))).toEqual([])
      expect(stored.filter(({ row }) => row.includes(sha256(secret)))).toHaveLength(1)
    })

    test('added localities appear after a reload', async () => {
      await sql`insert into locality values ('nz-9016-dunedin', 'NZ', 'Dunedin', 'Dunedin', null, '9016', -45.87, 170.5)`.execute(
        database.db,
      )
      expect(found('dunedin', 'NZ')).toEqual([])
      await geography.reload()
      expect(found('dunedin', 'NZ')).toEqual(['9016 Dunedin'])
    })
  })
}
