import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { merchantCertificates } from './merchant-certificates.server.ts'

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'certificates-'))))
afterAll(() => rm(folder, { recursive: true }))

test('a missing file is an empty result, until it exists', async () => {
  const file = join(folder, 'a.json')
  const read = merchantCertificates(file)
  expect(await read()).toEqual({})
  await writeFile(file, '{"ECOM":"AAAA"}')
  expect(await read()).toEqual({ ECOM: 'AAAA' })
  await rm(file)
  expect(await read()).toEqual({})
})

test('a replaced file is reloaded, an unchanged one is not', async () => {
  const file = join(folder, 'b.json')
  const read = merchantCertificates(file)
  await writeFile(file, '{"ECOM":"AAAA"}')
  const first = await read()
  expect(await read()).toBe(first)
  await writeFile(`${file}.new`, '{"ECOM":"BBBB"}')
  await rename(`${file}.new`, file)
  expect(await read()).toEqual({ ECOM: 'BBBB' })
})

test('while the file is invalid, its last content applies', async () => {
  const file = join(folder, 'c.json')
  const read = merchantCertificates(file)
  await writeFile(file, '{"ECOM":"AAAA"}')
  await read()
  for (const text of ['{"ECOM"', '{"ECOM":"not base64!"}', '[]']) {
    await writeFile(file, text)
    expect(await read()).toEqual({ ECOM: 'AAAA' })
  }
})
