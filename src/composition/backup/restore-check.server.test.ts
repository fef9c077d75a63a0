import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { record } from '../../modules/admin/audit.server.ts'
import { codes } from '../../testing/catalogue.ts'
import { databaseEngines } from '../../testing/database.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { openStorage } from '../../platform/storage/open-storage.server.ts'
import { runCommand } from '../commands.server.ts'
import { readBackupFacts } from './backup-facts.server.ts'
import { checkConsistency } from './consistency.server.ts'
import { checkRestored, inSnapshot, isGood, reportLines } from './restore-check.server.ts'

const engines = await databaseEngines()
const root = join(import.meta.dirname, '../../..')

/** A shop that has taken money, given some of it back, and been changed by staff; with an upload and a second factor. */
async function openBusyShop(engine: (typeof engines)[number]): Promise<TestShop> {
  const shop = await openTestShop({ engine })
  const buyer = shop.visitor()
  await buyer.add('FR-1', 2)
  await buyer.applyCode(codes.giftCard)
  const body = await buyer.order({ card: await shop.card() })
  expect((await buyer.submit(body)).status).toBe(200)
  const order = shop.database.db.selectFrom('customer_order').select(['id', 'web_order_id as orderNumber', 'email'])
  const { id, ...lookup } = await order.executeTakeFirstOrThrow()
  expect((await buyer.post('/api/orders/lookup', lookup)).status).toBe(200)
  const cancelled = await buyer.post(
    `/api/orders/${id}/cancel`,
    { lines: [{ productCode: 'FR-1', quantity: 1 }] },
    { headers: { 'idempotency-key': randomUUID() } },
  )
  expect(cancelled.status).toBe(200)
  await shop.services.orders.refunds.work()
  await shop.colleague('administrator')
  const entry = { accountId: null, winningUserId: '7', app: 'aol', outcome: 'done', before: null, after: { price: 5 } }
  for (const act of ['price.change', 'price.undo'])
    await shop.database.transaction((tx) =>
      record(tx, { ...entry, at: shop.clock.now(), act, subject: 'product FR-1' }),
    )
  const colour = { r: 200, g: 30, b: 30 }
  const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: colour } })
    .jpeg()
    .toBuffer()
  expect(await shop.services.media.add({ kind: 'jpg', bytes })).toMatchObject({ ok: true })
  return shop
}

