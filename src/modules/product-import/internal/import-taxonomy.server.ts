import { sql, type RawBuilder } from 'kysely'
import type { Database, Writer } from '../../../platform/database/database.server.ts'
import { categoryTrail } from '../../catalogue/catalogue.ts'
import { announce } from '../../catalogue/catalogue.server.ts'
import type { AttributeDefinition, CategoryDefinition } from '../../catalogue/product/product-record.ts'

/** Brands, categories and attributes: given as a whole when a shop is set up, or made as needed when a feed names new ones. */

export type BrandDefinition = {
  readonly slug: string
  readonly name: string
  readonly blurb: string
  readonly wordmark: Readonly<Record<string, string | number>>
  readonly isDemo?: boolean
}

export type Taxonomy = {
  readonly attributes: readonly AttributeDefinition[]
  readonly categories: readonly CategoryDefinition[]
  readonly brands: readonly BrandDefinition[]
}

/** Writes the tree, the attributes and the brands; doing it again brings them up to date and removes nothing. */
export async function seedTaxonomy(database: Database, taxonomy: Taxonomy, { isDemo = false } = {}): Promise<void> {
  const brands = taxonomy.brands.map(({ slug, name, blurb, wordmark, isDemo: demo }, at) => {
    return { at, uri: slug, title: name, blurb, wordmark, is_demo: demo ?? isDemo }
  })
  await database.transaction(async (tx) => {
    await writeAttributes(tx, taxonomy.attributes, { isDemo, keepExisting: false })
    await writeCategories(tx, taxonomy.categories, { isDemo, keepExisting: false })
    await sql`insert into brand (uri, title, blurb, wordmark, is_demo)
      select uri, title, blurb, wordmark, is_demo from json_to_recordset(${JSON.stringify(brands)}::json)
        as b (at integer, uri text, title text, blurb text, wordmark jsonb, is_demo boolean) order by at
      on conflict (uri) do update set title = excluded.title, blurb = excluded.blurb, wordmark = excluded.wordmark,
        is_demo = excluded.is_demo`.execute(tx)
    await announce(tx, 'all')
  })
}

