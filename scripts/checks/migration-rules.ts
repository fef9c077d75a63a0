import {
  parse,
  type AlterTableCmd,
  type ColumnDef,
  type Constraint,
  type InsertStmt,
  type Node,
  type RangeVar,
} from 'libpg-query'
import { parseMigrationHeader, type MigrationHeader } from '../../src/platform/database/migration-header.ts'
import { isComputedOnce, isNarrow, nodesWithin, sourcesOf } from './migration-expressions.ts'

/**
 * Rules for migrations that run while the version before serves (decision 0077): none holds a lock for as long as a table is large, and none
 * removes what the version before uses. PostgreSQL's own parser reads them. A table that the same migration creates is empty and unknown
 * to anyone else, so everything may be done to it.
 */

export type MigrationFile = { readonly file: string; readonly number: number; readonly text: string }

export type MigrationFinding = {
  readonly file: string
  readonly line: number
  readonly rule: string
  /** What is wrong and how to write it instead. */
  readonly message: string
}

export const findingText = ({ file, line, rule, message }: MigrationFinding): string =>
  `migrations/${file}:${line}: ${rule}: ${message}`

/** What earlier migrations have established. */
type Known = {
  /** Checks that a column is not null, as 'table.column', by the constraint's name. */
  readonly notNullChecks: Map<string, string>
  /** Columns of which a validated check says so. */
  readonly neverNull: Set<string>
  /** Validated constraints, as 'table.constraint'. */
  readonly validated: Set<string>
  /** Tables that are divided. */
  readonly partitioned: Set<string>
  /** Tables that these migrations made and that refer to no other. */
  readonly plain: Set<string>
}

/** One migration while its statements are read. */
type Reading = {
  readonly header: MigrationHeader
  readonly known: Known
  readonly created: Set<string>
  /** Constraints that it adds without looking at the rows. */
  readonly unvalidated: Set<string>
  /** Tables that it divides: those it creates with PARTITION BY. */
  readonly divided: ReadonlySet<string>
  /** Tables of that name that become a partition, their former names by their new ones. */
  readonly replaced: Map<string, string>
  readonly report: (rule: string, message: string, location?: number) => void
}

/** Reads migrations in order and returns what breaks a rule. Throws for a header that is invalid or SQL that does not parse. */
export async function lintMigrations(files: readonly MigrationFile[]): Promise<MigrationFinding[]> {
  const known: Known = {
    notNullChecks: new Map(),
    neverNull: new Set(),
    validated: new Set(),
    plain: new Set(),
    partitioned: new Set(),
  }
  const findings: MigrationFinding[] = []
  for (const { file, number, text } of files) {
    const header = parseMigrationHeader(file, number, text)
    // Locations are in bytes.
    const bytes = Buffer.from(text)
    const lineAt = (location: number) => bytes.subarray(0, location).toString().split('\n').length
    const { stmts = [] } = await parse(text).catch((error: unknown) => {
      throw new Error(`migrations/${file}: ${(error as Error).message}`, { cause: error })
    })
    const created = new Set<string>()
    const unvalidated = new Set<string>()
    const divided = new Set(
      stmts.flatMap(({ stmt }) =>
        stmt !== undefined && 'CreateStmt' in stmt && stmt.CreateStmt.partspec !== undefined
          ? [stmt.CreateStmt.relation?.relname ?? '']
          : [],
      ),
    )
    const replaced = new Map<string, string>()
    const validated = new Set<string>()
    for (const { stmt, stmt_location: from = 0 } of stmts) {
      const [blank = ''] = /^(\s|--[^\n]*\n)*/.exec(bytes.subarray(from).toString()) ?? []
      const start = from + Buffer.byteLength(blank)
      const report: Reading['report'] = (rule, message, location = start) =>
        void findings.push({ file, line: lineAt(location), rule, message })
      if (stmt !== undefined) readStatement(stmt, { header, known, created, unvalidated, divided, replaced, report })
      for (const name of stmt === undefined ? [] : validatedBy(stmt)) validated.add(name)
    }
    for (const name of validated) known.validated.add(name)
    for (const name of divided) known.partitioned.add(name)
    for (const { stmt } of stmts) {
      if (stmt !== undefined && 'CreateStmt' in stmt && !refersToOthers(stmt))
        known.plain.add(stmt.CreateStmt.relation?.relname ?? '')
    }
    for (const { stmt } of stmts)
      if (stmt !== undefined && 'AlterTableStmt' in stmt && refersToOthers(stmt))
        known.plain.delete(stmt.AlterTableStmt.relation?.relname ?? '')
  }
  return findings
}

