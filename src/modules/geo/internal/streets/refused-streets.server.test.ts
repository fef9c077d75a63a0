import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../../../platform/database/database.server.ts'
import { anyEngine } from '../../../../testing/database.ts'
import { ImportRefusedError } from '../import-file.server.ts'
import { openGnaf } from './gnaf-source.server.ts'
import { importStreets } from './import-streets.server.ts'
import { openLinz } from './linz-source.server.ts'
import { street, streetHeading, writeGnaf, writeLinz } from './street-files-for-tests.ts'

const folder = mkdtempSync(join(tmpdir(), 'streets-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Rest<F> = F extends (folder: string, ...rest: infer R) => string ? R : never
const gnaf = (...files: Rest<typeof writeGnaf>) => writeGnaf(folder, ...files)

describe('what cannot be streets is refused with advice', () => {
  let database: Database
  beforeAll(async () => {
    database = await anyEngine.open()
    await sql`insert into locality (id, country, suburb, city, state, postcode, lat, lng)
      values ('au-2000-sydney-nsw', 'AU', 'Sydney', 'Sydney', 'NSW', '2000', -33.87, 151.21)`.execute(database.db)
  })
  afterAll(() => database.close())

  const take = async (path: string) => {
    for (const source of await openGnaf(path)) await importStreets(database, source)
  }

  test('a folder without a table of streets, or of two releases', async () => {
    gnaf([])
    gnaf([])
    await expect(openGnaf(folder)).rejects.toThrow(/There are several files NSW_/)
    const empty = mkdtempSync(join(folder, 'empty-'))
    await expect(openGnaf(empty)).rejects.toThrow('Name the folder of an unpacked G-NAF')
  })

  test('a table without its neighbours', async () => {
    await expect(openGnaf(gnaf([], { 'NSW_LOCALITY_psv.psv': null }))).rejects.toThrow(
      'NSW_STREET_LOCALITY_psv.psv needs NSW_LOCALITY_psv.psv, which is not in the same folder of G-NAF.',
    )
    await expect(openGnaf(gnaf([], { 'Authority_Code_STREET_TYPE_AUT_psv.psv': null }))).rejects.toThrow(
      'needs Authority_Code_STREET_TYPE_AUT_psv.psv',
    )
  })

  test('another heading, an empty file, an archive and UTF-16', async () => {
    const wrong = gnaf([], { 'NSW_STREET_LOCALITY_psv.psv': 'STREET_NAME|LOCALITY_PID\r\nCOLLINS|NSW1\r\n' })
    await expect(take(wrong)).rejects.toThrow(
      'NSW_STREET_LOCALITY_psv.psv, line 1: the heading lacks DATE_RETIRED, STREET_TYPE_CODE, STREET_SUFFIX_CODE.',
    )
    const localityTable = gnaf([street('COLLINS')], { 'NSW_LOCALITY_psv.psv': 'LOCALITY_PID|LOCALITY_NAME\n' })
    await expect(take(localityTable)).rejects.toThrow('NSW_LOCALITY_psv.psv, line 1: the heading lacks DATE_RETIRED')
    for (const [content, message] of [
      ['', 'NSW_STREET_LOCALITY_psv.psv is empty.'],
      [`${streetHeading}\r\n`, 'no street could be read, so nothing was changed.'],
      ['PK\u0003\u0004', 'is a zip archive'],
      [Buffer.from('\uFEFFSTREET_NAME', 'utf16le'), 'is encoded in UTF-16. Save it as UTF-8.'],
    ] as const)
      await expect(take(gnaf([], { 'NSW_STREET_LOCALITY_psv.psv': content }))).rejects.toThrow(message)
    await expect(
      importStreets(database, await openLinz(writeLinz(folder, [], { heading: 'road,suburb', end: '' }))),
    ).rejects.toThrow(ImportRefusedError)
  })

  test('streets of which none is in a place of the shop', async () => {
    await expect(take(gnaf([street('WET', 'ROAD', { place: 'NSW4' })]))).rejects.toThrow(
      'None of its suburbs is a place of the shop: import those first (import:places).',
    )
  })

  test('a failure while reading leaves what was there', async () => {
    await take(gnaf([street('COLLINS')]))
    const broken = {
      name: 'broken.csv',
      scope: { country: 'AU', state: 'NSW' },
      nameColumn: 'name',
      async *records() {
        const place = { suburb: 'Sydney', city: '', postcode: '', position: null }
        yield { kind: 'street', line: 2, name: 'New Street', place } as const
        throw new Error('the disk is gone')
      },
    } as const
    await expect(importStreets(database, broken)).rejects.toThrow('the disk is gone')
    expect(await database.db.selectFrom('street').select('name').execute()).toEqual([{ name: 'Collins Street' }])
  })
})
