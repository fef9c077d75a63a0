import { sql } from 'kysely'
import { cleanHtml } from '../../../platform/text/clean-html.server.ts'
import type { Writer } from '../../../platform/database/database.server.ts'
import { isOne, numberKey, recordSet } from '../../../platform/database/record-source.server.ts'
import type { RecordValues } from '../../../platform/database/records.ts'
import { announce } from '../catalogue.server.ts'
import { pictureItems, picturesOf, type NamedPicture } from '../product/product-pictures.ts'
import { conditionTypes, type AttributeValue } from '../product/product-record.ts'

/** Products as the people who keep them see them. Everything written here is told of in its own transaction. */

/** In the title, the SKU or the model. */
export const hasWord = (_word: string, pattern: string) => sql`p.words like ${pattern.toLowerCase()}`

export const productRecords = recordSet({
  from: sql`product p join brand b on b.id = p.brand_id join category c on c.id = p.category_id`,
  locked: 'p',
  key: sql`p.id::text`,
  byKey(key) {
    const id = numberKey(key)
    return id === null ? null : sql<boolean>`p.id = ${id}`
  },
  columns: {
    sku: { sql: sql`p.sku`, sorts: 'text' },
    title: { sql: sql`p.title`, sorts: 'text' },
    uri: { sql: sql`p.uri` },
    brand: { sql: sql`b.uri`, sorts: 'text' },
    category: { sql: sql`c.uri`, sorts: 'text' },
    isLive: { sql: sql`p.is_live` },
    condition: { sql: sql`p.condition` },
    missingParts: { sql: sql`p.missing_parts` },
    mpn: { sql: sql`p.mpn` },
    gtin: { sql: sql`p.gtin` },
    superseded: { sql: sql`p.superseded` },
    supersededBy: { sql: sql`p.superseded_by` },
    supplierDirect: { sql: sql`p.supplier_direct` },
    releasedOn: { sql: sql`p.released_on` },
    updatedAt: { sql: sql`p.updated_at`, sorts: 'timestamptz' },
    shortDescription: { sql: sql`p.short_description`, isLong: true },
    description: { sql: sql`p.description`, isLong: true },
    features: {
      sql: sql`(select array_agg((f ->> 'title') || ' | ' || (f ->> 'description') order by n)
        from jsonb_array_elements(p.features) with ordinality as e (f, n))`,
      isLong: true,
    },
    images: { sql: sql`p.images`, isLong: true },
    hasOwnPictures: { sql: sql`p.has_own_pictures`, isLong: true },
    documents: {
      sql: sql`(select array_agg((d ->> 'url') || ' | ' || (d ->> 'title') || ' | ' || (d ->> 'sizeKb') order by n)
        from jsonb_array_elements(p.documents) with ordinality as e (d, n))`,
      isLong: true,
    },
    // The first part is an address, or the provider of somebody else's player.
    videos: {
      sql: sql`(select array_agg(case when v ? 'src'
          then concat_ws(' | ', v ->> 'src', v ->> 'title', coalesce(v ->> 'captions', ''), v ->> 'poster')
          else (v ->> 'provider') || ' | ' || (v ->> 'id') end order by n)
        from jsonb_array_elements(p.videos) with ordinality as e (v, n))`,
      isLong: true,
    },
    model: { sql: sql`p.model_url`, isLong: true },
    relatedSkus: { sql: sql`p.related_skus`, isLong: true },
    widthMm: { sql: sql`p.width_mm`, isLong: true },
    heightMm: { sql: sql`p.height_mm`, isLong: true },
    depthMm: { sql: sql`p.depth_mm`, isLong: true },
    weightKg: { sql: sql`p.weight_kg`, isLong: true },
    attributes: { sql: sql`p.attributes`, isLong: true },
  },
  search: hasWord,
  filters: {
    // Of the product itself, so that those of a brand come in the order of an index.
    brand: (uri) => sql<boolean>`p.brand_id = (select id from brand where uri = ${uri})`,
    category: (uri) => sql<boolean>`(c.uri = ${uri} or c.uri like ${`${uri.replaceAll(/[\\%_]/g, '')}/%`})`,
    condition: isOne(sql`p.condition`, conditionTypes),
    pictures: (word) => (word === 'none' ? sql<boolean>`p.images = '[]'` : null),
    status: (word) =>
      word === 'live' ? sql<boolean>`p.is_live` : word === 'archived' ? sql<boolean>`not p.is_live` : null,
    app: (app) => sql<boolean>`exists (select 1 from offer o where o.product_id = p.id and o.app = ${app})`,
  },
  // Each attribute is a field of its own.
  shaped({ attributes, features, images, documents, videos, ...row }) {
    if (attributes === undefined) return row
    const own = Object.entries(attributes as Record<string, AttributeValue>)
    return {
      ...row,
      features: features ?? [],
      images: pictureItems(images as readonly NamedPicture[]),
      documents: documents ?? [],
      videos: videos ?? [],
      // A form says 'true' and 'false'.
      ...Object.fromEntries(
        own.map(([code, value]) => [`${attributePrefix}${code}`, typeof value === 'boolean' ? String(value) : value]),
      ),
    }
  },
})

export const attributePrefix = 'attribute:'

