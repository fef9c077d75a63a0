import { expect, test } from 'vitest'
import { createPartialReads } from './partial-reads.ts'

const refused = () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))

test('what is read is given, and after the database was away nothing else is tried', async () => {
  const reads = createPartialReads()
  expect([await reads.or(async () => 'text', ''), reads.isWhole]).toEqual(['text', true])
  expect([await reads.or(refused, 'none'), reads.isWhole]).toEqual(['none', false])
  expect(await reads.or(() => expect.fail('it was tried'), 'none')).toBe('none')
})

test('another error is no outage', async () => {
  const reads = createPartialReads()
  await expect(reads.or(() => Promise.reject(new Error('no such column')), '')).rejects.toThrow('no such column')
  expect(reads.isWhole).toBe(true)
})
