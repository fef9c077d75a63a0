import type { Ledger, MovementKind } from '../ledger.ts'

/** Purchase requests in stores, and what becomes of them in time. */

export type PurchaseStatus = 'Pending' | 'Approved' | 'Cancelled' | 'Declined' | 'Expired'

export type Purchase = {
  readonly id: number
  readonly location: string
  readonly ref_code: string
  readonly code: string
  readonly cents: number
  readonly currency: string
  readonly status: PurchaseStatus
  readonly reason: string | null
  readonly refunded: number
  readonly reads: number
  readonly created_at: number
}

const schema = `
create table if not exists zip_purchase (
  id integer primary key,
  location text not null,
  ref_code text not null,
  code text not null,
  cents integer not null,
  currency text not null,
  status text not null check (status in ('Pending', 'Approved', 'Cancelled', 'Declined', 'Expired')),
  reason text,
  refunded integer not null default 0 check (refunded <= cents),
  reads integer not null default 0,
  created_at integer not null
) strict;
create table if not exists zip_purchase_refund (
  key text primary key,
  body text not null
) strict;
`

/** What becomes of a code that decides by itself, and after how long. */
const scripted: Readonly<
  Record<string, { readonly afterMs: number; readonly status: PurchaseStatus; readonly reason: string }>
> = {
  '111111': { afterMs: 4_000, status: 'Approved', reason: 'Approved by customer' },
  '222222': { afterMs: 4_000, status: 'Declined', reason: 'The customer has not enough funds for this purchase.' },
  '333333': { afterMs: 4_000, status: 'Cancelled', reason: 'The customer cancelled this purchase.' },
  '555555': { afterMs: 64_000, status: 'Approved', reason: 'Approved by customer' },
  '666666': { afterMs: 0, status: 'Approved', reason: 'Approved by customer' },
  '777777': { afterMs: 1_000, status: 'Approved', reason: 'Approved by customer' },
}
const livesMs = 60_000
/** The one code whose request outlives its minute, so that an approval can come after everybody has given up. */
const lateCode = '555555'

export type PurchaseStore = ReturnType<typeof openPurchaseStore>

export function openPurchaseStore(ledger: Ledger) {
  const { database } = ledger
  database.exec(schema)
  ledger.onReset(() => database.exec('delete from zip_purchase; delete from zip_purchase_refund'))

  const insert = database.prepare(`
    insert into zip_purchase (location, ref_code, code, cents, currency, status, created_at)
    values (:location, :ref_code, :code, :cents, :currency, 'Pending', :created_at) returning id`)
  const byId = database.prepare('select * from zip_purchase where id = ?')
  const pending = database.prepare("select * from zip_purchase where status = 'Pending' order by id desc")
  const setStatus = database.prepare(
    "update zip_purchase set status = ?, reason = ? where id = ? and status = 'Pending' returning id",
  )
  const addRead = database.prepare('update zip_purchase set reads = reads + 1 where id = ?')
  const setRefunded = database.prepare('update zip_purchase set refunded = ? where id = ?')
  const storedRefund = database.prepare('select body from zip_purchase_refund where key = ?')
  const storeRefund = database.prepare('insert into zip_purchase_refund (key, body) values (?, ?)')

  const nowMs = () => ledger.now().getTime()
  const find = (id: unknown) => byId.get(Number(id)) as Purchase | undefined

  function move(purchase: Purchase, kind: MovementKind, cents: number, key: string | null): void {
    ledger.record({
      provider: 'zip-in-store',
      merchant: purchase.location,
      reference: purchase.ref_code,
      payment: String(purchase.id),
      cents,
      currency: purchase.currency,
      kind,
      idempotencyKey: key,
    })
  }

  /** Ends a request once; the money moves with an approval. */
  function end(purchase: Purchase, status: PurchaseStatus, reason: string): void {
    if (setStatus.get(status, reason, purchase.id) === undefined || status !== 'Approved') return
    move(purchase, 'authorise', purchase.cents, null)
    move(purchase, 'capture', purchase.cents, null)
  }

  /** What time has decided by now. */
  function sweep(): void {
    ledger.inOneStep(() => {
      for (const purchase of pending.all() as Purchase[]) {
        const age = nowMs() - purchase.created_at
        const script = scripted[purchase.code]
        if (script !== undefined && age >= script.afterMs) end(purchase, script.status, script.reason)
        else if (age >= livesMs && purchase.code !== lateCode) end(purchase, 'Expired', 'The customer did not respond.')
      }
    })
  }

  return { insert, pending, addRead, setRefunded, storedRefund, storeRefund, find, move, end, sweep }
}
