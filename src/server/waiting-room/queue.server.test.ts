import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CartHolder } from '../../modules/cart/cart.server.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { databaseEngines, type TestDatabase } from '../../testing/database.ts'
import { openQueue, type Queue } from './queue.server.ts'
import { createTicketing, type Ticketing } from './ticketing.server.ts'
import { placeOf } from './waiting-room-rules.ts'

/** The queue of two processes: a row that both advance. */

const log = { error() {} }
/** So slow that no place becomes free by itself while a test runs. */
const slow = { perMinute: 1, burst: 5 }

const everybody = async (secrets: readonly string[]): Promise<ReadonlyMap<string, CartHolder>> =>
  new Map(secrets.map((secret) => [secret, { cartId: secret, state: 'open', isEmpty: false, isStaff: false }]))

type Row = { issued: number; serving: number; lost: number; marked: number }

describe.each(await databaseEngines())('on $name', (engine) => {
  let database: TestDatabase
  /** The second process has connections of its own where there is a server. */
  let other: Database
  const queues: Queue[] = []

  beforeAll(async () => {
    database = await engine.open()
    other = (await database.openAgain?.()) ?? database
  })
  beforeEach(async () => {
    for (const queue of queues.splice(0)) queue.close()
    await set({ issued: 0, serving: 0, lost: 0, marked: 0 })
  })
  afterAll(async () => {
    for (const queue of queues) queue.close()
    if (other !== database) await other.close()
    await database.close()
  })

  /** The row as of now, as if no time had passed since. */
  const set = ({ issued, serving, lost, marked }: Row) =>
    sql`update waiting_room set issued = ${issued}, serving = ${serving}, lost = ${lost}, marked = ${marked},
      advanced_at = clock_timestamp(), marked_at = clock_timestamp()`.execute(database.db)

  async function open(on: Database, rate = slow): Promise<Queue> {
    const queue = await openQueue({ database: on, log, rate })
    queues.push(queue)
    return queue
  }

  /** How far the queue is, and when that was, in seconds. */
  async function served(): Promise<{ readonly serving: number; readonly at: number }> {
    const { rows } = await sql<{ serving: number; at: number }>`select serving,
      extract(epoch from clock_timestamp())::double precision as at from waiting_room`.execute(database.db)
    return rows[0] ?? expect.fail('no row')
  }

  const passedSince = (column: 'advanced_at' | 'marked_at', howLong: string) =>
    sql`update waiting_room set ${sql.ref(column)} = clock_timestamp() - ${howLong}::interval`.execute(database.db)

  const ticketsOf = async (ticketing: Ticketing, secrets: readonly string[]): Promise<number[]> => {
    const issued = await Promise.all(secrets.map((secret) => ticketing.issue(secret)))
    return issued.map((one) => (one.kind === 'ticket' ? one.ticket.number : expect.fail(one.kind)))
  }

  test('who comes first is served first, over both processes, and no number is given twice', async () => {
    const [one, two] = [await open(database), await open(other)]
    const [first, second] = [one, two].map((queue) => createTicketing({ queue, holders: everybody }))
    if (first === undefined || second === undefined) throw new Error('two processes')
    const named = (name: string) => Array.from({ length: 40 }, (_, at) => `${name}${at}`)
    const early = await ticketsOf(first, named('early'))
    const late = await ticketsOf(second, named('late'))
    expect(early).toEqual(early.toSorted((a, b) => a - b))
    expect(late).toEqual(late.toSorted((a, b) => a - b))
    expect(Math.max(...early)).toBeLessThan(Math.min(...late))
    const together = await Promise.all([ticketsOf(first, named('here')), ticketsOf(second, named('there'))])
    const all = [...early, ...late, ...together.flat()]
    expect(all.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 160 }, (_, at) => at + 1))
  })

  test('a rush is a few statements, and a cart has one ticket', async () => {
    const queue = await open(database)
    let statements = 0
    const counted = {
      ...queue,
      get state() {
        return queue.state
      },
      take: (count: number) => (statements++, queue.take(count)),
    }
    const ticketing = createTicketing({ queue: counted, holders: everybody })
    const secrets = Array.from({ length: 2_000 }, (_, at) => `cart${at % 1_000}`)
    const numbers = await ticketsOf(ticketing, secrets)
    expect(new Set(numbers).size).toBe(1_000)
    expect(numbers[1_000]).toBe(numbers[0])
    expect(statements).toBeLessThanOrEqual(2)
    expect(ticketing.known('cart0')?.number).toBe(numbers[0])
  })

  test('no more are let in than the burst and the rate allow, however many processes ask', async () => {
    const [one, two] = [
      await open(database, { perMinute: 60, burst: 5 }),
      await open(other, { perMinute: 60, burst: 5 }),
    ]
    await set({ issued: 0, serving: 0, lost: 0, marked: 0 })
    // A quiet minute: the burst adds up, and no more.
    for (let second = 0; second < 60; second += 2) {
      await passedSince('advanced_at', '2 seconds')
      await one.refresh()
    }
    expect((await one.refresh()).serving).toBe(5)
    await one.take(100)
    const before = await served()
    await passedSince('advanced_at', '2 seconds')
    await Promise.all(Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? one : two).refresh()))
    const after = await served()
    expect(after.serving - before.serving).toBeGreaterThanOrEqual(2)
    // One a second, with the time that the statements themselves took.
    expect(after.serving - before.serving).toBeLessThanOrEqual(2 + (after.at - before.at))
  })

  test('a pause of the database lets nobody in all at once', async () => {
    const queue = await open(database, { perMinute: 60, burst: 1 })
    await queue.take(1_000)
    await passedSince('advanced_at', '2 hours')
    const { serving } = await queue.refresh()
    expect(serving).toBeGreaterThanOrEqual(2)
    expect(serving).toBeLessThan(60)
  })

  test('nobody waits behind the shoppers of the last sale, and their tickets are lost', async () => {
    await set({ issued: 1_000, serving: 10, lost: 0, marked: 10 })
    await passedSince('advanced_at', '7 hours')
    const queue = await open(database)
    expect([placeOf(10, queue.state), placeOf(1_000, queue.state)]).toEqual(['lost', 'lost'])
    const number = await queue.take(2)
    expect([placeOf(number, queue.state), placeOf(number + 1, queue.state)]).toEqual([1, 2])
  })

  test('a clock that is set back costs nothing but the time since', async () => {
    const queue = await open(database, { perMinute: 60, burst: 1 })
    await queue.take(1_000)
    const { serving } = await queue.refresh()
    await passedSince('advanced_at', '-1 hour')
    expect((await queue.refresh()).serving).toBe(serving)
    await passedSince('advanced_at', '2 seconds')
    expect((await queue.refresh()).serving).toBeGreaterThanOrEqual(serving + 2)
  })

  test('a smaller burst takes back no turn', async () => {
    await set({ issued: 10, serving: 40, lost: 0, marked: 0 })
    const queue = await open(database, { perMinute: 1, burst: 2 })
    expect(Math.floor(queue.state.serving)).toBe(40)
  })

  test('a turn that is not used for five to ten minutes is lost', async () => {
    await set({ issued: 100, serving: 30, lost: 0, marked: 20 })
    const queue = await open(database)
    expect(placeOf(20, queue.state)).toBe('in')
    await passedSince('marked_at', '5 minutes 1 second')
    const state = await queue.refresh()
    expect([placeOf(20, state), placeOf(21, state), placeOf(30, state)]).toEqual(['lost', 'in', 'in'])
    await passedSince('marked_at', '5 minutes 1 second')
    expect(placeOf(30, await queue.refresh())).toBe('lost')
    // Nobody who still waits loses anything.
    expect(placeOf(50, queue.state)).toBeTypeOf('number')
  })

  test('places that nobody has taken yet are not lost', async () => {
    await set({ issued: 3, serving: 8, lost: 0, marked: 8 })
    const queue = await open(database)
    await passedSince('marked_at', '5 minutes 1 second')
    expect((await queue.refresh()).lost).toBe(3)
    expect(placeOf(await queue.take(1), queue.state)).toBe('in')
  })

  test('a process that starts again finds the queue as it is, and the time is the database’s', async () => {
    const before = await open(database)
    await before.take(50)
    before.close()
    const after = await open(other)
    expect(after.state.issued).toBe(50)
    expect(await after.take(1)).toBe(51)
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(database.db)
    expect(Math.abs(after.now() - (rows[0]?.now.getTime() ?? 0))).toBeLessThan(5_000)
  })

  test('staff, a cart that is being paid for, and a cart with nothing in it take no number', async () => {
    const queue = await open(database)
    const kinds: Readonly<Record<string, Partial<CartHolder>>> = {
      staff: { isStaff: true },
      paying: { state: 'placing' },
      empty: { isEmpty: true },
      ordered: { state: 'ordered' },
    }
    const ticketing = createTicketing({
      queue,
      holders: async () =>
        new Map(
          Object.entries(kinds).map(([secret, kind]) => [
            secret,
            { cartId: secret, state: 'open', isEmpty: false, isStaff: false, ...kind },
          ]),
        ),
    })
    const issued = await Promise.all(
      ['staff', 'paying', 'empty', 'ordered', 'made up'].map((one) => ticketing.issue(one)),
    )
    expect(issued.map(({ kind }) => kind)).toEqual(['exempt', 'exempt', 'no cart', 'no cart', 'no cart'])
    expect((await queue.refresh()).issued).toBe(0)
  })

  test('a batch that fails fails those who wait for it, and no later one', async () => {
    const queue = await open(database)
    let isBroken = true
    const ticketing = createTicketing({
      queue,
      holders: (secrets) => (isBroken ? Promise.reject(new Error('away')) : everybody(secrets)),
    })
    await expect(ticketing.issue('one')).rejects.toThrow('away')
    isBroken = false
    expect((await ticketing.issue('one')).kind).toBe('ticket')
  })
})
