import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BackupFacts } from '../backup/backup-facts.ts'
import { compareFacts } from '../backup/backup-facts.ts'
import { readBackupFacts } from '../backup/backup-facts.server.ts'
import { checkConsistency } from '../backup/consistency.server.ts'
import { addMonthsAhead, monthPartitions } from '../../platform/database/partitions/month-partitions.server.ts'
import { orderByCart } from '../../modules/orders/orders-store.server.ts'
import { databaseEngines, type TestDatabase } from '../../testing/database.ts'
import { runCommand } from '../commands.server.ts'
import { insertGoodsForOrders, insertWholeOrder, type OrderInMonth } from './orders-of-months-for-tests.ts'
import { archive, minMonths, partitionLines } from './partition-commands.server.ts'

/** Old months are taken out of the tables of orders and payments (decision 0085). */

const now = new Date('2093-01-15T00:00:00Z')

test.each([
  [['--archive'], /^--older-than: must be a number of months, 24 or more\./],
  [['--archive', '--older-than', '12'], /^--older-than: must be a number of months, 24 or more\./],
  [['--archive', '--older-than', 'two'], /^--older-than: must be a number of months, 24 or more\./],
  [['--older-than', '84'], /^--older-than: only goes with --archive\.$/],
])('db:partitions %j is refused before anything is opened', async (args, problem) => {
  const deps = { env: {}, root: '', geoFolder: () => '', envFolder: '', write: () => {} }
  await expect(runCommand('db:partitions', args, deps)).rejects.toThrow(problem)
})

describe.each(await databaseEngines())('months on $name', (engine) => {
  let database: TestDatabase
  let written: string[] = []
  const archived = (months: number) => archive(database, months, now, (line) => void written.push(line))
  const place = (order: OrderInMonth) => insertWholeOrder(database.db, order)
  const names = async () => (await monthPartitions(database.db)).map(({ name }) => name)
  const facts = (): Promise<BackupFacts> => readBackupFacts(database.db, now)

  beforeAll(async () => {
    database = await engine.open()
    await insertGoodsForOrders(database)
    for (const month of ['2090-01-15', '2090-05-15']) await addMonthsAhead(database, new Date(`${month}T00:00:00Z`))
  })
  afterAll(() => database.close())
  beforeEach(() => {
    written = []
  })

  test('are listed with rows and size, by table', async () => {
    const lines = partitionLines(await monthPartitions(database.db))
    expect(lines[0]).toMatch(/^customer_order {2}\d+ partitions, \d+\.\d MB$/)
    expect(lines.find((line) => line.startsWith('  2090-01'))).toMatch(/^ {2}2090-01 +\d+ rows +\d+\.\d MB$/)
    expect(lines.filter((line) => line.startsWith('  rest'))).toHaveLength(6)
  })

  test('are not archived while an order waits for money or goods, or a payment is open, and the others are', async () => {
    await place({ at: '2090-01-10T00:00:00Z' })
    const waiting = await place({ at: '2090-02-10T00:00:00Z', state: 'awaiting-payment' })
    const open = await place({ at: '2090-03-10T00:00:00Z' })
    await sql`update payment_attempt set state = 'Unknown' where id = ${open.id}`.execute(database.db)
    const before = await facts()
    // Of the months of this test only the first four ended 32 months ago.
    expect(await archived(32)).toBe(1)
    const said = written.join('\n')
    expect(said).toContain('Archived: orders of before.')
    expect(said).toContain('Archived: orders of 2090-01.')
    expect(said).toContain(
      `Not archived: orders of 2090-02.\n  1 orders wait for their payment or balance: ${waiting.number}`,
    )
    expect(said).toContain(`Not archived: payments of 2090-03.\n  1 payments are not over: ${open.id}`)
    expect(await names()).toEqual(expect.arrayContaining(['customer_order_2090_02', 'order_line_2090_02']))
    expect(await names()).not.toContain('customer_order_2090_01')
    const { rows } = await sql<{
      count: number
    }>`select count(*)::integer as count from archive.order_line_2090_01`.execute(database.db)
    expect(rows).toEqual([{ count: 1 }])
    // A backup from before still compares, and every rule holds.
    expect(compareFacts(before, await facts(), 'later')).toEqual([])
    expect((await facts()).cents['customer_order.total_cents']).toBe(before.cents['customer_order.total_cents'])
    await sql`update payment_attempt set state = 'Approved' where id = ${open.id}`.execute(database.db)
    expect((await checkConsistency(database.db)).filter(({ count }) => count > 0)).toEqual([])
  })

  test('that were archived leave the key of their orders, so that a cart is never ordered twice', async () => {
    const { cartId } = await place({ at: '2090-05-10T00:00:00Z' })
    await archived(31)
    expect(written.join('\n')).toContain('Archived: orders of 2090-05.')
    expect(await orderByCart(database.db, cartId)).toBeNull()
    await expect(place({ at: '2090-06-10T00:00:00Z', cartId })).rejects.toMatchObject({ code: '23505' })
    // A month that was taken out is not made again.
    expect(await addMonthsAhead(database, new Date('2090-05-15T00:00:00Z'))).toBe(0)
    expect(await names()).not.toContain('customer_order_2090_05')
  })

  test('that are not so old are left', async () => {
    const before = await names()
    expect(await archived(120)).toBe(0)
    expect(written).toEqual(['No month ended 120 months ago or before.'])
    expect(await names()).toEqual(before)
    expect(minMonths).toBeLessThan(32)
  })
})
