import type { Ledger } from '../ledger.ts'

/** PayPal's tokens, orders and captures, and the answers that it repeats. */

/** What the shopper chose on the hosted page, and so what a capture comes to. */
export type PayPalChoice = 'approve' | 'decline' | 'decline-instrument' | 'review' | 'cancel'

export type PayPalOrder = {
  readonly id: string
  readonly body: string
  readonly cents: number
  readonly currency: string
  readonly reference: string
  readonly confirm_url: string
  readonly cancel_url: string
  readonly state: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED'
  readonly capture_as: 'approve' | 'decline' | 'decline-instrument' | 'review'
  readonly created_at: number
  readonly updated_at: number
}

export type PayPalCapture = {
  readonly id: string
  readonly order_id: string
  readonly state: 'COMPLETED' | 'DECLINED' | 'PENDING' | 'PARTIALLY_REFUNDED' | 'REFUNDED'
  readonly cents: number
  readonly currency: string
  readonly reference: string
  readonly refunded: number
  readonly created_at: number
}

const schema = `
create table if not exists paypal_token (
  token text primary key,
  expires_at integer not null
) strict;
create table if not exists paypal_order (
  id text primary key,
  body text not null,
  cents integer not null,
  currency text not null,
  reference text not null,
  confirm_url text not null,
  cancel_url text not null,
  state text not null check (state in ('PAYER_ACTION_REQUIRED', 'APPROVED', 'COMPLETED')),
  capture_as text not null default 'approve',
  created_at integer not null,
  updated_at integer not null
) strict;
create table if not exists paypal_capture (
  id text primary key,
  order_id text not null unique,
  state text not null check (state in ('COMPLETED', 'DECLINED', 'PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED')),
  cents integer not null,
  currency text not null,
  reference text not null,
  refunded integer not null default 0 check (refunded <= cents),
  created_at integer not null
) strict;
create table if not exists paypal_answer (
  key text primary key,
  body text not null,
  kept_until integer not null
) strict;
`

export type PayPalStore = ReturnType<typeof openPayPalStore>

export function openPayPalStore(ledger: Ledger) {
  const { database } = ledger
  database.exec(schema)
  ledger.onReset(() =>
    database.exec(
      'delete from paypal_token; delete from paypal_order; delete from paypal_capture; delete from paypal_answer',
    ),
  )

  const insertToken = database.prepare('insert into paypal_token (token, expires_at) values (?, ?)')
  const tokenExpiry = database.prepare('select expires_at from paypal_token where token = ?')
  const insertOrder = database.prepare(`
    insert into paypal_order (id, body, cents, currency, reference, confirm_url, cancel_url, state, created_at, updated_at)
    values (:id, :body, :cents, :currency, :reference, :confirm_url, :cancel_url, 'PAYER_ACTION_REQUIRED', :now, :now)`)
  const orderById = database.prepare('select * from paypal_order where id = ?')
  const setOrder = database.prepare('update paypal_order set state = ?, capture_as = ?, updated_at = ? where id = ?')
  const insertCapture = database.prepare(`
    insert into paypal_capture (id, order_id, state, cents, currency, reference, created_at)
    values (:id, :order_id, :state, :cents, :currency, :reference, :created_at)`)
  const captureById = database.prepare('select * from paypal_capture where id = ?')
  const captureOfOrder = database.prepare('select * from paypal_capture where order_id = ?')
  const captureOfReference = database.prepare('select * from paypal_capture where reference = ?')
  const setCapture = database.prepare('update paypal_capture set state = ?, refunded = ? where id = ?')
  const storedAnswer = database.prepare('select body from paypal_answer where key = ? and kept_until > ?')
  const storeAnswer = database.prepare('insert or replace into paypal_answer (key, body, kept_until) values (?, ?, ?)')

  return {
    insertToken,
    tokenExpiry,
    insertOrder,
    orderById,
    setOrder,
    insertCapture,
    captureById,
    captureOfOrder,
    captureOfReference,
    setCapture,
    storedAnswer,
    storeAnswer,
  }
}