/** Writes what is given of a product; what is not given stays. Throws when brand or category is none of ours. */
export async function updateProduct(tx: Writer, key: string, values: RecordValues, now: Date): Promise<void> {
  const id = Number(key)
  await tx
    .updateTable('product')
    .set({ ...productColumns(values), updated_at: now })
    .where('id', '=', id)
    .execute()
  await linkProduct(tx, id, values)
  await announce(tx, { products: [id] })
}

export async function insertProduct(tx: Writer, values: RecordValues, now: Date): Promise<string> {
  const { rows } = await sql<{ id: number }>`
    insert into product (sku, uri, title, brand_id, category_id, updated_at)
    select ${String(values['sku'])}, ${String(values['uri'])}, ${String(values['title'])},
      (select id from brand where uri = ${values['brand'] as string}), (select id from category where uri = ${values['category'] as string}), ${now}
    returning id`.execute(tx)
  const id = rows[0]?.id ?? 0
  const hasOwnPictures = picturesOf(values['images']).length > 0
  const columns = productColumns({ ...values, hasOwnPictures })
  await tx.updateTable('product').set(columns).where('id', '=', id).execute()
  await announce(tx, { products: [id] })
  return String(id)
}

/** Whether another product has the address or the sku. */
export async function productTaken(
  tx: Writer,
  column: 'sku' | 'uri',
  text: string,
  but: string | null,
): Promise<boolean> {
  const { rows } = await sql`select 1 from product
    where lower(${sql.ref(column)}) = lower(${text}) and id::text is distinct from ${but}::text limit 1`.execute(tx)
  return rows.length > 0
}

async function linkProduct(tx: Writer, id: number, values: RecordValues): Promise<void> {
  const { brand, category } = values
  if (typeof brand === 'string')
    await sql`update product set brand_id = (select id from brand where uri = ${brand}) where id = ${id}`.execute(tx)
  if (typeof category === 'string')
    await sql`update product set category_id = (select id from category where uri = ${category}) where id = ${id}`.execute(
      tx,
    )
}

const plainColumns = {
  uri: 'uri',
  title: 'title',
  mpn: 'mpn',
  gtin: 'gtin',
  condition: 'condition',
  missingParts: 'missing_parts',
  shortDescription: 'short_description',
  superseded: 'superseded',
  supersededBy: 'superseded_by',
  supplierDirect: 'supplier_direct',
  releasedOn: 'released_on',
  isLive: 'is_live',
  widthMm: 'width_mm',
  heightMm: 'height_mm',
  depthMm: 'depth_mm',
  weightKg: 'weight_kg',
  model: 'model_url',
} as const

/** The videos that the lines of a form mean, for the schema of records. */
export const videosOf = (lines: readonly string[]) =>
  lines
    .map((line) => line.split('|').map((part) => part.trim()))
    .map(([first = '', second = '', captions = '', poster = '']) =>
      first === 'youtube' || first === 'vimeo'
        ? { provider: first, id: second }
        : { src: first, title: second, captions: captions || null, poster: poster || null },
    )

function productColumns(values: RecordValues): Record<string, unknown> {
  const columns: Record<string, unknown> = {}
  for (const [name, column] of Object.entries(plainColumns))
    if (values[name] !== undefined) columns[column] = values[name]
  if (typeof values['description'] === 'string') columns['description'] = cleanHtml(values['description'])
  if (values['relatedSkus'] !== undefined) columns['related_skus'] = values['relatedSkus']
  const parts = (name: string) =>
    ((values[name] ?? []) as readonly string[]).map((line) => line.split('|').map((part) => part.trim()))
  if (values['features'] !== undefined)
    columns['features'] = JSON.stringify(
      parts('features').map(([title, ...rest]) => ({ title, description: rest.join(' | ') })),
    )
  if (values['images'] !== undefined) {
    columns['images'] = JSON.stringify(picturesOf(values['images']))
    // An import leaves pictures that staff have chosen.
    columns['has_own_pictures'] = true
  }
  if (typeof values['hasOwnPictures'] === 'boolean') {
    columns['has_own_pictures'] = values['hasOwnPictures']
    // The next import writes the product again, also where its feed has not changed.
    if (!values['hasOwnPictures']) columns['record_hash'] = ''
  }
  if (values['documents'] !== undefined)
    columns['documents'] = JSON.stringify(
      parts('documents').map(([url, title = '', size = '0']) => ({ url, title, sizeKb: Number(size) })),
    )
  if (values['videos'] !== undefined)
    columns['videos'] = JSON.stringify(videosOf((values['videos'] ?? []) as readonly string[]))
  const attributes = Object.entries(values).filter(([name]) => name.startsWith(attributePrefix))
  if (attributes.length > 0)
    columns['attributes'] = sql`(attributes || ${JSON.stringify(
      Object.fromEntries(
        attributes
          .filter(([, value]) => value !== null)
          .map(([name, value]) => [
            name.slice(attributePrefix.length),
            value === 'true' || value === 'false' ? value === 'true' : value,
          ]),
      ),
    )}::jsonb) - ${attributes.filter(([, value]) => value === null).map(([name]) => name.slice(attributePrefix.length))}::text[]`
  return columns
}

export async function productIdOfSku(tx: Writer, sku: string): Promise<number | null> {
  const row = await tx.selectFrom('product').select('id').where('sku', '=', sku).executeTakeFirst()
  return row?.id ?? null
}
