import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLoadShedding, isMoneyPath, maxRenderings } from './load-shedding.ts'

const admitted = (shedding: ReturnType<typeof createLoadShedding>) =>
  Array.from({ length: 1_000 }, () => shedding.admits()).filter(Boolean).length

/** The same numbers in turn, spread evenly. */
function evenly(): () => number {
  let at = 0
  return () => (at++ % 100) / 100
}

test('nothing is rejected until the event loop lags over 200 ms for one second', () => {
  const shedding = createLoadShedding(evenly(), { enabled: true })
  for (let at = 0; at < 50; at++) shedding.sample(199)
  expect(admitted(shedding)).toBe(1_000)
  for (let at = 0; at < 10; at++) shedding.sample(50)
  // One long pause is no overload.
  shedding.sample(1_500)
  expect(shedding.share).toBe(1)
})

test('the longer the lag the more is rejected, never all, and it recovers by itself', () => {
  const shedding = createLoadShedding(evenly(), { enabled: true })
  for (let at = 0; at < 12; at++) shedding.sample(400)
  const half = admitted(shedding)
  expect(half).toBeLessThan(700)
  for (let at = 0; at < 100; at++) shedding.sample(2_000)
  expect(admitted(shedding)).toBe(50)
  expect(shedding.refused).toBeGreaterThan(1_000)
  for (let at = 0; at < 100; at++) shedding.sample(5)
  expect(admitted(shedding)).toBe(1_000)
})

test('renderings beyond the process’s capacity are rejected, and a finished one frees a slot', async () => {
  const shedding = createLoadShedding(evenly(), { enabled: true })
  const ends: (() => void)[] = []
  const renderings = Array.from({ length: maxRenderings }, () =>
    shedding.rendering(() => new Promise<void>((done) => ends.push(done))),
  )
  expect(shedding.admits()).toBe(false)
  ends[0]?.()
  await renderings[0]
  expect(shedding.admits()).toBe(true)
})

test('a failed rendering frees its slot too', async () => {
  const shedding = createLoadShedding(evenly(), { enabled: true })
  for (let at = 0; at < maxRenderings; at++)
    await expect(shedding.rendering(() => Promise.reject(new Error('no page')))).rejects.toThrow('no page')
  expect(shedding.admits()).toBe(true)
})

test('one rendering starts per event loop turn, in order of arrival', async () => {
  const shedding = createLoadShedding(evenly(), { enabled: true })
  const begun: number[] = []
  const renderings = [1, 2, 3].map((at) =>
    shedding.rendering(async () => {
      begun.push(at)
    }),
  )
  expect(begun).toEqual([1])
  await nextTurn()
  expect(begun).toEqual([1, 2])
  await nextTurn()
  expect(begun).toEqual([1, 2, 3])
  await Promise.all(renderings)
  // Without a queue nobody waits.
  await nextTurn()
  void shedding.rendering(async () => void begun.push(4))
  expect(begun).toEqual([1, 2, 3, 4])
})

test('pages leading to payment are rendered before earlier arrivals', async () => {
  const shedding = createLoadShedding(evenly(), { enabled: true })
  const begun: string[] = []
  const render = (name: string) => async () => void begun.push(name)
  await Promise.all([
    shedding.rendering(render('first')),
    shedding.rendering(render('list')),
    shedding.rendering(render('cart'), { isPaying: true }),
    shedding.rendering(render('checkout'), { isPaying: true }),
  ])
  expect(begun).toEqual(['first', 'cart', 'checkout', 'list'])
})

test('without load shedding nothing is rejected', () => {
  const shedding = createLoadShedding(evenly(), { enabled: false })
  for (let at = 0; at < 100; at++) shedding.sample(2_000)
  for (let at = 0; at < maxRenderings; at++) void shedding.rendering(() => new Promise(() => {}))
  expect(admitted(shedding)).toBe(1_000)
})

test('Retry-After is 2 to 5 seconds, randomised', () => {
  const shedding = createLoadShedding(evenly(), { enabled: true })
  const waits = new Set(Array.from({ length: 100 }, () => shedding.retryAfterSeconds()))
  expect([...waits].toSorted()).toEqual([2, 3, 4, 5])
})

test.each([
  ['/cart', true],
  ['/cart.data?x', true],
  ['/customer/checkout', true],
  ['/api/cart/product/', true],
  ['/api/checkout', true],
  ['/api/payment/webhook/card', true],
  ['/api/orders/1/payment', true],
  ['/', false],
  ['/cartoons', false],
  ['/api/v2/listing', false],
  ['/search/fridge', false],
])('%s is served first: %s', (target, isFirst) => {
  expect(isMoneyPath(target)).toBe(isFirst)
})
