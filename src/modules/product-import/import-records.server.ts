import { sql, type RawBuilder } from 'kysely'
import { cleanHtml } from '../../platform/text/clean-html.server.ts'
import type { Database, Reader, Writer } from '../../platform/database/database.server.ts'
import { sha256 } from '../../platform/digest.ts'
import { slug } from '../../platform/text/slug.ts'
import { announce } from '../catalogue/catalogue.server.ts'
import {
  insertMissingAttributes,
  insertMissingBrands,
  insertMissingCategories,
} from './internal/import-taxonomy.server.ts'
export { seedTaxonomy } from './internal/import-taxonomy.server.ts'
import type { AttributeDefinition, CategoryDefinition, ProductRecord } from '../catalogue/product-record.ts'

/**
 * Takes records into the catalogue. Rows are staged in batches, outside any transaction, in a table of this run; one transaction then
 * merges all of them. Until it commits the shop sells exactly what it sold before, however the import ends.
 */

/** One row of a feed: a record, or why there is none. A refused row that names its sku keeps that product from being retired. */
export type ImportItem = { readonly line: number; readonly record: ProductRecord } | Rejection

export type Rejection = {
  readonly line: number
  readonly sku: string | null
  readonly field: string
  readonly reason: string
  readonly record?: undefined
}

export type ImportOptions = {
  /** Names the feed. A full import retires only products of the same source. */
  readonly source: string
  /** The feed names everything its source sells: what it no longer names is sold no more. */
  readonly full?: boolean
  /** Finds out what would change, and changes nothing. */
  readonly dryRun?: boolean
  readonly now?: Date
  /** Titles and facets for categories and attributes that are new; read when the last record has come, so it may grow meanwhile. */
  readonly taxonomy?: {
    readonly attributes?: Iterable<AttributeDefinition>
    readonly categories?: Iterable<Pick<CategoryDefinition, 'uri' | 'title'> & Partial<CategoryDefinition>>
  }
  readonly onReject?: (rejection: Rejection) => void
  /** A sku that stood earlier in the same feed: the later line won. */
  readonly onDuplicate?: (duplicate: { line: number; sku: string; wonByLine: number }) => void
  readonly onProgress?: (progress: ImportProgress) => void
}

export type ImportProgress = {
  readonly phase: 'reading' | 'merging' | 'merged'
  readonly read: number
  readonly rejected: number
}

export type ImportResult = {
  readonly added: number
  readonly updated: number
  readonly unchanged: number
  readonly retired: number
  readonly rejected: number
  readonly duplicates: number
  readonly priceChanges: number
  /** Products that another source brought and this one now keeps: two feeds that use one sku would fight over it. */
  readonly takenOver: number
  readonly newBrands: readonly string[]
  readonly newCategories: readonly string[]
}

/** The feed as a whole cannot be right, so nothing of it was taken. The message says what to look at. */
export class ImportRefusedError extends Error {
  override name = 'ImportRefusedError'
}

const batchSize = 1_000
const beatEveryMs = 5_000

