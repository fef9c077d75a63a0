import type { Ledger } from '../ledger.ts'
import type { Verdict } from './test-cards.ts'

/** The gateway's payments and the responses that it repeats. */

export type Payment = {
  readonly psp: string
  readonly merchant: string
  readonly reference: string
  readonly cents: number
  readonly currency: string
  /** challenge: waits for the shopper; challenged: waits for /payments/details; final: decided. */
  readonly state: 'challenge' | 'challenged' | 'final'
  /** The bank's verdict as JSON; of a final payment it is the result. */
  readonly verdict: string
  readonly challenge: 'passed' | 'failed' | 'cancelled' | null
  readonly md: string | null
  readonly redirect_result: string | null
  readonly return_url: string
  readonly brand: string
  readonly last_four: string
  readonly expiry: string
  readonly auth_code: string
  readonly is_captured_later: number
  readonly authorised: number
  readonly captured: number
  /** Voided before the capture. */
  readonly voided: number
  /** Refunded after it. */
  readonly refunded: number
  readonly created_at: number
}

const schema = `
create table if not exists gateway_payment (
  psp text primary key,
  merchant text not null,
  reference text not null,
  cents integer not null,
  currency text not null,
  state text not null check (state in ('challenge', 'challenged', 'final')),
  verdict text not null,
  challenge text check (challenge in ('passed', 'failed', 'cancelled')),
  md text unique,
  redirect_result text unique,
  return_url text not null,
  brand text not null,
  last_four text not null,
  expiry text not null,
  auth_code text not null,
  is_captured_later integer not null,
  authorised integer not null default 0,
  captured integer not null default 0 check (captured <= authorised),
  voided integer not null default 0 check (voided + captured <= authorised),
  refunded integer not null default 0 check (refunded <= captured),
  created_at integer not null
) strict;
create index if not exists gateway_payment_reference on gateway_payment (reference);
create table if not exists gateway_answer (
  key text primary key,
  status integer not null,
  body text not null
) strict;
`

export type PaymentStore = ReturnType<typeof openPaymentStore>

export function openPaymentStore(ledger: Ledger) {
  const { database } = ledger
  database.exec(schema)
  ledger.onReset(() => database.exec('delete from gateway_payment; delete from gateway_answer'))
  const insertPayment = database.prepare(`
    insert into gateway_payment (psp, merchant, reference, cents, currency, state, verdict, md, return_url, brand, last_four, expiry,
      auth_code, is_captured_later, created_at)
    values (:psp, :merchant, :reference, :cents, :currency, :state, :verdict, :md, :return_url, :brand, :last_four, :expiry,
      :auth_code, :is_captured_later, :created_at)`)
  const byPsp = database.prepare('select * from gateway_payment where psp = ?')
  const byMd = database.prepare('select * from gateway_payment where md = ?')
  const byRedirectResult = database.prepare('select * from gateway_payment where redirect_result = ?')
  const byReference = database.prepare(
    'select * from gateway_payment where merchant = ? and reference = ? order by created_at',
  )
  const openChallenges = database.prepare(
    "select * from gateway_payment where state in ('challenge', 'challenged') and created_at < ?",
  )
  const setChallenge = database.prepare(
    "update gateway_payment set state = 'challenged', challenge = ?, redirect_result = ? where psp = ? and state = 'challenge'",
  )
  const setFinal = database.prepare(
    "update gateway_payment set state = 'final', verdict = ?, authorised = ? where psp = ?",
  )
  const addCaptured = database.prepare('update gateway_payment set captured = captured + ? where psp = ?')
  const addVoided = database.prepare('update gateway_payment set voided = voided + ? where psp = ?')
  const addRefunded = database.prepare('update gateway_payment set refunded = refunded + ? where psp = ?')
  const storedAnswer = database.prepare('select status, body from gateway_answer where key = ?')
  const storeAnswer = database.prepare('insert into gateway_answer (key, status, body) values (?, ?, ?)')

  return {
    insert: (payment: NewPayment) => void insertPayment.run(payment),
    byPsp: (psp: string) => byPsp.get(psp) as Payment | undefined,
    byMd: (md: string) => byMd.get(md) as Payment | undefined,
    byRedirectResult: (redirectResult: string) => byRedirectResult.get(redirectResult) as Payment | undefined,
    byReference: (merchant: string, reference: string) => byReference.all(merchant, reference) as Payment[],
    openChallenges: (before: number) => openChallenges.all(before) as Payment[],
    setChallenge: (psp: string, outcome: NonNullable<Payment['challenge']>, redirectResult: string) =>
      void setChallenge.run(outcome, redirectResult, psp),
    setFinal: (psp: string, verdict: Verdict, authorisedCents: number) =>
      void setFinal.run(JSON.stringify(verdict), authorisedCents, psp),
    addCaptured: (psp: string, cents: number) => void addCaptured.run(cents, psp),
    addVoided: (psp: string, cents: number) => void addVoided.run(cents, psp),
    addRefunded: (psp: string, cents: number) => void addRefunded.run(cents, psp),
    answer: (key: string) => storedAnswer.get(key) as { status: number; body: string } | undefined,
    saveAnswer: (key: string, status: number, body: string) => void storeAnswer.run(key, status, body),
  }
}

type NewPayment = Omit<Payment, 'challenge' | 'redirect_result' | 'authorised' | 'captured' | 'voided' | 'refunded'>
