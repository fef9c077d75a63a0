import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { demoCodes, demoLogins, demoPassword, demoTotpSecret } from './access.ts'
import { demoProducts, demoTaxonomy } from './catalogue.ts'
import { contentEntries } from './shop/content.ts'
import { demoCookingDemos } from './shop/cooking-demos.ts'
import { demoPriceHistory } from './shop/price-history.ts'
import { demoBundles } from './shop/bundles.ts'
import { demoPromotions, demoSales } from './shop/promotions.ts'
import { demoQuestions, demoReviews, ratedByReviews, type DemoQuestion, type DemoReview } from './reviews.ts'
import type { DemoPictures } from './pictures.server.ts'
import { related } from './relations.ts'
import { demoSearches } from './shop/searches.ts'
import { demoSettings } from './shop/settings.ts'
import { demoSalesPeople, demoStores } from './shop/stores.ts'
import { demoStreets } from './shop/streets.ts'
import { demoTariffs } from './shop/tariffs.ts'
import { demoUpsells } from './upsell.ts'
import { brands } from '../../src/brands/brands.ts'
import { hasVolumePrices } from '../../src/modules/pricing/volume-price.ts'
import { importRecords, seedTaxonomy } from '../../src/modules/product-import/import-records.server.ts'
import { productRecord } from '../../src/modules/catalogue/product/product-record.ts'
import { insertEntries } from '../../src/modules/content/content-store.server.ts'
import { documents } from '../../src/modules/content/documents.server.ts'
import { insertStreets } from '../../src/modules/geo/streets-store.server.ts'
import { insertDemos } from '../../src/modules/events/events-store.server.ts'
import { createPasswords } from '../../src/modules/identity/passwords.server.ts'
import { createSealing, secondFactorSealing } from '../../src/modules/identity/sealing.server.ts'
import { writeShippedPictures } from '../../src/modules/media/media-records.server.ts'
import { insertDemoBundles } from '../../src/modules/promotions/bundle-records.server.ts'
import { insertPromotions, insertSales } from '../../src/modules/promotions/promotions-store.server.ts'
import { insertSalesPeople, insertStores } from '../../src/modules/stores/stores-store.server.ts'
import { addDays, type Day } from '../../src/platform/calendar.ts'
import type { Database, Writer } from '../../src/platform/database/database.server.ts'
import type { DemoDeps } from '../../src/composition/demo.server.ts'
import { insertRows, isEmpty } from '../../src/seed/seed-tables.server.ts'

/**
 * What a database that is for development, tests or a demonstration has besides the reference data: a catalogue, stores, promotions, texts,
 * codes and logins that everybody knows. Every record is marked as demo, and none of it comes into production.
 */

/** Fills what is empty; what somebody has changed stays. */
export async function seedDemoData(deps: DemoDeps, pictures: DemoPictures): Promise<void> {
  const { database, clock } = deps
  const today = clock.now().toISOString().slice(0, 10)
  await database.transaction(async (tx) => {
    if (await writeShippedPictures(tx, pictures.rows, clock.now())) await writeNewPictures(tx, pictures, today)
  })
  if (await isEmpty(database, 'supplier')) await writeSuppliers(database, deps.geoFolder)
  if (await isEmpty(database, 'energy_tariff'))
    await database.db
      .insertInto('energy_tariff')
      .values(demoTariffs.map((tariff) => ({ ...tariff, is_demo: true })))
      .execute()
  if (await isEmpty(database, 'street')) await insertStreets(database.db, demoStreets)
  if (await isEmpty(database, 'store')) await insertStores(database.db, demoStores)
  if (await isEmpty(database, 'cooking_demo')) await insertDemos(database.db, demoCookingDemos(clock.now()))
  if (await isEmpty(database, 'salesperson')) await insertSalesPeople(database.db, demoSalesPeople, true)
  if (await isEmpty(database, 'promotion')) await insertPromotions(database.db, demoPromotions(today))
  if (await isEmpty(database, 'search_event'))
    await database.db.insertInto('search_event').values(demoSearches(today)).execute()
  if (await isEmpty(database, 'sale')) await insertSales(database.db, demoSales(clock.now()))
  if (await isEmpty(database, 'content_entry'))
    await insertEntries(database.db, contentEntries(clock.now()), clock.now())
  else await composeHomes(database, clock.now())
  await writeSettings(database)
  if (await isEmpty(database, 'coupon')) await writeDemoCodes(database, today)
  if (await isEmpty(database, 'account')) await writeDemoLogins(deps)
  else await moveDemoStaff(deps)
  await writeDemoSecondFactors(deps)
  await seedDemoCatalogue(deps, pictures)
  if (await isEmpty(database, 'store_stock')) await writeStoreStock(database)
  if (await isEmpty(database, 'bundle')) await insertDemoBundles(database.db, demoBundles([...demoProducts({ today })]))
}