export async function importRecords(
  database: Database,
  items: AsyncIterable<ImportItem> | Iterable<ImportItem>,
  options: ImportOptions,
): Promise<ImportResult> {
  const now = options.now ?? new Date()
  const run = await beginRun(database, options.source, now)
  const staging = sql.table(stagingName(run))
  const counts = { read: 0, rejected: 0, duplicates: 0 }
  const report = (phase: ImportProgress['phase']) => options.onProgress?.({ phase, ...counts })
  try {
    const warehouses = new Set(
      (await database.db.selectFrom('warehouse').select('code').execute()).map((row) => row.code),
    )
    /** Names a refused row as well as a taken one, so that a full import does not retire what the feed still holds. */
    const refusedSkus = new Set<string>()
    const lineOf = new Map<string, number>()
    let batch: StagedRow[] = []
    let beatenAt = Date.now()

    const reject = (rejection: Rejection) => {
      counts.rejected++
      if (rejection.sku !== null) refusedSkus.add(rejection.sku)
      options.onReject?.(rejection)
    }
    const flush = async () => {
      if (batch.length > 0) await stage(database.db, staging, batch)
      batch = []
      if (Date.now() - beatenAt > beatEveryMs) {
        beatenAt = Date.now()
        await beat(database.db, run, counts)
      }
      report('reading')
    }

    for await (const item of items) {
      counts.read++
      if (item.record === undefined) {
        reject(item)
        if (counts.read % batchSize === 0) await flush()
        continue
      }
      const { record, line } = item
      const problem = errorOf(record, warehouses)
      if (problem !== null) {
        reject({ line, sku: record.sku, ...problem })
        continue
      }
      const before = lineOf.get(record.sku)
      if (before !== undefined) {
        counts.duplicates++
        options.onDuplicate?.({ line: before, sku: record.sku, wonByLine: line })
      }
      lineOf.set(record.sku, line)
      batch.push({ seq: counts.read, record, hash: hashOf(record) })
      if (batch.length === batchSize) await flush()
    }
    await flush()

    if (lineOf.size === 0 && (options.full || counts.rejected > 0)) {
      throw new ImportRefusedError(
        counts.read === 0
          ? 'The feed holds no products, so a full import would empty the shop. Nothing was changed.'
          : `None of the ${counts.read} rows could be used. Nothing was changed.`,
      )
    }
    if (counts.rejected > counts.read / 2) {
      throw new ImportRefusedError(
        `${counts.rejected} of ${counts.read} rows were rejected; more than half means that the mapping does not fit. Nothing was changed.`,
      )
    }

    const merged = await database.transaction((tx) =>
      merge(tx, { run, staging, options, now, counts, expected: lineOf.size, refusedSkus, report }),
    )
    await tidy(database)
    report('merged')
    return { ...merged, rejected: counts.rejected, duplicates: counts.duplicates }
  } catch (error) {
    if (error instanceof DryRun) {
      await dropRun(database.db, run)
      return { ...error.merged, rejected: counts.rejected, duplicates: counts.duplicates }
    }
    // The catalogue is as it was. What was staged is of no use; when even this fails the next run clears it.
    await dropRun(database.db, run).catch(() => {})
    throw error
  } finally {
    liveRuns(database).delete(run)
  }
}

// Staging

/** The record's own columns in `product`, as staged; jsonb and all. */
const productColumns = {
  gtin: 'text',
  mpn: 'text',
  title: 'text',
  short_description: 'text',
  description: 'text',
  features: 'jsonb',
  condition: 'text',
  missing_parts: 'text',
  width_mm: 'real',
  height_mm: 'real',
  depth_mm: 'real',
  weight_kg: 'real',
  attributes: 'jsonb',
  images: 'jsonb',
  documents: 'jsonb',
  videos: 'jsonb',
  related_skus: 'text[]',
  superseded_by: 'text',
  variant_group: 'text',
  variant_axes: 'jsonb',
  superseded: 'boolean',
  supplier_direct: 'text',
  rating_average: 'real',
  rating_count: 'integer',
  released_on: 'date',
  drawing: 'jsonb',
  is_demo: 'boolean',
} as const

const stagedColumns = {
  seq: 'integer',
  sku: 'text',
  hash: 'text',
  /** The catalogue held the same record when the row was staged: nothing but sku and hash is kept of it. */
  is_known: 'boolean',
  uri: 'text',
  uri_on_clash: 'text',
  brand_uri: 'text',
  brand_title: 'text',
  category_uri: 'text',
  offers: 'jsonb',
  stock: 'jsonb',
  ...productColumns,
} as const

const columnList = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))
const definitions = sql.raw(
  Object.entries(stagedColumns)
    .map(([name, type]) => `"${name}" ${type}`)
    .join(', '),
)
/** What a record says of a price, in the order in which the merge hands it over. */
const offerColumns = [
  'price_cents',
  'rrp_cents',
  'line_discount_cents',
  'discount_off_rrp_cents',
  'percentage_discount_off_rrp',
  'alt_price_msg',
  'price_type',
  'ribbons',
]
const allStaged = columnList(Object.keys(stagedColumns))
const productNames = Object.keys(productColumns)

type StagedRow = { readonly seq: number; readonly record: ProductRecord; readonly hash: string }
type StagedJson = Record<keyof typeof stagedColumns, unknown>

const stagingName = (run: number) => `import_staging_${run}`

