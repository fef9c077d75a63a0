import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startS3, type S3Server } from '../../../sandbox/s3/s3-for-tests.ts'
import { systemClock } from '../clock.ts'
import { openLocalStorage } from './local-storage.server.ts'
import type { ObjectStorage, StoredObject } from './object-storage.ts'
import { openStorage } from './open-storage.server.ts'

/** The promises of ObjectStorage: every implementation runs the same list. */

let folder: string
let server: S3Server
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-'))
  server = await startS3()
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const local = () => openLocalStorage({ folder, clock: systemClock })
const s3 = () => openStorage({ url: server.url(), folder })
const s3WithPrefix = () => openStorage({ url: server.url({ path: 'media/shop/one' }), folder })

const png = { contentType: 'image/png' }
const text = (bytes: Buffer | null) => bytes?.toString('latin1') ?? null

async function listed(storage: ObjectStorage, prefix: string): Promise<StoredObject[]> {
  return Array.fromAsync(storage.list(prefix))
}
const keysOf = async (storage: ObjectStorage, prefix: string) => (await listed(storage, prefix)).map(({ key }) => key)

describe.each([
  { name: 'a folder', open: local },
  { name: 'S3', open: s3 },
  { name: 'S3 with a prefix', open: s3WithPrefix },
])('$name', ({ open }) => {
  let storage: ObjectStorage
  beforeEach(async () => {
    storage = await open()
    await storage.removeAll('t/')
  })

  test('returns the bytes of an object as they were stored', async () => {
    const bytes = Buffer.from(Array.from({ length: 512 }, (_, at) => at % 256))
    await storage.put('t/a.png', bytes, png)
    expect(await storage.get('t/a.png')).toEqual(bytes)
  })

  test('replaces an object', async () => {
    await storage.put('t/a.png', Buffer.from('a longer first version'), png)
    await storage.put('t/a.png', Buffer.from('second'), png)
    expect(text(await storage.get('t/a.png'))).toBe('second')
    expect(await keysOf(storage, 't/')).toEqual(['t/a.png'])
  })

  test('stores an object of no bytes', async () => {
    await storage.put('t/empty', new Uint8Array(), png)
    expect(await storage.get('t/empty')).toEqual(Buffer.alloc(0))
    expect(await storage.get('t/empty', { start: 0, end: 9 })).toEqual(Buffer.alloc(0))
    expect(await storage.stat('t/empty')).toMatchObject({ bytes: 0 })
  })

  test('stores 5 MB', async () => {
    const bytes = Buffer.alloc(5_000_000, 'pattern of odd length')
    await storage.put('t/large.mp4', bytes, { contentType: 'video/mp4' })
    const read = await storage.get('t/large.mp4')
    expect(read?.equals(bytes)).toBe(true)
    expect(await storage.get('t/large.mp4', { start: 4_999_990, end: 4_999_999 })).toEqual(bytes.subarray(-10))
  })

  test('reads a range, whose ends are inclusive as in HTTP', async () => {
    await storage.put('t/a', Buffer.from('0123456789'), png)
    expect(text(await storage.get('t/a', { start: 0, end: 0 }))).toBe('0')
    expect(text(await storage.get('t/a', { start: 3, end: 5 }))).toBe('345')
    expect(text(await storage.get('t/a', { start: 8, end: 99 }))).toBe('89')
    expect(text(await storage.get('t/a', { start: 10, end: 12 }))).toBe('')
    expect(await storage.get('t/none', { start: 0, end: 5 })).toBeNull()
  })

  test.each([
    { start: -1, end: 5 },
    { start: 5, end: 4 },
    { start: 0.5, end: 4 },
    { start: 0, end: Number.NaN },
  ])('rejects bytes $start to $end', async (range) => {
    await storage.put('t/a', Buffer.from('0123456789'), png)
    await expect(storage.get('t/a', range)).rejects.toThrow(RangeError)
  })

  test('reports size and time of an object', async () => {
    const before = Date.now()
    await storage.put('t/a.png', Buffer.from('12345'), png)
    const facts = await storage.stat('t/a.png')
    expect(facts?.bytes).toBe(5)
    // HTTP dates have whole seconds.
    expect(Math.abs((facts?.modifiedAt.getTime() ?? 0) - before)).toBeLessThan(5_000)
  })

  test('a missing object is null, and removing it is no error', async () => {
    await storage.put('t/there/a', Buffer.from('1'), png)
    for (const key of ['t/none', 't/there/none', 't/there', 't/none/deep/er']) {
      expect([key, await storage.get(key), await storage.stat(key)]).toEqual([key, null, null])
      await storage.remove(key)
    }
    expect(await keysOf(storage, 't/')).toEqual(['t/there/a'])
  })

  test('removes one object and leaves the others', async () => {
    await storage.put('t/a', Buffer.from('1'), png)
    await storage.put('t/b', Buffer.from('2'), png)
    await storage.remove('t/a')
    expect(await storage.get('t/a')).toBeNull()
    expect(await keysOf(storage, 't/')).toEqual(['t/b'])
  })

  test('accepts every character of a key, and keys of 200 characters', async () => {
    const long = `t/${'x'.repeat(99)}/${'y'.repeat(98)}`
    expect(long).toHaveLength(200)
    for (const key of ['t/.hidden', 't/a..b', 't/..c', 't/-dash', 't/under_score/v1.2', long]) {
      await storage.put(key, Buffer.from(key), png)
      expect(text(await storage.get(key))).toBe(key)
    }
    expect(await keysOf(storage, 't/')).toHaveLength(6)
  })

  test('lists objects ordered by key, with size and time', async () => {
    const keys = ['t/a', 't/a-1', 't/a.1', 't/b/1', 't/b/2/3', 't/b-0', 't/b0', 't/10', 't/9']
    for (const key of keys) await storage.put(key, Buffer.from(key), png)
    const found = await listed(storage, 't/')
    expect(found.map(({ key }) => key)).toEqual(keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))))
    expect(found.every(({ key, bytes }) => bytes === key.length)).toBe(true)
    expect(found.every(({ modifiedAt }) => Math.abs(modifiedAt.getTime() - Date.now()) < 60_000)).toBe(true)
  })

  test('lists and removes 1,100 objects', { timeout: 60_000 }, async () => {
    const keys = Array.from({ length: 1_100 }, (_, at) => `t/many/${String(at).padStart(4, '0')}.jpg`)
    for (let at = 0; at < keys.length; at += 50)
      await Promise.all(keys.slice(at, at + 50).map((key) => storage.put(key, Buffer.from(key), png)))
    await storage.put('t/other', Buffer.from('stays'), png)
    expect(await keysOf(storage, 't/many/')).toEqual(keys)
    await storage.removeAll('t/many/')
    expect(await keysOf(storage, 't/')).toEqual(['t/other'])
  })

  test('a prefix is whole segments: products/1/ does not match products/10/', async () => {
    for (const key of ['t/1/a', 't/1/b', 't/10/a', 't/1.jpg']) await storage.put(key, Buffer.from('1'), png)
    expect(await keysOf(storage, 't/1/')).toEqual(['t/1/a', 't/1/b'])
    await storage.removeAll('t/1/')
    expect(await keysOf(storage, 't/')).toEqual(['t/1.jpg', 't/10/a'])
    await storage.removeAll('t/none/')
    await storage.removeAll('t/1.jpg/')
    expect(await keysOf(storage, 't/')).toEqual(['t/1.jpg', 't/10/a'])
  })

  test(
    'concurrent writes of one key leave one whole object, and readers see whole ones',
    { timeout: 60_000 },
    async () => {
      const versions = Array.from({ length: 12 }, (_, at) => Buffer.alloc(200_000 + at, `${at},`))
      const isVersion = (bytes: Buffer | null) => bytes === null || versions.some((one) => one.equals(bytes))
      const reads: boolean[] = []
      const read = async () => {
        for (let times = 0; times < 15; times++) reads.push(isVersion(await storage.get('t/one')))
      }
      await Promise.all([...versions.map((bytes) => storage.put('t/one', bytes, png)), read(), read()])
      expect(reads).not.toContain(false)
      const last = await storage.get('t/one')
      expect([last === null, isVersion(last)]).toEqual([false, true])
      expect(await keysOf(storage, 't/')).toEqual(['t/one'])
    },
  )

  test('writes survive the removal of their prefix at the same time', async () => {
    const write = async (name: string) => {
      for (let times = 0; times < 10; times++) await storage.put(`t/race/${name}/${times}`, Buffer.from('1'), png)
    }
    const remove = async () => {
      for (let times = 0; times < 30; times++) await storage.removeAll('t/race/')
    }
    await Promise.all([write('a'), write('b'), write('c'), write('d'), remove()])
  })

  test.each([
    '',
    '/a',
    'a/',
    'a//b',
    '..',
    't/../../etc/passwd',
    't/./a',
    'A',
    't/ä',
    't/a b',
    't\\a',
    't/a\0',
    't/a\n',
    '~temporary/a',
    `t/${'x'.repeat(199)}`,
  ])('rejects the key %j', async (key) => {
    const calls = [
      () => storage.put(key, Buffer.from('1'), png),
      () => storage.get(key),
      () => storage.stat(key),
      () => storage.remove(key),
    ]
    for (const call of calls) await expect(call()).rejects.toThrow(/^".*" is not an object key/s)
  })

  test.each(['t', '/', '../', 't/../', 'T/'])('rejects the prefix %j', async (prefix) => {
    await expect(storage.removeAll(prefix)).rejects.toThrow(RangeError)
    await expect(async () => listed(storage, prefix)).rejects.toThrow(RangeError)
  })

  test('the empty prefix lists everything and removes nothing', async () => {
    await storage.put('t/a', Buffer.from('1'), png)
    expect(await keysOf(storage, '')).toContain('t/a')
    await expect(storage.removeAll('')).rejects.toThrow('the empty prefix would remove every object')
    expect(await keysOf(storage, 't/')).toEqual(['t/a'])
  })
})

test('objects with a prefix in the bucket are apart from those of others', async () => {
  const [outer, one] = await Promise.all([s3(), s3WithPrefix()])
  const two = await openStorage({ url: server.url({ path: 'media/shop/on' }), folder })
  await one.put('t/a', Buffer.from('1'), png)
  expect([await keysOf(one, ''), await keysOf(two, '')]).toEqual([['t/a'], []])
  expect(text(await outer.get('shop/one/t/a'))).toBe('1')
  await two.removeAll('t/')
  expect(await keysOf(one, '')).toEqual(['t/a'])
})
