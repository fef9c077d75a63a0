import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Database } from '../../platform/database/database.server.ts'
import { changeChannel } from '../catalogue/catalogue.server.ts'
import { testEngines } from './internal/import-databases-for-tests.ts'
import { importRecords, ImportRefusedError, seedTaxonomy } from './import-records.server.ts'
import type { ImportItem } from './import-options.ts'
import { type ProductRecordInput } from '../catalogue/product/product-record.ts'
import { item, shelf, leftovers } from './internal/imported-for-tests.ts'

const monday = new Date('2026-11-16T01:00:00Z')
const tuesday = new Date('2026-11-17T01:00:00Z')

for (const engine of await testEngines()) {
  describe(`importing into ${engine.name}`, () => {
    let database: Database
    beforeAll(async () => {
      database = await engine.open()
    })
    beforeEach(async () => {
      await sql`truncate product, brand, category, attribute, import_run restart identity cascade`.execute(database.db)
    })
    afterAll(() => database.close())

    const run = (items: ImportItem[], more: Partial<Parameters<typeof importRecords>[2]> = {}) =>
      importRecords(database, items, { source: 'feed', now: monday, ...more })

    test('a new record creates its brand, category and parent category', async () => {
      const result = await run([item(1, 'A')], {
        taxonomy: { categories: [{ uri: 'kitchen/fridges', title: 'Fridges & freezers' }] },
      })
      expect(result).toMatchObject({ added: 1, newBrands: ['Norrsken'], newCategories: ['kitchen', 'kitchen/fridges'] })
      expect(await shelf(database)).toEqual([
        {
          sku: 'A',
          uri: 'fridge-a',
          title: 'Fridge A',
          live: true,
          price: 99_900,
          stock: 3,
          brand: 'Norrsken',
          category: 'kitchen/fridges',
        },
      ])
      const categories = await database.db
        .selectFrom('category')
        .select(['uri', 'title', 'parent_id'])
        .orderBy('uri')
        .execute()
      expect(categories.map(({ title }) => title)).toEqual(['Kitchen', 'Fridges & freezers'])
      expect(categories[1]?.parent_id).not.toBeNull()
    })

    test('pictures that staff have chosen survive imports, until staff give them back to the feed', async () => {
      const of = (url: string) => [item(1, 'A', { images: [{ url: `https://feed.example/${url}` }] })]
      const pictures = async () =>
        (await database.db.selectFrom('product').select('images').executeTakeFirstOrThrow()).images
      await run(of('one.jpg'))
      const own = [{ url: '/media/files/own.jpg', alt: '' }]
      await database.db
        .updateTable('product')
        .set({ images: JSON.stringify(own), has_own_pictures: true })
        .execute()
      expect(await run(of('two.jpg'))).toMatchObject({ updated: 1 })
      expect(await pictures()).toEqual(own)
      // As the back office does when the pictures are given back.
      await database.db.updateTable('product').set({ has_own_pictures: false, record_hash: '' }).execute()
      expect(await run(of('two.jpg'))).toMatchObject({ updated: 1 })
      expect(await pictures()).toMatchObject([{ url: 'https://feed.example/two.jpg' }])
    })

    test('the same file again changes nothing; a changed record is updated and never duplicated', async () => {
      await run([item(1, 'A'), item(2, 'B')])
      expect(await run([item(1, 'A'), item(2, 'B')])).toMatchObject({
        added: 0,
        updated: 0,
        unchanged: 2,
        priceChanges: 0,
      })
      const changed = item(2, 'B', {
        title: 'Larder',
        offers: [{ app: 'wa', price: 5_000 }],
        stock: { '3000': { quantity: 7 } },
      })
      expect(await run([item(1, 'A'), changed])).toMatchObject({ added: 0, updated: 1, unchanged: 1, priceChanges: 1 })
      // The address outlives the title it was made from.
      expect((await shelf(database))[1]).toMatchObject({
        sku: 'B',
        uri: 'fridge-b',
        title: 'Larder',
        price: 5_000,
        stock: 7,
      })
    })

    test('attributes in another order are the same record', async () => {
      await run([item(1, 'A', { attributes: { doors: 2, width_mm: 600 } })])
      expect(await run([item(1, 'A', { attributes: { width_mm: 600, doors: 2 } })])).toMatchObject({ unchanged: 1 })
    })

    test('each price change is recorded with time and RRP; the same price again is not', async () => {
      const noon = new Date('2026-11-17T04:00:00Z')
      await run([item(1, 'A')])
      await run([item(1, 'A', { offers: [{ app: 'aol', price: 89_900 }] })], { now: tuesday })
      await run([item(1, 'A', { offers: [{ app: 'aol', price: 94_900, lineDiscount: 5_000 }] })], { now: noon })
      await run([item(1, 'A', { title: 'Renamed', offers: [{ app: 'aol', price: 94_900, lineDiscount: 5_000 }] })], {
        now: new Date('2026-11-18T01:00:00Z'),
      })
      const history = await database.db
        .selectFrom('price_change')
        .select(['changed_at', 'price_cents', 'rrp_cents', 'line_discount_cents'])
        .orderBy('changed_at')
        .execute()
      expect(history).toEqual([
        { changed_at: monday, price_cents: 99_900, rrp_cents: 119_900, line_discount_cents: 0 },
        { changed_at: tuesday, price_cents: 89_900, rrp_cents: null, line_discount_cents: 0 },
        { changed_at: noon, price_cents: 94_900, rrp_cents: null, line_discount_cents: 5_000 },
      ])
    })

    test('a price on request, and all other offer fields, are stored as given', async () => {
      const given = {
        app: 'aol',
        price: null,
        rrp: 119_900,
        lineDiscount: 1_000,
        discountOffRrp: 5_000,
        percentageDiscountOffRrp: 7.5,
        altPriceMsg: 'Floor stock',
        priceType: 'manufacturer',
        ribbons: ['cashback', 'bonus'],
      } as const
      await run([item(1, 'A', { offers: [{ ...given, ribbons: [...given.ribbons] }] })])
      const {
        product_id: _id,
        floor_cents: _floor,
        member_cents: _memberPrice,
        ...stored
      } = await database.db.selectFrom('offer').selectAll().executeTakeFirstOrThrow()
      expect(stored).toEqual({
        app: 'aol',
        price_cents: null,
        rrp_cents: 119_900,
        line_discount_cents: 1_000,
        discount_off_rrp_cents: 5_000,
        percentage_discount_off_rrp: 7.5,
        alt_price_msg: 'Floor stock',
        price_type: 'manufacturer',
        ribbons: ['cashback', 'bonus'],
        volume_prices: [],
      })
      await run([item(1, 'A')], { now: tuesday })
      expect(await database.db.selectFrom('offer').selectAll().executeTakeFirstOrThrow()).toMatchObject({
        price_cents: 99_900,
        line_discount_cents: 0,
        alt_price_msg: null,
        price_type: 'winning',
        ribbons: [],
      })
    })

    test('a record without stock leaves the stock unchanged', async () => {
      await run([item(1, 'A')])
      await run([item(1, 'A', { stock: {}, title: 'Larder' })])
      expect((await shelf(database))[0]).toMatchObject({ title: 'Larder', stock: 3 })
    })

    test('only a full import retires products, and only of its own source', async () => {
      await run([item(1, 'A'), item(2, 'B'), item(3, 'C')])
      await run([item(1, 'OTHER')], { source: 'other' })
      expect(await run([item(1, 'A')])).toMatchObject({ retired: 0 })
      const broken: ImportItem = { line: 2, sku: 'C', field: 'price', reason: 'is missing' }
      // C was refused, but the feed still names it.
      expect(await run([item(1, 'A'), broken], { full: true })).toMatchObject({ unchanged: 1, retired: 1, rejected: 1 })
      expect((await shelf(database)).map(({ sku, live }) => [sku, live])).toEqual([
        ['A', true],
        ['B', false],
        ['C', true],
        ['OTHER', true],
      ])
      // It comes back as the product it was.
      expect(await run([item(1, 'B')])).toMatchObject({ added: 0, updated: 1 })
      expect((await shelf(database))[1]).toMatchObject({ sku: 'B', uri: 'fridge-b', live: true })
    })

    test('a SKU from another source is counted, because two feeds might conflict', async () => {
      await run([item(1, 'A')], { source: 'other' })
      expect(await run([item(1, 'A')])).toMatchObject({ unchanged: 1, takenOver: 1 })
      expect(await run([], { source: 'other' })).toMatchObject({ retired: 0 })
      expect(await run([item(1, 'B')], { full: true, source: 'feed' })).toMatchObject({ retired: 1 })
    })

    test('of two rows with one SKU the last wins and the first is reported', async () => {
      const reported: unknown[] = []
      const result = await run([item(1, 'A'), item(2, 'B'), item(3, 'A', { title: 'The last' })], {
        onDuplicate: (duplicate) => reported.push(duplicate),
      })
      expect(result).toMatchObject({ added: 2, duplicates: 1 })
      expect(reported).toEqual([{ line: 1, sku: 'A', wonByLine: 3 }])
      expect((await shelf(database))[0]?.title).toBe('The last')
    })

    test('equal titles get the SKU in their URL', async () => {
      await run([item(1, 'A', { title: 'Sofa' })])
      await run([item(1, 'B', { title: 'Sofa' }), item(2, 'C.1', { title: 'Sofa' }), item(3, 'C-1', { title: 'Sofa' })])
      const uris = (await shelf(database)).map(({ uri }) => uri)
      expect(new Set(uris).size).toBe(4)
      expect(uris).toEqual(expect.arrayContaining(['sofa', 'sofa-b', 'sofa-c-1']))
    })

    test('brands are case-insensitive', async () => {
      await run([item(1, 'A', { brand: 'BEKO' }), item(2, 'B', { brand: 'Beko' })])
      expect((await shelf(database)).map(({ brand }) => brand)).toEqual(['BEKO', 'BEKO'])
    })

    test('descriptions are sanitised', async () => {
      await run([item(1, 'A', { description: '<p onclick="x()">Cold <script>alert(1)</script>&amp; quiet</p>' })])
      const { description } = await database.db.selectFrom('product').select('description').executeTakeFirstOrThrow()
      expect(description).toBe('<p>Cold &amp; quiet</p>')
    })

    test.each([
      ['stock', { stock: { '9999': { quantity: 1 } } }, 'names warehouse 9999, which the shop does not have'],
      [
        'offers',
        {
          offers: [
            { app: 'aol', price: 1 },
            { app: 'aol', price: 2 },
          ],
        },
        'has two prices for one app',
      ],
      [
        'documents',
        { documents: [{ title: 'x', url: 'javascript:alert(1)', sizeKb: 1 }] },
        'has an address that is not http or https: javascript:alert(1)',
      ],
      ['text', { shortDescription: 'a\u0000b' }, 'holds a character that cannot be stored'],
      ['text', { shortDescription: 'a\uD800b' }, 'holds a character that cannot be stored'],
      ['brand', { brand: '日本' }, 'has no letter or digit to make an address from'],
    ] as [string, Partial<ProductRecordInput>, string][])(
      'a record with invalid %s is rejected on its own',
      async (field, more, reason) => {
        const reported: unknown[] = []
        const result = await run([item(1, 'A'), item(7, 'BAD', more)], {
          onReject: (rejection) => reported.push(rejection),
        })
        expect(result).toMatchObject({ added: 1, rejected: 1 })
        expect(reported).toEqual([{ line: 7, sku: 'BAD', field, reason }])
      },
    )

    test('a literal backslash u0000 is ordinary text', async () => {
      expect(await run([item(1, 'A', { shortDescription: String.raw`C:\u0000` })])).toMatchObject({ added: 1 })
    })

    test('a dry run counts everything and changes nothing', async () => {
      await run([item(1, 'A'), item(2, 'B')])
      const before = await shelf(database)
      const would = await run([item(1, 'A', { title: 'New' }), item(2, 'C', { brand: 'Solvang' })], {
        dryRun: true,
        full: true,
      })
      expect(would).toMatchObject({ added: 1, updated: 1, retired: 1, newBrands: ['Solvang'] })
      expect(await shelf(database)).toEqual(before)
      expect(await database.db.selectFrom('brand').select('title').execute()).toEqual([{ title: 'Norrsken' }])
      expect(await leftovers(database)).toEqual({ tables: 0, openRuns: 0 })
    })

    test('a truncated feed leaves the old catalogue and no traces', async () => {
      await run([item(1, 'A')])
      const before = await shelf(database)
      async function* breaking() {
        for (let line = 1; line <= 2_500; line++) yield item(line, `N${line}`)
        throw new Error('the line went dead')
      }
      await expect(importRecords(database, breaking(), { source: 'feed', full: true })).rejects.toThrow(
        'the line went dead',
      )
      expect(await shelf(database)).toEqual(before)
      expect(await leftovers(database)).toEqual({ tables: 0, openRuns: 0 })
    })

    test('a merge that fails half way leaves the old catalogue', async () => {
      await run([item(1, 'A')])
      const before = await shelf(database)
      await sql`alter table stock add constraint few check (quantity < 100)`.execute(database.db)
      const tooMany = item(2, 'B', { stock: { '2000': { quantity: 500 } } })
      await expect(run([item(1, 'A', { title: 'New' }), tooMany])).rejects.toThrow('few')
      await sql`alter table stock drop constraint few`.execute(database.db)
      expect(await shelf(database)).toEqual(before)
    })

    test('staged rows that vanish before the merge stop it', async () => {
      await run([item(1, 'A'), item(2, 'B')])
      const before = await shelf(database)
      async function* robbed() {
        for (let line = 1; line <= 1_500; line++) yield item(line, `N${line}`)
        const { rows } = await sql<{ name: string }>`
          select tablename as name from pg_tables where tablename like 'import_staging%'`.execute(database.db)
        await sql`truncate ${sql.table(rows[0]?.name ?? '')}`.execute(database.db)
      }
      await expect(importRecords(database, robbed(), { source: 'feed', full: true })).rejects.toThrow('are gone')
      expect(await shelf(database)).toEqual(before)
    })

    test('a feed with more than half rejected is not imported', async () => {
      const bad = (line: number): ImportItem => ({ line, sku: null, field: 'row', reason: 'is not JSON' })
      await expect(run([item(1, 'A'), bad(2), bad(3)])).rejects.toThrow(ImportRefusedError)
      expect(await shelf(database)).toEqual([])
      expect(await run([item(1, 'A'), bad(2)])).toMatchObject({ added: 1, rejected: 1 })
    })

    test('an empty full import is rejected', async () => {
      await run([item(1, 'A')])
      await expect(run([], { full: true })).rejects.toThrow('would empty the shop')
      expect((await shelf(database))[0]?.live).toBe(true)
    })

    test('running processes are notified which products changed', async () => {
      const heard: string[] = []
      const stop = await database.listen(changeChannel, (payload) => heard.push(payload))
      // What other tests have published on this database is heard first.
      heard.length = 0
      await run([item(1, 'A')])
      await expect.poll(() => heard).toEqual(['"all"'])
      await run([item(1, 'A', { title: 'New' })])
      await expect.poll(() => heard.length).toBe(2)
      expect(JSON.parse(heard[1] ?? '')).toEqual({ products: [expect.any(Number)] })
      await run([item(1, 'A', { title: 'New' })])
      await stop()
      expect(heard).toHaveLength(2)
    })

    test('many batches are imported completely', async () => {
      const items = Array.from({ length: 2_345 }, (_, at) => item(at + 1, `S${at}`))
      expect(await run(items)).toMatchObject({ added: 2_345 })
      expect(await run(items, { full: true })).toMatchObject({ unchanged: 2_345, retired: 0 })
    })

    test('seeding the taxonomy twice leaves it once, updated', async () => {
      const taxonomy = {
        attributes: [
          { code: 'doors', title: 'Doors', group: 'Features', valueType: 'number', unit: null, facet: 'list' },
        ],
        categories: [
          {
            uri: 'kitchen',
            title: 'Kitchen',
            intro: '',
            facets: ['doors'],
            promotedFacets: [],
            cardFacts: ['doors'],
            picture: null,
          },
        ],
        brands: [{ slug: 'norrsken', name: 'Norrsken', blurb: '', wordmark: { weight: 700 } }],
      } as const
      await seedTaxonomy(database, taxonomy, { isDemo: true })
      await seedTaxonomy(database, { ...taxonomy, brands: [{ ...taxonomy.brands[0], blurb: 'Cold, made well.' }] })
      expect(await database.db.selectFrom('brand').select(['title', 'blurb']).execute()).toEqual([
        { title: 'Norrsken', blurb: 'Cold, made well.' },
      ])
      // A category that a feed adds shows what its parent shows.
      await run([item(1, 'A')])
      const fridges = await database.db
        .selectFrom('category')
        .selectAll()
        .where('uri', '=', 'kitchen/fridges')
        .executeTakeFirst()
      expect(fridges).toMatchObject({ facets: ['doors'], card_facts: ['doors'], title: 'Fridges' })
    })
  })
}