async function stage(db: Reader, staging: RawBuilder<unknown>, batch: readonly StagedRow[]): Promise<void> {
  const skus = batch.map(({ record }) => record.sku)
  const { rows } = await sql<{ sku: string; record_hash: string }>`
    select sku, record_hash from product where sku = any(${skus}) and is_live`.execute(db)
  const known = new Map(rows.map((row) => [row.sku, row.record_hash]))
  const json = JSON.stringify(
    batch.map((row) =>
      known.get(row.record.sku) === row.hash
        ? { seq: row.seq, sku: row.record.sku, hash: row.hash, is_known: true }
        : stagedJson(row),
    ),
  )
  await sql`insert into ${staging} (${allStaged})
    select ${allStaged} from json_to_recordset(${json}::json) as row (${definitions})`.execute(db)
}

function stagedJson({ seq, record, hash }: StagedRow): StagedJson {
  return {
    seq,
    sku: record.sku,
    hash,
    is_known: false,
    uri: slug(record.title) || slug(record.sku),
    uri_on_clash: slug(`${record.title} ${record.sku}`),
    brand_uri: slug(record.brand),
    brand_title: record.brand,
    category_uri: record.categoryUri,
    offers: record.offers,
    stock: record.stock,
    gtin: record.gtin,
    mpn: record.mpn,
    title: record.title,
    short_description: record.shortDescription,
    description: cleanHtml(record.description),
    features: record.features,
    condition: record.condition,
    missing_parts: record.missingParts,
    width_mm: record.widthMm,
    height_mm: record.heightMm,
    depth_mm: record.depthMm,
    weight_kg: record.weightKg,
    attributes: record.attributes,
    images: record.images,
    documents: record.documents,
    videos: record.videos,
    related_skus: record.relatedSkus,
    superseded_by: record.supersededBy,
    variant_group: record.variant?.group ?? null,
    variant_axes: record.variant?.axes ?? null,
    superseded: record.superseded,
    supplier_direct: record.supplierDirect,
    rating_average: record.rating?.average ?? null,
    rating_count: record.rating?.count ?? 0,
    released_on: record.releasedOn,
    drawing: record.drawing,
    is_demo: record.isDemo,
  }
}

/** What the shape of a record cannot say: how it stands to the database and to pages. */
function errorOf(record: ProductRecord, warehouses: ReadonlySet<string>): { field: string; reason: string } | null {
  if (slug(record.brand) === '') return { field: 'brand', reason: 'has no letter or digit to make an address from' }
  if (slug(`${record.title}${record.sku}`) === '') {
    return { field: 'title', reason: 'has no letter or digit to make an address from' }
  }
  for (const code of Object.keys(record.stock)) {
    if (!warehouses.has(code))
      return { field: 'stock', reason: `names warehouse ${code}, which the shop does not have` }
  }
  if (new Set(record.offers.map((offer) => offer.app)).size < record.offers.length) {
    return { field: 'offers', reason: 'has two prices for one app' }
  }
  for (const [field, files] of [
    ['images', record.images],
    ['documents', record.documents],
  ] as const) {
    // A link must not carry a script.
    const bad = files.find(({ url }) => !/^(https?:\/\/|\/(?!\/))/i.test(url))
    if (bad !== undefined) return { field, reason: `has an address that is not http or https: ${bad.url.slice(0, 80)}` }
  }
  // PostgreSQL holds neither the character 0 nor half a surrogate pair; JSON writes both as escapes.
  if (/(?<!\\)(?:\\\\)*\\u(0000|d[89a-f][0-9a-f]{2})/.test(JSON.stringify(record))) {
    return { field: 'text', reason: 'holds a character that cannot be stored' }
  }
  return null
}

/** Part of every hash: raise it when records are turned into rows in another way, so that the next import renews them all. */
const hashVersion = 'v2'

function hashOf(record: ProductRecord): string {
  return sha256(hashVersion + JSON.stringify(record, sortedKeys))
}

/** The same facts in another order are the same record. */
function sortedKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

// Merging

type MergeInput = {
  readonly run: number
  readonly staging: RawBuilder<unknown>
  readonly options: ImportOptions
  readonly now: Date
  readonly counts: { readonly read: number; readonly rejected: number }
  readonly expected: number
  readonly refusedSkus: ReadonlySet<string>
  readonly report: (phase: ImportProgress['phase']) => void
}

