import type { BackfillProgress } from '../jobs/backfill.server.ts'
import { countText } from '../text/count-text.ts'
import type { Migration } from './migration-files.server.ts'
import { problemOf, type SchemaFit } from './schema-fit.ts'

/** What `npm run db:status` shows of a build and its database. */
export type DatabaseStatus = {
  readonly fit: SchemaFit
  readonly invalidIndexes: readonly string[]
  /** Names of the build's backfills. */
  readonly backfills: readonly string[]
  /** Of all that have begun, also of other builds. */
  readonly progress: readonly BackfillProgress[]
}

/** Whether there is nothing for an operator to do. A backfill that is not finished needs nobody. */
export function isDatabaseGood({ fit, invalidIndexes }: DatabaseStatus): boolean {
  return problemOf(fit) === null && fit.pending.length === 0 && invalidIndexes.length === 0
}

export function databaseStatusLines(status: DatabaseStatus): readonly string[] {
  const { fit, invalidIndexes } = status
  const { newestOfBuild, newestOfDatabase, acceptsFrom, pending, unknown } = fit
  const works = newestOfDatabase === 0 ? '' : `; works with programs that know ${acceptsFrom} or newer`
  return [
    line('Program', `migration ${newestOfBuild}`),
    line('Database', newestOfDatabase === 0 ? 'empty' : `migration ${newestOfDatabase}${works}`),
    line('Pending', listed(pending, 'the next start runs them')),
    line('Unknown', listed(unknown, 'of a newer program')),
    line(
      'Indexes',
      invalidIndexes.length === 0
        ? 'all valid'
        : `not valid: ${invalidIndexes.join(', ')}. Either one is being built, or building it was cut: a start builds those of pending migrations again, others are dropped with DROP INDEX CONCURRENTLY and made again.`,
    ),
    ...backfillLines(status),
    '',
    verdictOf(fit),
  ]
}

const line = (name: string, text: string) => `${name.padEnd(10)} ${text}`

const maxListed = 8

function listed(migrations: readonly Pick<Migration, 'number' | 'name'>[], what: string): string {
  const names = migrations.map(({ number, name }) => `${number} ${name}`)
  if (names.length === 0) return 'none'
  return `${names.length > maxListed ? `${names[0]} to ${names.at(-1)}` : names.join(', ')} (${what})`
}

function backfillLines({ backfills, progress }: DatabaseStatus): readonly string[] {
  const begun = new Set(progress.map(({ name }) => name))
  const waiting = backfills.filter((name) => !begun.has(name)).map((name) => `${name}: waits for a worker`)
  const lines = [...progress.map(progressText), ...waiting]
  return lines.length === 0 ? [line('Backfills', 'none')] : lines.map((text) => line('Backfill', text))
}

function progressText({ name, position, count, updatedAt, finishedAt }: BackfillProgress): string {
  if (finishedAt !== null) return `${name}: finished at ${finishedAt.toISOString()}, ${countText(count, 'row')}`
  return `${name}: ${countText(count, 'row')}, at ${position ?? 'its start'}, last batch at ${updatedAt.toISOString()}`
}

function verdictOf(fit: SchemaFit): string {
  const problem = problemOf(fit)
  if (problem !== null) return `This program does not run on this database: ${problem}`
  if (fit.pending.length > 0) return 'This program runs on this database after its pending migrations.'
  return fit.unknown.length > 0
    ? 'This program runs on this database, which a newer one has migrated.'
    : 'This program and this database are of the same version.'
}
