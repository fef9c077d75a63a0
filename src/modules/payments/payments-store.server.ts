import { sql } from 'kysely'
import type { AppCode } from '../../brands/apps.ts'
import type { Reader, Writer } from '../../platform/database/database.server.ts'
import type { Cents, Currency } from '../../platform/money.ts'
import type { CardSummary, PaymentAction, PaymentMethod, PaymentState, ProviderCode, Seller } from './payments.ts'

/** The SQL of payment attempts. Every change of state is conditional on the state it starts from. */

export type Decline = { readonly code: string; readonly shownReason: string | null }

export type AttemptRow<Snapshot = unknown> = {
  readonly id: string
  readonly cartId: string
  /** The order whose balance it pays; null when it pays for the cart. */
  readonly orderId: string | null
  readonly app: AppCode
  readonly method: PaymentMethod
  readonly provider: ProviderCode
  readonly state: PaymentState
  readonly cents: Cents
  readonly currency: Currency
  readonly snapshot: Snapshot
  readonly providerRef: string | null
  readonly action: PaymentAction | null
  readonly refusal: Decline | null
  readonly holdsUntil: Date
  readonly checks: number
  readonly createdAt: Date
  readonly seller: Seller
  /** The id of the first of two parts, for both of them; null when it is paid in one. */
  readonly pairId: string | null
  readonly part: 1 | 2
  /** Of a part: since when its money waits for the other's. */
  readonly authorisedAt: Date | null
  /** Of a part of an order: whether its money has been taken. */
  readonly capture: 'due' | 'done' | null
}

const columns = sql`id, cart_id as "cartId", order_id as "orderId", app, method, provider, state, amount_cents as cents, currency, snapshot,
  provider_ref as "providerRef", action, refusal, holds_until as "holdsUntil", checks, created_at as "createdAt",
  seller, pair_id as "pairId", part, authorised_at as "authorisedAt", capture`

async function readAttempts<Snapshot>(
  db: Reader | Writer,
  rest: ReturnType<typeof sql>,
): Promise<AttemptRow<Snapshot>[]> {
  const { rows } = await sql<AttemptRow<Snapshot>>`select ${columns} from payment_attempt ${rest}`.execute(db)
  return rows
}

export async function attemptById<Snapshot>(db: Reader | Writer, id: string): Promise<AttemptRow<Snapshot> | null> {
  return (await readAttempts<Snapshot>(db, sql`where id = ${id}`))[0] ?? null
}

/** Locks the row of an attempt's cart until the transaction ends, so that settling is serialised with the shopper. */
export async function lockCartOf(tx: Writer, attemptId: string): Promise<void> {
  await sql`select 1 from cart where id = (select cart_id from payment_attempt where id = ${attemptId}) for update`.execute(
    tx,
  )
}

/** The attempt's row, locked until the transaction ends. */
export async function lockAttempt<Snapshot>(tx: Writer, id: string): Promise<AttemptRow<Snapshot> | null> {
  return (await readAttempts<Snapshot>(tx, sql`where id = ${id} for update`))[0] ?? null
}

/** Of two parts the pending one: an authorised one is waiting itself. */
const waitedFor = sql`(authorised_at is not null), part`

/** The other of two parts, locked as well; null for a payment in one part. */
export async function lockOtherPart<Snapshot>(
  tx: Writer,
  { id, pairId }: Pick<AttemptRow, 'id' | 'pairId'>,
): Promise<AttemptRow<Snapshot> | null> {
  if (pairId === null) return null
  return (await readAttempts<Snapshot>(tx, sql`where pair_id = ${pairId} and id <> ${id} for update`))[0] ?? null
}

/** Of a payment in two parts the one with its state; any other attempt itself. */
export async function shownPart<Snapshot>(
  db: Reader | Writer,
  attempt: AttemptRow<Snapshot>,
): Promise<AttemptRow<Snapshot>> {
  if (attempt.pairId === null) return attempt
  return (
    (await readAttempts<Snapshot>(db, sql`where pair_id = ${attempt.pairId} order by ${waitedFor} limit 1`))[0] ??
    attempt
  )
}

export async function liveAttempt<Snapshot>(db: Reader | Writer, cartId: string): Promise<AttemptRow<Snapshot> | null> {
  return (
    (
      await readAttempts<Snapshot>(
        db,
        sql`where cart_id = ${cartId} and state in ('Pending', 'Unknown') order by ${waitedFor} limit 1`,
      )
    )[0] ?? null
  )
}

