import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { databaseEngines } from '../../src/testing/database.ts'
import { type ShippedPicture, writeShippedPictures } from '../../src/modules/media/media-records.server.ts'
import { glbProblem } from '../../src/platform/files/glb.ts'
import { demoProducts, demoTaxonomy } from './catalogue.ts'
import { openDemoPictures } from './pictures.server.ts'

const pictures = openDemoPictures()
const products = [...demoProducts({ today: '2026-11-20' })]

test('every master is as the manifest says, and all together are at most 60 MB', async () => {
  let bytes = 0
  for (const { hash, bytes: size } of pictures.rows) {
    const file = await pictures.files.get(`originals/${hash}`)
    expect([
      file?.byteLength,
      createHash('sha256')
        .update(file ?? '')
        .digest('hex')
        .slice(0, 32),
    ]).toEqual([size, hash])
    bytes += size
  }
  expect(bytes).toBeLessThanOrEqual(60 * 1_048_576)
  expect(await pictures.files.get('originals/none')).toBeNull()
})

test('every 3D model is one that the shop shows', async () => {
  const bySku = new Map(products.map((record) => [record.sku, record]))
  const models = pictures.rows.filter(({ kind }) => kind === 'glb')
  expect(models.length).toBeGreaterThan(50)
  for (const { address, hash } of models) {
    const file = (await pictures.files.get(`originals/${hash}`)) ?? Buffer.alloc(0)
    expect([address, glbProblem(file)]).toEqual([address, null])
  }
  expect([...bySku.values()].filter((record) => pictures.modelOf(record) !== null)).toHaveLength(models.length)
})

test('every picture of a product is there, with a text of its own', () => {
  const addresses = new Set(pictures.rows.map(({ address }) => address))
  for (const record of products) {
    const shown = pictures.of(record)
    expect(
      shown.every(({ url }) => addresses.has(url)),
      record.sku,
    ).toBe(true)
    expect(new Set(shown.map(({ alt }) => alt)).size, record.sku).toBe(shown.length)
    if (record.model === null) expect(shown).toEqual([])
    else expect(shown.length, record.sku).toBeGreaterThan(0)
  }
})

test('every category at the top has a picture, but for accessories, of which none stands for all', () => {
  const tops = demoTaxonomy.categories.map(({ uri }) => uri).filter((uri) => !uri.includes('/'))
  expect(tops.filter((uri) => pictures.ofCategory(uri) === null)).toEqual(['accessories'])
  expect(pictures.ofCategory('kitchen')).toMatch(/^\/media\/demo\/fridge-french-door-\w+-angle\.avif$/)
  expect(pictures.ofCategory('kitchen/fridges')).toBe(null)
})

describe.each(await databaseEngines())('rows of the pictures on $name', (engine) => {
  test('follow what ships: new, changed and gone', async () => {
    const database = await engine.open()
    const now = new Date('2026-11-20T00:00:00Z')
    const row = { kind: 'avif', bytes: 10, width: 900, height: 900, colour: '0000' } as const
    const stored = async () =>
      await database.db.selectFrom('media').select(['address', 'hash']).orderBy('address').execute()
    const [a, b, c] = ['a', 'b', 'c'].map((letter) => letter.repeat(32))
    const write = (rows: readonly ShippedPicture[]) => database.transaction((tx) => writeShippedPictures(tx, rows, now))
    const both = [
      { ...row, address: '/media/demo/1.avif', hash: a! },
      { ...row, address: '/media/demo/2.avif', hash: b! },
    ]
    expect(await write(both)).toBe(true)
    expect(await write(both)).toBe(false)
    await database.db
      .insertInto('media')
      .values({ ...row, address: `/media/files/${a}.avif`, hash: a!, created_at: now })
      .execute()
    expect(await write([{ ...row, address: '/media/demo/2.avif', hash: c! }])).toBe(true)
    expect(await stored()).toEqual([
      { address: '/media/demo/2.avif', hash: c },
      { address: `/media/files/${a}.avif`, hash: a },
    ])
  })
})