const isNew = ({ created }: Reading, relation: RangeVar | undefined) => created.has(relation?.relname ?? '')

const refersToOthers = (stmt: Node): boolean =>
  [...nodesWithin(stmt)].some((node) => 'Constraint' in node && node.Constraint.contype === 'CONSTR_FOREIGN')

function validatedBy(stmt: Node): readonly string[] {
  if (!('AlterTableStmt' in stmt)) return []
  const { relation, cmds = [] } = stmt.AlterTableStmt
  return cmds.flatMap((cmd) =>
    'AlterTableCmd' in cmd && cmd.AlterTableCmd.subtype === 'AT_ValidateConstraint'
      ? [`${relation?.relname}.${cmd.AlterTableCmd.name}`]
      : [],
  )
}

/** Kinds that neither hold a long lock nor take anything away. */
const harmless: ReadonlySet<string> = new Set([
  'AlterEnumStmt',
  'AlterSeqStmt',
  'CommentStmt',
  'CompositeTypeStmt',
  'CreateDomainStmt',
  'CreateEnumStmt',
  'CreateExtensionStmt',
  'CreateFunctionStmt',
  'CreateSchemaStmt',
  'CreateSeqStmt',
  'CreateTrigStmt',
  'DeleteStmt',
  'InsertStmt',
  'MergeStmt',
  'SelectStmt',
  'UpdateStmt',
  'ViewStmt',
])
const locking: ReadonlySet<string> = new Set([
  'ClusterStmt',
  'LockStmt',
  'RefreshMatViewStmt',
  'ReindexStmt',
  'TruncateStmt',
  'VacuumStmt',
])

/** SHARE ROW EXCLUSIVE in PostgreSQL's lockdefs.h: what a foreign key takes. Reads go on. */
const maxLockMode = 6

/** What the program never names. */
const unnamed: ReadonlySet<string | undefined> = new Set(['OBJECT_INDEX', 'OBJECT_TABCONSTRAINT'])

