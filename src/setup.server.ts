import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { demoCodes, demoLogins, demoPassword, demoTotpSecret } from '../data/demo/access.ts'
import { demoCookingDemos } from '../data/demo/cooking-demos.ts'
import { contentEntries } from '../data/demo/content.ts'
import { demoPromotions, demoSales } from '../data/demo/promotions.ts'
import { demoSalesPeople, demoStores } from '../data/demo/stores.ts'
import { demoTariffs } from '../data/demo/tariffs.ts'
import { insertEntries } from './modules/content/content-store.server.ts'
import { insertDemos } from './modules/events/events-store.server.ts'
import { createPasswords } from './modules/identity/passwords.server.ts'
import { createSealing, secondFactorSealing } from './modules/identity/sealing.server.ts'
import { insertPromotions, insertSales } from './modules/promotions/promotions-store.server.ts'
import { insertUsualSynonyms } from './modules/search/search-words.server.ts'
import { insertSalesPeople, insertStores } from './modules/stores/stores-store.server.ts'
import type { Clock } from './platform/clock.ts'
import { addDays, type Day } from './platform/calendar.ts'
import type { Database } from './platform/database.server.ts'
import type { Ids } from './platform/ids.ts'

/** What a new database starts with besides the catalogue: places, delivery terms, holidays, tariffs, and demo stores, promotions, codes and logins. */

/** Fills what is empty; what somebody has changed stays. */
export async function setUp(parts: {
  database: Database
  clock: Clock
  ids: Ids
  geoFolder: string
  /** Where the shop's own people work. */
  cmsUrl: string
  /** Logins that everybody knows; without them those of before are taken away too. */
  hasDemoLogins: boolean
  /** Seals the second factors of demo logins. */
  secretKey: string
}): Promise<void> {
  const today = parts.clock.now().toISOString().slice(0, 10)
  if (await isEmpty(parts.database, 'warehouse')) await writeDeliveryTerms(parts.database, parts.geoFolder)
  if (await isEmpty(parts.database, 'delivery_service')) await writeDeliveryServices(parts.database, parts.geoFolder)
  if (await isEmpty(parts.database, 'supplier')) await writeSuppliers(parts.database, parts.geoFolder)
  if (await isEmpty(parts.database, 'locality')) await writeLocalities(parts.database, parts.geoFolder)
  if (await isEmpty(parts.database, 'public_holiday')) await writeHolidays(parts.database, parts.geoFolder)
  if (await isEmpty(parts.database, 'energy_tariff'))
    await parts.database.db.insertInto('energy_tariff').values(demoTariffs).execute()
  if (await isEmpty(parts.database, 'store')) await insertStores(parts.database.db, demoStores)
  if (await isEmpty(parts.database, 'cooking_demo'))
    await insertDemos(parts.database.db, demoCookingDemos(parts.clock.now()))
  if (await isEmpty(parts.database, 'salesperson')) await insertSalesPeople(parts.database.db, demoSalesPeople, true)
  if (await isEmpty(parts.database, 'promotion')) await insertPromotions(parts.database.db, demoPromotions(today))
  if (await isEmpty(parts.database, 'sale')) await insertSales(parts.database.db, demoSales(parts.clock.now()))
  if (await isEmpty(parts.database, 'content_entry'))
    await insertEntries(parts.database.db, contentEntries(parts.clock.now()), parts.clock.now())
  if (await isEmpty(parts.database, 'search_synonym')) await insertUsualSynonyms(parts.database.db)
  if (await isEmpty(parts.database, 'coupon')) await writeDemoCodes(parts.database, today)
  if (!parts.hasDemoLogins) await parts.database.db.deleteFrom('account').where('is_demo', '=', true).execute()
  else {
    if (await isEmpty(parts.database, 'account')) await writeDemoLogins(parts)
    else await moveDemoStaff(parts)
    await writeDemoSecondFactors(parts)
  }
}

