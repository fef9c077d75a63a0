import { sql } from 'kysely'
import { demoProducts, demoTaxonomy } from '../data/demo/catalogue.ts'
import { demoPriceHistory } from '../data/demo/price-history.ts'
import { demoQuestions, demoReviews, type DemoQuestion, type DemoReview } from '../data/demo/reviews.ts'
import { related } from '../data/demo/relations.ts'
import { demoUpsells } from '../data/demo/upsell.ts'
import { appCodes } from './brands/apps.ts'
import { importRecords, seedTaxonomy } from './modules/catalogue/import-records.server.ts'
import { productRecord } from './modules/catalogue/product-record.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/database.server.ts'

/** Fills an empty catalogue with the demo one, so that there is something to buy after the first start. */
export async function seedDemoCatalogue(database: Database, clock: Clock, say: (text: string) => void): Promise<void> {
  const any = await database.db.selectFrom('product').select('id').limit(1).executeTakeFirst()
  if (any !== undefined) return
  say('Importing the demo catalogue …')
  const today = clock.now().toISOString().slice(0, 10)
  await seedTaxonomy(database, demoTaxonomy, { isDemo: true })
  await writeUpsells(database)
  const products = related([...demoProducts({ today })])
  const items = products.map((record, at) => ({ line: at + 1, record: productRecord.parse(record) }))
  const done = await importRecords(database, items, { source: 'demo', now: clock.now() })
  await writePast(
    database,
    products.flatMap((record) => [...demoPriceHistory(record, today)]),
    clock.now(),
  )
  await writeReviews(
    database,
    products.flatMap((record) => [...demoReviews(record, today)]),
    clock.now(),
  )
  await writeQuestions(
    database,
    products.flatMap((record) => [...demoQuestions(record, today)]),
    clock.now(),
  )
  await writeCosts(database, clock.now())
  await writeMemberPrice(database)
  // Histories are off unless somebody turns them on; the demonstration shows them.
  await database.db
    .insertInto('setting')
    .values(appCodes.map((app) => ({ app, name: 'PriceHistoryEnabled', value: 'true' })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  say(`Imported ${done.added} demo products.`)
}

/** What the demo products would cost us, without GST: from 68 to 83 percent of what the shop asks without it. */
async function writeCosts(database: Database, now: Date): Promise<void> {
  await sql`insert into staff_cost (product_id, currency, cost_cents, updated_at)
    select o.product_id, case when o.app = 'aol-nz' then 'NZD' else 'AUD' end,
      greatest(1, round(min(o.price_cents) / (case when o.app = 'aol-nz' then 1.15 else 1.1 end) * (68 + o.product_id % 16) / 100)),
      ${now}
    from offer o join product on product.id = o.product_id and product.is_demo
    where o.price_cents is not null group by o.product_id, 2, o.app = 'aol-nz'
    on conflict do nothing`.execute(database.db)
}

/** One of the demo products has a price for members of the Deals Club, in whole dollars; shops have no club unless somebody turns it on. */
async function writeMemberPrice(database: Database): Promise<void> {
  await sql`update offer set member_cents = price_cents * 19 / 2000 * 100
    where price_cents >= 10000 and price_type = 'winning' and product_id = (
      select product.id from product join offer on offer.product_id = product.id
      where is_demo and is_live and price_cents >= 50000 and line_discount_cents = 0 group by product.id
      order by count(*) desc, product.id limit 1)`.execute(database.db)
}

/** What the demo products were asked for before: rows a real shop would have written over the months. */
async function writePast(
  database: Database,
  past: readonly { sku: string; app: string; daysAgo: number; price: number; rrp: number | null }[],
  now: Date,
): Promise<void> {
  for (let at = 0; at < past.length; at += 5_000) {
    await sql`insert into price_change (product_id, app, changed_at, price_cents, rrp_cents)
      select product.id, h.app, ${now}::timestamptz - make_interval(days => h."daysAgo"), h.price, h.rrp
      from json_to_recordset(${JSON.stringify(past.slice(at, at + 5_000))}::json)
        as h (sku text, app text, "daysAgo" integer, price integer, rrp integer) join product using (sku)`.execute(
      database.db,
    )
  }
}

async function writeReviews(database: Database, reviews: readonly DemoReview[], now: Date): Promise<void> {
  await sql`insert into review
      (product_id, app, rating, title, body, author, email, status, answer, written_at, decided_at, is_demo)
    select product.id, r.app, r.rating, r.title, r.text, r.author, 'demo@reviews.example', 'approved', r.answer,
      ${now}::timestamptz - make_interval(days => r."daysAgo"), ${now}, true
    from json_to_recordset(${JSON.stringify(reviews)}::json)
      as r (sku text, app text, rating integer, title text, text text, author text, answer text, "daysAgo" integer)
      join product using (sku)`.execute(database.db)
  await sql`update product set review_count = r.count, review_stars = r.stars
    from (select product_id, count(*) as count, sum(rating) as stars from review where status = 'approved' group by 1) r
    where r.product_id = product.id`.execute(database.db)
}

async function writeQuestions(database: Database, questions: readonly DemoQuestion[], now: Date): Promise<void> {
  await sql`insert into question (product_id, app, body, author, email, status, answer, written_at, decided_at, is_demo)
    select product.id, q.app, q.text, q.author, 'demo@reviews.example', 'approved', q.answer,
      ${now}::timestamptz - make_interval(days => q."daysAgo"), ${now}, true
    from json_to_recordset(${JSON.stringify(questions)}::json)
      as q (sku text, app text, author text, text text, answer text, "daysAgo" integer)
      join product using (sku)`.execute(database.db)
}

async function writeUpsells(database: Database): Promise<void> {
  await sql`insert into upsell_option
      (kind, app, category_id, name, blurb, term_months, price_cents, from_cents, below_cents, position, is_demo)
    select u.kind, u.app, category.id, u.name, u.blurb, u."termMonths", u."priceCents", u."fromCents", u."belowCents",
      u.position, true
    from json_to_recordset(${JSON.stringify([...demoUpsells()])}::json)
      as u (kind text, app text, "categoryUri" text, name text, blurb text, "termMonths" integer, "priceCents" integer,
        "fromCents" integer, "belowCents" integer, position integer)
      join category on category.uri = u."categoryUri"
    -- A start that was cut short may have written them already.
    where not exists (select 1 from upsell_option)
    order by u.app, u.position`.execute(database.db)
}
