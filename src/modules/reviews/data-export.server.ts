import { sql } from 'kysely'
import type { PersonalRecords } from '../../platform/data-export.ts'

/** Reviews and questions of a person. They stay for others to read when their author goes, without a name and without photos. */
export const personalReviews: PersonalRecords = {
  name: 'reviews and questions',
  async held(db, { email, isEmailConfirmed }) {
    if (!isEmailConfirmed) return { reviews: [], questions: [] }
    const reviews =
      await sql`select p.title as product, r.rating, r.title, r.body as text, r.pros, r.cons, r.photos, r.author, r.status,
        r.written_at as "writtenAt"
      from review r join product p on p.id = r.product_id where lower(r.email) = ${email} order by r.id`.execute(db)
    const questions =
      await sql`select p.title as product, q.body as text, q.author, q.status, q.written_at as "writtenAt"
      from question q join product p on p.id = q.product_id where lower(q.email) = ${email} order by q.id`.execute(db)
    return { reviews: reviews.rows, questions: questions.rows }
  },
  async forget(tx, { email, isEmailConfirmed }) {
    if (!isEmailConfirmed) return
    await sql`update review set photos = '{}' where lower(email) = ${email}`.execute(tx)
    // One address each: the same words may not stand twice under one.
    for (const table of ['review', 'question'] as const)
      await sql`update ${sql.table(table)} set author = 'A customer', email = 'forgotten-' || id || '@shop.invalid'
        where lower(email) = ${email}`.execute(tx)
  },
}
