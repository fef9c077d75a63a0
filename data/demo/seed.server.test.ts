import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertStreets } from '../../src/modules/geo/streets-store.server.ts'
import { productRecord } from '../../src/modules/catalogue/product/product-record.ts'
import { importRecords, seedTaxonomy } from '../../src/modules/product-import/import-records.server.ts'
import { fixedClock } from '../../src/platform/clock.ts'
import { randomIds } from '../../src/platform/ids.ts'
import { seedReferenceData } from '../../src/seed/reference-data.server.ts'
import { anyEngine, type TestDatabase } from '../../src/testing/database.ts'
import { demoProducts, demoTaxonomy } from './catalogue.ts'
import { demo } from './demo.server.ts'
import { demoStreets } from './shop/streets.ts'

const clock = fixedClock('2026-11-24T00:00:00Z')
const geoFolder = mkdtempSync(join(tmpdir(), 'geo-data-'))

let database: TestDatabase
beforeAll(async () => {
  execFileSync(process.execPath, ['scripts/bundle/geo-data.ts', geoFolder])
  database = await anyEngine.open()
  await seedReferenceData(database, geoFolder)
})
afterAll(async () => {
  await database.close()
  rmSync(geoFolder, { recursive: true })
})

test('products and categories show the pictures that ship now, except where staff have chosen others', async () => {
  const old = { url: '/media/demo/rendered-long-ago.avif', alt: 'Old' }
  const chosen = { url: '/media/files/chosen.avif', alt: 'Chosen' }
  const categories = demoTaxonomy.categories.map((one) => ({
    ...one,
    picture: one.uri === 'living' ? chosen.url : old.url,
  }))
  await seedTaxonomy(database, { ...demoTaxonomy, categories }, { isDemo: true })
  const [first, second] = [...demoProducts({ today: '2026-11-24' })].filter(({ model }) => model !== null)
  if (first === undefined || second === undefined) expect.fail('the demo has products with models')
  const items = [first, second].map((record, at) => ({
    line: at + 1,
    record: productRecord.parse({ ...record, relatedSkus: [], images: [old], model3d: null }),
  }))
  await importRecords(database, items, { source: 'demo', now: clock.now() })
  await database.db
    .updateTable('product')
    .set({ images: JSON.stringify([chosen]), has_own_pictures: true })
    .where('sku', '=', second.sku)
    .execute()

  const deps = { database, clock, ids: randomIds, geoFolder, cmsUrl: 'http://localhost:3002', say: () => {} }
  await demo.seed({ ...deps, secretKey: 'a key of this test, which is long enough' })

  const imagesOf = async (sku: string) =>
    (await database.db.selectFrom('product').select('images').where('sku', '=', sku).executeTakeFirstOrThrow()).images
  const pictureOf = async (uri: string) =>
    (await database.db.selectFrom('category').select('picture').where('uri', '=', uri).executeTakeFirstOrThrow())
      .picture
  const shipped = await database.db.selectFrom('media').select('address').where('is_demo', '=', true).execute()
  const addresses = shipped.map(({ address }) => address)
  expect(addresses).toContain(((await imagesOf(first.sku)) as { url: string }[])[0]?.url)
  expect(await imagesOf(second.sku)).toEqual([chosen])
  expect(addresses).toContain(await pictureOf('kitchen'))
  expect(await pictureOf('living')).toBe(chosen.url)
})

test('the demo streets are all in places of the shop, each once', async () => {
  await insertStreets(database.db, demoStreets)
  const rows = await database.db.selectFrom('street').select(['locality_id', 'name', 'is_demo']).execute()
  expect(rows).toHaveLength(demoStreets.length)
  expect(rows.every((row) => row.is_demo)).toBe(true)
  expect(new Set(demoStreets.map(({ country }) => country))).toEqual(new Set(['AU', 'NZ']))
})

test('demo home pages of an older version get their composition, except those that staff have edited', async () => {
  const before = [{ type: 'tiles', title: 'Shop by category', tiles: 'categories' }]
  const page = JSON.stringify({ pageType: 'generic', title: 'Old', metaTitle: null, masthead: null, blocks: before })
  await database.db
    .updateTable('content_entry')
    .set({ document: page })
    .where('slug', '=', 'home')
    .where('app', 'in', ['wa', 'fk'])
    .execute()
  await database.db
    .updateTable('content_entry')
    .set({ version: 2 })
    .where('slug', '=', 'home')
    .where('app', '=', 'fk')
    .execute()
  const deps = { database, clock, ids: randomIds, geoFolder, cmsUrl: 'http://localhost:3002', say: () => {} }
  await demo.seed({ ...deps, secretKey: 'a key of this test, which is long enough' })
  const titleOf = async (app: string) => {
    const { document } = await database.db
      .selectFrom('content_entry')
      .select('document')
      .where('slug', '=', 'home')
      .where('app', '=', app)
      .executeTakeFirstOrThrow()
    return (document as { title: string }).title
  }
  expect([await titleOf('wa'), await titleOf('fk')]).toEqual([
    'The finest appliances, chosen with you and fitted by us',
    'Old',
  ])
})
