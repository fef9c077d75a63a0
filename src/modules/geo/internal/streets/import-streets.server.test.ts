import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../../../platform/database/database.server.ts'
import { databaseEngines } from '../../../../testing/database.ts'
import { openGnaf } from './gnaf-source.server.ts'
import { importStreets, type StreetImportOptions } from './import-streets.server.ts'
import { openLinz } from './linz-source.server.ts'
import { address, street, streetHeading, writeGnaf, writeLinz } from './street-files-for-tests.ts'
import type { BadRow } from './table-rows.server.ts'

const folder = mkdtempSync(join(tmpdir(), 'streets-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Rest<F> = F extends (folder: string, ...rest: infer R) => string ? R : never
const gnaf = (...files: Rest<typeof writeGnaf>) => writeGnaf(folder, ...files)
const linz = (...file: Rest<typeof writeLinz>) => writeLinz(folder, ...file)

for (const engine of await databaseEngines()) {
  describe(`on ${engine.name}`, () => {
    let database: Database

    beforeAll(async () => {
      database = await engine.open()
    })
    beforeEach(async () => {
      await sql`truncate locality cascade`.execute(database.db)
      await sql`insert into locality (id, country, suburb, city, state, postcode, lat, lng) values
        ('au-2000-sydney-nsw', 'AU', 'Sydney', 'Sydney', 'NSW', '2000', -33.87, 151.21),
        ('au-2880-broken-hill-nsw', 'AU', 'Broken Hill', 'Broken Hill', 'NSW', '2880', -31.95, 141.47),
        ('au-3000-melbourne-vic', 'AU', 'Melbourne', 'Melbourne', 'VIC', '3000', -37.81, 144.96),
        ('nz-1011-ponsonby', 'NZ', 'Ponsonby', 'Auckland', null, '1011', -36.85, 174.74),
        ('nz-3330-taupo', 'NZ', 'Taupo', 'Taupo', null, '3330', -38.69, 176.07)`.execute(database.db)
    })
    afterAll(() => database.close())

    async function takeGnaf(path: string, options: StreetImportOptions = {}) {
      const [source, ...more] = await openGnaf(path)
      if (source === undefined || more.length > 0) throw new Error('One state was expected.')
      return importStreets(database, source, options)
    }
    const takeLinz = async (path: string, options: StreetImportOptions = {}) =>
      importStreets(database, await openLinz(path), options)
    const stored = async () => {
      const rows = await database.db
        .selectFrom('street')
        .select(['locality_id', 'name', 'search'])
        .orderBy('locality_id')
        .orderBy('search')
        .execute()
      return rows.map((row) => `${row.locality_id}: ${row.name} (${row.search})`)
    }

    test('streets of G-NAF become streets of our places, with type and suffix written out', async () => {
      const root = gnaf([
        street('COLLINS'),
        street("O'CONNELL", 'STREET', { suffix: 'N' }),
        street('THE ESPLANADE', ''),
        street('ARGENT', 'ROAD', { place: 'NSW2' }),
      ])
      expect(await takeGnaf(root)).toEqual({
        read: 4,
        bad: 0,
        retired: 0,
        withoutStreet: 0,
        unknown: 0,
        merged: 0,
        added: 4,
        changed: 0,
        unchanged: 0,
        removed: 0,
      })
      expect(await stored()).toEqual([
        'au-2000-sydney-nsw: Collins Street (collins street)',
        'au-2000-sydney-nsw: The Esplanade (esplanade)',
        "au-2000-sydney-nsw: O'Connell Street North (oconnell street north)",
        'au-2880-broken-hill-nsw: Argent Road (argent road)',
      ])
    })

    test('one file of a state can be named, and files may be compressed', async () => {
      const rows = [streetHeading, street('COLLINS'), ''].join('\n')
      const root = gnaf([], { 'NSW_STREET_LOCALITY_psv.psv': null, 'NSW_STREET_LOCALITY_psv.psv.gz': gzipSync(rows) })
      expect(await takeGnaf(join(root, 'Standard', 'NSW_STREET_LOCALITY_psv.psv.gz'))).toMatchObject({ added: 1 })
      expect(await takeGnaf(root)).toMatchObject({ unchanged: 1 })
    })

    test('retired streets, and those of retired localities, are left out', async () => {
      const root = gnaf([
        street('COLLINS'),
        street('OLD', 'ROAD', { retired: '2019-05-01' }),
        street('GONE', 'ROAD', { place: 'NSW3' }),
      ])
      expect(await takeGnaf(root)).toMatchObject({ read: 3, bad: 0, retired: 2, added: 1 })
    })

    test('streets of suburbs that the shop does not have are counted, and each suburb is named once', async () => {
      const unknown: string[] = []
      const inAtlantis = { place: 'NSW4' }
      const root = gnaf([street('COLLINS'), street('WET', 'ROAD', inAtlantis), street('DEEP', 'ROAD', inAtlantis)])
      const done = await takeGnaf(root, { onUnknownPlace: (name) => unknown.push(name) })
      expect(done).toMatchObject({ read: 3, unknown: 2, added: 1 })
      expect(unknown).toEqual(['ATLANTIS'])
    })

    test('a street that is there twice is merged', async () => {
      const root = gnaf([street('COLLINS'), street('COLLINS'), street("O'CONNELL"), street('O CONNELL')])
      expect(await takeGnaf(root)).toMatchObject({ read: 4, merged: 2, added: 2 })
      expect(await stored()).toContain("au-2000-sydney-nsw: O'Connell Street (oconnell street)")
    })

    test('wrong rows are reported by file, line and column, and the others are imported', async () => {
      const bad: BadRow[] = []
      const root = gnaf([
        street('COLLINS'),
        street('', 'ROAD'),
        street('CLOSED', 'GATEWAYS'),
        street('LOST', 'ROAD', { place: 'NSW99' }),
        'NSW2000001|2004-08-02||C|SHORT',
        `${street('LONG')}|more`,
        street('BR\uFFFDKEN'),
        street("'", ''),
        street('X'.repeat(101), ''),
        street('LAST'),
      ])
      const done = await takeGnaf(root, { onBad: (one) => bad.push(one) })
      const file = 'NSW_STREET_LOCALITY_psv.psv'
      expect(bad).toEqual([
        { file, line: 3, column: 'STREET_NAME', reason: 'is empty' },
        { file, line: 4, column: 'STREET_TYPE_CODE', reason: 'is no code of street types, is "GATEWAYS"' },
        { file, line: 5, column: 'LOCALITY_PID', reason: 'is in no row of the localities, is "NSW99"' },
        { file, line: 6, column: 'row', reason: 'has 5 columns where 11 are expected' },
        { file, line: 7, column: 'row', reason: 'has 12 columns where 11 are expected' },
        { file, line: 8, column: 'STREET_NAME', reason: 'holds bytes that are no UTF-8 text' },
        { file, line: 9, column: 'STREET_NAME', reason: 'is empty' },
        { file, line: 10, column: 'STREET_NAME', reason: 'is longer than 100 characters' },
      ])
      expect(done).toMatchObject({ read: 10, bad: 8, added: 2 })
    })

    test('importing again changes nothing, and a new release adds, changes and removes', async () => {
      await takeGnaf(gnaf([street('COLLINS'), street('OLD'), street('MCCALL')]))
      expect(await takeGnaf(gnaf([street('COLLINS'), street('OLD'), street('MCCALL')]))).toMatchObject({
        added: 0,
        changed: 0,
        unchanged: 3,
        removed: 0,
      })
      const next = gnaf([street('COLLINS'), street('McCALL'), street('NEW')])
      expect(await takeGnaf(next)).toMatchObject({ added: 1, changed: 1, unchanged: 1, removed: 1 })
      expect(await stored()).toEqual([
        'au-2000-sydney-nsw: Collins Street (collins street)',
        'au-2000-sydney-nsw: McCALL Street (mccall street)',
        'au-2000-sydney-nsw: New Street (new street)',
      ])
    })

    test('a state replaces its own streets only, and demo streets with them', async () => {
      await sql`insert into street (locality_id, country, name, search, is_demo) values
        ('au-2000-sydney-nsw', 'AU', 'Demo Lane', 'demo lane', true),
        ('au-2000-sydney-nsw', 'AU', 'Collins Street', 'collins street', true),
        ('au-3000-melbourne-vic', 'AU', 'Demo Lane', 'demo lane', true),
        ('nz-1011-ponsonby', 'NZ', 'Demo Lane', 'demo lane', true)`.execute(database.db)
      expect(await takeGnaf(gnaf([street('COLLINS')]))).toMatchObject({ changed: 1, removed: 1 })
      const rows = await database.db
        .selectFrom('street')
        .select(['locality_id', 'is_demo'])
        .orderBy('locality_id')
        .execute()
      expect(rows).toEqual([
        { locality_id: 'au-2000-sydney-nsw', is_demo: false },
        { locality_id: 'au-3000-melbourne-vic', is_demo: true },
        { locality_id: 'nz-1011-ponsonby', is_demo: true },
      ])
    })

    test('a dry run reports the same counts and changes nothing', async () => {
      await takeGnaf(gnaf([street('COLLINS')]))
      const done = await takeGnaf(gnaf([street('NEW')]), { dryRun: true })
      expect(done).toMatchObject({ added: 1, removed: 1 })
      expect(await stored()).toEqual(['au-2000-sydney-nsw: Collins Street (collins street)'])
    })

    test('a file that was cut off changes nothing', async () => {
      await takeGnaf(gnaf([street('COLLINS')]))
      const text = [streetHeading, street('NEW'), street('NEXT').slice(0, 30)].join('\r\n')
      const cut = takeGnaf(gnaf([], { 'NSW_STREET_LOCALITY_psv.psv': text }))
      await expect(cut).rejects.toThrow(
        'NSW_STREET_LOCALITY_psv.psv, line 3: the file was cut off: its last row has 6 columns where 11 are expected.',
      )
      const whole = gzipSync(
        [streetHeading, ...Array.from({ length: 500 }, (_, at) => street(`S${at}`)), ''].join('\n'),
      )
      const root = gnaf([], {
        'NSW_STREET_LOCALITY_psv.psv': null,
        'NSW_STREET_LOCALITY_psv.psv.gz': whole.subarray(0, whole.length - 20),
      })
      await expect(takeGnaf(root)).rejects.toThrow('was cut off')
      expect(await stored()).toEqual(['au-2000-sydney-nsw: Collins Street (collins street)'])
    })

    test('roads of New Zealand’s addresses become streets once each, with macrons', async () => {
      const rows = [
        address('Pōhutukawa Avenue'),
        address('Pōhutukawa Avenue'),
        address('"Rue ""de"" Ponsonby"'),
        address('Old Road', { state: 'Retired' }),
        address(''),
        address('Spa Road', { suburb: '', city: 'Taupō' }),
        address('Far Road', { suburb: 'Nowhere' }),
      ]
      expect(await takeLinz(linz(rows))).toMatchObject({
        read: 7,
        bad: 0,
        retired: 1,
        withoutStreet: 1,
        unknown: 1,
        merged: 1,
        added: 3,
      })
      expect(await stored()).toEqual([
        'nz-1011-ponsonby: Pōhutukawa Avenue (pohutukawa avenue)',
        'nz-1011-ponsonby: Rue "de" Ponsonby (rue "de" ponsonby)',
        'nz-3330-taupo: Spa Road (spa road)',
      ])
    })

    test('a suburb of the same name elsewhere is another one', async () => {
      const rows = [
        address('Here Street'),
        address('There Street', { city: 'Gore', at: '168.9,-46.1' }),
        address('Unplaced Street', { city: 'Gore', at: ',' }),
      ]
      expect(await takeLinz(linz(rows))).toMatchObject({ unknown: 2, added: 1 })
    })

    test('a mark of UTF-8, an open quote and other columns of the older file are understood', async () => {
      const bad: BadRow[] = []
      const older = '\uFEFFaddress_id,full_road_name,suburb_locality,town_city,shape_X,shape_Y'
      const rows = [
        '1,Karaka Street,Ponsonby,Auckland,174.7,-36.8',
        '2,"Open Street,Ponsonby,Auckland,1,2',
        '3,Kea Street,Ponsonby,Auckland,,',
      ]
      expect(await takeLinz(linz(rows, { heading: older }), { onBad: (one) => bad.push(one) })).toMatchObject({
        read: 3,
        bad: 1,
        added: 2,
      })
      expect(bad).toEqual([
        { file: expect.any(String), line: 3, column: 'row', reason: 'has a quote that is not closed' },
      ])
      // Without a line end the last row is whole all the same.
      expect(await takeLinz(linz(rows, { heading: older, end: '' }))).toMatchObject({ unchanged: 2 })
    })

    test('text in another encoding is reported where it is not readable', async () => {
      const bad: BadRow[] = []
      const path = join(folder, 'latin.csv')
      const text = [
        'full_road_name,suburb_locality,town_city',
        'Kea Street,Ponsonby,Auckland',
        'Café Lane,Ponsonby,Auckland',
        '',
      ]
      writeFileSync(path, Buffer.from(text.join('\n'), 'latin1'))
      expect(await takeLinz(path, { onBad: (one) => bad.push(one) })).toMatchObject({ bad: 1, added: 1 })
      expect(bad).toEqual([
        { file: 'latin.csv', line: 3, column: 'full_road_name', reason: 'holds bytes that are no UTF-8 text' },
      ])
    })

    test('more rows than a batch are imported, with progress reports', async () => {
      const seen: number[] = []
      const root = gnaf(Array.from({ length: 2_500 }, (_, at) => street(`TREE ${at}`)))
      expect(await takeGnaf(root, { onProgress: (rows) => seen.push(rows) })).toMatchObject({ added: 2_500 })
      expect(seen).toEqual([1_000, 2_000, 2_500])
    })
  })
}
