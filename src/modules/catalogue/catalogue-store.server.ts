import { sql } from 'kysely'
import type { AppCode } from '../../brands/apps.ts'
import type { Reader, Writer } from '../../platform/database/database.server.ts'
import { documentAddress } from '../media/media.ts'
import type { PictureFacts } from '../../platform/files/picture-address.ts'
import { pictureFacts } from '../media/picture-facts.server.ts'
import type { PriceChange } from '../pricing/price-history.ts'
import type { Category, ProductDetail, SoldOffer, StockAtWarehouse } from './catalogue.ts'
import { servedFiles, type ProductFiles } from './internal/product-files.server.ts'
import type { AttributeDefinition, AttributeValue, ProductRecord } from './product/product-record.ts'
import type { UpsellOption } from './product/upsell.ts'

/** The SQL of the catalogue; no other code reads its tables. */

export type ProductRow = {
  readonly id: number
  readonly sku: string
  readonly uri: string
  readonly gtin: string | null
  readonly mpn: string | null
  readonly title: string
  readonly brandTitle: string
  readonly brandUri: string
  readonly categoryUri: string
  readonly shortDescription: string
  readonly condition: ProductRecord['condition']
  readonly missingParts: string | null
  readonly superseded: boolean
  readonly supersededBy: string | null
  readonly supplierDirect: string | null
  readonly ratingAverage: number | null
  readonly ratingCount: number
  /** Approved reviews, and the sum of their stars. */
  readonly reviewCount: number
  readonly reviewStars: number
  readonly attributes: Readonly<Record<string, AttributeValue>>
  readonly firstImage: string | null
  /** Null for a picture that the shop does not have. */
  readonly firstPicture: PictureFacts | null
  /** Of the second only what is stored: it is shown while a pointer is on a card. */
  readonly secondPicture: PictureFacts | null
  readonly widthMm: number | null
  readonly heightMm: number | null
  readonly depthMm: number | null
  readonly weightKg: number | null
  readonly releasedOn: string | null
  readonly isDemo: boolean
  readonly isLive: boolean
  readonly offers: Partial<Record<AppCode, SoldOffer>>
  readonly stock: Record<string, StockAtWarehouse>
}

const batchSize = 5_000

/** All live products by id, in batches so that a large catalogue is never held twice. */
export async function* allProducts(db: Reader): AsyncGenerator<ProductRow[]> {
  let after = 0
  for (;;) {
    const rows = await selectProducts(db, sql`p.is_live and p.id > ${after}`, batchSize)
    if (rows.length > 0) yield rows
    if (rows.length < batchSize) return
    after = rows.at(-1)?.id ?? after
  }
}

export async function productsById(db: Reader, ids: readonly number[]): Promise<ProductRow[]> {
  return ids.length === 0 ? [] : selectProducts(db, sql`p.id = any(${[...ids]})`, ids.length)
}

const pictureAt = (position: 0 | 1) => sql`
  (select ${pictureFacts} from media m where m.address = p.images -> ${sql.lit(position)} ->> 'url')`

