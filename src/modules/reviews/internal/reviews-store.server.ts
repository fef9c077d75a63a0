import { sql, type RawBuilder } from 'kysely'
import type { AppCode } from '../../../brands/apps.ts'
import type { Reader, Writer } from '../../../platform/database/database.server.ts'
import type { ReviewChoice, ReviewOrder } from '../review-choice.ts'
import {
  photosInSummary,
  pointsInSummary,
  starValues,
  type Decision,
  type Kind,
  type Point,
  type Question,
  type Review,
  type ReviewSummary,
} from '../reviews.ts'
import type { PointKind, QuestionDraft, ReviewDraft } from '../writing.ts'

/** The SQL of reviews and questions; nobody else reads their tables. */

/** As the tables have it: photos by the addresses of their uploads. */
type Stored<Shown> = Omit<Shown, 'photos'> & { readonly photos: readonly string[] }

type Stretch = { readonly timeZone: string; readonly offset: number; readonly limit: number }

/** What a choice leaves of a product's reviews. */
const isChosen = (productId: number, { stars, onlyVerified, onlyWithPhotos, point }: ReviewChoice) => sql<boolean>`
  product_id = ${productId} and status = 'approved'
  and (${stars}::integer is null or rating = ${stars})
  and (not ${onlyVerified} or is_verified)
  and (not ${onlyWithPhotos} or photos <> '{}')
  and (${point}::text is null or exists (select from unnest(pros || cons) as said where lower(said) = ${point}))`

const orderOf: Readonly<Record<ReviewOrder, RawBuilder<unknown>>> = {
  newest: sql`written_at desc, id desc`,
  highest: sql`rating desc, written_at desc, id desc`,
  lowest: sql`rating, written_at desc, id desc`,
}

export async function approvedReviews(
  db: Reader,
  productId: number,
  choice: ReviewChoice,
  { timeZone, offset, limit }: Stretch,
): Promise<Stored<Review>[]> {
  const { rows } = await sql<Stored<Review>>`
    select id, rating, title, body as text, author, (written_at at time zone ${timeZone})::date as "writtenOn",
      is_verified as "isVerified", pros, cons, photos, answer
    from review where ${isChosen(productId, choice)}
    order by ${orderOf[choice.order]} offset ${offset} limit ${limit}`.execute(db)
  return rows
}

export async function countChosen(db: Reader, productId: number, choice: ReviewChoice): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from review
    where ${isChosen(productId, choice)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** What a product's approved reviews amount to. */
export async function summaryOf(db: Reader, productId: number): Promise<Stored<Omit<ReviewSummary, 'ratedByStars'>>> {
  const { rows: groups } = await sql<{ rating: number; count: number; verified: number; withPhotos: number }>`
    select rating, count(*)::integer as count, count(*) filter (where is_verified)::integer as verified,
      count(*) filter (where photos <> '{}')::integer as "withPhotos"
    from review where product_id = ${productId} and status = 'approved' group by rating`.execute(db)
  const sumOf = (key: 'count' | 'verified' | 'withPhotos') => groups.reduce((sum, group) => sum + group[key], 0)
  const isAny = groups.length > 0
  const photos = sumOf('withPhotos') === 0 ? [] : await newestPhotos(db, productId)
  return {
    byStars: starValues.map((stars) => groups.find(({ rating }) => rating === stars)?.count ?? 0),
    count: sumOf('count'),
    verifiedCount: sumOf('verified'),
    withPhotosCount: sumOf('withPhotos'),
    pros: isAny ? await pointsSaid(db, 'pros', sql`product_id = ${productId}`) : [],
    cons: isAny ? await pointsSaid(db, 'cons', sql`product_id = ${productId}`) : [],
    photos,
  }
}

async function newestPhotos(db: Reader, productId: number): Promise<string[]> {
  const { rows } = await sql<{
    photo: string
  }>`select photo from review, unnest(photos) with ordinality as one (photo, at)
    where product_id = ${productId} and status = 'approved'
    order by written_at desc, id desc, at limit ${photosInSummary}`.execute(db)
  return rows.map(({ photo }) => photo)
}

/** What at least two approved reviews say, the most frequent first, in the words of the first. */
async function pointsSaid(db: Reader, kind: PointKind, ofReviews: RawBuilder<unknown>): Promise<Point[]> {
  const { rows } = await sql<Point>`
    select (array_agg(said order by written_at, id))[1] as text, count(*)::integer as count
    from review, unnest(${sql.id(kind)}) as said
    where status = 'approved' and ${ofReviews}
    group by lower(said) having count(*) >= 2 order by count(*) desc, min(id) limit ${pointsInSummary}`.execute(db)
  return rows
}

/** What buyers of a category's products say most. */
export const pointsOfCategory = (db: Reader, kind: PointKind, categoryUri: string): Promise<Point[]> =>
  pointsSaid(
    db,
    kind,
    sql`product_id in (
    select p.id from product p join category c on c.id = p.category_id where c.uri = ${categoryUri})`,
  )

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

export type NewReview = ReviewDraft & { readonly isVerified: boolean; readonly photos: readonly string[] }

/** The same words of the same person twice are kept once. */
export async function insertReview(
  db: Writer,
  { app, productId, draft, now }: { app: AppCode; productId: number; draft: NewReview; now: Date },
): Promise<void> {
  const { text: body, isVerified, pros, cons, photos, ...rest } = draft
  const arrays = { pros: [...pros], cons: [...cons], photos: [...photos] }
  await db
    .insertInto('review')
    .values({ ...rest, ...arrays, body, is_verified: isVerified, app, product_id: productId, written_at: now })
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