async function merge(
  tx: Writer,
  { run, staging, options, now, counts, expected, refusedSkus, report }: MergeInput,
): Promise<Merged> {
  const execute = (statement: RawBuilder<unknown>) => statement.execute(tx)
  // A large merge takes longer than a request may. Shoppers hardly wait for it: it locks only the rows that differ.
  await execute(sql`set local statement_timeout = 0`)
  await execute(sql`set local lock_timeout = '60s'`)
  await execute(sql`set local work_mem = '64MB'`)
  // Imports take turns.
  await execute(sql`select pg_advisory_xact_lock(727275)`)
  report('merging')

  const planned = await plan(tx, staging, expected)
  await execute(sql`create temp table import_offer on commit drop as
    select plan.product_id, plan.sku, o.*
    from import_plan plan join ${staging} s on s.seq = plan.seq,
      lateral jsonb_to_recordset(s.offers) as o (app text, price integer, rrp integer, "lineDiscount" integer,
        "discountOffRrp" integer, "percentageDiscountOffRrp" real, "altPriceMsg" text, "priceType" text, ribbons text[])
    where plan.action <> 'keep'`)
  await execute(sql`analyze import_offer`)
  const priceChanges = await count(
    tx,
    sql`import_offer n left join offer o on o.product_id = n.product_id and o.app = n.app
      where o.price_cents is distinct from n.price`,
  )
  // Rows that were refused still name their product.
  const unnamed = sql`source = ${options.source} and is_live and not sku = any(${[...refusedSkus]})
    and not exists (select 1 from import_plan where import_plan.sku = product.sku)`
  const merged = {
    added: planned.add,
    updated: planned.update,
    unchanged: planned.keep,
    retired: options.full ? await count(tx, sql`product where ${unnamed}`) : 0,
    priceChanges,
    takenOver: await count(
      tx,
      sql`import_plan plan join product on product.id = plan.product_id where not product.source in ('', ${options.source})`,
    ),
    newBrands: await insertMissingBrands(tx, staging),
    newCategories: await insertMissingCategories(tx, staging, [...(options.taxonomy?.categories ?? [])]),
  }
  if (options.dryRun) throw new DryRun(merged)

  await insertMissingAttributes(tx, [...(options.taxonomy?.attributes ?? [])])
  await chooseAddresses(tx)
  await writeProducts(tx, staging, options.source, now)
  await writeOffers(tx, now)
  await writeStock(tx, staging)
  if (options.full) await execute(sql`update product set is_live = false, updated_at = ${now} where ${unnamed}`)

  const wide = merged.newBrands.length > 0 || merged.newCategories.length > 0
  const changed = merged.added + merged.updated + merged.retired
  if (changed > 0)
    await announce(tx, wide || changed > 1_000 ? 'all' : { products: await changedIds(tx, options.full ? now : null) })
  await execute(sql`drop table ${staging}`)
  await execute(sql`update import_run set finished_at = ${new Date()}, rows_read = ${counts.read},
    rows_rejected = ${counts.rejected} where id = ${run}`)
  return merged
}

type Merged = Omit<ImportResult, 'rejected' | 'duplicates'>

/** Rolls the merge back and brings out what it would have done. */
class DryRun extends Error {
  readonly merged: Merged
  constructor(merged: Merged) {
    super('dry run')
    this.merged = merged
  }
}

/** Settles for every staged sku what becomes of it; the last row of a sku counts. */
async function plan(tx: Writer, staging: RawBuilder<unknown>, expected: number) {
  await sql`create temp table import_plan on commit drop as
    select s.seq, s.sku, s.uri, s.uri_on_clash, s.is_known, p.id as product_id,
      case when p.id is null then 'add'
        when p.record_hash = s.hash and p.is_live then 'keep'
        else 'update' end as action
    from (select distinct on (sku) seq, sku, hash, is_known, uri, uri_on_clash from ${staging} order by sku, seq desc) s
    left join product p on p.sku = s.sku`.execute(tx)
  await sql`create unique index on import_plan (seq)`.execute(tx)
  await sql`create unique index on import_plan (sku)`.execute(tx)
  await sql`analyze import_plan`.execute(tx)
  const { rows } = await sql<{ total: number; add: number; update: number; keep: number; overtaken: number }>`
    select count(*) as total, count(*) filter (where action = 'add') as add,
      count(*) filter (where action = 'update') as update, count(*) filter (where action = 'keep') as keep,
      count(*) filter (where action <> 'keep' and is_known) as overtaken from import_plan`.execute(tx)
  const planned = rows[0]
  // Unlogged rows survive no crash of the server, and a full import of what is left would retire the rest.
  if (planned === undefined || planned.total !== expected) {
    throw new Error('The staged rows of this import are gone. Nothing was changed; run it again.')
  }
  if (planned.overtaken > 0) {
    throw new Error(
      'Another import changed the same products meanwhile. Nothing was changed by this one; run it again.',
    )
  }
  return planned
}

