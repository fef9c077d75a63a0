import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { delimited, type Delimiter } from './delimited.ts'
import type { FeedRow } from './feed.ts'

async function* chunks(text: string, size = 7) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

async function read(text: string, options: { delimiter?: Delimiter; chunk?: number } = {}): Promise<FeedRow[]> {
  return Array.fromAsync(delimited(chunks(text, options.chunk), { delimiter: options.delimiter ?? null }))
}

test('quoted cells can have commas, quotes and line breaks, and lines are counted as in an editor', async () => {
  expect(await read('id,title\r\n1,"Sofa, ""big""\r\nand soft"\r\n2,Chair\r\n')).toEqual([
    { line: 2, fields: { id: '1', title: 'Sofa, "big"\r\nand soft' } },
    { line: 4, fields: { id: '2', title: 'Chair' } },
  ])
})

test('a byte order mark, empty lines and a missing final newline are accepted', async () => {
  expect(await read('\uFEFFid,title\n\n1,Sofa\n\n2,Chair')).toEqual([
    { line: 3, fields: { id: '1', title: 'Sofa' } },
    { line: 5, fields: { id: '2', title: 'Chair' } },
  ])
})

test('the header determines the delimiter', async () => {
  expect(await read('id;title\n1;Sofa, big\n')).toEqual([{ line: 2, fields: { id: '1', title: 'Sofa, big' } }])
  expect(await read('id\t"a,b,c,d"\n1\tx\n')).toEqual([{ line: 2, fields: { id: '1', 'a,b,c,d': 'x' } }])
})

test('tab-separated text can have literal quotes', async () => {
  expect(await read('id\ttitle\n1\t"Best" 55" TV\n2\t"Plain"\n', { delimiter: '\t' })).toEqual([
    { line: 2, fields: { id: '1', title: '"Best" 55" TV' } },
    { line: 3, fields: { id: '2', title: 'Plain' } },
  ])
})

test('a repeated column makes a list, an empty cell no field', async () => {
  expect(await read('id,image,image,note\n1,a,b,\n2,,c,\n')).toEqual([
    { line: 2, fields: { id: '1', image: ['a', 'b'] } },
    { line: 3, fields: { id: '2', image: 'c' } },
  ])
})

test('a row with too many or too few columns is rejected on its own', async () => {
  expect(await read('id,title\n1\n2,b\n3,c,d\n')).toEqual([
    { line: 2, error: 'has 1 columns where the heading has 2' },
    { line: 3, fields: { id: '2', title: 'b' } },
    { line: 4, error: 'has 3 columns where the heading has 2' },
  ])
})

test('an unclosed quote is reported by its opening line', async () => {
  expect(await read('id,title\n1,a\n2,"b\n3,c\n')).toEqual([
    { line: 2, fields: { id: '1', title: 'a' } },
    { line: 3, error: 'opens a quote that is never closed' },
  ])
})

test('a quoted cell of over a million characters stops the import', async () => {
  await expect(read(`id,title\n1,"${'x\n'.repeat(600_000)}`, { chunk: 65_536 })).rejects.toThrow('line 2')
})

test('any table written as RFC 4180 is parsed back, wherever chunks end', async () => {
  const cell = fc.string({
    unit: fc.constantFrom('a', 'é', '"', ',', ';', '\t', '\n', '\r', ' ', '\r\n', '😀'),
    minLength: 1,
  })
  const table = fc
    .integer({ min: 2, max: 4 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }))
  const delimiter = fc.constantFrom<Delimiter>(',', ';', '\t')
  const property = fc.asyncProperty(
    table,
    delimiter,
    fc.boolean(),
    fc.integer({ min: 1, max: 9 }),
    async (rows, delimiter, quoteAll, chunk) => {
      const written = (text: string) =>
        quoteAll || /["\r\n,;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
      const heading = (rows[0] ?? []).map((_, at) => `c${at}`)
      const text = [heading, ...rows].map((row) => row.map(written).join(delimiter)).join('\r\n')
      const found = await read(text, { delimiter, chunk })
      expect(found.map((row) => row.fields)).toEqual(
        rows.map((row) => Object.fromEntries(row.map((value, at) => [`c${at}`, value]))),
      )
    },
  )
  await fc.assert(property, { numRuns: 300 })
})
