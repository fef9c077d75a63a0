import { expect, test } from 'vitest'
import type { Clock } from '../clock.ts'
import { createHostPace } from './host-pace.ts'

/** A clock on which waiting takes no time of the test's, and which remembers how long was waited. */
function steppingClock() {
  let ms = 1_000_000
  const waits: number[] = []
  const clock: Clock = {
    now: () => new Date(ms),
    wait: async (forMs) => {
      waits.push(forMs)
      ms += forMs
    },
  }
  return { clock, waits, advance: (forMs: number) => void (ms += forMs) }
}

const one = 'https://one.example/a.jpg'
const many = (count: number) => Array.from({ length: count }, (_, at) => at)

test('at most so many requests run on a host at a time, in their order', async () => {
  const pace = createHostPace({ perSecond: 1_000, concurrent: 2, clock: steppingClock().clock })
  let running = 0
  let max = 0
  const started: number[] = []
  await Promise.all(
    many(7).map((at) =>
      pace.run(`https://one.example/${at}.jpg`, async () => {
        started.push(at)
        max = Math.max(max, ++running)
        await new Promise((done) => void setTimeout(done, 2))
        running--
      }),
    ),
  )
  expect([max, running, started]).toEqual([2, 0, many(7)])
})

test('starts on a host are evenly spaced', async () => {
  const { clock, waits, advance } = steppingClock()
  const pace = createHostPace({ perSecond: 4, concurrent: 1, clock })
  for (const _ of many(3)) await pace.run(one, async () => {})
  expect(waits).toEqual([250, 250])
  advance(200)
  await pace.run(one, async () => {})
  expect(waits).toEqual([250, 250, 50])
  advance(10_000)
  await pace.run(one, async () => {})
  expect(waits).toHaveLength(3)
})

test('a host does not wait for another, and its ports and schemes are one host', async () => {
  const { clock, waits } = steppingClock()
  const pace = createHostPace({ perSecond: 1, concurrent: 1, clock })
  let release = () => {}
  const busy = pace.run(one, () => new Promise<void>((done) => void (release = done)))
  expect(await pace.run('https://two.example/', async () => 'two')).toBe('two')
  const order: string[] = []
  const second = pace.run('http://one.example:8080/b.jpg', async () => void order.push('second'))
  order.push('before')
  release()
  await Promise.all([busy, second])
  expect([order, waits]).toEqual([['before', 'second'], [1_000]])
})

test('work that fails gives its place to the next, and its failure to the caller', async () => {
  const pace = createHostPace({ perSecond: 100, concurrent: 1, clock: steppingClock().clock })
  const failed = pace.run(one, () => Promise.reject(new Error('away')))
  const next = pace.run(one, async () => 'next')
  await expect(failed).rejects.toThrow('away')
  expect(await next).toBe('next')
  await expect(pace.run('not an address', () => Promise.reject(new Error('invalid')))).rejects.toThrow('invalid')
})
