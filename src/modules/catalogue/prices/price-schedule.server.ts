import { sql } from 'kysely'
import type { AppCode } from '../../../brands/apps.ts'
import type { Database, Reader, Writer } from '../../../platform/database/database.server.ts'
import { isOne, numberKey, recordSet } from '../../../platform/database/record-source.server.ts'
import type { RecordValues } from '../../../platform/database/records.ts'
import type { Cents } from '../../../platform/money.ts'
import { offerKey, priceRecords, writePrice } from './price-records.server.ts'

/**
 * Scheduled prices. A schedule starts once, remembers the earlier price and restores it when it ends, unless the price has been changed in
 * between: then that one stays.
 */

export type PriceSchedule = {
  readonly id: number
  readonly price: Cents
  readonly startsAt: Date
  readonly endsAt: Date | null
  readonly state: 'waiting' | 'running' | 'ended' | 'refused'
}

export const scheduleRecords = recordSet({
  from: sql`price_schedule s join product p on p.id = s.product_id left join offer o on o.product_id = s.product_id and o.app = s.app`,
  locked: 's',
  key: sql`lpad(s.id::text, 10, '0')`,
  byKey: (key) => (numberKey(key.replace(/^0+/, '')) === null ? null : sql<boolean>`s.id = ${Number(key)}`),
  columns: {
    sku: { sql: sql`p.sku`, sorts: 'text' },
    title: { sql: sql`p.title` },
    app: { sql: sql`s.app`, sorts: 'text' },
    price: { sql: sql`s.price_cents` },
    now: { sql: sql`o.price_cents` },
    startsAt: { sql: sql`s.starts_at`, sorts: 'timestamptz' },
    endsAt: { sql: sql`s.ends_at` },
    state: { sql: sql`s.state` },
    refusal: { sql: sql`s.refusal` },
    productId: { sql: sql`s.product_id` },
  },
  search: [sql`p.title`, sql`p.sku`],
  filters: { state: isOne(sql`s.state`, ['waiting', 'running', 'ended', 'refused']) },
})

export async function schedulesOf(
  db: Reader,
  { productId, app }: { readonly productId: number; readonly app: AppCode },
): Promise<readonly PriceSchedule[]> {
  const { rows } = await sql<PriceSchedule>`
    select id, price_cents as price, starts_at as "startsAt", ends_at as "endsAt", state from price_schedule
    where product_id = ${productId} and app = ${app} order by starts_at desc limit 20`.execute(db)
  return rows
}

/** Whether another schedule of the price, not ended, has some of the same time. */
export async function isScheduled(
  tx: Writer,
  {
    productId,
    app,
    startsAt,
    endsAt,
    but,
  }: {
    readonly productId: number
    readonly app: string
    readonly startsAt: string
    readonly endsAt: string | null
    readonly but: string | null
  },
): Promise<boolean> {
  const { rows } = await sql`select 1 from price_schedule where product_id = ${productId} and app = ${app}
    and state in ('waiting', 'running') and id is distinct from ${but === null ? null : Number(but)}::integer
    and starts_at < coalesce(${endsAt}::timestamptz, 'infinity') and coalesce(ends_at, 'infinity') > ${startsAt}::timestamptz
    limit 1`.execute(tx)
  return rows.length > 0
}

export async function insertSchedule(tx: Writer, productId: number, values: RecordValues): Promise<string> {
  const { rows } = await sql<{ key: string }>`
    insert into price_schedule (product_id, app, price_cents, starts_at, ends_at) values (${productId}, ${values['app']},
      ${values['price']}, ${values['startsAt']}, ${values['endsAt'] ?? null}) returning lpad(id::text, 10, '0') as key`.execute(
    tx,
  )
  return rows[0]?.key ?? ''
}

export async function updateSchedule(tx: Writer, key: string, values: RecordValues): Promise<void> {
  const { price, startsAt, endsAt } = values
  const given = { price_cents: price, starts_at: startsAt, ends_at: endsAt }
  await tx
    .updateTable('price_schedule')
    .set(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)))
    .where('id', '=', Number(key))
    .execute()
}

/** False for one that has begun: it ends by its time. */
export async function removeSchedule(tx: Writer, key: string): Promise<boolean> {
  const { rows } =
    await sql`delete from price_schedule where id = ${Number(key)} and state <> 'running' returning 1`.execute(tx)
  return rows.length > 0
}

type Due = {
  readonly id: number
  readonly key: string
  readonly price: Cents
  readonly before: Cents | null
  readonly isStart: boolean
}

/** Starts and ends due schedules; every process may run it at any time. */
export async function applySchedules(database: Database, now: Date): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from price_schedule
    where (state = 'waiting' and starts_at <= ${now}) or (state = 'running' and ends_at <= ${now})
    order by coalesce(ends_at, starts_at), id limit 200`.execute(database.db)
  for (const { id } of rows) await database.transaction((tx) => applyOne(tx, id, now))
}

async function applyOne(tx: Writer, id: number, now: Date): Promise<void> {
  const { rows } =
    await sql<Due>`select id, product_id || '.' || app as key, price_cents as price, before_cents as before,
      state = 'waiting' as "isStart"
    from price_schedule where id = ${id} and ((state = 'waiting' and starts_at <= ${now}) or (state = 'running' and ends_at <= ${now}))
    for update skip locked`.execute(tx)
  const [due] = rows
  if (due === undefined) return
  const offer = await priceRecords.lock(tx, due.key)
  if (!due.isStart) {
    if (offer !== null && offer['price'] === due.price && offerKey(due.key) !== null)
      await writePrice(tx, due.key, { price: due.before }, now)
    await sql`update price_schedule set state = 'ended' where id = ${id}`.execute(tx)
    return
  }
  const refusal =
    offer === null
      ? 'The shop does not sell it any more.'
      : offer['floor'] !== null && due.price < Number(offer['floor'])
        ? 'The price is below the floor.'
        : null
  if (offer !== null && refusal === null) await writePrice(tx, due.key, { price: due.price }, now)
  await sql`update price_schedule set state = ${refusal === null ? 'running' : 'refused'}, refusal = ${refusal},
    before_cents = ${offer?.['price'] ?? null} where id = ${id}`.execute(tx)
  // One that was waited for too long is over at once.
  if (refusal === null)
    await sql`update price_schedule set ends_at = greatest(ends_at, ${now}) where id = ${id} and ends_at is not null`.execute(
      tx,
    )
}
