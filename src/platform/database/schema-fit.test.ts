import { expect, test } from 'vitest'
import type { Migration } from './migration-files.server.ts'
import { fitOf, olderBuildText, problemOf, type AppliedMigration } from './schema-fit.ts'

const migration = (number: number): Migration => ({
  number,
  name: 'one',
  sql: '',
  checksum: String(number),
  compatibleWith: null,
  contracts: null,
  concurrentIndex: null,
})
const applied = (number: number, compatibleWith: number | null = null): AppliedMigration => ({
  number,
  name: 'one',
  checksum: String(number),
  compatibleWith,
})
const build = (newest: number) => Array.from({ length: newest }, (_, at) => migration(at + 1))

test('a new build runs what is pending, on an empty database and on an older one', () => {
  expect(fitOf(build(3), [])).toMatchObject({ newestOfDatabase: 0, acceptsFrom: 0, pending: build(3) })
  const older = fitOf(build(3), [applied(1), applied(2)])
  expect(older.pending.map(({ number }) => number)).toEqual([3])
  expect([problemOf(older), olderBuildText(older)]).toEqual([null, null])
})

test('the build before runs on a newer schema that works with it', () => {
  const fit = fitOf(build(2), [applied(1), applied(2), applied(3, 2), applied(4, 2)])
  expect(problemOf(fit)).toBeNull()
  expect(olderBuildText(fit)).toBe(
    'the database is at migration 4, this program knows 2; it runs, because the database works with programs that know 2 or newer',
  )
})

test('a build that the schema no longer works with is refused with both versions and the fix', () => {
  const fit = fitOf(build(2), [applied(1), applied(2), applied(3, 2), applied(4, 3)])
  expect(problemOf(fit)).toBe(
    'the database is at migration 4 and works with programs that know 3 or newer; this program knows 2. Start a newer program, or restore the backup from before the upgrade.',
  )
  expect(problemOf(fitOf(build(3), [applied(1), applied(2), applied(3, 2), applied(4, 3)]))).toBeNull()
})

test('a migration from before the ranges works with its own build only', () => {
  expect(problemOf(fitOf(build(1), [applied(1), applied(2)]))).toMatch(/^the database is at migration 2 and works with/)
})

test('an altered file is refused, by an older build too', () => {
  const other = { ...applied(1), checksum: 'another' }
  expect(problemOf(fitOf(build(2), [other, applied(2), applied(3, 2)]))).toMatch(
    /^the file of migration 1 \(one\) was changed after it ran/,
  )
})

test('a migration that was left out is refused: later ones may depend on it', () => {
  expect(problemOf(fitOf(build(3), [applied(1), applied(3, 1)]))).toBe(
    'migration 2 (one) has not run on this database, which is at 3. Restore a backup, or name another database.',
  )
})
