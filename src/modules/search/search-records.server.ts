import { sql } from 'kysely'
import { appCodes } from '../../brands/apps.ts'
import type { Reader, Writer } from '../../platform/database/database.server.ts'
import { isOne, numberKey, recordSet } from '../../platform/database/record-source.server.ts'
import type { RecordValues } from '../../platform/database/records.ts'
import { searchTermOf } from './search.ts'
import { contentWords, longestPhrase, phraseKey } from './internal/engine/text/synonyms.ts'

/** What is searched for, and where words lead, as the people who look after it see it. */

/** Terms of the last thirty days, with what became of them. */
export const termRecords = recordSet({
  from: sql`(
    select e.app, e.query, sum(e.count) filter (where e.event = 'opened')::integer as opened,
      coalesce(sum(e.count) filter (where e.event = 'nothing'), 0)::integer as nothing,
      coalesce(sum(e.count) filter (where e.event = 'productClick'), 0)::integer as clicks,
      round(sum(e.position_sum)::numeric / nullif(sum(e.position_count), 0), 1)::real as place,
      coalesce(sum(e.count) filter (where e.event = 'productAddToCart'), 0)::integer as carts,
      coalesce(sum(e.count) filter (where e.event in ('productOrder', 'productMultiOrder')), 0)::integer as orders
    from search_event e where e.happened_on >= current_date - 30 and e.query <> ''
    group by e.app, e.query having sum(e.count) filter (where e.event = 'opened') > 0) t`,
  locked: null,
  key: sql`(t.app || ' ' || t.query)`,
  byKey(key) {
    const { app, term } = termOfKey(key)
    return sql<boolean>`t.app = ${app} and t.query = ${term}`
  },
  columns: {
    query: { sql: sql`t.query`, sorts: 'text' },
    app: { sql: sql`t.app`, sorts: 'text' },
    opened: { sql: sql`t.opened`, sorts: 'numeric' },
    nothing: { sql: sql`t.nothing`, sorts: 'numeric' },
    clicks: { sql: sql`t.clicks`, sorts: 'numeric' },
    place: { sql: sql`t.place` },
    carts: { sql: sql`t.carts`, sorts: 'numeric' },
    orders: { sql: sql`t.orders`, sorts: 'numeric' },
  },
  search: [sql`t.query`],
  filters: {
    app: isOne(sql`t.app`, appCodes),
    which: (word) =>
      word === 'nothing'
        ? sql<boolean>`t.nothing > 0`
        : word === 'no-click'
          ? sql<boolean>`t.clicks = 0`
          : word === 'no-order'
            ? sql<boolean>`t.clicks > 0 and t.orders = 0`
            : null,
  },
})

export type DayOfSearches = {
  readonly on: string
  /** First pages of a visit, of whatever kind: what the shop's conversion is reckoned with. */
  readonly visits: number
  readonly searches: number
  readonly nothing: number
  readonly clicks: number
  /** Where among the results was clicked, on average; null when nothing was. */
  readonly place: number | null
}

type Stretch = { readonly apps: readonly string[]; readonly from: string; readonly to: string }

/** What was searched for in some apps day by day, and how well it went; both days included. */
export async function searchesByDay(db: Reader, { apps, from, to }: Stretch): Promise<readonly DayOfSearches[]> {
  const { rows } = await sql<DayOfSearches>`
    select happened_on as on, coalesce(sum(count) filter (where event = 'visit'), 0)::integer as visits,
      coalesce(sum(count) filter (where event = 'opened'), 0)::integer as searches,
      coalesce(sum(count) filter (where event = 'nothing'), 0)::integer as nothing,
      coalesce(sum(count) filter (where event = 'productClick' and query <> ''), 0)::integer as clicks,
      (sum(position_sum) / nullif(sum(position_count), 0)::double precision) as place
    from search_event where app = any(${[...apps]}::text[]) and happened_on between ${from}::date and ${to}::date
    group by 1 order by 1`.execute(db)
  return rows
}

/** The terms that most often found nothing, or were followed by no click. */
export async function failedTerms(
  db: Reader,
  { apps, from, to }: Stretch,
  limit: number,
): Promise<readonly { readonly query: string; readonly searches: number; readonly nothing: number }[]> {
  const { rows } = await sql<{ query: string; searches: number; nothing: number }>`
    select query, coalesce(sum(count) filter (where event = 'opened'), 0)::integer as searches,
      coalesce(sum(count) filter (where event = 'nothing'), 0)::integer as nothing
    from search_event
    where app = any(${[...apps]}::text[]) and happened_on between ${from}::date and ${to}::date and query <> ''
    group by query
    having coalesce(sum(count) filter (where event = 'opened'), 0) > 0
      and (coalesce(sum(count) filter (where event = 'nothing'), 0) > 0 or coalesce(sum(count) filter (where event = 'productClick'), 0) = 0)
    order by searches desc, query limit ${limit}`.execute(db)
  return rows
}

/** The key of what is kept for an app and a term: 'aol opening hours'. */
function termOfKey(key: string): { readonly app: string; readonly term: string } {
  const [app = '', ...words] = key.split(' ')
  return { app, term: words.join(' ') }
}

export const searchRedirectRecords = recordSet({
  from: sql`search_redirects r`,
  locked: 'r',
  key: sql`(r.app || ' ' || r.term)`,
  byKey(key) {
    const { app, term } = termOfKey(key)
    return sql<boolean>`r.app = ${app} and r.term = ${term}`
  },
  columns: {
    term: { sql: sql`r.term`, sorts: 'text' },
    app: { sql: sql`r.app`, sorts: 'text' },
    url: { sql: sql`r.url`, sorts: 'text' },
  },
  search: [sql`r.term`, sql`r.url`],
  filters: { app: isOne(sql`r.app`, appCodes) },
})

