import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openDataFolder } from '../src/platform/config/data-folder.server.ts'

/**
 * What the pretended providers remember, and above all the ledger: one row for every movement of money, only ever added to. It is the
 * truth against which lost and double payments are counted, so it lives in a file of its own that the shop cannot reach.
 */

export type MovementKind = 'authorise' | 'capture' | 'void' | 'refund' | 'reversal'

export type Movement = {
  readonly id: number
  /** ISO 8601, UTC, by the sandbox's own clock. */
  readonly at: string
  readonly provider: 'card' | 'afterpay' | 'paypal' | 'zip' | 'zip-in-store'
  readonly merchant: string
  /** The merchant's reference: our attempt id. */
  readonly reference: string
  /** The provider's own id of the payment: pspReference, capture, charge or order id. */
  readonly payment: string
  /** Integer minor units, always above zero; the kind says which way. */
  readonly cents: number
  readonly currency: string
  readonly kind: MovementKind
  readonly idempotencyKey: string | null
}

export type Ledger = ReturnType<typeof openLedger>

/** What these movements still hold of the shopper's money: authorised less voided, reversed and refunded. */
export function heldCents(movements: readonly Pick<Movement, 'kind' | 'cents'>[]): number {
  return movements.reduce((sum, { kind, cents }) => {
    if (kind === 'authorise') return sum + cents
    // A capture takes what the authorisation already held.
    return kind === 'capture' ? sum : sum - cents
  }, 0)
}

const schema = `
create table ledger (
  id integer primary key,
  at text not null,
  provider text not null,
  merchant text not null,
  reference text not null,
  payment text not null,
  cents integer not null check (cents > 0),
  currency text not null check (currency in ('AUD', 'NZD')),
  kind text not null check (kind in ('authorise', 'capture', 'void', 'refund', 'reversal')),
  idempotency_key text
) strict;
create index ledger_reference on ledger (reference);
`

const guards = `
create trigger if not exists ledger_keeps_rows before delete on ledger begin select raise(abort, 'the ledger is append-only'); end;
create trigger if not exists ledger_keeps_values before update on ledger begin select raise(abort, 'the ledger is append-only'); end;
`

/** Creates the ledger, or migrates one that had two providers only. */
function openSchema(database: DatabaseSync): void {
  const { user_version: version } = database.prepare('pragma user_version').get() as { user_version: number }
  const hasLedger = database.prepare("select 1 from sqlite_schema where name = 'ledger'").get() !== undefined
  if (version === 0) {
    database.exec('begin immediate')
    if (hasLedger) database.exec('alter table ledger rename to earlier; drop index ledger_reference')
    database.exec(schema)
    if (hasLedger) database.exec('insert into ledger select * from earlier; drop trigger ledger_keeps_rows')
    if (hasLedger) database.exec('drop trigger ledger_keeps_values; drop table earlier')
    database.exec('pragma user_version = 1; commit')
  }
  database.exec(guards)
}

/** Opens, or makes, the sandbox's database in this folder. Every commit is on the disk before it is answered. */
export function openLedger(folder: string) {
  openDataFolder(folder)
  const database = new DatabaseSync(join(folder, 'sandbox.db'))
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 5000')
  openSchema(database)
  const columns =
    'id, at, provider, merchant, reference, payment, cents, currency, kind, idempotency_key as idempotencyKey'
  const add = database.prepare(
    'insert into ledger (at, provider, merchant, reference, payment, cents, currency, kind, idempotency_key) values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const all = database.prepare(`select ${columns} from ledger order by id`)
  const ofReference = database.prepare(`select ${columns} from ledger where reference = ? order by id`)
  const resets: (() => void)[] = []
  let shiftMs = 0
  let isInside = false

  /** Runs the work in one transaction: all of it is stored, or none. */
  function inOneStep<Result>(work: () => Result): Result {
    if (isInside) return work()
    database.exec('begin immediate')
    isInside = true
    try {
      const result = work()
      database.exec('commit')
      return result
    } catch (error) {
      database.exec('rollback')
      throw error
    } finally {
      isInside = false
    }
  }

  return {
    database,
    inOneStep,
    /** The sandbox's time: real, plus what the control interface shifted it by. */
    now: () => new Date(Date.now() + shiftMs),
    shiftClock: (ms: number) => void (shiftMs = ms),
    record(movement: Omit<Movement, 'id' | 'at'>): void {
      const { provider, merchant, reference, payment, cents, currency, kind, idempotencyKey } = movement
      const at = new Date(Date.now() + shiftMs).toISOString()
      add.run(at, provider, merchant, reference, payment, cents, currency, kind, idempotencyKey)
    },
    /** Every movement, oldest first; of one reference when it is given. */
    movements(reference?: string): Movement[] {
      return (reference === undefined ? all.all() : ofReference.all(reference)) as Movement[]
    },
    /** Called by each part that has tables, with what empties them. */
    onReset: (work: () => void) => void resets.push(work),
    /** Deletes everything but the keys. The only way rows ever leave the ledger. */
    reset(): void {
      inOneStep(() => {
        database.exec('drop trigger ledger_keeps_rows; delete from ledger')
        database.exec(guards)
        for (const work of resets) work()
      })
      shiftMs = 0
    },
    close: () => database.close(),
  }
}

const referenceAlphabet = 'BCDFGHJKLMNPQRSTVWXZ23456789'

/** A random id of capital letters and digits that cannot spell a word. */
export function randomReference(length: number): string {
  return Array.from({ length }, () => referenceAlphabet[randomInt(referenceAlphabet.length)]).join('')
}
