import type { Ledger } from '../ledger.ts'

/** Zip's checkouts and charges, and the answers that it repeats. */

export type ZipCheckout = {
  readonly id: string
  readonly body: string
  readonly cents: number
  readonly currency: string
  readonly reference: string
  readonly confirm_url: string
  readonly state: 'created' | 'approved' | 'completed' | 'cancelled' | 'declined'
  readonly last_name: string
  readonly created_at: number
  readonly approved_at: number | null
}

export type ZipCharge = {
  readonly id: string
  readonly checkout_id: string
  readonly state: 'captured' | 'refunded'
  readonly reference: string
  readonly cents: number
  readonly currency: string
  readonly refunded: number
  readonly created_at: number
}

const schema = `
create table if not exists zip_checkout (
  id text primary key,
  body text not null,
  cents integer not null,
  currency text not null,
  reference text not null,
  confirm_url text not null,
  state text not null check (state in ('created', 'approved', 'completed', 'cancelled', 'declined')),
  last_name text not null,
  created_at integer not null,
  approved_at integer,
  unique (reference, cents)
) strict;
create table if not exists zip_charge (
  id text primary key,
  checkout_id text not null unique,
  state text not null check (state in ('captured', 'refunded')),
  reference text not null unique,
  cents integer not null,
  currency text not null,
  refunded integer not null default 0 check (refunded <= cents),
  created_at integer not null
) strict;
create table if not exists zip_answer (
  key text primary key,
  status integer not null,
  body text not null
) strict;
`

export type ZipStore = ReturnType<typeof openZipStore>

export function openZipStore(ledger: Ledger) {
  const { database } = ledger
  database.exec(schema)
  ledger.onReset(() => database.exec('delete from zip_checkout; delete from zip_charge; delete from zip_answer'))

  const insertCheckout = database.prepare(`
    insert into zip_checkout (id, body, cents, currency, reference, confirm_url, state, last_name, created_at)
    values (:id, :body, :cents, :currency, :reference, :confirm_url, 'created', :last_name, :created_at)`)
  const checkoutById = database.prepare('select * from zip_checkout where id = ?')
  const sameCheckout = database.prepare('select * from zip_checkout where reference = ? and cents = ?')
  const setCheckout = database.prepare('update zip_checkout set state = ?, approved_at = ? where id = ?')
  const insertCharge = database.prepare(`
    insert into zip_charge (id, checkout_id, state, reference, cents, currency, created_at)
    values (:id, :checkout_id, 'captured', :reference, :cents, :currency, :created_at)`)
  const chargeById = database.prepare('select * from zip_charge where id = ?')
  const chargeOfReference = database.prepare('select * from zip_charge where reference = ?')
  const someCharges = database.prepare('select * from zip_charge order by created_at desc, id limit ? offset ?')
  const setCharge = database.prepare('update zip_charge set state = ?, refunded = ? where id = ?')
  const storedAnswer = database.prepare('select status, body from zip_answer where key = ?')
  const storeAnswer = database.prepare('insert into zip_answer (key, status, body) values (?, ?, ?)')

  return {
    insertCheckout,
    checkoutById,
    sameCheckout,
    setCheckout,
    insertCharge,
    chargeById,
    chargeOfReference,
    someCharges,
    setCharge,
    storedAnswer,
    storeAnswer,
  }
}
