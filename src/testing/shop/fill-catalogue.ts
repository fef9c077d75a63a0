import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { contentEntries } from '../../../data/demo/shop/content.ts'
import { demoSettings } from '../../../data/demo/shop/settings.ts'
import { brands } from '../../brands/brands.ts'
import { productRecord, type ProductRecordInput } from '../../modules/catalogue/product/product-record.ts'
import { insertEntries } from '../../modules/content/content-store.server.ts'
import { importRecords } from '../../modules/product-import/import-records.server.ts'
import { insertPromotions } from '../../modules/promotions/promotions-store.server.ts'
import { insertDefaultSynonyms } from '../../modules/search/search-words.server.ts'
import { insertSalesPeople, insertStores } from '../../modules/stores/stores-store.server.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { codes, places, promotion, salesPeople, stores, upsells } from '../catalogue.ts'
import { insertRows } from './rows.ts'

/** Fills an empty database with the small catalogue of src/testing/catalogue.ts and everything needed to sell it. */
export async function fillCatalogue(
  database: Database,
  now: Date,
  sold: Readonly<Record<string, ProductRecordInput>>,
): Promise<void> {
  await insertDeliveryTerms(database)
  await insertDefaultSynonyms(database.db)
  await database.db
    .insertInto('setting')
    .values(demoSettings.filter(({ name }) => name !== 'PriceHistoryEnabled').map(asDemo))
    .execute()
  await insertPlaces(database)
  await insertStores(database.db, Object.values(stores))
  await insertSalesPeople(database.db, salesPeople, true)
  await insertPromotions(database.db, [promotion])
  await insertEntries(database.db, contentEntries(now), now)
  const items = Object.values(sold).map((one, at) => ({ line: at + 1, record: productRecord.parse(one) }))
  await importRecords(database, items, {
    source: 'test',
    now,
    onReject: (one) => {
      throw new Error(`${one.sku}: ${one.reason}`)
    },
  })
  await insertUpsells(database)
  await insertCodes(database)
}

const asDemo = <Row extends object>(row: Row) => ({ ...row, is_demo: true })

const geoFile = <Name extends string>(name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../data/geo', name), 'utf8')) as Record<Name, object[]>

async function insertDeliveryTerms(database: Database): Promise<void> {
  const terms = geoFile<'warehouses' | 'tiers' | 'ranges'>('delivery-terms.json')
  await insertRows(database, 'warehouse', terms.warehouses)
  await insertRows(database, 'delivery_tier', terms.tiers)
  await insertRows(database, 'postcode_range', terms.ranges)
  const { services, prices } = geoFile<'services' | 'prices'>('delivery-services.json')
  await insertRows(database, 'delivery_service', services)
  await insertRows(database, 'delivery_service_price', prices)
  const suppliers = geoFile<'suppliers' | 'regions' | 'installation_contact_categories'>('delivery-suppliers.json')
  await insertRows(database, 'supplier', suppliers.suppliers.map(asDemo))
  await insertRows(database, 'supplier_region', suppliers.regions)
  await insertRows(database, 'installation_contact_category', suppliers.installation_contact_categories.map(asDemo))
}

const insertPlaces = (database: Database) =>
  insertRows(
    database,
    'locality',
    Object.values(places).map((place) => ({
      ...place,
      city: place === places.ponsonby ? 'Auckland' : place.suburb,
      lat: -33.87,
      lng: 151.21,
    })),
  )

async function insertUpsells(database: Database): Promise<void> {
  const offered = Object.values(upsells).map((one, position) => ({ ...one, position }))
  await sql`insert into upsell_option
      (kind, app, category_id, name, blurb, term_months, price_cents, from_cents, below_cents, position, is_demo)
    select o.kind, o.app, c.id, o.name, 'For a test.', o."termMonths", o."priceCents", coalesce(o."fromCents", 0), o."belowCents",
      o.position, true
    from jsonb_to_recordset(${JSON.stringify(offered)}) as o (kind text, app text, "categoryUri" text, name text,
      "termMonths" integer, "priceCents" integer, "fromCents" integer, "belowCents" integer, position integer)
    join category c on c.uri = o."categoryUri"`.execute(database.db)
}

async function insertCodes(database: Database): Promise<void> {
  const apps = brands.map((brand) => brand.app)
  const coupon = {
    apps,
    starts_on: '2026-01-01',
    ends_on: null,
    minimum_spend_cents: 0,
    excluded_brands: [],
    is_demo: true,
  }
  await insertRows(database, 'coupon', [
    { ...coupon, code: codes.tenPercent, kind: 'percentage', value: 10, minimum_spend_cents: 100_00 },
    { ...coupon, code: codes.fiftyDollars, kind: 'amount', value: 50_00, excluded_brands: ['Nordhaus'] },
    { ...coupon, code: codes.freeDelivery, kind: 'free-delivery', value: 0 },
    { ...coupon, code: codes.onceEach, kind: 'amount', value: 10_00, uses_per_email: 1 },
    { ...coupon, code: codes.over, kind: 'amount', value: 10_00, ends_on: '2026-11-23' },
  ])
  const giftCard = { currency: 'AUD', expires_on: '2029-01-01', is_demo: true }
  await insertRows(database, 'gift_card', [
    { ...giftCard, code: codes.giftCard, balance_cents: 500_00 },
    { ...giftCard, code: codes.smallGiftCard, balance_cents: 20_00 },
    { ...giftCard, code: codes.giftCardNz, balance_cents: 500_00, currency: 'NZD' },
  ])
}