async function selectProducts(db: Reader, where: ReturnType<typeof sql>, limit: number): Promise<ProductRow[]> {
  const { rows } = await sql<ProductRow>`
    select p.id, p.sku, p.uri, p.gtin, p.mpn, p.title, b.title as "brandTitle", b.uri as "brandUri", c.uri as "categoryUri",
      p.short_description as "shortDescription", p.condition, p.missing_parts as "missingParts", p.superseded, p.superseded_by as "supersededBy",
      p.supplier_direct as "supplierDirect", p.rating_average as "ratingAverage", p.rating_count as "ratingCount",
      p.review_count as "reviewCount", p.review_stars as "reviewStars",
      p.attributes, p.images -> 0 ->> 'url' as "firstImage",
      ${pictureAt(0)} as "firstPicture", ${pictureAt(1)} as "secondPicture",
      p.width_mm as "widthMm", p.height_mm as "heightMm",
      p.depth_mm as "depthMm", p.weight_kg as "weightKg", p.released_on as "releasedOn", p.is_demo as "isDemo", p.is_live as "isLive",
      coalesce((select jsonb_object_agg(o.app, jsonb_build_object('price', o.price_cents, 'rrp', o.rrp_cents)
          -- What most offers do not have takes no room in memory.
          || jsonb_strip_nulls(jsonb_build_object('lineDiscount', nullif(o.line_discount_cents, 0),
            'discountOffRrp', o.discount_off_rrp_cents, 'percentageDiscountOffRrp', o.percentage_discount_off_rrp,
            'altPriceMsg', o.alt_price_msg, 'priceType', nullif(o.price_type, 'winning'), 'memberPrice', o.member_cents,
            'volumePrices', case when o.volume_prices <> '[]' then o.volume_prices end, 'ribbons', case when o.ribbons <> '{}' then to_jsonb(o.ribbons) end)))
        from offer o where o.product_id = p.id), '{}') as offers,
      coalesce((select jsonb_object_agg(s.warehouse_code, jsonb_build_object('quantity', s.quantity, 'incoming',
          case when s.incoming_on is null then null
            else jsonb_build_object('quantity', s.incoming_quantity, 'arrivesOn', s.incoming_on) end))
        from stock s where s.product_id = p.id), '{}') as stock
    from product p join brand b on b.id = p.brand_id join category c on c.id = p.category_id
    where ${where} order by p.id limit ${limit}`.execute(db)
  return rows
}

type DetailRow = Omit<ProductDetail, 'images' | 'documents' | 'videos' | 'playerVideos' | 'model'> &
  ProductFiles & {
    readonly images: readonly (ProductDetail['images'][number] & { readonly picture: PictureFacts | null })[]
    /** With what has been fetched of it. */
    readonly documents: readonly (ProductDetail['documents'][number] & {
      readonly hash: string | null
      readonly bytes: number
    })[]
  }

/** `addressOf` says where a picture of the shop's own is served. */
export async function productDetail(
  db: Reader,
  id: number,
  addressOf: (picture: PictureFacts) => string,
): Promise<ProductDetail | null> {
  const { rows } = await sql<DetailRow>`
    select gtin, short_description as "shortDescription", description, features, attributes,
      coalesce((select jsonb_agg(document || jsonb_build_object('hash', m.hash, 'bytes', m.bytes) order by position)
        from jsonb_array_elements(documents) with ordinality as listed (document, position)
        left join media m on m.address = document ->> 'url' and m.kind = 'pdf'), '[]') as documents,
      coalesce((select jsonb_agg(image || jsonb_build_object('picture', ${pictureFacts}, 'defaultAlt', coalesce(m.alt, '{}')) order by position)
        from jsonb_array_elements(images) with ordinality as listed (image, position)
        left join media m on m.address = image ->> 'url'), '[]') as images, superseded_by as "supersededBy",
      videos, model_url as "modelUrl", related_skus as "relatedSkus", rating_by_stars as "ratingsByStars",
      case when variant_group is null then null
        else jsonb_build_object('group', variant_group, 'axes', coalesce(variant_axes, '{}')) end as variant
    from product where id = ${id}`.execute(db)
  const [found] = rows
  if (found === undefined) return null
  const { videos, modelUrl, ...row } = found
  const images = row.images.flatMap(({ url, picture, ...alts }) => {
    if (picture !== null) return [{ url: addressOf(picture), ...alts }]
    // What is on another host and has not been fetched is not shown.
    return url.startsWith('/') ? [{ url, ...alts }] : []
  })
  const documents = row.documents.map(({ title, url, sizeKb, hash, bytes }) =>
    hash === null
      ? { title, url, sizeKb }
      : { title, url: documentAddress(hash, title), sizeKb: Math.ceil(bytes / 1_024) },
  )
  return { ...row, images, documents, ...(await servedFiles(db, { videos, modelUrl }, addressOf)) }
}

