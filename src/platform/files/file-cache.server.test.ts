import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFileCache } from './file-cache.server.ts'
import { createLog } from '../log.server.ts'

let root = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'kept-'))
})
afterAll(() => rm(root, { recursive: true }))

const lines: string[] = []
const log = createLog('debug', { write: (line) => void lines.push(line) })

test('a written file is read back complete, and other names are empty', async () => {
  const files = createFileCache({ folder: join(root, 'some', 'where'), maxBytes: 100, log })
  expect(await files.read('a')).toBe(null)
  await files.write('a', Buffer.from('one'))
  await files.write('a', Buffer.from('two'))
  expect([String(await files.read('a')), await files.read('b')]).toEqual(['two', null])
  expect(await readdir(join(root, 'some', 'where'))).toEqual(['a'])
})

test('the size is limited: the oldest are deleted first', async () => {
  const folder = join(root, 'few')
  const files = createFileCache({ folder, maxBytes: 100, log })
  const ten = Buffer.alloc(10)
  for (let at = 0; at < 10; at++) {
    await files.write(`f${at}`, ten)
    await utimes(join(folder, `f${at}`), new Date(at * 1_000), new Date(at * 1_000))
  }
  expect(await readdir(folder)).toHaveLength(10)
  await files.write('new', ten)
  expect((await readdir(folder)).toSorted()).toEqual(['f2', 'f3', 'f4', 'f5', 'f6', 'f7', 'f8', 'f9', 'new'])
})

test('what an earlier process has left counts with the first file', async () => {
  const folder = join(root, 'few')
  await createFileCache({ folder, maxBytes: 50, log }).write('a', Buffer.alloc(1))
  expect((await readdir(folder)).length).toBeLessThanOrEqual(5)
})

test('a disk error is logged', async () => {
  await writeFile(join(root, 'no-folder'), '')
  const files = createFileCache({ folder: join(root, 'no-folder'), maxBytes: 100, log })
  await files.write('a', Buffer.from('one'))
  expect(await files.read('a')).toBe(null)
  expect(lines.at(-1)).toContain('could not be kept')
})
