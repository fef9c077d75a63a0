import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findingText, lintMigrations } from '../../scripts/checks/migration-rules.ts'
import { readMigrations } from '../../src/platform/database/migration-files.server.ts'
import { lastWithoutHeader } from '../../src/platform/database/migration-header.ts'

/** Migrations run while the version before serves. Those that ran before the rules are history. */
test('every migration since the rules of decision 0077 keeps them', async () => {
  const files = readMigrations(join(import.meta.dirname, '../../migrations'))
    .filter(({ number }) => number > lastWithoutHeader)
    .map(({ number, name, sql: text }) => ({ file: `${String(number).padStart(4, '0')}-${name}.sql`, number, text }))
  expect((await lintMigrations(files)).map(findingText)).toEqual([])
})
