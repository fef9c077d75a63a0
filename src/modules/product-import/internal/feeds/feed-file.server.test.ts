import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { openFeed } from './feed-file.server.ts'
import { type FeedFormat, formatOf } from './feed.ts'

const folder = mkdtempSync(join(tmpdir(), 'feed-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function read(bytes: string | Buffer, format: FeedFormat) {
  const path = join(folder, 'feed')
  writeFileSync(path, bytes)
  const feed = await openFeed(path, format)
  return Array.fromAsync(feed.rows)
}

test('JSON Lines: empty lines are skipped and an invalid one is rejected on its own', async () => {
  expect(await read('{"sku":"A"}\n\nnot json\n[1]\n{"sku":"B"}', 'jsonl')).toEqual([
    { line: 1, fields: { sku: 'A' } },
    { line: 3, error: 'is not JSON' },
    { line: 4, error: 'is not a JSON object' },
    { line: 5, fields: { sku: 'B' } },
  ])
})

test('a compressed file is detected by its first bytes, whatever its name', async () => {
  expect(await read(gzipSync('id,title\n1,Sofa\n'), 'csv')).toEqual([{ line: 2, fields: { id: '1', title: 'Sofa' } }])
})

test('a truncated compressed file is rejected', async () => {
  const bytes = gzipSync(Array.from({ length: 5_000 }, (_, at) => `${at},${Math.sin(at)}\n`).join(''))
  await expect(read(bytes.subarray(0, bytes.length - 400), 'csv')).rejects.toThrow('cut off')
})

test('UTF-16 text from spreadsheets is read', async () => {
  const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('id\ttitle\n1\tCafé\n', 'utf16le')])
  expect(await read(bytes, 'tsv')).toEqual([{ line: 2, fields: { id: '1', title: 'Café' } }])
})

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** The bytes of the heap that something still refers to. */
function heldBytes(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

test('a large file is streamed, not held in memory', async () => {
  const path = join(folder, 'large.csv')
  writeFileSync(path, `id,text\n${`1,${'x'.repeat(990)}\n`.repeat(60_000)}`)
  const feed = await openFeed(path, 'csv')
  const before = heldBytes()
  let max = 0
  let count = 0
  for await (const row of feed.rows) {
    count += row.fields === undefined ? 0 : 1
    if (count % 10_000 === 0) max = Math.max(max, heldBytes() - before)
  }
  expect(count).toBe(60_000)
  expect(feed.bytesRead()).toBe(feed.size)
  // The file is 60 MB of one-byte text.
  expect(max).toBeLessThan(10_000_000)
})

test.each([
  ['feed.CSV', 'csv'],
  ['feed.csv.gz', 'csv'],
  ['feed.txt', 'tsv'],
  ['feed.ndjson', 'jsonl'],
  ['feed.atom', 'xml'],
  ['feed.zip', null],
])('the name %s means %s', (name, format) => {
  expect(formatOf(name)).toBe(format)
})
