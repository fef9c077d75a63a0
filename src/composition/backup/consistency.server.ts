import { sql, type RawBuilder } from 'kysely'
import { firstBrokenEntry } from '../../modules/admin/audit.server.ts'
import type { Reader } from '../../platform/database/database.server.ts'
import { danglingReferences, keysWithoutOrder, sequencesBehind } from './integrity.server.ts'
import { invalidIndexes } from '../../platform/database/schema-state.server.ts'

/** What has to hold in any database of the shop, whatever it was restored from. */

export type Rule = {
  /** What holds. */
  readonly name: string
  /** What does not: a few of them, and how many there are. */
  readonly broken: readonly string[]
  readonly count: number
}

const named = 5

/** Statements that select `what` of each record that breaks a rule. */
const recordRules: Readonly<Record<string, RawBuilder<{ what: string }>>> = {
  'every approved payment has an order, or its money is returned': sql`
    select a.id as what from payment_attempt a where a.state = 'Approved'
    and not exists (select from order_payment p where p.attempt_id = a.id)
    and not exists (select from late_money l where l.attempt_id = a.id)`,
  'orders name payments of the same amount': sql`
    select p.attempt_id || ': ' || p.amount_cents || ' of ' || a.amount_cents || ' cents' as what
    from order_payment p join payment_attempt a on a.id = p.attempt_id where p.amount_cents <> a.amount_cents`,
  'the history of every payment ends in its state': sql`
    select a.id || ' is ' || a.state || ', its history ends with ' || last.to_state as what from payment_attempt a
    join (select distinct on (attempt_id) attempt_id, to_state from payment_event order by attempt_id, id desc) last
      on last.attempt_id = a.id where last.to_state <> a.state`,
  'the history of every order ends in its state': sql`
    select o.web_order_id || ' is ' || o.stage || ' ' || o.state as what from customer_order o
    join (select distinct on (order_id) order_id, to_stage, to_state from order_event order by order_id, id desc) last
      on last.order_id = o.id where (last.to_stage, last.to_state) <> (o.stage, o.state)`,
  'refunds of every payment add up': sql`
    select p.attempt_id || ': ' || p.refunded_cents || ' noted, ' || coalesce(parts.cents, 0) || ' in its refunds' as what
    from order_payment p left join (select attempt_id, sum(cents)::bigint as cents from order_refund_part group by 1) parts
      on parts.attempt_id = p.attempt_id where p.refunded_cents <> coalesce(parts.cents, 0)`,
  'what went back to gift cards adds up': sql`
    select o.web_order_id || ': ' || o.gift_card_returned_cents || ' noted, ' || coalesce(parts.cents, 0) || ' in its refunds' as what
    from customer_order o left join (select r.order_id, sum(p.cents)::bigint as cents from order_refund_part p
      join order_refund r on r.id = p.refund_id where p.gift_card_code is not null group by 1) parts on parts.order_id = o.id
    where o.gift_card_returned_cents <> coalesce(parts.cents, 0)`,
  'every credit account owes its entries': sql`
    select c.user_id || ': ' || c.balance_cents || ' owed, ' || coalesce(entries.cents, 0) || ' entered' as what
    from credit_account c left join (select user_id, sum(case kind when 'charge' then amount_cents else -amount_cents end)::bigint
      as cents from credit_entry group by 1) entries on entries.user_id = c.user_id
    where c.balance_cents <> coalesce(entries.cents, 0)`,
}

/** Looks at every rule. Reads only; `db` should be a transaction that repeats its reads. */
export async function checkConsistency(db: Reader): Promise<readonly Rule[]> {
  const rules: Rule[] = []
  for (const [name, select] of Object.entries(recordRules)) {
    const { rows } = await sql<{ what: string; count: number }>`
      select what, count(*) over () as count from (${select}) broken order by what limit ${named}`.execute(db)
    rules.push({ name, broken: rows.map(({ what }) => what), count: Number(rows[0]?.count ?? 0) })
  }
  const brokenEntry = await firstBrokenEntry(db)
  rules.push(
    ruleOf('the audit log is unbroken', brokenEntry === null ? [] : [`entry ${brokenEntry}`]),
    ruleOf('rows refer to rows that exist', [...(await danglingReferences(db)), ...(await keysWithoutOrder(db))]),
    ruleOf('the next numbers are free', await sequencesBehind(db)),
    ruleOf('every index is complete', await invalidIndexes(db)),
  )
  return rules
}

const ruleOf = (name: string, broken: readonly string[]): Rule => ({
  name,
  broken: broken.slice(0, named),
  count: broken.length,
})