/** How many live attempts have snapshots that contain this. */
export async function liveAttemptsWith(tx: Writer, part: object): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from payment_attempt
    where state in ('Pending', 'Unknown') and part = 1 and snapshot @> ${JSON.stringify(part)}::jsonb`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function newestAttempt<Snapshot>(
  db: Reader | Writer,
  cartId: string,
): Promise<AttemptRow<Snapshot> | null> {
  return (
    (
      await readAttempts<Snapshot>(
        db,
        sql`where cart_id = ${cartId} and order_id is null order by coalesce(pair_id, id) desc, ${waitedFor} limit 1`,
      )
    )[0] ?? null
  )
}

/** The newest attempt at the rest of an order. */
export async function newestAttemptOfOrder<Snapshot>(
  db: Reader,
  orderId: string,
): Promise<AttemptRow<Snapshot> | null> {
  return (
    (await readAttempts<Snapshot>(db, sql`where order_id = ${orderId} order by created_at desc, id desc limit 1`))[0] ??
    null
  )
}

export async function insertAttempt<Snapshot>(
  tx: Writer,
  attempt: {
    id: string
    cartId: string
    app: AppCode
    method: PaymentMethod
    provider: ProviderCode
    cents: Cents
    currency: Currency
    snapshot: Snapshot
    returnTokenHash: string
    holdsUntil: Date
    nextCheckAt: Date
    now: Date
    orderId?: string
    seller?: Seller
    /** The shopper for whom the card is to be saved. */
    savesCardFor?: string | null
    /** Of a payment in two parts. */
    pair?: { id: string; part: 1 | 2 } | null
  },
): Promise<AttemptRow<Snapshot>> {
  const { rows } = await sql<AttemptRow<Snapshot>>`
    with made as (${tx
      .insertInto('payment_attempt')
      .values({
        id: attempt.id,
        cart_id: attempt.cartId,
        order_id: attempt.orderId ?? null,
        app: attempt.app,
        method: attempt.method,
        provider: attempt.provider,
        state: 'Pending',
        amount_cents: attempt.cents,
        currency: attempt.currency,
        snapshot: JSON.stringify(attempt.snapshot),
        return_token_hash: attempt.returnTokenHash,
        holds_until: attempt.holdsUntil,
        next_check_at: attempt.nextCheckAt,
        created_at: attempt.now,
        updated_at: attempt.now,
        seller: attempt.seller ?? 'shop',
        pair_id: attempt.pair?.id ?? null,
        part: attempt.pair?.part ?? 1,
        saves_card_for: attempt.savesCardFor ?? null,
      })
      .returningAll()}),
    told as (insert into payment_event (attempt_id, at, from_state, to_state, cause)
      values (${attempt.id}, ${attempt.now}::timestamptz, null, 'Pending', 'submit'))
    select ${columns} from made`.execute(tx)
  const [made] = rows
  if (made === undefined) throw new Error('an attempt was written and is not there')
  return made
}

async function insertEvent(
  tx: Writer,
  event: { attemptId: string; from: PaymentState | null; to: PaymentState; cause: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('payment_event')
    .values({
      attempt_id: event.attemptId,
      at: event.now,
      from_state: event.from,
      to_state: event.to,
      cause: event.cause,
    })
    .execute()
}

/** Moves an attempt from one state to another and returns it; null when a concurrent change was first. */
export async function transitionAttempt<Snapshot>(
  tx: Writer,
  move: {
    id: string
    from: PaymentState
    to: PaymentState
    cause: string
    now: Date
    providerRef?: string | null
    action?: PaymentAction | null
    refusal?: Decline | null
    card?: CardSummary | null
    nextCheckAt?: Date | null
  },
): Promise<AttemptRow<Snapshot> | null> {
  const isOver = move.to !== 'Pending' && move.to !== 'Unknown'
  const json = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value))
  const { rows } = await sql<AttemptRow<Snapshot>>`
    with moved as (${tx
      .updateTable('payment_attempt')
      .set({
        state: move.to,
        updated_at: move.now,
        next_check_at: isOver ? null : (move.nextCheckAt ?? move.now),
        // The shopper's action ends with the attempt; while it lives the last known action stays. The return token outlives it: a shopper
        // who comes back after the provider's webhook must still get the result.
        ...(isOver ? { action: null } : move.action == null ? {} : { action: json(move.action) }),
        ...(move.providerRef == null ? {} : { provider_ref: move.providerRef }),
        ...(move.refusal === undefined ? {} : { refusal: json(move.refusal) }),
        ...(move.card === undefined ? {} : { card: json(move.card) }),
      })
      .where('id', '=', move.id)
      .where('state', '=', move.from)
      .returningAll()}),
    told as (insert into payment_event (attempt_id, at, from_state, to_state, cause)
      select id, ${move.now}::timestamptz, ${move.from}, ${move.to}, ${move.cause} from moved where ${move.from !== move.to}::boolean)
    select ${columns} from moved`.execute(tx)
  return rows[0] ?? null
}

/** Notes that the money of a part waits for the other part's. It is not looked at by itself any more: the other one is. */
export async function markAuthorised(
  tx: Writer,
  part: { id: string; from: PaymentState; cause: string; now: Date; providerRef: string; card: CardSummary | null },
): Promise<void> {
  await tx
    .updateTable('payment_attempt')
    .set({
      state: 'Pending',
      updated_at: part.now,
      authorised_at: part.now,
      next_check_at: null,
      action: null,
      provider_ref: part.providerRef,
      card: part.card === null ? null : JSON.stringify(part.card),
    })
    .where('id', '=', part.id)
    .execute()
  if (part.from === 'Pending') return
  await insertEvent(tx, { attemptId: part.id, from: part.from, to: 'Pending', cause: part.cause, now: part.now })
}

/** Records whether the payment of an order's part is still to be captured. */
export async function markCapture(db: Reader | Writer, id: string, capture: 'due' | 'done'): Promise<void> {
  await db.updateTable('payment_attempt').set({ capture }).where('id', '=', id).execute()
}

/** Takes the attempt of a return token and uses the token up; null for an unknown or used one. */
export async function takeReturnToken<Snapshot>(db: Reader, tokenHash: string): Promise<AttemptRow<Snapshot> | null> {
  const { rows } = await sql<AttemptRow<Snapshot>>`
    update payment_attempt set return_token_hash = null where return_token_hash = ${tokenHash} returning ${columns}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** As `cannotBeQueried` has it. */
