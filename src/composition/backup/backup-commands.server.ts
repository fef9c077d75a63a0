import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { systemClock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { openConfiguredDatabase } from '../../platform/database/open-database.server.ts'
import { openStorage } from '../../platform/storage/open-storage.server.ts'
import { StartError } from '../../platform/start-error.ts'
import { withUnchangedDatabase } from '../installation.server.ts'
import type { Command, CommandDeps } from '../operator-command.ts'
import { parseBackupFacts, type BackupFacts, type Relation } from './backup-facts.ts'
import { readBackupFacts } from './backup-facts.server.ts'
import { dropCopy, makeCopy } from './copies.server.ts'
import { dumpDatabase, inDatabase, restoreDump } from './dump.server.ts'
import { checkRestored, inSnapshot, isGood, reportLines } from './restore-check.server.ts'

export const backupCommands: Readonly<Record<string, Command>> = {
  'backup:facts': {
    usage: `npm run backup:facts [-- --file FILE]

Prints what a backup of now holds, as JSON: rows of every table, sums of every column of money, the head of the audit log. Write
it beside the backup; restore:check compares with it. Changes nothing, and names no person.

  --file FILE   writes it there instead`,
    async run(args, deps) {
      const { values } = parseArgs({ args, options: { file: { type: 'string' } } })
      return withUnchangedDatabase(deps, async (database) => {
        const facts = await inSnapshot(database, (tx) => readBackupFacts(tx, systemClock.now()))
        const text = JSON.stringify(facts, null, 2)
        if (values.file === undefined) deps.write(text)
        else await writeFile(values.file, `${text}\n`)
        return 0
      })
    },
  },
  'restore:check': {
    usage: `npm run restore:check [-- --dump FILE] [-- --restored] [-- --facts FILE] [-- --into ADDRESS]

Proves that a backup can be restored: rows, sums of money, the audit log, references, histories of orders and payments, keys and
uploads. Exits with 1 when something is missing. Without options it dumps the database of DATABASE_URL, restores the dump into a
database beside it, compares the two, and drops it again.

  --dump FILE      restores this archive of pg_dump -Fc instead of a new one
  --restored       DATABASE_URL or DATA_DIR is the restored database itself, for instance by point-in-time recovery
  --facts FILE     what backup:facts wrote when the backup was made
  --into ADDRESS   restores into this empty database, and leaves it there`,
    async run(args, deps) {
      const { values: options } = parseArgs({
        args,
        options: {
          dump: { type: 'string' },
          facts: { type: 'string' },
          into: { type: 'string' },
          restored: { type: 'boolean', default: false },
        },
      })
      const { restored: isRestored, dump, into } = options
      if (isRestored && (dump !== undefined || into !== undefined))
        throw new StartError('--restored: the database is there already, so it goes with neither --dump nor --into.')
      if (dump === undefined && !isRestored && options.facts !== undefined)
        throw new StartError(
          '--facts: only goes with --dump or --restored. A new dump is compared with the database itself.',
        )
      const facts = options.facts === undefined ? null : await readFacts(options.facts)
      return withUnchangedDatabase(deps, async (database, config) => {
        if (isRestored) return report(database, config, { facts, relation: 'later' }, deps)
        return withRestoredCopy({ database, config, deps, dump: dump ?? null, into: into ?? null }, (copy, ofCopy) =>
          report(copy, config, { facts: ofCopy ?? facts, relation: 'same' }, deps),
        )
      })
    },
  },
}

async function readFacts(file: string): Promise<BackupFacts> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new StartError(`--facts: ${file} cannot be read (${error.message}).`)
  })
  const parsed = parseBackupFacts(text)
  if (!parsed.ok) throw new StartError(`--facts: ${file} ${parsed.problem}`)
  return parsed.value
}

async function report(
  database: Database,
  config: Config,
  expected: { readonly facts: BackupFacts | null; readonly relation: Relation },
  { write }: CommandDeps,
): Promise<number> {
  const storage = await openStorage({
    url: config.MEDIA_URL,
    folder: join(config.DATA_DIR, 'media'),
    clock: systemClock,
  })
  const { secretKey } = config
  const found = await checkRestored(database, { ...expected, secretKey, storage, now: systemClock.now() })
  for (const line of reportLines(found)) write(line)
  return isGood(found) ? 0 : 1
}

/**
 * Restores a dump, by default one that is made now, and runs `work` on the copy, with the facts of the very snapshot that was dumped. The
 * copy is dropped unless the operator gave its address.
 */
async function withRestoredCopy(
  {
    database,
    config,
    deps,
    dump,
    into,
  }: {
    readonly database: Database
    readonly config: Config
    readonly deps: CommandDeps
    readonly dump: string | null
    readonly into: string | null
  },
  work: (copy: Database, facts: BackupFacts | null) => Promise<number>,
): Promise<number> {
  if (config.databaseUrl === null)
    throw new StartError(
      'DATABASE_URL: is not set, and the embedded database has no dumps. Stop the shop, copy DATA_DIR, and check the copy: DATA_DIR=COPY npm run restore:check -- --restored.',
    )
  // A pooler cannot hold a snapshot for another program, nor make a database.
  const address = config.DATABASE_LISTEN_URL ?? config.databaseUrl
  const folder = await mkdtemp(join(tmpdir(), 'restore-check-'))
  let made: string | null = null
  try {
    const file = dump ?? join(folder, 'dump')
    const facts = dump === null ? await dumpNow({ database, address, file }, deps) : null
    made = into === null ? await makeCopy(database, systemClock.now()) : null
    const target = into ?? inDatabase(address, made ?? '')
    const began = performance.now()
    await restoreDump(target, file)
    deps.write(`Restored in ${secondsSince(began)} s.\n`)
    const copy = await openConfiguredDatabase({ ...config, databaseUrl: target, DATABASE_LISTEN_URL: undefined })
    try {
      return await work(copy, facts)
    } finally {
      await copy.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
    if (made !== null) await dropCopy(database, made)
  }
}

async function dumpNow(
  { database, address, file }: { readonly database: Database; readonly address: string; readonly file: string },
  { write }: CommandDeps,
): Promise<BackupFacts> {
  const began = performance.now()
  const facts = await inSnapshot(database, async (tx) => {
    const { rows } = await sql<{ snapshot: string }>`select pg_export_snapshot() as snapshot`.execute(tx)
    const [, read] = await Promise.all([
      dumpDatabase(address, rows[0]?.snapshot ?? '', file),
      readBackupFacts(tx, systemClock.now()),
    ])
    return read
  })
  const { size } = await stat(file)
  write(`Dumped in ${secondsSince(began)} s, ${(size / 1e6).toFixed(1)} MB.`)
  return facts
}

const secondsSince = (began: number) => ((performance.now() - began) / 1_000).toFixed(1)
