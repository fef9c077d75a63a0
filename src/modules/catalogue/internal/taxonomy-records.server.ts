import { sql } from 'kysely'
import type { Writer } from '../../../platform/database/database.server.ts'
import { numberKey, recordSet } from '../../../platform/database/record-source.server.ts'
import type { RecordValues } from '../../../platform/database/records.ts'
import { announce } from '../catalogue.server.ts'

/** Categories, attributes and brands as the people who keep them see them. Everything written here is told of in its own transaction. */

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
    picture: { sql: sql`c.picture` },
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
  const { title, intro, picture, position, facets, promotedFacets, cardFacts, furtherAttributes } = values
  const given = {
    title,
    intro,
    picture,
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