/** The brands that staged rows name for the first time. One address is one brand, however its capitals fall. */
export async function insertMissingBrands(tx: Writer, staging: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    insert into brand (uri, title, is_demo)
    select s.brand_uri, s.brand_title, s.is_demo
    from (select distinct on (brand_uri) brand_uri, brand_title, is_demo from ${staging}
      where not is_known order by brand_uri, seq) s
    where not exists (select 1 from brand b where b.uri = s.brand_uri or b.title = s.brand_title)
    on conflict do nothing returning title`.execute(tx)
  return rows.map((row) => row.title)
}

type GivenCategory = Pick<CategoryDefinition, 'uri' | 'title'> & Partial<CategoryDefinition>

/** The categories that staged rows name for the first time, and their parents. Titles come from `given`, else from the address. */
export async function insertMissingCategories(
  tx: Writer,
  staging: RawBuilder<unknown>,
  given: readonly GivenCategory[],
): Promise<string[]> {
  const { rows } = await sql<{ uri: string; is_demo: boolean }>`
    select category_uri as uri, bool_and(is_demo) as is_demo from ${staging} where not is_known
    group by category_uri order by min(seq)`.execute(tx)
  const known = new Set((await tx.selectFrom('category').select('uri').execute()).map((row) => row.uri))
  const definitionOf = new Map(given.map((category) => [category.uri, category]))
  const missing = new Map<string, GivenCategory>()
  for (const { uri } of rows) {
    for (const step of categoryTrail(uri)) {
      if (!known.has(step)) missing.set(step, definitionOf.get(step) ?? { uri: step, title: titleFromSlug(step) })
    }
  }
  const isDemo = rows.length > 0 && rows.every((row) => row.is_demo)
  await writeCategories(tx, [...missing.values()], { isDemo, keepExisting: true })
  return [...missing.keys()]
}

export async function insertMissingAttributes(tx: Writer, given: readonly AttributeDefinition[]): Promise<void> {
  await writeAttributes(tx, given, { keepExisting: true })
}

/** Of these nobody wants less, or nobody wants more. Litres, width and power are a matter of need. */
const usuallyBetter: Readonly<Record<string, 'more' | 'less'>> = {
  energy_stars: 'more',
  heating_stars: 'more',
  water_stars: 'more',
  warranty_years: 'more',
  battery_h: 'more',
  run_time_min: 'more',
  energy_kwh: 'less',
  water_l: 'less',
  noise_db: 'less',
}

async function writeAttributes(
  tx: Writer,
  attributes: readonly AttributeDefinition[],
  { isDemo = false, keepExisting }: { isDemo?: boolean; keepExisting: boolean },
): Promise<void> {
  if (attributes.length === 0) return
  const rows = attributes.map(({ group, valueType, better, ...rest }, position) => {
    const fallback = usuallyBetter[rest.code] ?? null
    return { ...rest, group_title: group, value_type: valueType, position, better: better ?? fallback }
  })
  const onConflict = keepExisting
    ? sql`do nothing`
    : sql`do update set title = excluded.title, group_title = excluded.group_title, value_type = excluded.value_type,
        unit = excluded.unit, facet = excluded.facet, position = excluded.position, better = excluded.better`
  // New ones stand after those that are there.
  const start = keepExisting ? sql`(select coalesce(max(position) + 1, 0) from attribute)` : sql`0`
  await sql`insert into attribute (code, title, group_title, value_type, unit, facet, better, position, is_demo)
    select code, title, group_title, value_type, unit, facet, better, ${start} + position, ${isDemo}
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as a (code text, title text, group_title text, value_type text, unit text, facet text, better text, position integer)
    on conflict (code) ${onConflict}`.execute(tx)
}

/** Level by level, so that a parent is always there before its children. What a definition leaves open is taken from the parent. */
async function writeCategories(
  tx: Writer,
  categories: readonly GivenCategory[],
  { isDemo, keepExisting }: { isDemo: boolean; keepExisting: boolean },
): Promise<void> {
  const rows = categories.map((category, position) => ({
    uri: category.uri,
    parent_uri: categoryTrail(category.uri).at(-2) ?? null,
    title: category.title,
    intro: category.intro ?? '',
    facets: category.facets ?? null,
    promoted_facets: category.promotedFacets ?? null,
    card_facts: category.cardFacts ?? null,
    picture: category.picture ?? null,
    position,
  }))
  const onConflict = keepExisting
    ? sql`do nothing`
    : sql`do update set parent_id = excluded.parent_id, title = excluded.title, intro = excluded.intro,
        facets = excluded.facets, promoted_facets = excluded.promoted_facets, card_facts = excluded.card_facts,
        picture = excluded.picture, position = excluded.position, is_demo = excluded.is_demo`
  const { rows: last } = await sql<{
    next: number
  }>`select coalesce(max(position) + 1, 0) as next from category`.execute(tx)
  const start = keepExisting ? (last[0]?.next ?? 0) : 0
  for (const level of [1, 2, 3, 4]) {
    const ofLevel = rows.filter((row) => row.uri.split('/').length === level)
    if (ofLevel.length === 0) continue
    await sql`insert into category
        (uri, parent_id, title, intro, facets, promoted_facets, card_facts, picture, position, is_demo)
      select c.uri, parent.id, c.title, c.intro, coalesce(c.facets, parent.facets, '{}'),
        coalesce(c.promoted_facets, parent.promoted_facets, '{}'), coalesce(c.card_facts, parent.card_facts, '{}'),
        c.picture, c.position + ${start}, ${isDemo}
      from json_to_recordset(${JSON.stringify(ofLevel)}::json) as c (uri text, parent_uri text, title text, intro text,
          facets text[], promoted_facets text[], card_facts text[], picture text, position integer)
        left join category parent on parent.uri = c.parent_uri
      order by c.position
      on conflict (uri) ${onConflict}`.execute(tx)
  }
}

/** 'french-door-fridges' reads 'French door fridges'. */
function titleFromSlug(uri: string): string {
  const words = (uri.split('/').at(-1) ?? '').replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
