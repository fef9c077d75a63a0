import { expect, test } from 'vitest'
import { createSerialQueue } from './serial-queue.ts'

const settled = () => new Promise((done) => setImmediate(done))

test('work runs one at a time, and once more for all requests made meanwhile', async () => {
  const ends: (() => void)[] = []
  const follow = createSerialQueue(
    () => new Promise<void>((done) => ends.push(done)),
    (error) => expect.fail(String(error)),
  )
  follow()
  follow()
  follow()
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await settled()
  expect(ends).toHaveLength(2)
  ends[1]?.()
  await settled()
  expect(ends).toHaveLength(2)
  follow()
  expect(ends).toHaveLength(3)
})

test('a failed run is reported, and the next one starts', async () => {
  const errors: unknown[] = []
  let runs = 0
  const follow = createSerialQueue(
    async () => {
      runs++
      if (runs === 1) throw new Error('the database is away')
    },
    (error) => errors.push(error),
  )
  follow()
  await settled()
  follow()
  await settled()
  expect([runs, errors.map(String)]).toEqual([2, ['Error: the database is away']])
})