describe.each(engines)('a database that is looked at, on $name', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openBusyShop(engine)
  })
  afterAll(() => shop.close())

  const storage = () => openStorage({ url: undefined, folder: join(shop.config.DATA_DIR, 'media'), clock: shop.clock })
  const checked = async (expected: Partial<Parameters<typeof checkRestored>[1]> = {}) =>
    checkRestored(shop.database, {
      facts: null,
      relation: 'same',
      secretKey: shop.config.secretKey,
      storage: await storage(),
      now: shop.clock.now(),
      ...expected,
    })
  const factsOfNow = () => inSnapshot(shop.database, (tx) => readBackupFacts(tx, shop.clock.now()))

  test('is complete as the shop left it, and says when its newest order came', async () => {
    const report = await checked({ facts: await factsOfNow() })
    expect(report.checks.filter(({ problems }) => problems.length > 0)).toEqual([])
    expect(report.facts.newest.order).toBe('2026-11-24T00:00:00.000Z')
    expect(report.facts.rows['order_refund']).toBe(1)
    expect(report.facts.cents['order_payment.refunded_cents']).toBeGreaterThan(0)
    expect(report.facts.audit).not.toBeNull()
    expect(reportLines(report).at(-1)).toBe('The restored database is complete.')
    expect(reportLines(report)).toContain('good   the storage holds 1 upload')
    expect(reportLines(report)).toContain('good   SECRET_KEY opens 1 signing keys and 1 authenticator secrets')
  })

  /** Runs a statement that no shop runs, looks at the rules, and undoes it. */
  async function brokenBy(statement: string): Promise<readonly string[]> {
    const undone = new Error('undone')
    let broken: readonly string[] = []
    await shop.database
      .transaction(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx)
        for (const one of statement.split(';')) await sql.raw(one).execute(tx)
        broken = (await checkConsistency(tx)).filter(({ count }) => count > 0).map(({ name }) => name)
        throw undone
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error
      })
    return broken
  }

  test.each([
    ['delete from order_payment', 'every approved payment has an order, or its money is returned'],
    ['update order_payment set amount_cents = amount_cents + 1', 'orders name payments of the same amount'],
    [
      `delete from payment_event where id = (select max(id) from payment_event)`,
      'the history of every payment ends in its state',
    ],
    [
      `update order_event set to_state = 'paid', to_stage = 'dispatched'`,
      'the history of every order ends in its state',
    ],
    ['update order_payment set refunded_cents = refunded_cents + 1', 'refunds of every payment add up'],
    [
      'update customer_order set gift_card_returned_cents = gift_card_returned_cents + 1',
      'what went back to gift cards adds up',
    ],
    [
      `insert into credit_account (user_id, currency, limit_cents, balance_cents) values ('u', 'AUD', 500, 100)`,
      'every credit account owes its entries',
    ],
    ['delete from staff_audit where id = (select min(id) from staff_audit)', 'the audit log is unbroken'],
    ['delete from customer_order', 'rows refer to rows that exist'],
    [
      `insert into payment_event (id, attempt_id, from_state, to_state, cause, at) overriding system value
        select id + 900, attempt_id, from_state, to_state, cause, at from payment_event`,
      'the next numbers are free',
    ],
  ])('%s breaks a rule', async (statement, rule) => {
    expect(await brokenBy(statement)).toContain(rule)
  })

  test('with another SECRET_KEY, without an upload or of another moment it is not complete', async () => {
    const problemsOf = async (...args: Parameters<typeof checked>) =>
      (await checked(...args)).checks.flatMap(({ problems }) => problems)
    expect(await problemsOf({ secretKey: 'another key of thirty-two letters' })).toEqual([
      '1 of 1 signing keys were encrypted with another SECRET_KEY.',
      '1 of 1 authenticator secrets were encrypted with another SECRET_KEY.',
    ])
    const empty = { async *list() {} }
    expect(await problemsOf({ storage: empty })).toEqual([
      expect.stringMatching(/^\/media\/files\/[0-9a-f]{32}\.jpg is missing, or has another size\.$/),
    ])
    const facts = await factsOfNow()
    expect(facts.audit).not.toBeNull()
    const more = { ...facts, rows: { ...facts.rows, customer_order: 2 }, audit: { id: 900, hash: 'f'.repeat(64) } }
    expect(await problemsOf({ facts: more })).toEqual([
      'customer_order: 1 rows restored, 2 in the backup.',
      'Entry 900 with the hash ffffffffffff… is not there.',
    ])
    const other = await checked({ facts: more })
    expect(isGood(other)).toBe(false)
    expect(reportLines(other).at(-1)).toMatch(/^The restored database is NOT complete\./)
  })

  test('restored to a later time it may hold more, but no order less', async () => {
    const facts = await factsOfNow()
    const earlier = {
      ...facts,
      rows: { ...facts.rows, payment_event: 1, cart: 900 },
      cents: { ...facts.cents, 'order_payment.amount_cents': 1 },
    }
    expect(isGood(await checked({ facts: earlier, relation: 'later' }))).toBe(true)
    expect(isGood(await checked({ facts: earlier, relation: 'same' }))).toBe(false)
    const cents = { ...facts.cents, 'order_payment.amount_cents': 999_999_999 }
    expect(isGood(await checked({ facts: { ...facts, cents }, relation: 'later' }))).toBe(false)
  })
})

const server = engines.find(({ name }) => name === 'PostgreSQL')