/** An address is the title's, with the sku when another product has it; it never changes again. */
async function chooseAddresses(tx: Writer): Promise<void> {
  // A clash of both is possible when skus differ only in punctuation; the last form cannot clash in practice, and the unique
  // constraint stops the import if it did.
  const next = [sql`plan.uri_on_clash`, sql`plan.uri_on_clash || '-' || substr(md5(plan.sku), 1, 6)`]
  for (const uri of next) {
    await sql`update import_plan plan set uri = ${uri}
      from (select seq, uri, row_number() over (partition by uri order by seq) as place from import_plan where action = 'add') other
      where other.seq = plan.seq
        and (other.place > 1 or exists (select 1 from product where product.uri = other.uri))`.execute(tx)
  }
}

async function writeProducts(tx: Writer, staging: RawBuilder<unknown>, source: string, now: Date): Promise<void> {
  const values = sql.join(productNames.map((name) => sql.ref(`s.${name}`)))
  await sql`create temp table import_brand on commit drop as
    select uri, coalesce(
      (select id from brand where brand.uri = used.uri), (select id from brand where brand.title = used.title)) as id
    from (select distinct on (brand_uri) brand_uri as uri, brand_title as title from ${staging} where not is_known) used`.execute(
    tx,
  )
  await sql`analyze import_brand`.execute(tx)
  await sql`update product set (brand_id, category_id, record_hash, source, is_live, updated_at, ${columnList(productNames)})
      = (b.id, c.id, s.hash, ${source}, true, ${now}, ${values})
    from import_plan plan join ${staging} s on s.seq = plan.seq
      join import_brand b on b.uri = s.brand_uri join category c on c.uri = s.category_uri
    where plan.action = 'update' and product.id = plan.product_id`.execute(tx)
  await sql`insert into product (sku, uri, brand_id, category_id, record_hash, source, updated_at, ${columnList(productNames)})
    select s.sku, plan.uri, b.id, c.id, s.hash, ${source}, ${now}, ${values}
    from import_plan plan join ${staging} s on s.seq = plan.seq
      join import_brand b on b.uri = s.brand_uri join category c on c.uri = s.category_uri
    where plan.action = 'add' order by s.seq`.execute(tx)
  await sql`update import_plan plan set product_id = product.id from product
    where plan.action = 'add' and product.sku = plan.sku`.execute(tx)
  await sql`update import_offer n set product_id = plan.product_id from import_plan plan
    where n.product_id is null and plan.sku = n.sku`.execute(tx)
  await sql`update product set source = ${source} from import_plan plan
    where plan.action = 'keep' and product.id = plan.product_id and product.source <> ${source}`.execute(tx)
}

async function writeOffers(tx: Writer, now: Date): Promise<void> {
  await sql`insert into price_change (product_id, app, changed_at, price_cents, rrp_cents, line_discount_cents)
    select n.product_id, n.app, ${now}, n.price, n.rrp, n."lineDiscount"
    from import_offer n left join offer o on o.product_id = n.product_id and o.app = n.app
    where o.product_id is null
      or (o.price_cents, o.rrp_cents, o.line_discount_cents) is distinct from (n.price, n.rrp, n."lineDiscount")`.execute(
    tx,
  )
  await sql`delete from offer o using import_plan plan
    where plan.action = 'update' and o.product_id = plan.product_id
      and not exists (select 1 from import_offer n where n.product_id = o.product_id and n.app = o.app)`.execute(tx)
  const given = sql`n.price, n.rrp, n."lineDiscount", n."discountOffRrp", n."percentageDiscountOffRrp", n."altPriceMsg", n."priceType", n.ribbons`
  const stored = columnList(offerColumns)
  await sql`update offer o set (${stored}) = row (${given}) from import_offer n
    where o.product_id = n.product_id and o.app = n.app
      and (${columnList(offerColumns.map((name) => `o.${name}`))}) is distinct from (${given})`.execute(tx)
  await sql`insert into offer (product_id, app, ${stored})
    select n.product_id, n.app, ${given} from import_offer n
    where not exists (select 1 from offer o where o.product_id = n.product_id and o.app = n.app)
    on conflict (product_id, app) do update
      set (${stored}) = row (${columnList(offerColumns.map((name) => `excluded.${name}`))})`.execute(tx)
}