/** Fills an empty catalogue with the demo one, so that there is something to buy after the first start. */
async function seedDemoCatalogue({ database, clock, say }: DemoDeps, pictures: DemoPictures): Promise<void> {
  const any = await database.db.selectFrom('product').select('id').limit(1).executeTakeFirst()
  if (any !== undefined) return
  say('Importing the demo catalogue …')
  const today = clock.now().toISOString().slice(0, 10)
  const categories = demoTaxonomy.categories.map((one) => ({ ...one, picture: pictures.ofCategory(one.uri) }))
  await seedTaxonomy(database, { ...demoTaxonomy, categories }, { isDemo: true })
  await writeUpsells(database)
  const products = related([...demoProducts({ today })])
  const items = products.map((record, at) => ({
    line: at + 1,
    record: productRecord.parse({
      ...ratedByReviews(record, today),
      images: pictures.of(record),
      model3d: pictures.modelOf(record),
    }),
  }))
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
  await writeVolumePrices(database)
  say(`Imported ${done.added} demo products.`)
}

/**
 * Gives demo products and categories the pictures that ship now: their addresses change when models are rendered anew. Those that staff
 * have chosen stay.
 */
async function writeNewPictures(tx: Writer, pictures: DemoPictures, today: Day): Promise<void> {
  const any = await tx.selectFrom('product').select('id').limit(1).executeTakeFirst()
  if (any === undefined) return
  const products = [...demoProducts({ today })].map((record) => ({
    sku: record.sku,
    images: pictures.of(record),
    model: pictures.modelOf(record),
  }))
  await sql`update product set images = shipped.images, model_url = shipped.model
    from json_to_recordset(${JSON.stringify(products)}::json) as shipped (sku text, images jsonb, model text)
    where product.sku = shipped.sku and is_demo and not has_own_pictures
      and (product.images <> shipped.images or model_url is distinct from shipped.model)`.execute(tx)
  const categories = demoTaxonomy.categories.map(({ uri }) => ({ uri, picture: pictures.ofCategory(uri) }))
  await sql`update category set picture = shipped.picture
    from json_to_recordset(${JSON.stringify(categories)}::json) as shipped (uri text, picture text)
    where category.uri = shipped.uri and is_demo and category.picture like '/media/demo/%'
      and category.picture is distinct from shipped.picture`.execute(tx)
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

/**
 * What is bought by the dozen costs businesses less from five on, and less again from ten on: 5 and 10 percent off, in whole dollars. Dear
 * things and those whose makers fix the price do not.
 */
async function writeVolumePrices(database: Database): Promise<void> {
  const apps = brands.filter(hasVolumePrices).map(({ app }) => app)
  await sql`update offer set volume_prices = jsonb_build_array(
      jsonb_build_object('from', 5, 'price', price_cents * 95 / 10000 * 100),
      jsonb_build_object('from', 10, 'price', price_cents * 90 / 10000 * 100))
    from product p join category c on c.id = p.category_id
    where p.id = offer.product_id and p.is_demo and offer.app = any(${apps})
      and offer.price_cents between 10000 and 200000 and offer.price_type = 'winning' and offer.line_discount_cents = 0
      and (c.uri like 'kitchen/%' or c.uri like 'laundry/%')`.execute(database.db)
}

/**
 * What the demo stores hold for pickup: up to three of about every third product that one person can carry and that the shop sells. A
 * database of an older version has its demo stores offer pickup from now on.
 */
async function writeStoreStock(database: Database): Promise<void> {
  await sql`update store set offers_pickup = true where is_demo and not is_appointment_only`.execute(database.db)
  await sql`insert into store_stock (product_id, store_id, quantity, is_demo)
    select p.id, s.id, 1 + (p.id * 7 + s.id * 5) % 3, true
    from product p cross join store s
    where p.is_demo and p.is_live and p.supplier_direct is null and p.weight_kg <= 30 and (p.id * 31 + s.id * 17) % 3 = 0
      and s.is_demo and s.offers_pickup
      and exists (select 1 from offer o where o.product_id = p.id and o.app = any(s.apps))
      and exists (select 1 from stock w where w.product_id = p.id and w.quantity > 0)`.execute(database.db)
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
      (product_id, app, rating, title, body, author, email, status, answer, pros, cons, is_verified, written_at, decided_at, is_demo)
    select product.id, r.app, r.rating, r.title, r.text, r.author, 'demo@reviews.example', 'approved', r.answer, r.pros, r.cons, r."isVerified",
      ${now}::timestamptz - make_interval(days => r."daysAgo"), ${now}, true
    from json_to_recordset(${JSON.stringify(reviews)}::json)
      as r (sku text, app text, rating integer, title text, text text, author text, answer text, pros text[], cons text[],
        "isVerified" boolean, "daysAgo" integer)
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
      (kind, app, category_id, name, blurb, term_months, price_cents, from_cents, below_cents, position, conditions, is_demo)
    select u.kind, u.app, category.id, u.name, u.blurb, u."termMonths", u."priceCents", u."fromCents", u."belowCents",
      u.position, u.conditions, true
    from json_to_recordset(${JSON.stringify([...demoUpsells()])}::json)
      as u (kind text, app text, "categoryUri" text, name text, blurb text, "termMonths" integer, "priceCents" integer,
        "fromCents" integer, "belowCents" integer, position integer, conditions text[])
      join category on category.uri = u."categoryUri"
    -- A start that was cut short may have written them already.
    where not exists (select 1 from upsell_option)
    order by u.app, u.position`.execute(database.db)
}

/**
 * Gives demo home pages of an older version the composition of today. Those that staff have edited or that are composed already stay: the
 * catalogue is only generated where there is one to compose.
 */
async function composeHomes(database: Database, now: Date): Promise<void> {
  const untouched = await database.db
    .selectFrom('content_entry')
    .select(['id', 'app'])
    .where('is_demo', '=', true)
    .where('kind', '=', 'page')
    .where('slug', '=', 'home')
    .where('version', '=', 1)
    .where(
      sql<boolean>`document->'blocks'->0 = '{"type": "tiles", "title": "Shop by category", "tiles": "categories"}'::jsonb`,
    )
    .execute()
  if (untouched.length === 0) return
  const homes = contentEntries(now).filter(({ kind, slug }) => kind === 'page' && slug === 'home')
  for (const { id, app } of untouched) {
    const home = homes.find((one) => one.app === app)
    if (home === undefined) continue
    await database.db
      .updateTable('content_entry')
      .set({ document: JSON.stringify(documents.page.parse(home.document)), updated_at: now })
      .where('id', '=', id)
      .execute()
  }
}

/** What somebody has set stays. */
async function writeSettings(database: Database): Promise<void> {
  await database.db
    .insertInto('setting')
    .values(demoSettings.map((setting) => ({ ...setting, is_demo: true })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function writeSuppliers(database: Database, folder: string): Promise<void> {
  const data = JSON.parse(readFileSync(`${folder}/delivery-suppliers.json`, 'utf8')) as Record<
    'suppliers' | 'regions' | 'installation_contact_categories',
    Record<string, unknown>[]
  >
  const asDemo = (row: Record<string, unknown>) => ({ ...row, is_demo: true })
  await insertRows(database, 'supplier', data.suppliers.map(asDemo))
  await insertRows(database, 'supplier_region', data.regions)
  await insertRows(database, 'installation_contact_category', data.installation_contact_categories.map(asDemo))
}

/** The demo's own people work wherever the staff host is by now. */
async function moveDemoStaff({ database, cmsUrl }: DemoDeps): Promise<void> {
  await database.db
    .updateTable('account')
    .set({ winning_cms_url: cmsUrl })
    .where('is_demo', '=', true)
    .where('winning_cms_url', 'is not', null)
    .where('winning_cms_url', '<>', cmsUrl)
    .execute()
}

async function writeDemoCodes(database: Database, today: Day): Promise<void> {
  const apps = ['wa', 'andoo', 'aol', 'aol-nz', 'aoc', 'wac', 'hc', 'fk']
  const coupon = { apps, starts_on: addDays(today, -30), ends_on: null, is_demo: true, excluded_brands: [] }
  await database.db
    .insertInto('coupon')
    .values([
      { ...coupon, code: demoCodes.coupon.code, kind: 'percentage', value: 10, minimum_spend_cents: 100_00 },
      { ...coupon, code: demoCodes.once.code, kind: 'amount', value: 20_00, uses_per_email: 1 },
      { ...coupon, code: demoCodes.freight.code, kind: 'free-delivery', value: 0 },
    ])
    .execute()
  const card = { balance_cents: 500_00, expires_on: addDays(today, 3 * 365), is_demo: true }
  await database.db
    .insertInto('gift_card')
    .values([
      { ...card, code: demoCodes.giftCard.code, currency: 'AUD' },
      { ...card, code: demoCodes.giftCardNz.code, currency: 'NZD' },
    ])
    .execute()
}

async function writeDemoLogins({ database, clock, ids, cmsUrl }: DemoDeps): Promise<void> {
  const passwordHash = await createPasswords().hash(demoPassword)
  const seller = await database.db
    .selectFrom('salesperson')
    .select(['code', 'store_id'])
    .orderBy('code')
    .executeTakeFirst()
  await database.db
    .insertInto('account')
    .values(
      demoLogins.map((login) => ({
        id: ids.uuid(),
        email: login.email,
        password_hash: passwordHash,
        first_name: login.firstName,
        last_name: login.lastName,
        role: login.role,
        is_demo: true,
        created_at: clock.now(),
        email_confirmed_at: clock.now(),
        ...(login.role === 'trade' ? { has_approved_credit: true, company_name: 'Demo Builders' } : {}),
        ...(login.role === 'administrator' ? { winning_user_id: 'DEMO-ADMIN', winning_cms_url: cmsUrl } : {}),
        ...(login.role === 'staff' ? { winning_user_id: 'DEMO-STAFF', winning_cms_url: cmsUrl } : {}),
        ...(login.role === 'sales'
          ? {
              winning_user_id: 'DEMO-SALES',
              winning_cms_url: cmsUrl,
              salesperson_code: seller?.code ?? null,
              subdivision: seller === undefined ? null : String(seller.store_id),
            }
          : {}),
      })),
    )
    .execute()
  await sql`insert into credit_account (user_id, currency, limit_cents)
    select id::text, 'AUD', 2000000 from account where is_demo and role = 'trade'`.execute(database.db)
}

/** Those of older databases get theirs too. */
async function writeDemoSecondFactors({ database, clock, secretKey }: DemoDeps): Promise<void> {
  const sealed = createSealing(secretKey, secondFactorSealing).seal(demoTotpSecret)
  await sql`insert into identity_totp (account_id, sealed_secret, confirmed_at, created_at)
    select id, ${sealed}, ${clock.now()}, ${clock.now()} from account where is_demo and role in ('sales', 'administrator')
    on conflict (account_id) do nothing`.execute(database.db)
}
