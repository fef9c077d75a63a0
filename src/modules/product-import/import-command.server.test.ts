import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fixedClock } from '../../platform/clock.ts'
import { anyEngine } from '../../testing/database.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { ImportUsageError, readImportCommand, runImport } from './import-command.server.ts'
import { prepared } from './internal/import-databases-for-tests.ts'

let database: Database
const folder = mkdtempSync(join(tmpdir(), 'import-command-'))
beforeAll(async () => {
  database = await prepared(await anyEngine.open())
})
beforeEach(async () => {
  await sql`truncate product, brand, category, attribute, import_run restart identity cascade`.execute(database.db)
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

async function run(
  argv: string[],
  { isTerminal = false, signal }: { isTerminal?: boolean; signal?: AbortSignal } = {},
) {
  let text = ''
  const code = await runImport(readImportCommand(argv), {
    database,
    clock: fixedClock('2026-11-20T00:00:00Z'),
    mappingsFolder: 'data/mappings',
    console: { isTerminal, write: (part) => void (text += part) },
    ...(signal === undefined ? {} : { signal }),
  })
  return { code, text }
}

const products = async () =>
  await database.db.selectFrom('product').select(['sku', 'title', 'source', 'is_live']).orderBy('sku').execute()

const native = (sku: string, more: object = {}) =>
  JSON.stringify({
    sku,
    title: `Fridge ${sku}`,
    brand: 'Norrsken',
    categoryUri: 'kitchen',
    offers: [
      { app: 'aol', price: 100 },
      { app: 'wa', price: 200 },
    ],
    ...more,
  })

test('imports a compressed Google CSV with a quoted line break and an invalid row', async () => {
  const heading = 'id,title,description,price,availability,brand,product_type'
  const csv = `${heading}\nA,Sofa,"Soft,\nlow",499.00 AUD,in_stock,Oslo,Living > Sofas\nB,Chair,x,call us,in_stock,Oslo,Dining\nC,Bench,x,99 AUD,in_stock,Oslo,Dining\n`
  const rejects = join(folder, 'rejects.csv')
  const { code, text } = await run([file('feed.csv.gz', gzipSync(csv)), '--apps', 'aol', '--rejects', rejects])
  expect(code).toBe(0)
  expect(text).toContain('line 4 (B): price must be like "499.00 AUD", not "call us"')
  expect(text).toMatch(/2 added, 0 updated, 0 unchanged, 0 retired, 1 rejected/)
  expect(readFileSync(rejects, 'utf8')).toBe(
    'line,sku,field,reason\r\n4,B,price,"must be like ""499.00 AUD"", not ""call us"""\r\n',
  )
  expect(await products()).toMatchObject([{ sku: 'A', source: 'google-merchant' }, { sku: 'C' }])
})

test('--dry-run reports changes and makes none', async () => {
  await run([file('a.jsonl', native('A'))])
  const { code, text } = await run([
    file('b.jsonl', `${native('A', { title: 'New' })}\n${native('B')}`),
    '--dry-run',
    '--full',
  ])
  expect(code).toBe(0)
  expect(text).toContain('Dry run, nothing was changed. It would be: 1 added, 1 updated')
  expect(await products()).toMatchObject([{ sku: 'A', title: 'Fridge A' }])
})

test('--apps imports prices of those apps only', async () => {
  await run([file('a.jsonl', `${native('A')}\n${native('B', { offers: [{ app: 'hc', price: 1 }] })}`), '--apps', 'wa'])
  expect(await database.db.selectFrom('offer').select(['app', 'price_cents']).execute()).toEqual([
    { app: 'wa', price_cents: 200 },
  ])
})

test('--full retires products missing from the same source', async () => {
  await run([file('a.jsonl', `${native('A')}\n${native('B')}`)])
  const { text } = await run([file('tomorrow.jsonl', native('A')), '--full'])
  expect(text).toContain('1 retired')
  expect(await products()).toMatchObject([{ is_live: true }, { is_live: false }])
})

test('a native record with a misspelt field is rejected by field name', async () => {
  const { code, text } = await run([file('a.jsonl', native('A', { widthmm: 5 }))])
  expect(code).toBe(1)
  expect(text).toContain('line 1 (A): widthmm is no field of a product record')
  expect(text).toContain('The only row could not be used. Nothing was changed.')
})

test.each([
  ['an empty file', '', 'The file holds no rows.'],
  ['a damaged file', '<rss><channel><item></rss>', 'Nothing was changed.'],
])('%s exits with code 1', async (_, content, said) => {
  const { code, text } = await run([file(content === '' ? 'none.csv' : 'bad.xml', content)])
  expect({ code, text }).toEqual({ code: 1, text: expect.stringContaining(said) })
})

test('more than half rejected exits with code 1 and changes nothing', async () => {
  const { code, text } = await run([file('a.jsonl', `${native('A')}\nx\ny`)])
  expect(code).toBe(1)
  expect(text).toContain('2 of 3 rows were rejected')
  expect(await products()).toEqual([])
})

test('Ctrl+C leaves everything unchanged', async () => {
  const { code, text } = await run([file('a.jsonl', native('A'))], { signal: AbortSignal.abort() })
  expect({ code, text }).toEqual({ code: 1, text: expect.stringContaining('Interrupted. Nothing was changed.') })
  expect(await products()).toEqual([])
})

test('a terminal shows a progress bar that is cleared at the end', async () => {
  const { text } = await run([file('a.jsonl', native('A'))], { isTerminal: true })
  expect(text).toContain('[########################]')
  expect(text.slice(text.lastIndexOf('\u001B[K') + 3)).toMatch(/^1 added/)
})

test.each([
  [[], 'Name the file'],
  [['a.csv', 'b.csv'], 'One file at a time'],
  [['feed.zip'], '--format jsonl|csv|tsv|xml'],
  [['a.csv', '--apps', 'aol,shop'], '"shop" is none of wa'],
  [['a.csv', '--fulll'], '--fulll'],
])('%j is rejected with usage instructions', (argv, said) => {
  expect(() => readImportCommand(argv)).toThrow(ImportUsageError)
  expect(() => readImportCommand(argv)).toThrow(said)
})

test('missing files are named', async () => {
  await expect(run([join(folder, 'gone.csv')])).rejects.toThrow(/gone\.csv cannot be read \(ENOENT\)/)
  await expect(run([file('a.csv', 'x'), '--mapping', 'nobody'])).rejects.toThrow(
    '--mapping nobody: there is no such file',
  )
})

test('an import without a warehouse is rejected in one sentence, because nothing could be sold', async () => {
  const empty = await anyEngine.open()
  const command = readImportCommand([file('no-warehouse.jsonl', `${native('A')}\n`)])
  const imported = runImport(command, {
    database: empty,
    clock: fixedClock('2026-11-20T00:00:00Z'),
    mappingsFolder: 'data/mappings',
    console: { isTerminal: false, write: () => {} },
  })
  await expect(imported).rejects.toThrow(ImportUsageError)
  await expect(imported).rejects.toThrow(/^There is no warehouse to keep stock in\. [^.]+\.$/)
  await empty.close()
})
