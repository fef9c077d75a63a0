import { sql, type RawBuilder } from 'kysely'
import { appCodes } from '../../brands/apps.ts'
import {
  isOne,
  numberKey,
  recordSet,
  type RecordColumn,
  type RecordSet,
} from '../../platform/database/record-source.server.ts'

/** What customers wrote, as those who decide on it see it; decisions are those of moderation.server.ts. */

const states = ['pending', 'approved', 'refused']

function written(table: RawBuilder<unknown>, own: Readonly<Record<string, RecordColumn>>): RecordSet {
  return recordSet({
    from: sql`${table} r join product p on p.id = r.product_id`,
    locked: 'r',
    key: sql`lpad(r.id::text, 10, '0')`,
    byKey: (key) => (numberKey(key.replace(/^0+/, '')) === null ? null : sql<boolean>`r.id = ${Number(key)}`),
    columns: {
      writtenAt: { sql: sql`r.written_at`, sorts: 'timestamptz' },
      product: { sql: sql`p.title` },
      productId: { sql: sql`p.id` },
      productUri: { sql: sql`p.uri` },
      app: { sql: sql`r.app`, sorts: 'text' },
      author: { sql: sql`r.author` },
      status: { sql: sql`r.status`, sorts: 'text' },
      body: { sql: sql`r.body` },
      email: { sql: sql`r.email`, isLong: true },
      answer: { sql: sql`r.answer` },
      ...own,
    },
    search: [sql`p.title`, sql`p.sku`, sql`r.body`, sql`r.author`],
    filters: { status: isOne(sql`r.status`, states), app: isOne(sql`r.app`, appCodes) },
  })
}

export const reviewRecords = written(sql`review`, {
  title: { sql: sql`r.title` },
  rating: { sql: sql`r.rating`, sorts: 'numeric' },
  isVerified: { sql: sql`r.is_verified` },
  pros: { sql: sql`r.pros` },
  cons: { sql: sql`r.cons` },
  photos: { sql: sql`r.photos` },
})
export const questionRecords = written(sql`question`, {})