/** Pictures, videos and 3D models, and documents. */
export type ForeignFiles = { readonly shown: readonly string[]; readonly documents: readonly string[] }

/** The addresses of files on other hosts that products name: of all products, or of those that changed since a time. */
export async function foreignFiles(db: Reader, since: Date | null): Promise<ForeignFiles> {
  const { rows } = await sql<{ url: string; isShown: boolean }>`
    select distinct named.url, named."isShown" from product, lateral (
        select image ->> 'url' as url, true as "isShown" from jsonb_array_elements(images) as image
        union all select video ->> field, true from jsonb_array_elements(videos) as video,
          unnest(array['src', 'poster', 'captions']) as field
        union all select model_url, true
        union all select document ->> 'url', false from jsonb_array_elements(documents) as document) as named
    where named.url ~* '^https?:' and (${since}::timestamptz is null or updated_at >= ${since})`.execute(db)
  const of = (isShown: boolean) => rows.filter((row) => row.isShown === isShown).map(({ url }) => url)
  return { shown: of(true), documents: of(false) }
}

/** Products that name any of these files. */
export async function productsWithFiles(db: Reader, addresses: readonly string[]): Promise<number[]> {
  const holding = (field: string) => addresses.map((address) => JSON.stringify([{ [field]: address }]))
  const ofVideos = ['src', 'poster', 'captions'].flatMap(holding)
  // A union, so that each part has its index.
  const { rows } = await sql<{ id: number }>`
    select id from product where images @> any(${holding('url')}::jsonb[])
    union select id from product where documents @> any(${holding('url')}::jsonb[])
    union select id from product where videos <> '[]' and videos @> any(${ofVideos}::jsonb[])
    union select id from product where model_url = any(${addresses}::text[])
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Live products that declare compatibility, by their own wording, case-insensitive. */
export async function idsFitting(db: Reader, what: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from product
    where is_live and attributes ? 'fits' and exists (
      select 1 from jsonb_array_elements_text(
        case jsonb_typeof(attributes -> 'fits') when 'array' then attributes -> 'fits' else '[]' end) as fits
      where lower(fits) = lower(${what}))
    order by id`.execute(db)
  return rows.map((row) => row.id)
}

export async function variantIds(db: Reader, group: string): Promise<{ id: number; axes: Record<string, string> }[]> {
  const rows = await db
    .selectFrom('product')
    .select(['id', 'variant_axes'])
    .where('variant_group', '=', group)
    .where('is_live', '=', true)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ id: row.id, axes: (row.variant_axes ?? {}) as Record<string, string> }))
}

export async function allCategories(db: Reader): Promise<Category[]> {
  const rows = await db.selectFrom('category').selectAll().orderBy('position').orderBy('id').execute()
  const uriOf = new Map(rows.map((row) => [row.id, row.uri]))
  return rows.map((row) => ({
    id: row.id,
    uri: row.uri,
    title: row.title,
    intro: row.intro,
    facets: row.facets,
    promotedFacets: row.promoted_facets,
    cardFacts: row.card_facts,
    furtherAttributes: row.further_attributes,
    picture: row.picture,
    parentUri: row.parent_id === null ? null : (uriOf.get(row.parent_id) ?? null),
    children: rows.filter((child) => child.parent_id === row.id).map((child) => child.uri),
  }))
}

export type BrandRow = {
  readonly id: number
  readonly uri: string
  readonly title: string
  readonly blurb: string
  readonly wordmark: unknown
}

export async function allBrands(db: Reader): Promise<BrandRow[]> {
  return db.selectFrom('brand').select(['id', 'uri', 'title', 'blurb', 'wordmark']).orderBy('title').execute()
}

export async function allAttributes(db: Reader): Promise<AttributeDefinition[]> {
  const rows = await db.selectFrom('attribute').selectAll().orderBy('position').execute()
  return rows.map((row) => ({
    code: row.code,
    title: row.title,
    group: row.group_title,
    valueType: row.value_type as AttributeDefinition['valueType'],
    unit: row.unit,
    facet: row.facet as AttributeDefinition['facet'],
    better: row.better as 'more' | 'less' | null,
  }))
}

