import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RecordValues } from '../../platform/database/records.ts'
import { databaseEngines, type TestDatabase } from '../../testing/database.ts'
import type { ProductSummary } from '../catalogue/catalogue.ts'
import type { AdminResource, Change } from '../admin/admin-resource.server.ts'
import { readTyped } from '../admin/admin.ts'
import { searchAdmin } from './search.admin.server.ts'

const catalogue = { productBySku: (sku: string) => (sku.startsWith('SKU-') ? ({ sku } as ProductSummary) : null) }
const { pins, redirects, synonyms } = searchAdmin({ catalogue })

describe.each(await databaseEngines())('on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
    await make(redirects, { term: 'Opening  hours', app: 'aol', url: '/stores' })
    await make(pins, { term: 'fridge', app: 'aol', skus: ['SKU-1'] })
    await make(synonyms, { words: ['blender', 'liquidiser'] })
  })
  afterAll(() => database.close())

  const inChange = <Value>(work: (change: Change) => Promise<Value>): Promise<Value> =>
    database.transaction((tx) => work({ tx } as Change))
  const make = (resource: AdminResource, values: RecordValues) =>
    inChange(async (change) => resource.create?.(change, values))
  const errorsOf = (resource: AdminResource, values: RecordValues, key: string | null = null) =>
    inChange(async (change) => resource.check?.(change, values, key))

  test.each([
    [
      'a redirect of the same term',
      redirects,
      { term: 'opening hours!', app: 'aol' },
      'term',
      'already has a redirect',
    ],
    ['a redirect of nothing that can be searched', redirects, { term: '!!', app: 'aol' }, 'term', 'two searchable'],
    ['pins of the same term', pins, { term: 'FRIDGE', app: 'aol', skus: ['SKU-2'] }, 'term', 'already has pins'],
    ['a pin of an unknown SKU', pins, { term: 'oven', app: 'aol', skus: ['NOPE'] }, 'skus', 'SKU NOPE'],
    ['a pin twice', pins, { term: 'oven', app: 'aol', skus: ['SKU-1', 'SKU-1'] }, 'skus', 'more than once'],
    ['a word of another group', synonyms, { words: ['mixer', 'Blenders'] }, 'words', 'in another group'],
    ['one word written twice', synonyms, { words: ['mixer', 'mixers'] }, 'words', 'two different words'],
  ])('%s is refused by its field', async (_, resource, values, field, message) => {
    expect(await errorsOf(resource, values)).toEqual([{ field, message: expect.stringContaining(message) }])
  })

  test('the same term in another shop, and a change of what is there, are fine', async () => {
    expect(await errorsOf(redirects, { term: 'opening hours', app: 'wa' })).toEqual([])
    expect(await errorsOf(redirects, { term: 'opening hours', app: 'aol' }, 'aol opening hours')).toEqual([])
    expect(await errorsOf(pins, { term: 'fridge', app: 'aol', skus: ['SKU-2'] }, 'aol fridge')).toEqual([])
  })

  test('a redirect that changes keeps its term', async () => {
    await inChange(async (change) => redirects.save?.(change, 'aol opening hours', { url: '/contact' }, {}))
    const rows = await database.db.selectFrom('search_redirects').selectAll().execute()
    expect(rows).toEqual([{ app: 'aol', term: 'opening hours', url: '/contact' }])
  })
})

test.each([
  'https://elsewhere.example/',
  '//elsewhere.example',
  '/\\elsewhere.example',
  '/\t/elsewhere.example',
  'stores',
])('a redirect to ‘%s’ is refused: it has to stay in the shop', (url) => {
  const form = new URLSearchParams({ term: 'opening hours', app: 'aol', url })
  const { errors } = readTyped(redirects.fields(null), form, { timeZone: 'Australia/Sydney', isNew: true })
  expect(errors).toEqual([{ field: 'url', message: 'Goes to must be a path of this shop, such as /delivery.' }])
})
