import type { Migration } from './migration-files.server.ts'

/** Whether a build and a database fit: both know numbered migrations, and either may be ahead (decision 0077). */

/** A migration that ran, as the database records it. */
export type AppliedMigration = {
  readonly number: number
  readonly name: string
  readonly checksum: string
  /** The newest migration of the oldest build that works with the schema; null where only the build of this migration does. */
  readonly compatibleWith: number | null
}

export type SchemaFit = {
  /** Newest migrations; 0 without any. */
  readonly newestOfBuild: number
  readonly newestOfDatabase: number
  /** A build runs on the database when its newest migration is this or newer. */
  readonly acceptsFrom: number
  /** In the order in which they run. */
  readonly pending: readonly Migration[]
  /** Of newer builds. */
  readonly unknown: readonly AppliedMigration[]
  /** Their files were changed after they ran. */
  readonly altered: readonly Migration[]
}

export function fitOf(migrations: readonly Migration[], applied: readonly AppliedMigration[]): SchemaFit {
  const recorded = new Map(applied.map((one) => [one.number, one]))
  const newestOfBuild = migrations.at(-1)?.number ?? 0
  return {
    newestOfBuild,
    newestOfDatabase: Math.max(0, ...applied.map(({ number }) => number)),
    acceptsFrom: acceptedFrom(applied),
    pending: migrations.filter(({ number }) => !recorded.has(number)),
    unknown: applied.filter(({ number }) => number > newestOfBuild),
    altered: migrations.filter(({ number, checksum }) => (recorded.get(number)?.checksum ?? checksum) !== checksum),
  }
}

/** The newest migration that a build must know, as far as these migrations say. */
export function acceptedFrom(applied: readonly Pick<AppliedMigration, 'number' | 'compatibleWith'>[]): number {
  return Math.max(0, ...applied.map(({ number, compatibleWith }) => compatibleWith ?? number))
}

/** Why the build must not run on the database, with the fix; null when it may, after pending migrations. */
export function problemOf({
  newestOfBuild,
  newestOfDatabase,
  acceptsFrom,
  pending,
  altered,
}: SchemaFit): string | null {
  const [changed] = altered
  if (changed !== undefined)
    return `the file of migration ${changed.number} (${changed.name}) was changed after it ran on this database. Restore the file and write a new migration, or name another database.`
  if (acceptsFrom > newestOfBuild)
    return `the database is at migration ${newestOfDatabase} and works with programs that know ${acceptsFrom} or newer; this program knows ${newestOfBuild}. Start a newer program, or restore the backup from before the upgrade.`
  const [missed] = pending.filter(({ number }) => number < newestOfDatabase)
  if (missed !== undefined)
    return `migration ${missed.number} (${missed.name}) has not run on this database, which is at ${newestOfDatabase}. Restore a backup, or name another database.`
  return null
}

/** What the log says when a build runs on the schema of a newer one; null when it does not. */
export function olderBuildText({ newestOfBuild, newestOfDatabase, acceptsFrom, unknown }: SchemaFit): string | null {
  if (unknown.length === 0) return null
  return `the database is at migration ${newestOfDatabase}, this program knows ${newestOfBuild}; it runs, because the database works with programs that know ${acceptsFrom} or newer`
}