function readStatement(stmt: Node, reading: Reading): void {
  const { header, created, report } = reading
  const [kind = ''] = Object.keys(stmt)
  checkWrites(stmt, reading)
  if ('CreateStmt' in stmt) created.add(stmt.CreateStmt.relation?.relname ?? '')
  else if ('CreateTableAsStmt' in stmt) created.add(stmt.CreateTableAsStmt.into?.rel?.relname ?? '')
  else if ('IndexStmt' in stmt) checkIndex(stmt.IndexStmt, reading)
  else if ('AlterTableStmt' in stmt) {
    const { relation, cmds = [] } = stmt.AlterTableStmt
    for (const cmd of cmds) if ('AlterTableCmd' in cmd) checkAttach(cmd.AlterTableCmd, reading)
    if (isNew(reading, relation)) return
    for (const cmd of cmds)
      if ('AlterTableCmd' in cmd) checkTableChange(cmd.AlterTableCmd, relation?.relname ?? '', reading)
  } else if ('RenameStmt' in stmt) {
    const { renameType, relation, newname = '' } = stmt.RenameStmt
    const former = relation?.relname ?? ''
    if (renameType === 'OBJECT_TABLE' && reading.divided.has(former) && !isNew(reading, relation))
      reading.replaced.set(newname, former)
    else if (!unnamed.has(renameType) && !isNew(reading, relation)) checkRemoval('renaming', reading)
  } else if (
    'AlterObjectSchemaStmt' in stmt &&
    reading.replaced.has(stmt.AlterObjectSchemaStmt.relation?.relname ?? '')
  ) {
    // Where its partitions lie is no concern of a table's readers.
  } else if ('DropStmt' in stmt) {
    const { removeType, concurrent = false, objects = [] } = stmt.DropStmt
    if (removeType === 'OBJECT_TRIGGER' && objects.every((one) => reading.replaced.has(lastName(one, 2)))) return
    if (removeType !== 'OBJECT_INDEX') {
      if (!objects.every((one) => created.has(lastName(one)))) checkRemoval('dropping', reading)
    } else if (!concurrent) {
      report('index-concurrently', `DROP INDEX blocks the table. ${ownMigration('DROP INDEX CONCURRENTLY IF EXISTS')}`)
    } else if (header.concurrentIndex === null) report('transaction-none', outsideTransaction)
  } else if ('VariableSetStmt' in stmt) {
    report('runner-settings', 'the runner sets lock_timeout and retries: take SET out.')
  } else if ('TransactionStmt' in stmt) {
    report('runner-transaction', 'the runner opens and commits the transaction: take BEGIN, COMMIT and the like out.')
  } else if ('DoStmt' in stmt) {
    report('opaque-block', 'what a DO block does cannot be checked. Write statements, or a backfill (CONTRIBUTING.md).')
  } else if ('LockStmt' in stmt && (stmt.LockStmt.mode ?? maxLockMode + 1) <= maxLockMode) {
    // Taken first, it is held no longer than the locks that the other rules allow, and keeps an order and a migration from waiting for each other.
  } else if (locking.has(kind)) {
    report(
      'long-lock',
      'this locks a table for as long as it is large. Write it as a backfill or leave it to an operator.',
    )
  } else if (!harmless.has(kind)) {
    report(
      'unknown-statement',
      `${kind} is not known to be safe. If it is, add it to scripts/checks/migration-rules.ts.`,
    )
  }
}

const outsideTransaction =
  'CONCURRENTLY is refused in a transaction: add "-- transaction: none" above, in a migration with this one statement.'
const ownMigration = (statement: string) =>
  `Write ${statement} in a migration of its own with "-- transaction: none" above it.`

/** The last part of a name, or one that is so many from its end. */
function lastName(object: Node, fromEnd = 1): string {
  const parts = 'List' in object ? (object.List.items ?? []) : [object]
  const last = parts.at(-fromEnd)
  return last !== undefined && 'String' in last ? (last.String.sval ?? '') : ''
}

function checkIndex(
  { relation, concurrent = false }: { relation?: RangeVar; concurrent?: boolean },
  reading: Reading,
): void {
  const { header, report } = reading
  if (reading.known.partitioned.has(relation?.relname ?? '')) {
    report(
      'index-divided',
      `${relation?.relname ?? 'the table'} is divided, and PostgreSQL builds no index of it CONCURRENTLY: see "Indexes" in decision 0085.`,
    )
    return
  }
  if (concurrent && header.concurrentIndex === null) report('transaction-none', outsideTransaction)
  if (!concurrent && !isNew(reading, relation))
    report(
      'index-concurrently',
      `CREATE INDEX blocks writes to ${relation?.relname ?? 'the table'} until it is built. ${ownMigration('CREATE INDEX CONCURRENTLY')}`,
    )
}

function checkRemoval(what: string, { header, report }: Reading): void {
  if (header.contracts !== null) return
  report(
    'contract-step',
    `${what} breaks the version before. First ship a version that no longer uses it; then say so above: "-- contracts: NNNN", the migration with the replacement, and "-- compatible-with: NNNN", the newest migration of that version.`,
  )
}

