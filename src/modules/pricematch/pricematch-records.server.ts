import { sql } from 'kysely'
import { appCodes } from '../../brands/apps.ts'
import { isOne, numberKey, recordSet } from '../../platform/database/record-source.server.ts'

/** Requests for a price of another shop, as the people who answer them see them. */
export const priceMatchRecords = recordSet({
  from: sql`price_match m join product p on p.id = m.product_id`,
  locked: 'm',
  key: sql`m.id::text`,
  byKey: (key) => (numberKey(key) === null ? null : sql<boolean>`m.id = ${Number(key)}`),
  columns: {
    reference: { sql: sql`m.reference`, sorts: 'text' },
    requestedAt: { sql: sql`m.asked_at`, sorts: 'timestamptz' },
    app: { sql: sql`m.app`, sorts: 'text' },
    product: { sql: sql`p.title`, sorts: 'text' },
    productUri: { sql: sql`p.uri` },
    sku: { sql: sql`p.sku` },
    ownPrice: { sql: sql`m.own_cents`, sorts: 'numeric' },
    competitor: { sql: sql`m.competitor`, sorts: 'text' },
    competitorUrl: { sql: sql`m.competitor_url` },
    competitorPrice: { sql: sql`m.competitor_cents`, sorts: 'numeric' },
    state: { sql: sql`m.state`, sorts: 'text' },
    matchedPrice: { sql: sql`m.matched_cents` },
    reason: { sql: sql`m.reason` },
    answeredAt: { sql: sql`m.answered_at` },
    postcode: { sql: sql`m.postcode` },
    name: { sql: sql`m.name` },
    email: { sql: sql`m.email` },
    phone: { sql: sql`m.phone` },
    message: { sql: sql`m.message`, isLong: true },
  },
  search: [sql`m.reference`, sql`p.title`, sql`p.sku`, sql`m.competitor`, sql`m.email`],
  filters: {
    app: isOne(sql`m.app`, appCodes),
    state: isOne(sql`m.state`, ['waiting', 'accepted', 'refused']),
  },
})
