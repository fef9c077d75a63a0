import type { Ledger } from '../ledger.ts'

/** Afterpay's checkouts and payments, and the responses that it repeats. */

export type Checkout = {
  readonly token: string
  readonly body: string
  readonly cents: number
  readonly currency: string
  readonly reference: string
  readonly confirm_url: string
  readonly cancel_url: string
  /** confirmed: the shopper agreed; the merchant has to take the money. */
  readonly state: 'created' | 'confirmed' | 'cancelled'
  /** The shopper chose, or the security code says, that the payment will be declined. */
  readonly is_declined: number
  readonly expires_at: number
}

export type Payment = {
  readonly id: string
  readonly token: string
  readonly status: 'APPROVED' | 'DECLINED'
  readonly reference: string
  readonly cents: number
  readonly currency: string
  readonly captured: number
  readonly voided: number
  readonly refunded: number
  readonly is_reversed: number
  readonly created_at: number
  readonly auth_expires_at: number | null
  readonly events: string
  readonly refunds: string
}

export type Event = {
  readonly id: string
  readonly created: string
  readonly expires: string | null
  readonly type: string
  readonly amount: Money
  readonly paymentEventMerchantReference: string | null
}

export type Money = { readonly amount: string; readonly currency: string }

const schema = `
create table if not exists afterpay_checkout (
  token text primary key,
  body text not null,
  cents integer not null,
  currency text not null,
  reference text not null,
  confirm_url text not null,
  cancel_url text not null,
  state text not null check (state in ('created', 'confirmed', 'cancelled')),
  is_declined integer not null default 0,
  expires_at integer not null
) strict;
create table if not exists afterpay_payment (
  id text primary key,
  token text not null unique,
  status text not null check (status in ('APPROVED', 'DECLINED')),
  reference text not null,
  cents integer not null,
  currency text not null,
  captured integer not null default 0 check (captured + voided <= cents),
  voided integer not null default 0,
  refunded integer not null default 0 check (refunded <= captured),
  is_reversed integer not null default 0,
  created_at integer not null,
  auth_expires_at integer,
  events text not null,
  refunds text not null
) strict;
create table if not exists afterpay_answer (
  key text primary key,
  status integer not null,
  body text not null
) strict;
`

export type AfterpayStore = ReturnType<typeof openAfterpayStore>

export function openAfterpayStore(ledger: Ledger) {
  const { database } = ledger
  database.exec(schema)
  ledger.onReset(() =>
    database.exec('delete from afterpay_checkout; delete from afterpay_payment; delete from afterpay_answer'),
  )

  const insertCheckout = database.prepare(`
    insert into afterpay_checkout (token, body, cents, currency, reference, confirm_url, cancel_url, state, expires_at)
    values (:token, :body, :cents, :currency, :reference, :confirm_url, :cancel_url, 'created', :expires_at)`)
  const checkoutByToken = database.prepare('select * from afterpay_checkout where token = ?')
  const setCheckout = database.prepare(
    "update afterpay_checkout set state = ?, is_declined = ? where token = ? and state <> 'confirmed'",
  )
  const insertPayment = database.prepare(`
    insert into afterpay_payment (id, token, status, reference, cents, currency, captured, created_at, auth_expires_at, events, refunds)
    values (:id, :token, :status, :reference, :cents, :currency, :captured, :created_at, :auth_expires_at, :events, '[]')`)
  const paymentById = database.prepare('select * from afterpay_payment where id = ?')
  const paymentByToken = database.prepare('select * from afterpay_payment where token = ?')
  const addCaptured = database.prepare('update afterpay_payment set captured = captured + ?, events = ? where id = ?')
  const addVoided = database.prepare('update afterpay_payment set voided = voided + ?, events = ? where id = ?')
  const addRefunded = database.prepare('update afterpay_payment set refunded = refunded + ?, refunds = ? where id = ?')
  const setReversed = database.prepare('update afterpay_payment set is_reversed = 1 where id = ?')
  const storedAnswer = database.prepare('select status, body from afterpay_answer where key = ?')
  const storeAnswer = database.prepare('insert into afterpay_answer (key, status, body) values (?, ?, ?)')

  const checkoutOf = (token: string) => checkoutByToken.get(token) as Checkout | undefined
  const paymentOfToken = (token: string) => paymentByToken.get(token) as Payment | undefined

  return {
    insertCheckout,
    setCheckout,
    insertPayment,
    paymentById,
    addCaptured,
    addVoided,
    addRefunded,
    setReversed,
    storedAnswer,
    storeAnswer,
    checkoutOf,
    paymentOfToken,
  }
}
