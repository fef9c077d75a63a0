import { expect, test } from 'vitest'
import { databaseStatusLines, isDatabaseGood, type DatabaseStatus } from './database-status.ts'
import type { Migration } from './migration-files.server.ts'
import { fitOf, type AppliedMigration } from './schema-fit.ts'

const migration = (number: number): Migration => ({
  number,
  name: `step-${number}`,
  sql: '',
  checksum: String(number),
  compatibleWith: null,
  contracts: null,
  concurrentIndex: null,
})
const applied = (number: number, compatibleWith: number | null = null): AppliedMigration => ({
  number,
  name: `step-${number}`,
  checksum: String(number),
  compatibleWith,
})
const status = (known: number, ran: readonly AppliedMigration[], more: Partial<DatabaseStatus> = {}) => ({
  fit: fitOf(
    Array.from({ length: known }, (_, at) => migration(at + 1)),
    ran,
  ),
  invalidIndexes: [],
  backfills: [],
  progress: [],
  ...more,
})

test('the same version needs nothing', () => {
  const same = status(2, [applied(1), applied(2)])
  expect(databaseStatusLines(same)).toEqual([
    'Program    migration 2',
    'Database   migration 2; works with programs that know 2 or newer',
    'Pending    none',
    'Unknown    none',
    'Indexes    all valid',
    'Backfills  none',
    '',
    'This program and this database are of the same version.',
  ])
  expect(isDatabaseGood(same)).toBe(true)
})

test('an empty database and an older one have pending migrations', () => {
  expect(databaseStatusLines(status(9, [])).slice(1, 3)).toEqual([
    'Database   empty',
    'Pending    1 step-1 to 9 step-9 (the next start runs them)',
  ])
  const older = status(3, [applied(1)])
  expect(databaseStatusLines(older)).toContain('Pending    2 step-2, 3 step-3 (the next start runs them)')
  expect(isDatabaseGood(older)).toBe(false)
})

test('a newer database is good for the program before, until the contract step', () => {
  const newer = status(1, [applied(1), applied(2, 1)])
  expect(databaseStatusLines(newer)).toContain('Unknown    2 step-2 (of a newer program)')
  expect(databaseStatusLines(newer).at(-1)).toBe('This program runs on this database, which a newer one has migrated.')
  expect(isDatabaseGood(newer)).toBe(true)
  const contracted = status(1, [applied(1), applied(2, 1), applied(3, 2)])
  expect(databaseStatusLines(contracted).at(-1)).toMatch(
    /^This program does not run on this database: the database is at migration 3 and works with programs that know 2/,
  )
  expect(isDatabaseGood(contracted)).toBe(false)
})

test('invalid indexes are named, and backfills with how far they are', () => {
  const at = new Date('2026-11-28T10:00Z')
  const begun = { position: '8831', count: 12_000, updatedAt: at, finishedAt: null }
  const shown = status(1, [applied(1)], {
    invalidIndexes: ['chair_shade'],
    backfills: ['colours', 'shades'],
    progress: [
      { ...begun, name: 'shades' },
      { ...begun, name: 'sizes', finishedAt: at },
    ],
  })
  expect(databaseStatusLines(shown).slice(4, 8)).toEqual([
    expect.stringMatching(/^Indexes {4}not valid: chair_shade\. /),
    'Backfill   shades: 12,000 rows, at 8831, last batch at 2026-11-28T10:00:00.000Z',
    'Backfill   sizes: finished at 2026-11-28T10:00:00.000Z, 12,000 rows',
    'Backfill   colours: waits for a worker',
  ])
  expect(isDatabaseGood(shown)).toBe(false)
})