/**
 * Why a redirect or a pin cannot be for this term of this shop; null when it can. `isNew` is false for one that is there, whose term and
 * shop stay.
 */
export async function termErrorOf(
  tx: Writer,
  table: 'search_redirects' | 'search_pin',
  values: RecordValues,
  isNew: boolean,
): Promise<string | null> {
  const [app, term] = [String(values['app']), searchTermOf(String(values['term'] ?? ''))]
  if (term === '') return 'The search term must have at least two searchable letters.'
  if (!isNew) return null
  const known = await tx
    .selectFrom(table)
    .select('term')
    .where('app', '=', app)
    .where('term', '=', term)
    .executeTakeFirst()
  if (known === undefined) return null
  return `This shop already has ${table === 'search_pin' ? 'pins' : 'a redirect'} for ‘${term}’. Please change the existing entry.`
}

export async function insertSearchRedirect(tx: Writer, values: RecordValues): Promise<string> {
  const [app, term, url] = [String(values['app']), searchTermOf(String(values['term'])), String(values['url'])]
  await tx.insertInto('search_redirects').values({ app, term, url }).execute()
  return `${app} ${term}`
}

export async function updateSearchRedirect(tx: Writer, key: string, values: RecordValues): Promise<void> {
  const { app, term } = termOfKey(key)
  await tx
    .updateTable('search_redirects')
    .set({ url: String(values['url']) })
    .where('app', '=', app)
    .where('term', '=', term)
    .execute()
}

export async function removeSearchRedirect(tx: Writer, key: string): Promise<void> {
  const { app, term } = termOfKey(key)
  await tx.deleteFrom('search_redirects').where('app', '=', app).where('term', '=', term).execute()
}

export const pinRecords = recordSet({
  from: sql`search_pin p`,
  locked: 'p',
  key: sql`(p.app || ' ' || p.term)`,
  byKey(key) {
    const { app, term } = termOfKey(key)
    return sql<boolean>`p.app = ${app} and p.term = ${term}`
  },
  columns: {
    term: { sql: sql`p.term`, sorts: 'text' },
    app: { sql: sql`p.app`, sorts: 'text' },
    skus: { sql: sql`p.skus` },
  },
  search: [sql`p.term`, sql`array_to_string(p.skus, ' ')`],
  filters: { app: isOne(sql`p.app`, appCodes) },
})

export async function updatePin(tx: Writer, key: string, { skus }: RecordValues): Promise<void> {
  const { app, term } = termOfKey(key)
  await tx
    .updateTable('search_pin')
    .set({ skus: [...((skus ?? []) as readonly string[])] })
    .where('app', '=', app)
    .where('term', '=', term)
    .execute()
}

export async function insertPin(tx: Writer, values: RecordValues): Promise<string> {
  const [app, term] = [String(values['app']), searchTermOf(String(values['term']))]
  const skus = [...((values['skus'] ?? []) as readonly string[])]
  await tx.insertInto('search_pin').values({ app, term, skus }).execute()
  return `${app} ${term}`
}

export async function removePin(tx: Writer, key: string): Promise<void> {
  const { app, term } = termOfKey(key)
  await tx.deleteFrom('search_pin').where('app', '=', app).where('term', '=', term).execute()
}

export const synonymRecords = recordSet({
  from: sql`search_synonym s`,
  locked: 's',
  key: sql`s.id::text`,
  byKey: (key) => (numberKey(key) === null ? null : sql<boolean>`s.id = ${Number(key)}`),
  columns: {
    first: { sql: sql`s.words[1]`, sorts: 'text' },
    words: { sql: sql`s.words` },
  },
  search: [sql`array_to_string(s.words, ' ')`],
})

export async function updateSynonyms(tx: Writer, key: string, { words }: RecordValues): Promise<void> {
  await tx
    .updateTable('search_synonym')
    .set({ words: [...((words ?? []) as readonly string[])] })
    .where('id', '=', Number(key))
    .execute()
}

export async function insertSynonyms(tx: Writer, { words }: RecordValues): Promise<string> {
  const { id } = await tx
    .insertInto('search_synonym')
    .values({ words: [...((words ?? []) as readonly string[])] })
    .returning('id')
    .executeTakeFirstOrThrow()
  return String(id)
}

export async function removeSynonyms(tx: Writer, key: string): Promise<void> {
  await tx.deleteFrom('search_synonym').where('id', '=', Number(key)).execute()
}

/** Why phrases can be no group of synonyms; null when they can. `key` is of the group itself, null for a new one. */
export async function synonymsErrorOf(
  tx: Writer,
  words: readonly string[],
  key: string | null,
): Promise<string | null> {
  const keys = words.map((text) => phraseKey(contentWords(text)))
  const empty = keys.findIndex((text) => text === '')
  if (empty !== -1) return `‘${words[empty] ?? ''}’ has no searchable word.`
  const long = words.find((text) => contentWords(text).length > longestPhrase)
  if (long !== undefined) return `‘${long}’ has more than three words.`
  if (new Set(keys).size < 2) return 'Please enter at least two different words.'
  const others = await tx.selectFrom('search_synonym').select(['id', 'words']).execute()
  for (const other of others) {
    if (String(other.id) === key) continue
    const taken = other.words.find((text) => keys.includes(phraseKey(contentWords(text))))
    if (taken !== undefined) return `‘${taken}’ is in another group: ${other.words.join(', ')}. Add your words there.`
  }
  return null
}