/**
 * Sets an app's price for a product. Every change adds one record to the price history, in the same transaction; an unchanged price adds
 * none. The member price and the prices for many units stay as they are.
 */
export async function writeOffer(
  tx: Writer,
  productId: number,
  app: AppCode,
  offer: Omit<SoldOffer, 'memberPrice' | 'volumePrices'>,
  now: Date,
): Promise<void> {
  const row = {
    product_id: productId,
    app,
    price_cents: offer.price,
    rrp_cents: offer.rrp,
    line_discount_cents: offer.lineDiscount ?? 0,
    discount_off_rrp_cents: offer.discountOffRrp ?? null,
    percentage_discount_off_rrp: offer.percentageDiscountOffRrp ?? null,
    alt_price_msg: offer.altPriceMsg ?? null,
    price_type: offer.priceType ?? 'winning',
    ribbons: [...(offer.ribbons ?? [])],
  }
  // Two changes of one price take turns, so that each is compared with the one before it.
  await sql`select 1 from product where id = ${productId} for update`.execute(tx)
  await sql`insert into price_change (product_id, app, changed_at, price_cents, rrp_cents, line_discount_cents)
    select ${productId}, ${app}, ${now}, ${row.price_cents}::integer, ${row.rrp_cents}::integer, ${row.line_discount_cents}::integer
    where not exists (select 1 from offer o where o.product_id = ${productId} and o.app = ${app}
      and (o.price_cents, o.rrp_cents, o.line_discount_cents) is not distinct from
        (${row.price_cents}::integer, ${row.rrp_cents}::integer, ${row.line_discount_cents}::integer))`.execute(tx)
  const { product_id: _product, app: _app, ...changes } = row
  await tx
    .insertInto('offer')
    .values(row)
    .onConflict((on) => on.columns(['product_id', 'app']).doUpdateSet(changes))
    .execute()
}

/** The records of a price, oldest first; their days are those of `timeZone`. */
export async function priceChanges(
  db: Reader,
  productId: number,
  app: AppCode,
  timeZone: string,
): Promise<PriceChange[]> {
  const { rows } = await sql<PriceChange>`
    select (changed_at at time zone ${timeZone})::date as day, price_cents as price, rrp_cents as rrp,
      line_discount_cents as "lineDiscount"
    from price_change where product_id = ${productId} and app = ${app} order by changed_at, id`.execute(db)
  return rows
}

/** Warranties and installs of products themselves and of categories, in their own order. */
export async function upsellOptions(
  db: Reader | Writer,
  app: AppCode,
  productIds: readonly number[],
  categoryUris: readonly string[],
): Promise<(UpsellOption & { readonly productId: number | null })[]> {
  const { rows } = await sql<UpsellOption & { productId: number | null }>`
    select u.id, u.kind, u.name, u.blurb, u.term_months as "termMonths", u.price_cents as price, u.from_cents as "from",
      u.below_cents as below, c.uri as "categoryUri", u.product_id as "productId", u.conditions
    from upsell_option u left join category c on c.id = u.category_id
    where u.app = ${app} and (u.product_id = any(${[...productIds]}) or c.uri = any(${[...categoryUris]}))
    order by u.position, u.id`.execute(db)
  return rows
}

export type NotifyRequest = {
  readonly app: AppCode
  readonly productId: number
  readonly email: string
  readonly phone: string | null
  readonly callbackTime: string | null
}

/** Records a back-in-stock request; repeating it changes nothing. */
export async function insertNotifyRequest(db: Writer, request: NotifyRequest, now: Date): Promise<void> {
  await db
    .insertInto('notify_request')
    .values({
      app: request.app,
      product_id: request.productId,
      email: request.email,
      phone: request.phone,
      callback_time: request.callbackTime,
      asked_at: now,
    })
    .onConflict((on) => on.columns(['app', 'product_id', 'email']).doNothing())
    .execute()
}