/** A record that names no warehouse leaves the stock to whoever keeps it. */
async function writeStock(tx: Writer, staging: RawBuilder<unknown>): Promise<void> {
  await sql`create temp table import_stock on commit drop as
    select plan.product_id, plan.action, w.code, (w.held ->> 'quantity')::integer as quantity,
      coalesce((w.held -> 'incoming' ->> 'quantity')::integer, 0) as incoming_quantity,
      (w.held -> 'incoming' ->> 'arrivesOn')::date as incoming_on
    from import_plan plan join ${staging} s on s.seq = plan.seq, lateral jsonb_each(s.stock) as w (code, held)
    where plan.action <> 'keep'`.execute(tx)
  await sql`analyze import_stock`.execute(tx)
  await sql`delete from stock o using (select distinct product_id from import_stock where action = 'update') named
    where o.product_id = named.product_id
      and not exists (select 1 from import_stock n where n.product_id = o.product_id and n.code = o.warehouse_code)`.execute(
    tx,
  )
  await sql`update stock o set quantity = n.quantity, incoming_quantity = n.incoming_quantity, incoming_on = n.incoming_on
    from import_stock n
    where n.action = 'update' and o.product_id = n.product_id and o.warehouse_code = n.code
      and (o.quantity, o.incoming_quantity, o.incoming_on)
        is distinct from (n.quantity, n.incoming_quantity, n.incoming_on)`.execute(tx)
  await sql`insert into stock (product_id, warehouse_code, quantity, incoming_quantity, incoming_on)
    select n.product_id, n.code, n.quantity, n.incoming_quantity, n.incoming_on from import_stock n
    where n.action = 'add'
      or not exists (select 1 from stock o where o.product_id = n.product_id and o.warehouse_code = n.code)`.execute(tx)
}

async function changedIds(tx: Writer, retiredAt: Date | null): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select product_id as id from import_plan where action <> 'keep'
    union select id from product where not is_live and updated_at = ${retiredAt}`.execute(tx)
  return rows.map((row) => row.id)
}

async function count(db: Reader, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from ${from}`.execute(db)
  return rows[0]?.count ?? 0
}

// Runs

/** Runs of this process; on PGlite nobody else can have one. */
const runsOf = new WeakMap<Database, Set<number>>()

function liveRuns(database: Database): Set<number> {
  const runs = runsOf.get(database) ?? new Set()
  runsOf.set(database, runs)
  return runs
}

/** Clears what dead runs left behind, and opens a run with an empty staging table. */
async function beginRun(database: Database, source: string, now: Date): Promise<number> {
  const { db, engine } = database
  const live = liveRuns(database)
  const { rows: left } = await sql<{ id: number; is_dead: boolean }>`
    select substr(t.tablename, 16)::integer as id,
      coalesce(r.finished_at is not null or r.beat_at < now() - interval '10 minutes', true) as is_dead
    from pg_tables t left join import_run r on r.id = substr(t.tablename, 16)::integer
    where t.schemaname = current_schema() and t.tablename ~ '^import_staging_[0-9]+$'`.execute(db)
  for (const { id, is_dead } of left) {
    if (!live.has(id) && (is_dead || engine === 'pglite')) await dropRun(db, id)
  }

  const { id } = await db
    .insertInto('import_run')
    .values({ source, started_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  live.add(id)
  await sql`create unlogged table ${sql.table(stagingName(id))} (${definitions})`.execute(db)
  return id
}

async function beat(db: Reader, run: number, counts: { read: number; rejected: number }): Promise<void> {
  await sql`update import_run set beat_at = now(), rows_read = ${counts.read}, rows_rejected = ${counts.rejected}
    where id = ${run}`.execute(db)
}

/** Forgets a run that came to nothing. */
async function dropRun(db: Reader, run: number): Promise<void> {
  await sql`drop table if exists ${sql.table(stagingName(run))}`.execute(db)
  await sql`delete from import_run where id = ${run} and finished_at is null`.execute(db)
}

/** Fresh statistics; and PGlite, which has nobody to sweep up after it, gets its space back. */
async function tidy({ db, engine }: Database): Promise<void> {
  const how = engine === 'pglite' ? sql`vacuum analyze` : sql`analyze`
  // The import is done and stays so, whether or not this works.
  await sql`${how} product, offer, stock, price_change`.execute(db).catch(() => {})
}
