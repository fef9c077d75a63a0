import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.server.ts'
import { anyEngine, databaseEngines } from '../../../testing/database.ts'
import { ImportRefusedError, openImportFile } from './import-file.server.ts'
import { importPlaces, type BadPlace } from './import-places.server.ts'

const folder = mkdtempSync(join(tmpdir(), 'places-'))
afterAll(() => rmSync(folder, { recursive: true }))

const heading =
  'country,postcode,place,state,state_code,district,district_code,community,community_code,lat,lng,accuracy'
const sydney = 'AU\t2000\tSydney\tNew South Wales\tNSW\tSYDNEY\t\t\t\t-33.8688\t151.2093\t4'
const darwin = 'AU\t0800\tDarwin\tNorthern Territory\tNT\t\t\t\t\t-12.4634\t130.8456\t4'
const nawton = 'NZ\t3200\tNawton\tWaikato\tG1\t\t\t\t\t-37.783\t175.239\t4'

async function* linesOf(...lines: string[]): AsyncGenerator<string> {
  yield* lines
}

function fileOf(name: string, content: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

for (const engine of await databaseEngines()) {
  describe(`on ${engine.name}`, () => {
    let database: Database

    beforeAll(async () => {
      database = await engine.open()
    })
    afterEach(() => sql`truncate locality cascade`.execute(database.db))
    afterAll(() => database.close())

    const take = (...lines: string[]) => importPlaces(database, () => linesOf(...lines))
    const storedIds = async () =>
      (await database.db.selectFrom('locality').select('id').orderBy('id').execute()).map((row) => row.id)

    async function chose(localityId: string): Promise<void> {
      const [at] = [new Date('2026-11-16')]
      const visitor = { id: localityId, secret_hash: localityId, app: 'aol', created_at: at, seen_at: at }
      await database.db
        .insertInto('visitor')
        .values({ ...visitor, locality_id: localityId })
        .execute()
    }

    test('GeoNames rows become localities with country, postcode, name and state as id', async () => {
      const done = await take(sydney, darwin, nawton)
      expect(done).toMatchObject({ countries: ['AU', 'NZ'], read: 3, bad: 0, added: 3, changed: 0, removed: 0 })
      expect(await database.db.selectFrom('locality').selectAll().orderBy('id').execute()).toEqual([
        {
          id: 'au-0800-darwin-nt',
          country: 'AU',
          suburb: 'Darwin',
          city: 'Darwin',
          state: 'NT',
          postcode: '0800',
          lat: -12.4634,
          lng: 130.8456,
        },
        {
          id: 'au-2000-sydney-nsw',
          country: 'AU',
          suburb: 'Sydney',
          city: 'Sydney',
          state: 'NSW',
          postcode: '2000',
          lat: -33.8688,
          lng: 151.2093,
        },
        {
          id: 'nz-3200-nawton',
          country: 'NZ',
          suburb: 'Nawton',
          city: 'Nawton',
          state: null,
          postcode: '3200',
          lat: -37.783,
          lng: 175.239,
        },
      ])
    })

    test('importing the same file again changes nothing', async () => {
      await take(sydney, darwin)
      expect(await take(sydney, darwin)).toMatchObject({ added: 0, changed: 0, unchanged: 2, removed: 0, kept: 0 })
      expect(await take(sydney.replace('151.2093', '151.21'), darwin)).toMatchObject({ changed: 1, unchanged: 1 })
    })

    test('localities missing from the file are deleted, those of the other country stay', async () => {
      await take(sydney, darwin, nawton)
      expect(await take(darwin)).toMatchObject({ countries: ['AU'], added: 0, unchanged: 1, removed: 1, kept: 0 })
      expect(await storedIds()).toEqual(['au-0800-darwin-nt', 'nz-3200-nawton'])
    })

    test('a locality chosen by a visitor stays', async () => {
      await take(sydney, darwin)
      await chose('au-2000-sydney-nsw')
      expect(await take(darwin)).toMatchObject({ removed: 0, kept: 1, unchanged: 1 })
      expect(await storedIds()).toEqual(['au-0800-darwin-nt', 'au-2000-sydney-nsw'])
      const { rows } = await sql<{ locality_id: string | null }>`select locality_id from visitor`.execute(database.db)
      expect(rows).toEqual([{ locality_id: 'au-2000-sydney-nsw' }])
    })

    test('a locality stored with an account stays', async () => {
      await take(sydney, darwin)
      const accountId = '00000000-0000-4000-8000-000000000001'
      await sql`insert into account (id, email, first_name, last_name, role, created_at)
        values (${accountId}, 'a@shopper.example', 'A', 'B', 'customer', now())`.execute(database.db)
      await sql`insert into account_place values (${accountId}, 'aol', 'au-2000-sydney-nsw')`.execute(database.db)
      expect(await take(darwin)).toMatchObject({ removed: 0, kept: 1, unchanged: 1 })
      expect(await storedIds()).toEqual(['au-0800-darwin-nt', 'au-2000-sydney-nsw'])
      await database.db.deleteFrom('account').execute()
    })

    test('only rows of a named country are imported', async () => {
      const done = await importPlaces(database, () => linesOf(sydney, nawton, darwin), { country: 'NZ' })
      expect(done).toMatchObject({ countries: ['NZ'], read: 3, elsewhere: 2, added: 1 })
      expect(await storedIds()).toEqual(['nz-3200-nawton'])
    })

    test('a dry run reports the same counts and changes nothing', async () => {
      await take(sydney)
      const done = await importPlaces(database, () => linesOf(darwin, nawton), { dryRun: true })
      expect(done).toMatchObject({ added: 2, removed: 1 })
      expect(await storedIds()).toEqual(['au-2000-sydney-nsw'])
    })

    test('a New Zealand suburb keeps the city of its postcode', async () => {
      await sql`insert into locality values
        ('nz-3200-te-rapa', 'NZ', 'Te Rapa', 'Hamilton', null, '3200', -37.75, 175.24)`.execute(database.db)
      await take(nawton, nawton.replace('3200\tNawton', '3300\tMorrinsville'))
      const rows = await database.db.selectFrom('locality').select(['suburb', 'city']).orderBy('id').execute()
      expect(rows).toEqual([
        { suburb: 'Nawton', city: 'Hamilton' },
        { suburb: 'Morrinsville', city: 'Morrinsville' },
      ])
    })

    test('an invalid row is reported by line, field and reason, and the others are imported', async () => {
      const bad: BadPlace[] = []
      const lines = [
        sydney,
        sydney.replace('2000', '200'),
        '',
        sydney.replace('\tSydney\t', '\t \t'),
        sydney.replace('\tSydney\t', '\tSydn\uFFFDy\t'),
        sydney.replace('NSW', 'XYZ'),
        sydney.replace('-33.8688', 'south'),
        sydney.replace('151.2093', '181'),
        'AU\t2000\tSydney',
        sydney.replace('AU', 'Australia'),
        sydney.replace('AU', 'US'),
        sydney,
      ]
      const done = await importPlaces(database, () => linesOf(...lines), { onBad: (one) => bad.push(one) })
      expect(bad).toEqual([
        { line: 2, field: 'postcode', reason: 'must be four digits, is "200"' },
        { line: 4, field: 'place', reason: 'is empty' },
        { line: 5, field: 'place', reason: 'holds bytes that are no UTF-8 text' },
        { line: 6, field: 'state_code', reason: 'must be one of ACT, NSW, NT, QLD, SA, TAS, VIC, WA, is "XYZ"' },
        { line: 7, field: 'lat', reason: 'must be degrees from -90 to 90, is "south"' },
        { line: 8, field: 'lng', reason: 'must be degrees from -180 to 180, is "181"' },
        { line: 9, field: 'row', reason: 'has 3 columns where 12 are expected' },
        { line: 10, field: 'country', reason: 'must be a code of two letters, is "Australia"' },
      ])
      expect(done).toMatchObject({ read: 11, bad: 8, elsewhere: 1, duplicates: 1, added: 1 })
    })

    test('a file without valid rows is rejected and changes nothing', async () => {
      await take(sydney)
      await expect(take()).rejects.toThrow(ImportRefusedError)
      await expect(take('AU\t2000\tSydney')).rejects.toThrow('No place of Australia or New Zealand could be read')
      await expect(importPlaces(database, () => linesOf(sydney), { country: 'NZ' })).rejects.toThrow('No place of NZ')
      expect(await storedIds()).toEqual(['au-2000-sydney-nsw'])
    })

    test('a truncated file changes nothing', async () => {
      await take(sydney)
      async function* broken() {
        yield darwin
        throw new Error('the disk is gone')
      }
      await expect(importPlaces(database, broken)).rejects.toThrow('the disk is gone')
      expect(await storedIds()).toEqual(['au-2000-sydney-nsw'])
    })

    test('CSV with a header is also read, with quoted cells, Windows line ends and gzip', async () => {
      const text = `${heading}\r\nAU,2000,"Sydney, ""CBD""",New South Wales,NSW,,,,,-33.8,151.2,4\r\nNZ,3200,Nawton,Waikato,G1,,,,,-37.7,175.2,4`
      for (const path of [fileOf('places.csv', text), fileOf('places.csv.gz', gzipSync(text))]) {
        const file = await openImportFile(path)
        expect(await importPlaces(database, () => file.lines())).toMatchObject({ read: 2, bad: 0, duplicates: 0 })
        expect(file.bytesRead()).toBe(file.size)
        expect(await storedIds()).toEqual(['au-2000-sydney-cbd-nsw', 'nz-3200-nawton'])
      }
    })

    test('more rows than a batch are imported, with progress reports', async () => {
      const seen: number[] = []
      const lines = Array.from({ length: 2_500 }, (_, at) => sydney.replace('Sydney', `Suburb ${at}`))
      await importPlaces(database, () => linesOf(...lines), { onProgress: (rows) => seen.push(rows) })
      expect(seen).toEqual([1_000, 2_000, 2_500])
      expect(await storedIds()).toHaveLength(2_500)
    })
  })
}

describe('an import file', () => {
  const read = async (path: string) => Array.fromAsync((await openImportFile(path)).lines())

  test('in UTF-8 is read complete, wherever chunks end', async () => {
    const text = Array.from({ length: 30_000 }, (_, at) => `Ōtāhuhu ${at}`).join('\n')
    expect((await read(fileOf('long.txt', text))).join('\n')).toBe(text)
    expect(await read(fileOf('marked.txt', '\uFEFFAU\n'))).toEqual(['AU'])
  })

  test('can be read twice', async () => {
    const file = await openImportFile(fileOf('twice.txt', 'a\nb'))
    expect([await Array.fromAsync(file.lines()), await Array.fromAsync(file.lines())]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ])
  })

  test('that is a zip archive, truncated or not postal data is rejected with instructions', async () => {
    await expect(openImportFile(fileOf('AU.zip', 'PK\u0003\u0004'))).rejects.toThrow('Unpack it')
    const whole = gzipSync(readFileSync(import.meta.filename))
    await expect(read(fileOf('cut.gz', whole.subarray(0, whole.length - 20)))).rejects.toThrow('was cut off')
    const database = await anyEngine.open()
    const refused = importPlaces(database, () => linesOf('name;postcode', 'Sydney;2000'))
    await expect(refused).rejects.toThrow('nor a heading with country, postcode, place, state_code, lat, lng')
    await database.close()
  })
})
