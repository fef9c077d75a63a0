import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { days } from '../../platform/clock.ts'
import { openPostgres, type Database } from '../../platform/database/database.server.ts'
import { databaseEngines, emptyServerDatabase, type TestDatabase } from '../../testing/database.ts'
import { openTestShop, testNow } from '../../testing/shop.server.ts'
import { startJobs } from '../jobs.server.ts'
import { dumpDatabase, restoreDump } from './dump.server.ts'
import { inSnapshot } from './restore-check.server.ts'

/** A backup brings back personal data whose time was over. The worker of the restored shop deletes it again, and only that. */

const server = (await databaseEngines()).find(({ name }) => name === 'PostgreSQL')

const ago = (count: number) => new Date(Date.parse(testNow) - days(count))

async function addMail(database: Database, id: string, at: Date): Promise<void> {
  const addresses = { sender: 'shop@example.com', recipient: 'ana@example.com' }
  const texts = { subject: 'Your order', html: '<p>To Ana</p>', plain: 'To Ana' }
  await database.db
    .insertInto('mail')
    .values({ id, app: 'aol', ...addresses, ...texts, created_at: at, sent_at: at })
    .execute()
}

async function addSearch(database: Database, query: string, at: Date): Promise<void> {
  await sql`insert into search_event (app, happened_on, event, query, sku)
    values ('aol', ${at.toISOString().slice(0, 10)}, 'search', ${query}, '')`.execute(database.db)
}

async function addReport(database: Database, page: string, at: Date): Promise<void> {
  await sql`insert into csp_report (on_day, page, directive, blocked, disposition, last_at)
    values (${at.toISOString().slice(0, 10)}, ${page}, 'img-src', 'inline', 'report', ${at})`.execute(database.db)
}

/** What the tables hold of it, by name. */
async function heldBy({ db }: Database) {
  const namesOf = async (query: ReturnType<typeof sql<{ name: string }>>) =>
    (await query.execute(db)).rows.map(({ name }) => name)
  return {
    mails: await namesOf(sql`select id || ': ' || plain as name from mail order by id`),
    searches: await namesOf(sql`select query as name from search_event order by query`),
    reports: await namesOf(sql`select page as name from csp_report order by page`),
  }
}

describe.skipIf(server === undefined)('after a restore', () => {
  test('what is past its time is deleted again, and the rest stays', { timeout: 120_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'retention-test-'))
    const file = join(folder, 'shop.dump')
    const original = await server!.open()
    const restored = await emptyServerDatabase()
    try {
      await addMail(original, 'a-new', ago(89))
      await addMail(original, 'b-old', ago(91))
      await addMail(original, 'c-ancient', ago(731))
      await addSearch(original, 'fridge', ago(1))
      await addSearch(original, 'sofa', ago(5_000))
      await addReport(original, '/new', ago(89))
      await addReport(original, '/old', ago(91))
      await inSnapshot(original, async (tx) => {
        const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(tx)
        await dumpDatabase(original.url!, rows[0]!.id, file)
      })
      await restoreDump(restored.url, file)

      const open = async (): Promise<TestDatabase> =>
        Object.assign(await openPostgres(restored.url, 8), { openAgain: null, url: restored.url })
      const shop = await openTestShop({ engine: { name: 'PostgreSQL', open }, sandbox: false })
      try {
        expect(await heldBy(shop.database)).toEqual({
          mails: ['a-new: To Ana', 'b-old: To Ana', 'c-ancient: To Ana'],
          searches: ['fridge', 'sofa'],
          reports: ['/new', '/old'],
        })
        // Everything that the worker does again and again, without its pauses.
        const rounds = new Map<string, () => Promise<void>>()
        const jobs = Object.assign(Object.create(shop.services.jobs) as typeof shop.services.jobs, {
          every: (name: string, _pauseMs: number, work: () => Promise<void>) => void rounds.set(name, work),
        })
        await startJobs({ ...shop.services, jobs }, shop)
        for (const round of rounds.values()) await round()
        expect(await heldBy(shop.database)).toEqual({
          mails: ['a-new: To Ana', 'b-old: '],
          searches: ['fridge'],
          reports: ['/new'],
        })
      } finally {
        await shop.close()
      }
    } finally {
      await original.close()
      await restored.drop()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