/** The demo's own people work wherever the staff host is by now. */
async function moveDemoStaff({ database, cmsUrl }: { database: Database; cmsUrl: string }): Promise<void> {
  await database.db
    .updateTable('account')
    .set({ winning_cms_url: cmsUrl })
    .where('is_demo', '=', true)
    .where('winning_cms_url', 'is not', null)
    .where('winning_cms_url', '<>', cmsUrl)
    .execute()
}

async function isEmpty(
  database: Database,
  table:
    | 'warehouse'
    | 'search_synonym'
    | 'delivery_service'
    | 'supplier'
    | 'locality'
    | 'public_holiday'
    | 'energy_tariff'
    | 'store'
    | 'cooking_demo'
    | 'salesperson'
    | 'coupon'
    | 'account'
    | 'promotion'
    | 'sale'
    | 'content_entry',
): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(database.db)
  return rows.length === 0
}

type DeliveryTerms = {
  readonly warehouses: readonly Record<string, unknown>[]
  readonly tiers: readonly Record<string, unknown>[]
  readonly ranges: readonly Record<string, unknown>[]
}

/** Rows of a table from JSON, in one statement. */
async function insertRows(database: Database, table: string, rows: readonly Record<string, unknown>[]): Promise<void> {
  for (let at = 0; at < rows.length; at += 2_000) {
    await sql`insert into ${sql.table(table)} select * from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows.slice(at, at + 2_000))})
      on conflict do nothing`.execute(database.db)
  }
}

async function writeDeliveryTerms(database: Database, folder: string): Promise<void> {
  const terms = JSON.parse(readFileSync(`${folder}/delivery-terms.json`, 'utf8')) as DeliveryTerms
  await insertRows(database, 'warehouse', terms.warehouses)
  await insertRows(database, 'delivery_tier', terms.tiers)
  await insertRows(database, 'postcode_range', terms.ranges)
}

async function writeDeliveryServices(database: Database, folder: string): Promise<void> {
  const { services, prices } = JSON.parse(readFileSync(`${folder}/delivery-services.json`, 'utf8')) as Record<
    'services' | 'prices',
    Record<string, unknown>[]
  >
  await insertRows(database, 'delivery_service', services)
  await insertRows(database, 'delivery_service_price', prices)
}

async function writeSuppliers(database: Database, folder: string): Promise<void> {
  const data = JSON.parse(readFileSync(`${folder}/delivery-suppliers.json`, 'utf8')) as Record<
    'suppliers' | 'regions' | 'installation_contact_categories',
    Record<string, unknown>[]
  >
  await insertRows(database, 'supplier', data.suppliers)
  await insertRows(database, 'supplier_region', data.regions)
  await insertRows(database, 'installation_contact_category', data.installation_contact_categories)
}

async function writeLocalities(database: Database, folder: string): Promise<void> {
  for (const file of ['localities-au.json', 'localities-nz.json']) {
    await insertRows(
      database,
      'locality',
      JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Record<string, unknown>[],
    )
  }
}

async function writeHolidays(database: Database, folder: string): Promise<void> {
  await insertRows(
    database,
    'public_holiday',
    JSON.parse(readFileSync(`${folder}/holidays.json`, 'utf8')) as Record<string, unknown>[],
  )
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

async function writeDemoLogins({
  database,
  clock,
  ids,
  cmsUrl,
}: {
  database: Database
  clock: Clock
  ids: Ids
  cmsUrl: string
}): Promise<void> {
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
}

/** Those of older databases get theirs too. */
async function writeDemoSecondFactors({
  database,
  clock,
  secretKey,
}: {
  database: Database
  clock: Clock
  secretKey: string
}): Promise<void> {
  const sealed = createSealing(secretKey, secondFactorSealing).seal(demoTotpSecret)
  await sql`insert into identity_totp (account_id, sealed_secret, confirmed_at, created_at)
    select id, ${sealed}, ${clock.now()}, ${clock.now()} from account where is_demo and role in ('sales', 'administrator')
    on conflict (account_id) do nothing`.execute(database.db)
}