describe.skipIf(server === undefined)('restore:check on a server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'restore-test-'))
  let shop: TestShop
  beforeAll(async () => {
    shop = await openBusyShop(server!)
  })
  afterAll(async () => {
    await shop.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function run(name: string, args: string[], more: Record<string, string> = {}) {
    const lines: string[] = []
    const env = {
      ENV: 'test',
      DATABASE_URL: shop.database.url ?? '',
      DATA_DIR: shop.config.DATA_DIR,
      SECRET_KEY: shop.config.secretKey,
      ...more,
    }
    const deps = { env, root, geoFolder: () => '', envFolder: folder, write: (line: string) => lines.push(line) }
    const code = await runCommand(name, args, deps)
    return { code, lines: lines.flatMap((line) => line.split('\n')) }
  }

  const copies = async () => {
    const { rows } = await sql<{ name: string }>`
      select datname as name from pg_database where datname like 'restore_check_%'`.execute(shop.database.db)
    return rows.map(({ name }) => name)
  }

  test('dumps, restores beside, compares to the cent, and leaves nothing behind', { timeout: 120_000 }, async () => {
    const before = await copies()
    // Of a check that was killed two days ago.
    const abandoned = `restore_check_${Date.now() - 2 * 86_400_000}_0`
    await shop.database.session((connection) => sql`create database ${sql.id(abandoned)}`.execute(connection))
    const { code, lines } = await run('restore:check', [])
    expect(lines.filter((line) => line.startsWith('WRONG'))).toEqual([])
    expect(lines.at(-1)).toBe('The restored database is complete.')
    expect(lines[0]).toMatch(/^Dumped in [\d.]+ s, [\d.]+ MB\.$/)
    expect(code).toBe(0)
    expect(await copies()).toEqual(before)
  })

  test('finds that a database which was restored lacks an order of the backup', { timeout: 120_000 }, async () => {
    const file = join(folder, 'facts.json')
    expect(await run('backup:facts', ['--file', file])).toEqual({ code: 0, lines: [] })
    expect((await run('restore:check', ['--restored', '--facts', file])).code).toBe(0)
    const printed = JSON.parse((await run('backup:facts', [])).lines.join('\n')) as { rows: { customer_order: number } }
    printed.rows.customer_order++
    writeFileSync(file, JSON.stringify(printed))
    const { code, lines } = await run('restore:check', ['--restored', '--facts', file])
    expect(code).toBe(1)
    expect(lines).toContain('         customer_order: 1 rows restored, 2 in the backup.')
  })

  test('numbers of lost orders are left out, and their payments found in the report of a provider', async () => {
    const { db } = shop.database
    const numberOf = async () =>
      Number((await sql<{ last: number }>`select last_value as last from web_order_number`.execute(db)).rows[0]?.last)
    const before = await numberOf()
    const skipped = await run('numbers:skip', ['--count', '500'])
    expect(skipped.lines[0]).toMatch(new RegExp(`^The next order is W${before + 501}, the next refund \\d+\\.$`))
    const buyer = shop.visitor()
    await buyer.add('LAMP-1')
    await buyer.submit(await buyer.order({ card: await shop.card() }))
    const orders = db.selectFrom('customer_order').select('web_order_id').orderBy('web_order_id', 'desc')
    expect(await orders.executeTakeFirst()).toEqual({ web_order_id: `W${before + 501}` })

    const { id } = await db.selectFrom('payment_attempt').select('id').limit(1).executeTakeFirstOrThrow()
    const file = join(folder, 'settled.csv')
    const lost = '01JD0000000000000000000000'
    writeFileSync(file, `Merchant reference,Amount\n${id},49.50\n"${lost}",20.00\n${lost},-5.00\n`)
    expect(await run('payments:unknown', ['--file', file])).toEqual({
      code: 1,
      lines: [lost, '2 payments named, 1 of them unknown.'],
    })
    writeFileSync(file, id)
    expect(await run('payments:unknown', ['--file', file])).toEqual({
      code: 0,
      lines: ['1 payment named, 0 of them unknown.'],
    })
    await expect(run('payments:unknown', [])).rejects.toThrow(/^--file: must name/)
    await expect(run('numbers:skip', ['--count', '0'])).rejects.toThrow(/^--count: must be a whole number/)
  })

  test('an account that a backup has brought back is closed once more', async () => {
    const member = await shop.colleague('customer')
    const { email } = (await member.get('/api/account')).json<{ email: string }>()
    const accounts = shop.database.db.selectFrom('account').select(['id', 'winning_user_id', 'email'])
    const { id } = await accounts.where('email', '=', email).executeTakeFirstOrThrow()
    const { id: staffId } = await accounts.where('winning_user_id', 'is not', null).executeTakeFirstOrThrow()
    const gone = randomUUID()
    const { code, lines } = await run('accounts:close', ['--id', id, '--id', gone, '--id', staffId])
    expect(lines).toEqual([
      `${id}  closed`,
      `${gone}  there is no such account, so nothing is to be closed`,
      expect.stringMatching(/ {2}NOT closed: it belongs to a member of staff\./),
    ])
    expect(code).toBe(1)
    expect(await accounts.where('id', '=', id).execute()).toEqual([])
    expect((await run('accounts:close', ['--id', id])).code).toBe(0)
    await expect(run('accounts:close', [])).rejects.toThrow(/^--id: must be the id of an account/)
    await expect(run('accounts:close', ['--id', 'x'])).rejects.toThrow(/^--id: .*; x is none\.$/)
  })

  test('says which option is wrong, and what to do instead', async () => {
    const file = join(folder, 'no-facts.json')
    writeFileSync(file, '{"format":1}')
    const refused: readonly (readonly [string[], RegExp, Record<string, string>?])[] = [
      [['--restored', '--dump', 'x'], /^--restored: the database is there already/],
      [['--facts', file], /^--facts: only goes with --dump or --restored/],
      [['--restored', '--facts', join(folder, 'gone')], /^--facts: .*gone cannot be read/],
      [['--restored', '--facts', file], /^--facts: .*no-facts\.json is not what backup:facts wrote: at /],
      [['--dump', file], /^pg_restore failed:\n.*not appear to be a valid archive/],
      [['--surprise'], /Unknown option '--surprise'[\s\S]*npm run restore:check/],
    ]
    const before = await copies()
    for (const [args, message] of refused) await expect(run('restore:check', args)).rejects.toThrow(message)
    expect(await copies()).toEqual(before)
  })
})
