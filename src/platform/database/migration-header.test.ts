import { expect, test } from 'vitest'
import { parseMigrationHeader } from './migration-header.ts'

const read = (text: string) => parseMigrationHeader('0070-colours.sql', 70, text)

test('a migration without a header excludes no build and runs in a transaction', () => {
  const text = '-- Colours of products: what staff choose.\n\nalter table product add column colour text;\n'
  expect(read(text)).toEqual({ compatibleWith: null, contracts: null, concurrentIndex: null })
})

test('a contract step names the step that it ends, and the builds that still work', () => {
  const text =
    '-- The old column.\n-- contracts: 0067\n-- compatible-with: 0068\nalter table product drop column drawing;'
  expect(read(text)).toEqual({ compatibleWith: 68, contracts: 67, concurrentIndex: null })
})

test.each([
  ['create index concurrently product_colour on product (colour);', { kind: 'create', name: 'product_colour' }],
  ['create unique index concurrently one\n  on product (colour) -- one of each\n', { kind: 'create', name: 'one' }],
  ['drop index concurrently if exists product_colour', { kind: 'drop', name: 'product_colour' }],
])('without a transaction there is one index: %s', (statement, concurrentIndex) => {
  expect(read(`-- transaction: none\n${statement}`).concurrentIndex).toEqual(concurrentIndex)
})

test.each([
  [
    '-- compatible-with: 68\n',
    'migrations/0070-colours.sql:1: compatible-with: must be the four digits of a migration from 0001 to 0070',
  ],
  ['-- compatible-with: 0071\n', 'migrations/0070-colours.sql:1: compatible-with: must be the four digits'],
  ['--  compatible-with : 68 \n', 'migrations/0070-colours.sql:1: compatible-with: must be the four digits'],
  [
    '-- contracts: 0070\n',
    'migrations/0070-colours.sql:1: contracts: must be the four digits of a migration from 0001 to 0069',
  ],
  ['-- contracts: 0068\n', 'migrations/0070-colours.sql:1: contracts: add "-- compatible-with: NNNN"'],
  ['-- contracts: 0068\n-- compatible-with: 0067\n', 'it is 0068 or newer'],
  [
    '-- Prose.\n--compatible: 0068\n',
    'migrations/0070-colours.sql:2: "compatible:" is not a header. Headers are compatible-with, contracts, transaction',
  ],
  ['-- transaction: none\n-- transaction: none\n', 'migrations/0070-colours.sql:2: transaction: is there twice'],
  [
    'select 1;\n-- compatible-with: 0068\n',
    'migrations/0070-colours.sql:2: compatible-with: must be above the first statement',
  ],
  ['-- transaction: off\nselect 1;', 'transaction: must be none'],
  ['-- transaction: none\nselect 1;', 'the file must be one statement'],
  [
    '-- transaction: none\ncreate index concurrently if not exists one on product (colour);',
    'the file must be one statement',
  ],
  [
    '-- transaction: none\ncreate index concurrently one on product (colour); select 1;',
    'the file must be one statement',
  ],
  ['-- transaction: none\ndrop index concurrently one;', 'the file must be one statement'],
])('a mistake is named with file, line and fix: %j', (text, message) => {
  expect(() => read(text)).toThrow(message)
})
