import { hasAuditEntry } from '../../modules/admin/audit.server.ts'
import { unreadableRecords } from '../../modules/identity/sealed-records.server.ts'
import { findMissingOriginals } from '../../modules/media/missing-originals.server.ts'
import type { Database, Reader, Writer } from '../../platform/database/database.server.ts'
import type { ObjectStorage } from '../../platform/storage/object-storage.ts'
import { countText } from '../../platform/text/count-text.ts'
import { compareFacts, type BackupFacts, type Relation } from './backup-facts.ts'
import { readBackupFacts } from './backup-facts.server.ts'
import { checkConsistency, type Rule } from './consistency.server.ts'

export type Check = {
  /** What was looked at. */
  readonly name: string
  readonly problems: readonly string[]
}

export type RestoreReport = { readonly facts: BackupFacts; readonly checks: readonly Check[] }

type Expected = {
  /** Null where nobody wrote down what the backup held: then only what has to hold in any database is looked at. */
  readonly facts: BackupFacts | null
  readonly relation: Relation
  readonly secretKey: string
  readonly storage: Pick<ObjectStorage, 'list'>
  readonly now: Date
}

export const isGood = ({ checks }: RestoreReport): boolean => checks.every(({ problems }) => problems.length === 0)

/** Runs `work` in a transaction in which every read sees the same moment, and nothing is written. A statement may take any time. */
export const inSnapshot = <Value>(
  database: Pick<Database, 'session'>,
  work: (tx: Writer) => Promise<Value>,
): Promise<Value> =>
  database.session((connection) =>
    connection.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
  )

/** Looks at everything that a restored database has to have before a shop starts on it. Changes nothing. */
export function checkRestored(database: Pick<Database, 'session'>, expected: Expected): Promise<RestoreReport> {
  return inSnapshot(database, async (tx) => {
    const facts = await readBackupFacts(tx, expected.now)
    const rows = Object.values(facts.rows).reduce((sum, count) => sum + count, 0)
    const { facts: before, relation } = expected
    const compared: readonly Check[] =
      before === null
        ? []
        : [
            {
              name: `${countText(rows, 'row')} of ${countText(Object.keys(facts.rows).length, 'table')} and ${countText(Object.keys(facts.cents).length, 'sum')} of money are what the backup held`,
              problems: compareFacts(before, facts, relation),
            },
            { name: 'the audit log contains the one of the backup', problems: await auditProblems(tx, before) },
          ]
    const rules = await checkConsistency(tx)
    return {
      facts,
      checks: [...compared, ...rules.map(checkOf), await keyCheck(tx, expected), await fileCheck(tx, expected)],
    }
  })
}

async function auditProblems(db: Reader, { audit }: BackupFacts): Promise<string[]> {
  if (audit === null || (await hasAuditEntry(db, audit))) return []
  return [`Entry ${audit.id} with the hash ${audit.hash.slice(0, 12)}… is not there.`]
}

const checkOf = ({ name, broken, count }: Rule): Check => ({
  name,
  problems: count > broken.length ? [...broken, `and ${countText(count - broken.length, 'more', 'more')}`] : broken,
})

async function keyCheck(db: Reader, { secretKey }: Expected): Promise<Check> {
  const records = await unreadableRecords(db, secretKey)
  return {
    name: `SECRET_KEY opens ${records.map(({ what, count }) => `${count} ${what}`).join(' and ')}`,
    problems: records
      .filter(({ unreadable }) => unreadable > 0)
      .map(
        ({ what, count, unreadable }) => `${unreadable} of ${count} ${what} were encrypted with another SECRET_KEY.`,
      ),
  }
}

const namedFiles = 5

async function fileCheck(db: Reader, { storage }: Expected): Promise<Check> {
  const { expected, missing } = await findMissingOriginals(db, storage)
  return {
    name: `the storage holds ${countText(expected, 'upload')}`,
    problems: [
      ...missing.slice(0, namedFiles).map((address) => `${address} is missing, or has another size.`),
      ...(missing.length > namedFiles ? [`and ${missing.length - namedFiles} more`] : []),
    ],
  }
}

/** What `restore:check` prints. */
export function reportLines(report: RestoreReport): string[] {
  const { newest } = report.facts
  const lines = report.checks.flatMap(({ name, problems }) => [
    `${problems.length === 0 ? 'good ' : 'WRONG'}  ${name}`,
    ...problems.map((problem) => `         ${problem}`),
  ])
  return [
    ...lines,
    '',
    `The newest order is of ${newest.order ?? 'no time: there is none'}, the newest change of a payment of ${newest.payment ?? 'no time: there is none'}.`,
    isGood(report)
      ? 'The restored database is complete.'
      : 'The restored database is NOT complete. Do not open a shop on it before you know why.',
  ]
}
