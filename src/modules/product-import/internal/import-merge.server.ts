import { sql, type RawBuilder } from 'kysely'
import type { Reader, Writer } from '../../../platform/database/database.server.ts'
import { announce } from '../../catalogue/catalogue.server.ts'
import type { ImportOptions, ImportProgress, ImportResult } from '../import-options.ts'
import { columnList, offerColumns, productNames } from './import-staging.server.ts'
import { insertMissingAttributes, insertMissingBrands, insertMissingCategories } from './import-taxonomy.server.ts'

/** Merging: what was staged becomes the catalogue, in one transaction. */

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

export async function merge(
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
export class DryRun extends Error {
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
  // Pictures that staff have chosen stay.
  const newValues = sql.join(
    productNames.map((name) =>
      name === 'images'
        ? sql`case when product.has_own_pictures then product.images else s.images end`
        : sql.ref(`s.${name}`),
    ),
  )
  await sql`create temp table import_brand on commit drop as
    select uri, coalesce(
      (select id from brand where brand.uri = used.uri), (select id from brand where brand.title = used.title)) as id
    from (select distinct on (brand_uri) brand_uri as uri, brand_title as title from ${staging} where not is_known) used`.execute(
    tx,
  )
  await sql`analyze import_brand`.execute(tx)
  await sql`update product set (brand_id, category_id, record_hash, source, is_live, updated_at, ${columnList(productNames)})
      = (b.id, c.id, s.hash, ${source}, true, ${now}, ${newValues})
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
