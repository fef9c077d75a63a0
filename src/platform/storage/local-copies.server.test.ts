import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startS3, type S3Server } from '../../../sandbox/s3/s3-for-tests.ts'
import { createFileCache } from '../files/file-cache.server.ts'
import { createLog } from '../log.server.ts'
import { withLocalCopies } from './local-copies.server.ts'
import type { ObjectStorage } from './object-storage.ts'
import { openStorage } from './open-storage.server.ts'

let server: S3Server
let folder: string
let bucket: ObjectStorage
let storage: ObjectStorage
beforeAll(async () => {
  server = await startS3()
  bucket = await openStorage({ url: server.url(), folder: '' })
})
afterAll(() => server.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'copies-'))
  const copies = createFileCache({ folder, maxBytes: 1_000, log: createLog('silent') })
  storage = withLocalCopies(bucket, { prefix: 'variants/', copies })
  return () => rm(folder, { recursive: true })
})

const png = { contentType: 'image/png' }
const bytes = Buffer.from('one')

test('what was read or stored once is read from here', async () => {
  await bucket.put('variants/a/160.png', bytes, png)
  expect(await storage.get('variants/a/160.png')).toEqual(bytes)
  await storage.put('variants/b/160.png', bytes, png)
  await bucket.removeAll('variants/')
  expect(await storage.get('variants/a/160.png')).toEqual(bytes)
  expect(await storage.get('variants/b/160.png')).toEqual(bytes)
  expect(await storage.stat('variants/b/160.png')).toBe(null)
  expect((await readdir(folder)).toSorted()).toEqual(['variants~a~160.png', 'variants~b~160.png'])
})

test('other objects, parts and what is missing are asked for each time', async () => {
  await storage.put('originals/a', bytes, png)
  await storage.put('variants/c/160.png', bytes, png)
  expect(await storage.get('originals/a')).toEqual(bytes)
  await bucket.put('originals/a', Buffer.from('two'), png)
  await bucket.put('variants/c/160.png', Buffer.from('two'), png)
  expect(String(await storage.get('originals/a'))).toBe('two')
  expect(String(await storage.get('variants/c/160.png', { start: 0, end: 0 }))).toBe('t')
  expect(await storage.get('variants/d/160.png')).toBe(null)
  await bucket.put('variants/d/160.png', bytes, png)
  expect(await storage.get('variants/d/160.png')).toEqual(bytes)
})
