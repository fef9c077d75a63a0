import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { days } from '../platform/clock.ts'
import { openTestShop, type TestShop } from '../testing/shop.server.ts'
import { fileReferences, forgetUnusedFiles, unusedFor } from './file-references.server.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ sandbox: false })
})
afterAll(() => shop.close())

/** Columns that look as if they held an address or a text with pictures, and why none of them names an upload. */
const without = [
  'account.winning_cms_url', // where somebody of ours works
  'attribute.value_type',
  'energy_tariff.source_url', // another site's
  'idempotency_key.body', // an answer, for a day
  'identity_pending.return_url', // a page of ours
  'mail.html', // has been sent; its pictures are those of the order
  'price_match.competitor_url',
  'promotion.path', // its address
  'question.body', // shoppers' texts, which have no pictures
  'review.body',
  'staff_competitor_price.url',
  'webhook_event.body',
]

test('every column that can reference an upload is checked before one is deleted', async () => {
  const { rows } = await sql<{ name: string; isThere: boolean }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'jsonb', 'ARRAY')
      and column_name ~ '(image|picture|photo|document|body|html|content|logo|wordmark|value|description|features|url|src|media|intro|blurb|snapshot|terms|hero|destination|path$)'
    order by 1`.execute(shop.database.db)
  const looked = Object.entries(fileReferences).flatMap(([table, columns]) =>
    columns.map((column) => `${table}.${column}`),
  )
  const left = rows.map(({ name }) => name).filter((name) => !looked.includes(name) && !without.includes(name))
  expect(left).toEqual([])
})

test('an unreferenced upload is deleted after 30 days; a referenced, new or re-uploaded one stays', async () => {
  const { database, clock, services } = shop
  const upload = async (text: string) => {
    const added = await services.media.add({ kind: 'pdf', bytes: Buffer.from(`%PDF-1.4 ${text} %%EOF`) })
    return added.ok ? added.value : expect.fail(added.problem)
  }
  const [used, ordered, inFolder, again, unused] = [
    await upload('used'),
    await upload('a picture of an order'),
    await upload('in the folder of a sale'),
    await upload('sent again'),
    await upload('unused'),
  ]
  clock.advance(unusedFor + days(1))
  const now = clock.now()
  const fresh = await upload('new')
  await upload('sent again')
  await database.db
    .insertInto('content_entry')
    // A table, one row a line.
    // prettier-ignore
    .values({
      app: 'aol',
      slug: 'files',
      kind: 'static',
      document: JSON.stringify({
        heading: ordered.replace('files', 'pictures').replace('.pdf', '/9x9-x/160'),
        body: `<a href="${used}">x</a>`,
      }),
      visible_from: now,
      updated_at: now,
      is_draft: true,
    } as never)
    .execute()
  await database.db
    .insertInto('sale')
    // A table, one row a line.
    // prettier-ignore
    .values({
      app: 'aol',
      name: 'x',
      url: '/sale',
      colour: '#123456',
      base_image_path: '/media/files',
      starts_at: now,
      images: JSON.stringify({ cartBanner: { src: inFolder.split('/').at(-1) } }),
    } as never)
    .execute()
  expect(await forgetUnusedFiles(services.media, now)).toBe(1)
  const left = await database.db.selectFrom('media').select('address').execute()
  expect(left.map(({ address }) => address).toSorted()).toEqual([used, ordered, inFolder, again, fresh].toSorted())
  expect(left.map(({ address }) => address)).not.toContain(unused)
})