const isUnaskable = sql`provider = 'zip-in-store' and provider_ref is null`

/**
 * Attempts that are due, each claimed for a minute so that no two processes take one. Those of unavailable providers wait until they
 * respond, and are due at once then, unless they are ended without a response: because they are too old, or because they cannot be queried
 * and their time is over.
 */
export async function claimDueAttempts<Snapshot>(
  db: Reader,
  {
    now,
    until,
    max,
    providers,
    endedBefore,
  }: { now: Date; until: Date; max: number; providers: readonly string[]; endedBefore: Date },
): Promise<AttemptRow<Snapshot>[]> {
  const { rows } = await sql<AttemptRow<Snapshot>>`
    update payment_attempt set next_check_at = ${until}, checks = checks + 1
    where id in (select id from payment_attempt where state in ('Pending', 'Unknown') and next_check_at <= ${now}
        and (provider = any(${[...providers]}::text[]) or created_at <= ${endedBefore} or (${isUnaskable} and holds_until <= ${now}))
      order by next_check_at limit ${max} for update skip locked)
    returning ${columns}`.execute(db)
  return rows
}

/** Claims this one attempt when it lives and its time has come; null when not. */
export async function claimDueAttempt<Snapshot>(
  db: Reader,
  id: string,
  now: Date,
  until: Date,
): Promise<AttemptRow<Snapshot> | null> {
  const { rows } = await sql<AttemptRow<Snapshot>>`
    update payment_attempt set next_check_at = ${until}, checks = checks + 1
    where id = ${id} and state in ('Pending', 'Unknown') and next_check_at <= ${now} returning ${columns}`.execute(db)
  return rows[0] ?? null
}

/** All open attempts of a provider are due now, and from now on as often as new ones: it answers again. */
export async function checkAllOf(db: Reader, provider: string, now: Date): Promise<void> {
  await db
    .updateTable('payment_attempt')
    .set({ next_check_at: now, checks: 0 })
    .where('provider', '=', provider)
    .where('state', 'in', ['Pending', 'Unknown'])
    .execute()
}

export async function scheduleCheck(db: Reader, id: string, at: Date): Promise<void> {
  await db
    .updateTable('payment_attempt')
    .set({ next_check_at: at })
    .where('id', '=', id)
    .where('state', 'in', ['Pending', 'Unknown'])
    .execute()
}
