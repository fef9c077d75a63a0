import { sql } from 'kysely'
import { appCodes } from '../../brands/apps.ts'
import type { Writer } from '../../platform/database.server.ts'
import { isOne, recordSet } from '../../platform/record-set.server.ts'
import type { RecordValues } from '../../platform/records.ts'

/** What is searched for, and where words lead, as the people who look after it see it. */

/** Terms of the last thirty days, with what became of them. */
export const termRecords = recordSet({
  from: sql`(
    select e.app, e.query, sum(e.count) filter (where e.event = 'opened')::integer as opened,
      coalesce(sum(e.count) filter (where e.event = 'productClick'), 0)::integer as clicks,
      coalesce(sum(e.count) filter (where e.event = 'productAddToCart'), 0)::integer as carts,
      coalesce(sum(e.count) filter (where e.event in ('productOrder', 'productMultiOrder')), 0)::integer as orders
    from search_event e where e.happened_on >= current_date - 30 and e.query <> ''
    group by e.app, e.query having sum(e.count) filter (where e.event = 'opened') > 0) t`,
  locked: null,
  key: sql`(t.app || ' ' || t.query)`,
  byKey(key) {
    const [app = '', ...words] = key.split(' ')
    return sql<boolean>`t.app = ${app} and t.query = ${words.join(' ')}`
  },
  columns: {
    query: { sql: sql`t.query`, sorts: 'text' },
    app: { sql: sql`t.app`, sorts: 'text' },
    opened: { sql: sql`t.opened`, sorts: 'numeric' },
    clicks: { sql: sql`t.clicks`, sorts: 'numeric' },
    carts: { sql: sql`t.carts`, sorts: 'numeric' },
    orders: { sql: sql`t.orders`, sorts: 'numeric' },
  },
  search: [sql`t.query`],
  filters: {
    app: isOne(sql`t.app`, appCodes),
    which: (word) =>
      word === 'no-click'
        ? sql<boolean>`t.clicks = 0`
        : word === 'no-order'
          ? sql<boolean>`t.clicks > 0 and t.orders = 0`
          : null,
  },
})

/** Its key is 'aol delivery'. */
export const searchRedirectRecords = recordSet({
  from: sql`search_redirects r`,
  locked: 'r',
  key: sql`(r.app || ' ' || r.term)`,
  byKey(key) {
    const [app = '', ...words] = key.split(' ')
    return sql<boolean>`r.app = ${app} and r.term = ${words.join(' ')}`
  },
  columns: {
    term: { sql: sql`r.term`, sorts: 'text' },
    app: { sql: sql`r.app`, sorts: 'text' },
    url: { sql: sql`r.url`, sorts: 'text' },
  },
  search: [sql`r.term`, sql`r.url`],
  filters: { app: isOne(sql`r.app`, appCodes) },
})

export async function writeSearchRedirect(tx: Writer, values: RecordValues): Promise<string> {
  const [app, term, url] = [String(values['app']), String(values['term']).toLowerCase(), String(values['url'])]
  await tx
    .insertInto('search_redirects')
    .values({ app, term, url })
    .onConflict((on) => on.columns(['app', 'term']).doUpdateSet({ url }))
    .execute()
  return `${app} ${term}`
}

export async function removeSearchRedirect(tx: Writer, key: string): Promise<void> {
  const [app = '', ...words] = key.split(' ')
  await tx.deleteFrom('search_redirects').where('app', '=', app).where('term', '=', words.join(' ')).execute()
}
