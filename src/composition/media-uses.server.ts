import { sql, type RawBuilder } from 'kysely'
import { announce } from '../modules/catalogue/catalogue.server.ts'
import { productsWithFiles } from '../modules/catalogue/catalogue-store.server.ts'
import { textOfColumns, usedIds } from '../modules/media/media-references.server.ts'
import type { MediaUse, MediaUses } from '../modules/media/media-uses.server.ts'
import { fileReferences } from './file-references.server.ts'

/** Which records name a file, for the media library: of every table in `fileReferences`. */

type Place = {
  /** A record of it, as a sentence has it. */
  readonly what: string
  /** The list of the back office; null for records without a page. */
  readonly list: string | null
  /** Key and name of a record, of the row `t`. */
  readonly key: RawBuilder<string>
  readonly name: RawBuilder<string>
}

const id = sql<string>`t.id::text`
const title = sql<string>`t.title`

const places: Readonly<Record<keyof typeof fileReferences, Place>> = {
  product: { what: 'Product', list: 'products', key: id, name: sql`t.title || ' (' || t.sku || ')'` },
  content_entry: {
    what: 'Page or post',
    list: 'content',
    key: id,
    name: sql`coalesce(nullif(t.document ->> 'title', ''), nullif(t.document ->> 'heading', ''), nullif(t.slug, ''), t.kind)`,
  },
  promotion: { what: 'Promotion', list: 'promotions', key: id, name: title },
  sale: { what: 'Sale', list: 'sales', key: id, name: sql`t.name` },
  brand: { what: 'Brand', list: 'brands', key: id, name: title },
  category: { what: 'Category', list: 'categories', key: id, name: title },
  navigation_entry: {
    what: 'Menu entry',
    list: 'menu',
    key: sql`t.app || '.' || t.category_id`,
    name: sql`coalesce(t.title, (select c.title from category c where c.id = t.category_id))`,
  },
  store: { what: 'Store', list: 'stores', key: id, name: sql`t.name` },
  cooking_demo: { what: 'Cooking demo', list: 'events', key: id, name: title },
  delivery_service: { what: 'Delivery service', list: 'delivery-services', key: sql`t.code`, name: title },
  upsell_option: { what: 'Warranty or installation', list: null, key: id, name: sql`t.name` },
  search_redirects: {
    what: 'Search redirect',
    list: 'search-redirects',
    key: sql`t.app || ' ' || t.term`,
    name: sql`t.term`,
  },
  redirect: { what: 'Redirect', list: 'redirects', key: sql`t.app || ' ' || t.source`, name: sql`t.source` },
  setting: { what: 'Setting', list: 'settings', key: sql`t.app || '.' || t.name`, name: sql`t.name` },
  review: { what: 'Review', list: 'reviews', key: sql`lpad(t.id::text, 10, '0')`, name: title },
  payment_attempt: { what: 'Payment', list: null, key: id, name: id },
  customer_order: { what: 'Order', list: 'orders', key: id, name: sql`t.web_order_id` },
}

const tables = Object.keys(places) as (keyof typeof fileReferences)[]

type Row = { readonly key: string; readonly name: string }

const useOf = ({ what, list }: Place, { key, name }: Row): MediaUse => ({
  what,
  name,
  href: list === null ? null : `/office/${list}/${encodeURIComponent(key)}`,
})

/** What is at an address of ours, and the shop does not have. */
const missingUploads = (table: keyof typeof fileReferences) => sql<Row & { address: string }>`
  select ${places[table].key} as key, ${places[table].name} as name, found[1] as address from ${sql.table(table)} t,
    regexp_matches(${textOfColumns(fileReferences[table])}, '/media/files/[0-9a-f]{32}[.](?:jpg|png|webp|avif|pdf|glb|mp4|webm|vtt)', 'g') as found
  where strpos(${textOfColumns(fileReferences[table])}, '/media/files/') > 0
    and not exists (select from media m where m.address = found[1])
    and not exists (select from uploaded_file u where '/media/files/' || u.name = found[1])
  limit 200`

/** Texts of staff; those of products, orders and payments are many, and name files by columns of their own. */
const staffTexts = tables.filter((table) => !['product', 'payment_attempt', 'customer_order'].includes(table))

/** Whether a record names a file `m` by an address that is no upload: one of a feed or of the demonstration. In HTML `&` is escaped. */
const isNamedElsewhere = sql<boolean>`(
  exists (select from product p where p.images @> jsonb_build_array(jsonb_build_object('url', m.address)))
  or exists (select from product p where p.documents @> jsonb_build_array(jsonb_build_object('url', m.address)))
  or exists (select from product p where p.model_url = m.address)
  or exists (select from product p where p.videos <> '[]'
    and (${sql.join(
      ['src', 'poster', 'captions'].map(
        (field) => sql`p.videos @> jsonb_build_array(jsonb_build_object(${sql.lit(field)}, m.address))`,
      ),
      sql` or `,
    )}))
  or ${sql.join(
    staffTexts.map((table) => {
      const text = textOfColumns(fileReferences[table])
      return sql`exists (select from ${sql.table(table)} t where strpos(${text}, m.address) > 0
        or strpos(${text}, replace(m.address, '&', '&amp;')) > 0)`
    }),
    sql` or `,
  )})`

export const mediaUses: MediaUses = {
  usedIds: usedIds(fileReferences, isNamedElsewhere),
  addressesOfProducts: (pattern) => sql`select image ->> 'url' from product p, jsonb_array_elements(p.images) as image
    where p.words like ${pattern.toLowerCase()}`,
  async of(db, { address, names }, limit) {
    const uses: MediaUse[] = []
    for (const table of tables) {
      const place = places[table]
      const text = textOfColumns(fileReferences[table])
      const isNamed = sql.join(
        [address, address.replaceAll('&', '&amp;'), ...names].map((name) => sql`strpos(${text}, ${name}) > 0`),
        sql` or `,
      )
      const { rows } = await sql<Row>`select ${place.key} as key, ${place.name} as name from ${sql.table(table)} t
        where ${isNamed} order by 2 limit ${limit}`.execute(db)
      uses.push(...rows.map((row) => useOf(place, row)))
    }
    return uses
  },
  async missing(db) {
    const found: (MediaUse & { address: string })[] = []
    for (const table of tables.filter((one) => places[one].list !== null)) {
      const { rows } = await missingUploads(table).execute(db)
      found.push(...rows.map((row) => ({ ...useOf(places[table], row), address: row.address })))
    }
    return found
  },
  async changed(tx, address) {
    const products = await productsWithFiles(tx, [address])
    if (products.length > 0) await announce(tx, { products })
  },
}