/** A table that becomes a partition is read under a lock, unless a check says that it fits. */
function checkAttach({ subtype, def }: AlterTableCmd, { created, known, replaced, report }: Reading): void {
  if (subtype !== 'AT_AttachPartition' || def === undefined || !('PartitionCmd' in def)) return
  const child = def.PartitionCmd.name?.relname ?? ''
  const former = replaced.get(child) ?? child
  if (replaced.has(child) ? !known.validated.has(`${former}.${former}_first_month`) : !created.has(child))
    report(
      'attach-checked',
      `all of ${child} is read under a lock to see that it fits. First bound it with bound_first_partition (migration 69), and validate ${former}_first_month in the next migration.`,
    )
}

/** Commands of ALTER TABLE that only change the catalogue. */
const quick: ReadonlySet<string | undefined> = new Set([
  'AT_AlterConstraint',
  'AT_ColumnDefault',
  'AT_DropConstraint',
  'AT_DropIdentity',
  'AT_DropNotNull',
  'AT_ReplicaIdentity',
  'AT_ResetRelOptions',
  'AT_SetRelOptions',
  'AT_SetStatistics',
  'AT_SetStorage',
])

function checkTableChange({ subtype, name = '', def }: AlterTableCmd, table: string, reading: Reading): void {
  const { known, unvalidated, report } = reading
  if (subtype === 'AT_AddColumn' && def !== undefined && 'ColumnDef' in def) checkColumn(def.ColumnDef, table, reading)
  else if (subtype === 'AT_AddConstraint' && def !== undefined && 'Constraint' in def)
    checkConstraint(def.Constraint, table, reading)
  else if (subtype === 'AT_DropColumn') checkRemoval(`dropping ${table}.${name}`, reading)
  else if (subtype === 'AT_AlterColumnType')
    report(
      'column-type',
      `changing the type of ${table}.${name} rewrites the table under a lock, and the version before expects the old one. Add a column, write both, backfill it, read the new one, and drop the old one in a contract step.`,
    )
  else if (subtype === 'AT_SetNotNull') {
    if (!known.neverNull.has(`${table}.${name}`))
      report(
        'set-not-null',
        `SET NOT NULL reads all of ${table} under a lock. First add a check that ${name} is not null as NOT VALID, and validate it in the next migration; after that PostgreSQL reads nothing.`,
      )
  } else if (subtype === 'AT_ValidateConstraint') {
    if (unvalidated.has(name))
      report(
        'validate-apart',
        `validating ${name} here keeps the lock of adding it. Validate it in the next migration.`,
      )
    const column = known.notNullChecks.get(name)
    if (column !== undefined) known.neverNull.add(column)
  } else if (!quick.has(subtype))
    report(
      'unknown-change',
      `${subtype} is not known to be safe. If it is, add it to scripts/checks/migration-rules.ts.`,
    )
}

const serials: ReadonlySet<string> = new Set(['smallserial', 'serial', 'bigserial', 'serial2', 'serial4', 'serial8'])

function checkColumn(
  { colname = '', typeName, constraints = [], location }: ColumnDef,
  table: string,
  reading: Reading,
) {
  const { report } = reading
  const column = `${table}.${colname}`
  const own = constraints.flatMap((one) => ('Constraint' in one ? [one.Constraint] : []))
  const has = (type: Constraint['contype']) => own.some(({ contype }) => contype === type)
  const defaultValue = own.find(({ contype }) => contype === 'CONSTR_DEFAULT')?.raw_expr
  const isComputed =
    has('CONSTR_IDENTITY') ||
    has('CONSTR_GENERATED') ||
    serials.has(lastName({ List: { items: typeName?.names ?? [] } })) ||
    (defaultValue !== undefined && !isComputedOnce(defaultValue))
  if (isComputed)
    report(
      'volatile-default',
      `${column} gets a value of its own in each row, so the table is rewritten under a lock. Add it without, set the default in a second statement, and backfill the rows.`,
      location,
    )
  else if (has('CONSTR_NOTNULL') && defaultValue === undefined)
    report(
      'column-not-null',
      `${column} is NOT NULL without a default: it fails on rows that exist, and the version before inserts rows without it. Give it a constant default, or add it as nullable.`,
      location,
    )
  for (const constraint of own) {
    if (constraint.contype === 'CONSTR_FOREIGN' && defaultValue === undefined) continue
    checkConstraint(constraint, table, reading)
  }
}

