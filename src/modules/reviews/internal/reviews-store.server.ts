import { sql } from 'kysely'
import type { AppCode } from '../../../brands/apps.ts'
import type { Reader, Writer } from '../../../platform/database/database.server.ts'
import type { Decision, Kind, Question, Review } from '../reviews.ts'
import type { QuestionDraft, ReviewDraft } from '../writing.ts'

/** The SQL of reviews and questions; nobody else reads their tables. */

type Stretch = { readonly timeZone: string; readonly offset: number; readonly limit: number }

export async function approvedReviews(
  db: Reader,
  productId: number,
  { timeZone, offset, limit }: Stretch,
): Promise<Review[]> {
  const { rows } = await sql<Review>`
    select id, rating, title, body as text, author, (written_at at time zone ${timeZone})::date as "writtenOn", answer
    from review where product_id = ${productId} and status = 'approved'
    order by written_at desc, id desc offset ${offset} limit ${limit}`.execute(db)
  return rows
}

/** How many approved reviews gave one star, two … five. */
export async function countByStars(db: Reader, productId: number): Promise<number[]> {
  const { rows } = await sql<{ rating: number; count: number }>`
    select rating, count(*)::integer as count from review
    where product_id = ${productId} and status = 'approved' group by rating`.execute(db)
  return [1, 2, 3, 4, 5].map((stars) => rows.find((row) => row.rating === stars)?.count ?? 0)
}

export async function approvedQuestions(
  db: Reader,
  productId: number,
  app: AppCode,
  { timeZone, offset, limit }: Stretch,
): Promise<Question[]> {
  const { rows } = await sql<Question>`
    select id, body as text, author, (written_at at time zone ${timeZone})::date as "writtenOn", answer
    from question where product_id = ${productId} and app = ${app} and status = 'approved'
    order by written_at desc, id desc offset ${offset} limit ${limit}`.execute(db)
  return rows
}

export async function countQuestions(db: Reader, productId: number, app: AppCode): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from question
    where product_id = ${productId} and app = ${app} and status = 'approved'`.execute(db)
  return rows[0]?.count ?? 0
}

/** The same words of the same person twice are kept once. */
export async function insertReview(
  db: Writer,
  { app, productId, draft, now }: { app: AppCode; productId: number; draft: ReviewDraft; now: Date },
): Promise<void> {
  const { text: body, ...rest } = draft
  await db
    .insertInto('review')
    .values({ ...rest, body, app, product_id: productId, written_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function insertQuestion(
  db: Writer,
  { app, productId, draft, now }: { app: AppCode; productId: number; draft: QuestionDraft; now: Date },
): Promise<void> {
  const { text: body, ...rest } = draft
  await db
    .insertInto('question')
    .values({ ...rest, body, app, product_id: productId, written_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export type Waiting = {
  readonly kind: Kind
  readonly id: number
  readonly app: AppCode
  readonly sku: string
  readonly author: string
  /** Null for a question. */
  readonly rating: number | null
  readonly title: string | null
  readonly text: string
  readonly writtenAt: Date
}

/** What nobody has decided on yet, oldest first. */
export async function waiting(db: Reader): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select 'review' as kind, r.id, r.app, p.sku, r.author, r.rating, r.title, r.body as text, r.written_at as "writtenAt"
      from review r join product p on p.id = r.product_id where r.status = 'pending'
    union all
    select 'question', q.id, q.app, p.sku, q.author, null, null, q.body, q.written_at
      from question q join product p on p.id = q.product_id where q.status = 'pending'
    order by "writtenAt", kind, id`.execute(db)
  return rows
}

/** Decides, anew if need be; the product it is about, null when there is no such entry. */
export async function decide(
  tx: Writer,
  { kind, id, decision, now }: { kind: Kind; id: number; decision: Decision; now: Date },
): Promise<number | null> {
  const row = await tx
    .updateTable(kind)
    .set({ status: decision, decided_at: now })
    .where('id', '=', id)
    .returning('product_id')
    .executeTakeFirst()
  return row?.product_id ?? null
}

/** Sets the shop's words, null takes them away; the product it is about, null when there is no such entry. */
export async function writeAnswer(
  tx: Writer,
  { kind, id, answer }: { kind: Kind; id: number; answer: string | null },
): Promise<number | null> {
  const row = await tx.updateTable(kind).set({ answer }).where('id', '=', id).returning('product_id').executeTakeFirst()
  return row?.product_id ?? null
}

export async function countOfReviews(db: Reader, productId: number): Promise<{ count: number; stars: number }> {
  const { rows } = await sql<{ count: number; stars: number }>`
    select count(*)::integer as count, coalesce(sum(rating), 0)::integer as stars
    from review where product_id = ${productId} and status = 'approved'`.execute(db)
  return rows[0] ?? { count: 0, stars: 0 }
}
