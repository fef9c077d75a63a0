import { z } from 'zod'
import { err, ok, type Result } from '../../platform/result.ts'

/**
 * What `backup:facts` writes beside a backup and `restore:check` holds a restored database against. It names tables and sums, and no person.
 */

const instant = z.iso.datetime()
const factsSchema = z.object({
  format: z.literal(1),
  /** When they were read. */
  at: instant,
  /** The newest migration of the database. */
  migration: z.int().min(0),
  /** Rows by table; tables of the job queue with their schema. */
  rows: z.record(z.string(), z.int().min(0)),
  /** Sums by `table.column` of every column of cents. */
  cents: z.record(z.string(), z.int()),
  /** The chain of the staff's audit log: the id and the hash of its last entry, null while it is empty. */
  audit: z.object({ id: z.int(), hash: z.string() }).nullable(),
  newest: z.object({ order: instant.nullable(), payment: instant.nullable() }),
})

export type BackupFacts = z.infer<typeof factsSchema>

/** Reads what `backup:facts` wrote. The problem continues the sentence "--facts FILE ...". */
export function parseBackupFacts(text: string): Result<BackupFacts, string> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return err('is not JSON. It must be what backup:facts wrote.')
  }
  const parsed = factsSchema.safeParse(value)
  if (parsed.success) return ok(parsed.data)
  const [issue] = parsed.error.issues
  return err(`is not what backup:facts wrote: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim())
}

/**
 * How a restored database has to stand to the facts: 'same' for a backup of the very snapshot that they were read from, 'later' for one that
 * was restored to a later time.
 */
export type Relation = 'same' | 'later'

/** Tables whose rows nothing deletes (docs/security.md). */
const appendOnly = new Set([
  'credit_entry',
  'customer_order',
  'order_event',
  'order_line',
  'order_payment',
  'order_refund',
  'order_refund_part',
  'payment_attempt',
  'payment_event',
  'schema_migration',
  'staff_audit',
])
/** Columns of those tables whose values change after the row is written. */
const changing = new Set(['customer_order.balance_cents'])

/** What does not fit, a sentence each; none where everything does. The audit log is looked at where it can be read (restore-check.server.ts). */
export function compareFacts(facts: BackupFacts, restored: BackupFacts, relation: Relation): string[] {
  const problems: string[] = []
  const isCompared = (name: string) =>
    relation === 'same' || (appendOnly.has(name.split('.')[0] ?? '') && !changing.has(name))
  if (restored.migration < facts.migration || (relation === 'same' && restored.migration !== facts.migration))
    problems.push(`The schema is at migration ${restored.migration} and was at ${facts.migration}.`)
  for (const [kind, unit] of [
    ['rows', 'rows'],
    ['cents', 'cents'],
  ] as const) {
    for (const name of new Set([...Object.keys(facts[kind]), ...Object.keys(restored[kind])])) {
      const [was, is] = [facts[kind][name] ?? 0, restored[kind][name] ?? 0]
      if (isCompared(name) && (relation === 'same' ? is !== was : is < was))
        problems.push(`${name}: ${is} ${unit} restored, ${was} in the backup.`)
    }
  }
  return problems
}
