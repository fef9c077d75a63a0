import type { Ledger } from '../ledger.ts'

/** Webhooks that wait to be delivered, and those that were. */

export type WebhookRow = {
  readonly id: number
  readonly event: string
  readonly copies: number
  readonly created_at: number
  readonly next_at: number
  readonly tries: number
  readonly delivered_at: number | null
  readonly last_error: string | null
}

const schema = `
create table if not exists webhook (
  id integer primary key,
  event text not null,
  copies integer not null,
  created_at integer not null,
  next_at integer not null,
  tries integer not null default 0,
  delivered_at integer,
  last_error text
) strict;
create index if not exists webhook_due on webhook (next_at) where delivered_at is null;
`

export function openWebhookStore(ledger: Ledger) {
  const { database } = ledger
  database.exec(schema)
  ledger.onReset(() => database.exec('delete from webhook'))
  const insert = database.prepare('insert into webhook (event, copies, created_at, next_at) values (?, ?, ?, ?)')
  const due = database.prepare(
    'select * from webhook where delivered_at is null and next_at <= ? order by next_at, id limit 50',
  )
  const nextDue = database.prepare('select min(next_at) as at from webhook where delivered_at is null')
  const undelivered = database.prepare('select * from webhook where delivered_at is null order by id')
  const delivered = database.prepare(
    'update webhook set delivered_at = ?, tries = tries + 1, last_error = null where id = ?',
  )
  const failed = database.prepare('update webhook set next_at = ?, tries = tries + 1, last_error = ? where id = ?')
  const again = database.prepare('update webhook set delivered_at = null, next_at = ? where id = ?')

  const soon = database.prepare('update webhook set next_at = min(next_at, ?) where delivered_at is null')

  return { insert, due, nextDue, undelivered, delivered, failed, again, soon }
}
