import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../../platform/database/database.server.ts'
import { sha256 } from '../../../platform/digest.ts'
import { cleanHtml } from '../../../platform/text/clean-html.server.ts'
import { slug } from '../../../platform/text/slug.ts'
import type { ProductRecord } from '../../catalogue/product/product-record.ts'

/** Staging: the records of a run, in a table of its own. */

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
  model_url: 'text',
  related_skus: 'text[]',
  superseded_by: 'text',
  variant_group: 'text',
  variant_axes: 'jsonb',
  superseded: 'boolean',
  supplier_direct: 'text',
  rating_average: 'real',
  rating_count: 'integer',
  rating_by_stars: 'integer[]',
  released_on: 'date',
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

export const columnList = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))
export const definitions = sql.raw(
  Object.entries(stagedColumns)
    .map(([name, type]) => `"${name}" ${type}`)
    .join(', '),
)
/** What a record says of a price, in the order in which the merge hands it over. */
export const offerColumns = [
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
export const productNames = Object.keys(productColumns)

export type StagedRow = { readonly seq: number; readonly record: ProductRecord; readonly hash: string }
type StagedJson = Record<keyof typeof stagedColumns, unknown>

export const stagingName = (run: number) => `import_staging_${run}`

export async function stage(db: Reader, staging: RawBuilder<unknown>, batch: readonly StagedRow[]): Promise<void> {
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
    model_url: record.model3d,
    related_skus: record.relatedSkus,
    superseded_by: record.supersededBy,
    variant_group: record.variant?.group ?? null,
    variant_axes: record.variant?.axes ?? null,
    superseded: record.superseded,
    supplier_direct: record.supplierDirect,
    rating_average: record.rating?.average ?? null,
    rating_count: record.rating?.count ?? 0,
    rating_by_stars: record.rating?.byStars ?? null,
    released_on: record.releasedOn,
    is_demo: record.isDemo,
  }
}

/** What the shape of a record cannot say: how it stands to the database and to pages. */
export function errorOf(
  record: ProductRecord,
  warehouses: ReadonlySet<string>,
): { field: string; reason: string } | null {
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

export function hashOf(record: ProductRecord): string {
  return sha256(hashVersion + JSON.stringify(record, sortedKeys))
}

/** The same facts in another order are the same record. */
function sortedKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
