import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lastWithoutHeader, parseMigrationHeader, type MigrationHeader } from './migration-header.ts'

/** Numbered SQL files. Their text is what ran on a database: it never changes afterwards. */
export type Migration = MigrationHeader & {
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

const noHeader: MigrationHeader = { compatibleWith: null, contracts: null, concurrentIndex: null }

/** The migrations of a folder in order. Throws when a number is missing or duplicated, or a header is invalid. */
export function readMigrations(folder: string): Migration[] {
  const migrations = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => {
      const match = /^(\d{4})-([a-z0-9-]+)\.sql$/.exec(file)
      if (match === null) throw new Error(`migrations/${file}: the name must be like 0007-gift-cards.sql`)
      const text = readFileSync(join(folder, file), 'utf8')
      const number = Number(match[1])
      return {
        ...(number > lastWithoutHeader ? parseMigrationHeader(file, number, text) : noHeader),
        number,
        name: match[2] ?? '',
        sql: text,
        checksum: createHash('sha256').update(text).digest('hex'),
      }
    })
  migrations.forEach((migration, at) => {
    if (migration.number !== at + 1) throw new Error(`migrations: number ${at + 1} is missing or stands twice`)
  })
  return migrations
}