function checkConstraint(
  { contype, conname = '', skip_validation: isNotValid = false, indexname, raw_expr: check, location }: Constraint,
  table: string,
  { known, unvalidated, report }: Reading,
): void {
  if (contype === 'CONSTR_CHECK' || contype === 'CONSTR_FOREIGN') {
    if (isNotValid) unvalidated.add(conname)
    else
      report(
        'constraint-not-valid',
        `all of ${table} is read under a lock to validate this. Add it with ALTER TABLE … ADD CONSTRAINT name … NOT VALID, and validate it in the next migration: ALTER TABLE ${table} VALIDATE CONSTRAINT name.`,
        location,
      )
    const tested = check !== undefined && 'NullTest' in check ? check.NullTest : undefined
    if (tested?.nulltesttype === 'IS_NOT_NULL' && tested.arg !== undefined && 'ColumnRef' in tested.arg)
      known.notNullChecks.set(conname, `${table}.${lastName({ List: { items: tested.arg.ColumnRef.fields ?? [] } })}`)
  }
  const isIndexed = contype === 'CONSTR_UNIQUE' || contype === 'CONSTR_PRIMARY' || contype === 'CONSTR_EXCLUSION'
  if (isIndexed && indexname === undefined)
    report(
      'constraint-using-index',
      `the index of this constraint is built under a lock on ${table}. Build it first in a migration of its own, with CREATE UNIQUE INDEX CONCURRENTLY, and add the constraint USING INDEX.`,
      location,
    )
}

/** Changes of rows, also within WITH: they must name their rows by a constant, or be a backfill. */
function checkWrites(stmt: Node, reading: Reading): void {
  const { report } = reading
  const isOld = (relation: RangeVar | undefined) => !isNew(reading, relation)
  const message = (what: string) =>
    `${what} may hold its locks for as long as a table is large. Write a backfill (CONTRIBUTING.md), or name the rows by constants: WHERE code = 'x'.`
  for (const node of nodesWithin(stmt)) {
    if ('UpdateStmt' in node && isOld(node.UpdateStmt.relation) && !isNarrow(node.UpdateStmt.whereClause))
      report('whole-table-write', message(`UPDATE ${node.UpdateStmt.relation?.relname ?? ''}`))
    if ('DeleteStmt' in node && isOld(node.DeleteStmt.relation) && !isNarrow(node.DeleteStmt.whereClause))
      report('whole-table-write', message(`DELETE FROM ${node.DeleteStmt.relation?.relname ?? ''}`))
    if ('MergeStmt' in node && isOld(node.MergeStmt.relation)) report('whole-table-write', message('MERGE'))
    if (
      'InsertStmt' in node &&
      !isCopy(node.InsertStmt, reading) &&
      sourcesOf(node.InsertStmt.selectStmt, stmt).some(isOld)
    )
      report('whole-table-write', message('INSERT … SELECT'))
    if ('CreateTableAsStmt' in node && sourcesOf(node.CreateTableAsStmt.query, stmt).some(isOld))
      report('whole-table-write', message('CREATE TABLE … AS'))
  }
}

/**
 * Whether rows are copied to a table of an earlier migration that refers to no other, past those that are there: it locks no row of another
 * table, and a writer of the version before waits for it only where it writes the very same key.
 */
const isCopy = ({ relation, onConflictClause }: InsertStmt, { known }: Reading): boolean =>
  known.plain.has(relation?.relname ?? '') && onConflictClause?.action === 'ONCONFLICT_NOTHING'
