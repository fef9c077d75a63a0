import { sql } from 'kysely'
import { appCodes, isAppCode, type AppCode } from '../../brands/apps.ts'
import { cleanHtml } from '../../platform/text/clean-html.server.ts'
import type { Writer } from '../../platform/database/database.server.ts'
import { isOne, numberKey, recordSet } from '../../platform/database/record-source.server.ts'
import type { RecordValues } from '../../platform/database/records.ts'
import { announce } from './catalogue.server.ts'
import { writeOffer } from './catalogue-store.server.ts'
import { conditionTypes, type AttributeValue } from './product-record.ts'
import type { SoldOffer } from './catalogue.ts'

/** The catalogue as the people who keep it see it. Everything written here is told of in its own transaction. */

/** In the title, the SKU or the model. */
const hasWord = (_word: string, pattern: string) => sql`p.words like ${pattern.toLowerCase()}`

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
    images: {
      sql: sql`(select array_agg((i ->> 'url') || ' | ' || coalesce(i ->> 'alt', '') order by n)
        from jsonb_array_elements(p.images) with ordinality as e (i, n))`,
      isLong: true,
    },
    documents: {
      sql: sql`(select array_agg((d ->> 'url') || ' | ' || (d ->> 'title') || ' | ' || (d ->> 'sizeKb') order by n)
        from jsonb_array_elements(p.documents) with ordinality as e (d, n))`,
      isLong: true,
    },
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
    status: (word) =>
      word === 'live' ? sql<boolean>`p.is_live` : word === 'archived' ? sql<boolean>`not p.is_live` : null,
    app: (app) => sql<boolean>`exists (select 1 from offer o where o.product_id = p.id and o.app = ${app})`,
  },
  // Each attribute is a field of its own.
  shaped({ attributes, features, images, documents, ...row }) {
    if (attributes === undefined) return row
    const own = Object.entries(attributes as Record<string, AttributeValue>)
    return {
      ...row,
      features: features ?? [],
      images: images ?? [],
      documents: documents ?? [],
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
  await tx.updateTable('product').set(productColumns(values)).where('id', '=', id).execute()
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
} as const

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
  if (values['images'] !== undefined)
    columns['images'] = JSON.stringify(parts('images').map(([url, alt = '']) => ({ url, alt })))
  if (values['documents'] !== undefined)
    columns['documents'] = JSON.stringify(
      parts('documents').map(([url, title = '', size = '0']) => ({ url, title, sizeKb: Number(size) })),
    )
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

/** What apps ask for products: a row for each product and app. */
export const priceRecords = recordSet({
  from: sql`offer o join product p on p.id = o.product_id`,
  locked: 'o',
  key: sql`(o.product_id::text || '.' || o.app)`,
  byKey(key) {
    const offer = offerKey(key)
    return offer === null ? null : sql<boolean>`o.product_id = ${offer.productId} and o.app = ${offer.app}`
  },
  columns: {
    sku: { sql: sql`p.sku`, sorts: 'text' },
    title: { sql: sql`p.title`, sorts: 'text' },
    app: { sql: sql`o.app`, sorts: 'text' },
    price: { sql: sql`o.price_cents` },
    rrp: { sql: sql`o.rrp_cents` },
    floor: { sql: sql`o.floor_cents` },
    member: { sql: sql`o.member_cents` },
    lineDiscount: { sql: sql`o.line_discount_cents`, sorts: 'numeric' },
    altPriceMsg: { sql: sql`o.alt_price_msg` },
    priceType: { sql: sql`o.price_type` },
    ribbons: { sql: sql`o.ribbons` },
    productId: { sql: sql`o.product_id` },
  },
  search: hasWord,
  filters: {
    app: isOne(sql`o.app`, appCodes),
    product: (id) => (numberKey(id) === null ? null : sql<boolean>`o.product_id = ${Number(id)}`),
    kind: (word) =>
      word === 'call'
        ? sql<boolean>`o.price_cents is null`
        : word === 'below-rrp'
          ? sql<boolean>`o.price_cents < o.rrp_cents`
          : word === 'at-floor'
            ? sql<boolean>`o.price_cents <= o.floor_cents`
            : word === 'member'
              ? sql<boolean>`o.member_cents is not null`
              : word === 'scheduled'
                ? sql<boolean>`exists (select 1 from price_schedule s where s.product_id = o.product_id and s.app = o.app
                  and s.state in ('waiting', 'running'))`
                : null,
  },
})

export function offerKey(key: string): { readonly productId: number; readonly app: AppCode } | null {
  const [id = '', app = ''] = key.split('.')
  const productId = numberKey(id)
  return productId === null || !isAppCode(app) ? null : { productId, app }
}

export async function writePrice(tx: Writer, key: string, values: RecordValues, now: Date): Promise<void> {
  const offer = offerKey(key)
  const before = await priceRecords.lock(tx, key)
  if (offer === null) throw new Error(`no price has the key ${key}`)
  const all = { ...before, ...values }
  const { price = null, rrp = null, lineDiscount, altPriceMsg, priceType, ribbons, floor = null, member = null } = all
  await writeOffer(
    tx,
    offer.productId,
    offer.app,
    {
      price: price as number | null,
      rrp: rrp as number | null,
      lineDiscount: Number(lineDiscount ?? 0),
      ...(typeof altPriceMsg === 'string' ? { altPriceMsg } : {}),
      priceType: priceType === 'manufacturer' ? 'manufacturer' : 'winning',
      ribbons: (ribbons ?? []) as NonNullable<SoldOffer['ribbons']>,
    },
    now,
  )
  await tx
    .updateTable('offer')
    .set({ floor_cents: floor as number | null, member_cents: member as number | null })
    .where('product_id', '=', offer.productId)
    .where('app', '=', offer.app)
    .execute()
  await announce(tx, { products: [offer.productId] })
}

/** The app sells the product no more. */
export async function removePrice(tx: Writer, key: string): Promise<void> {
  const offer = offerKey(key)
  if (offer === null) return
  await tx.deleteFrom('offer').where('product_id', '=', offer.productId).where('app', '=', offer.app).execute()
  await announce(tx, { products: [offer.productId] })
}

export async function productIdOfSku(tx: Writer, sku: string): Promise<number | null> {
  const row = await tx.selectFrom('product').select('id').where('sku', '=', sku).executeTakeFirst()
  return row?.id ?? null
}

/** Units in warehouses: a row for each product and warehouse. */
export const stockRecords = recordSet({
  from: sql`stock s join product p on p.id = s.product_id join warehouse w on w.code = s.warehouse_code`,
  locked: 's',
  key: sql`(s.product_id::text || '.' || s.warehouse_code)`,
  byKey(key) {
    const row = stockKey(key)
    return row === null ? null : sql<boolean>`s.product_id = ${row.productId} and s.warehouse_code = ${row.warehouse}`
  },
  columns: {
    sku: { sql: sql`p.sku`, sorts: 'text' },
    title: { sql: sql`p.title`, sorts: 'text' },
    warehouse: { sql: sql`s.warehouse_code`, sorts: 'text' },
    warehouseTitle: { sql: sql`w.title` },
    quantity: { sql: sql`s.quantity` },
    held: {
      sql: sql`(select coalesce(sum(h.quantity), 0)::integer from stock_hold h
        where h.product_id = s.product_id and h.warehouse_code = s.warehouse_code and not h.is_incoming)`,
    },
    incoming: { sql: sql`s.incoming_quantity` },
    incomingOn: { sql: sql`s.incoming_on` },
    productId: { sql: sql`s.product_id` },
  },
  search: hasWord,
  filters: {
    warehouse: (code) => sql<boolean>`s.warehouse_code = ${code}`,
    product: (id) => (numberKey(id) === null ? null : sql<boolean>`s.product_id = ${Number(id)}`),
    level: (word) =>
      word === 'none'
        ? sql<boolean>`s.quantity = 0`
        : word === 'low'
          ? sql<boolean>`s.quantity between 1 and 3`
          : word === 'late'
            ? sql<boolean>`s.incoming_quantity > 0 and s.incoming_on < current_date`
            : null,
  },
})

function stockKey(key: string): { readonly productId: number; readonly warehouse: string } | null {
  const [id = '', warehouse = ''] = key.split('.')
  const productId = numberKey(id)
  return productId === null || !/^\d{4}$/.test(warehouse) ? null : { productId, warehouse }
}

export async function writeStock(tx: Writer, key: string, values: RecordValues): Promise<void> {
  const row = stockKey(key)
  if (row === null) throw new Error(`no stock has the key ${key}`)
  const { quantity, incoming, incomingOn = null } = values
  const columns = {
    quantity: Number(quantity ?? 0),
    incoming_quantity: Number(incoming ?? 0),
    incoming_on: incomingOn as string | null,
  }
  await tx
    .insertInto('stock')
    .values({ product_id: row.productId, warehouse_code: row.warehouse, ...columns })
    .onConflict((on) => on.columns(['product_id', 'warehouse_code']).doUpdateSet(columns))
    .execute()
  await announce(tx, { products: [row.productId] })
}

export const categoryRecords = recordSet({
  from: sql`category c`,
  locked: 'c',
  key: sql`c.id::text`,
  byKey: (key) => (numberKey(key) === null ? null : sql<boolean>`c.id = ${Number(key)}`),
  columns: {
    uri: { sql: sql`c.uri`, sorts: 'text' },
    title: { sql: sql`c.title`, sorts: 'text' },
    position: { sql: sql`c.position`, sorts: 'numeric' },
    products: { sql: sql`(select count(*)::integer from product p where p.category_id = c.id)` },
    intro: { sql: sql`c.intro`, isLong: true },
    facets: { sql: sql`c.facets`, isLong: true },
    promotedFacets: { sql: sql`c.promoted_facets`, isLong: true },
    cardFacts: { sql: sql`c.card_facts`, isLong: true },
    furtherAttributes: { sql: sql`c.further_attributes`, isLong: true },
  },
  search: [sql`c.title`, sql`c.uri`],
})

export async function updateCategory(tx: Writer, key: string, values: RecordValues): Promise<void> {
  await tx.updateTable('category').set(categoryColumns(values)).where('id', '=', Number(key)).execute()
  await announce(tx, 'taxonomy')
}

/** The parent is what its address says; null when there is no such parent. */
export async function insertCategory(tx: Writer, values: RecordValues): Promise<string | null> {
  const uri = String(values['uri'])
  const parentUri = uri.includes('/') ? uri.slice(0, uri.lastIndexOf('/')) : null
  const parent =
    parentUri === null
      ? null
      : ((await tx.selectFrom('category').select('id').where('uri', '=', parentUri).executeTakeFirst())?.id ?? null)
  if (parentUri !== null && parent === null) return null
  const { id } = await tx
    .insertInto('category')
    .values({ uri, parent_id: parent, title: String(values['title']), ...categoryColumns(values) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await announce(tx, 'taxonomy')
  return String(id)
}

/** False while products or other categories are in it. */
export async function removeCategory(tx: Writer, key: string): Promise<boolean> {
  const { rows } = await sql`delete from category c where id = ${Number(key)}
    and not exists (select 1 from product p where p.category_id = c.id)
    and not exists (select 1 from category below where below.parent_id = c.id) returning 1`.execute(tx)
  if (rows.length > 0) await announce(tx, 'taxonomy')
  return rows.length > 0
}

function categoryColumns(values: RecordValues): Record<string, unknown> {
  const { title, intro, position, facets, promotedFacets, cardFacts, furtherAttributes } = values
  const given = {
    title,
    intro,
    position,
    facets,
    promoted_facets: promotedFacets,
    card_facts: cardFacts,
    further_attributes: furtherAttributes,
  }
  return onlyGiven(given)
}

const onlyGiven = (columns: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))

/** What is said of products: name, unit, place, and whether it filters and which value is the better one. */
export const attributeRecords = recordSet({
  from: sql`attribute a`,
  locked: 'a',
  key: sql`a.code`,
  byKey: (key) => sql<boolean>`a.code = ${key}`,
  columns: {
    code: { sql: sql`a.code`, sorts: 'text' },
    title: { sql: sql`a.title`, sorts: 'text' },
    group: { sql: sql`a.group_title`, sorts: 'text' },
    valueType: { sql: sql`a.value_type`, sorts: 'text' },
    unit: { sql: sql`a.unit` },
    facet: { sql: sql`a.facet` },
    better: { sql: sql`a.better` },
    position: { sql: sql`a.position`, sorts: 'numeric' },
    categories: {
      sql: sql`coalesce((select array_agg(c.uri order by c.uri) from category c where a.code = any(c.facets)), '{}')`,
      isLong: true,
    },
  },
  search: [sql`a.title`, sql`a.code`, sql`a.group_title`],
  filters: {
    facet: (word) =>
      word === 'none' ? sql<boolean>`a.facet is null` : word === 'any' ? sql<boolean>`a.facet is not null` : null,
    category: (uri) =>
      sql<boolean>`exists (select 1 from category c where c.uri = ${uri}
        and a.code = any(c.facets || c.promoted_facets || c.card_facts || c.further_attributes))`,
  },
})

export async function updateAttribute(tx: Writer, code: string, values: RecordValues): Promise<void> {
  const columns = attributeColumns(values)
  if (Object.keys(columns).length > 0) await tx.updateTable('attribute').set(columns).where('code', '=', code).execute()
  await filterCategories(tx, code, values)
  await announce(tx, 'taxonomy')
}

export async function insertAttribute(tx: Writer, values: RecordValues): Promise<string> {
  const code = String(values['code'])
  await tx
    .insertInto('attribute')
    .values({
      code,
      title: String(values['title']),
      group_title: String(values['group']),
      value_type: String(values['valueType']),
      ...attributeColumns(values),
    })
    .execute()
  await filterCategories(tx, code, values)
  await announce(tx, 'taxonomy')
  return code
}

/** False while products say something of it. */
export async function removeAttribute(tx: Writer, code: string): Promise<boolean> {
  const { rows } = await sql`delete from attribute a where code = ${code}
    and not exists (select 1 from product p where p.attributes ? a.code) returning 1`.execute(tx)
  if (rows.length === 0) return false
  await sql`update category set facets = array_remove(facets, ${code}), promoted_facets = array_remove(promoted_facets, ${code}),
    card_facts = array_remove(card_facts, ${code}), further_attributes = array_remove(further_attributes, ${code})
    where ${code} = any(facets || promoted_facets || card_facts || further_attributes)`.execute(tx)
  await announce(tx, 'taxonomy')
  return true
}

function attributeColumns(values: RecordValues): Record<string, unknown> {
  const { title, group, valueType, unit, facet, better, position } = values
  return onlyGiven({ title, group_title: group, value_type: valueType, unit, facet, better, position })
}

/** Of the categories that are named it becomes the last filter, and of others none; where it is one already it keeps its place. */
async function filterCategories(tx: Writer, code: string, { categories }: RecordValues): Promise<void> {
  if (!Array.isArray(categories)) return
  await sql`update category set facets = facets || ${code}::text
    where uri = any(${categories}::text[]) and not ${code} = any(facets)`.execute(tx)
  await sql`update category set facets = array_remove(facets, ${code}), promoted_facets = array_remove(promoted_facets, ${code})
    where not uri = any(${categories}::text[]) and ${code} = any(facets)`.execute(tx)
}

export const brandRecords = recordSet({
  from: sql`brand b`,
  locked: 'b',
  key: sql`b.id::text`,
  byKey: (key) => (numberKey(key) === null ? null : sql<boolean>`b.id = ${Number(key)}`),
  columns: {
    title: { sql: sql`b.title`, sorts: 'text' },
    uri: { sql: sql`b.uri`, sorts: 'text' },
    products: { sql: sql`(select count(*)::integer from product p where p.brand_id = b.id)` },
    blurb: { sql: sql`b.blurb`, isLong: true },
  },
  search: [sql`b.title`, sql`b.uri`],
})

export async function updateBrand(tx: Writer, key: string, values: RecordValues): Promise<void> {
  const { title, uri, blurb } = values
  await tx.updateTable('brand').set(onlyGiven({ title, uri, blurb })).where('id', '=', Number(key)).execute()
  await announce(tx, 'taxonomy')
}

export async function insertBrand(tx: Writer, values: RecordValues): Promise<string> {
  const { id } = await tx
    .insertInto('brand')
    .values({ title: String(values['title']), uri: String(values['uri']), blurb: String(values['blurb'] ?? '') })
    .returning('id')
    .executeTakeFirstOrThrow()
  await announce(tx, 'taxonomy')
  return String(id)
}

/** False while products are of it. */
export async function removeBrand(tx: Writer, key: string): Promise<boolean> {
  const { rows } = await sql`delete from brand b where id = ${Number(key)}
    and not exists (select 1 from product p where p.brand_id = b.id) returning 1`.execute(tx)
  if (rows.length > 0) await announce(tx, 'taxonomy')
  return rows.length > 0
}

export async function brandTaken(
  tx: Writer,
  column: 'title' | 'uri',
  text: string,
  but: string | null,
): Promise<boolean> {
  const { rows } = await sql`select 1 from brand
    where lower(${sql.ref(column)}) = lower(${text}) and id::text is distinct from ${but}::text limit 1`.execute(tx)
  return rows.length > 0
}
