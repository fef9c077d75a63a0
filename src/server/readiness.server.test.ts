import { expect, test } from 'vitest'
import type { Database } from '../platform/database/database.server.ts'
import { createReadiness } from './readiness.server.ts'

/** A database whose answers are given by hand. */
function openDatabase() {
  const queries: PromiseWithResolvers<unknown>[] = []
  const execute = () => {
    const query = Promise.withResolvers<unknown>()
    queries.push(query)
    return query.promise
  }
  const db = { selectNoFrom: () => ({ execute }) } as unknown as Database['db']
  return { db, queries }
}

test.each([
  [['shop'], { pages: true, checkout: true }, { pages: true, checkout: false }],
  [['identity', 'cms'], { signIn: true, backOffice: true }, { signIn: false, backOffice: false }],
  [['worker'], { jobs: true }, { jobs: false }],
] as const)('%s says what works with and without the database', async (parts, whole, without) => {
  const { db, queries } = openDatabase()
  const { probe } = createReadiness({ db }, parts)
  const first = probe()
  queries[0]?.resolve([])
  expect(await first).toEqual({ status: 'ready', ...whole })
  const second = probe()
  queries[1]?.reject(new Error('refused'))
  expect(await second).toEqual({ status: 'degraded', ...without })
})

test('probes that come while one runs share its query, also after they have stopped waiting for it', async () => {
  const { db, queries } = openDatabase()
  const { probe } = createReadiness({ db }, ['shop'])
  const waiting = [probe(), probe()]
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(['degraded', 'degraded'])
  const late = probe()
  expect(queries).toHaveLength(1)
  queries[0]?.resolve([])
  expect((await late).status).toBe('ready')
})

test('a process that is about to stop says so, without looking at the database', async () => {
  const { db, queries } = openDatabase()
  const { probe, drain } = createReadiness({ db }, ['shop'])
  drain()
  expect([await probe(), queries.length]).toEqual([{ status: 'draining' }, 0])
})
