import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { percentile, type Figures } from './figures.ts'

/** Many shoppers who add to their carts at once, and one with a long cart who asks for dates. */

const connections = 16
const steadyPerSecond = 100
/** What a shopper puts into a cart before the next one comes. */
const addsEach = 5
const longCart = 10
const place = { firstName: 'Robin', lastName: 'Vale', address: '12 Harbour Street' }
const sydney = { ...place, suburb: 'Sydney', state: 'NSW', postcode: '2000' }

export type CartLoad = { readonly seconds: number; readonly questions: number }

/** `engine` ends the names of the figures: nothing for the embedded database. */
export async function measureCartLoad(
  port: number,
  skus: readonly string[],
  { seconds, questions }: CartLoad,
  engine: '' | '.postgres',
): Promise<Figures> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let next = 0
  const shopper = () => openShopper(agent, port, () => skus[next++ % skus.length] ?? '')

  /** Adds one after the other until the time is up; answers how many. */
  async function keepAdding(until: number): Promise<number> {
    let count = 0
    while (performance.now() < until) {
      const one = shopper()
      for (let adds = 0; adds < addsEach && performance.now() < until; adds++, count++) await put(one)
    }
    return count
  }

  await Promise.all(Array.from({ length: connections }, () => keepAdding(performance.now() + 1_000)))
  const startedAt = performance.now()
  const counts = await Promise.all(Array.from({ length: connections }, () => keepAdding(startedAt + seconds * 1_000)))
  const perSecond = counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - startedAt) / 1_000)

  // As many a second as are wanted, each counted from when it was due: a shop that falls behind shows it.
  const took: Promise<number>[] = []
  const steadyFrom = performance.now()
  const here = Array.from({ length: 40 }, shopper)
  for (let number = 0; number < steadyPerSecond * seconds; number++) {
    const due = steadyFrom + (number * 1_000) / steadyPerSecond
    const early = due - performance.now()
    if (early > 0) await wait(early)
    const at = number % here.length
    const comesAnew = Math.floor(number / here.length) % addsEach === 0
    const one = (comesAnew ? undefined : here[at]) ?? shopper()
    here[at] = one
    took.push(put(one).then(() => performance.now() - due))
  }
  const steady = await Promise.all(took)

  const long = shopper()
  for (let line = 0; line < longCart; line++) await put(long)
  const { cartId } = (await long.call('GET', '/api/cart/')) as { cartId: string }
  const answered: number[] = []
  for (let requested = -20; requested < questions; requested++) {
    const requestedAt = performance.now()
    await long.call('POST', '/api/checkout/avail', { cartId, deliveryAddress: sydney })
    if (requested >= 0) answered.push(performance.now() - requestedAt)
  }
  agent.destroy()
  return {
    [`cart.add.rps${engine}`]: perSecond,
    [`cart.add.steady.p99_ms${engine}`]: percentile(steady, 0.99),
    [`availability.lines10.p50_ms${engine}`]: percentile(answered, 0.5),
    [`availability.lines10.p99_ms${engine}`]: percentile(answered, 0.99),
  }
}

/** One more thing. What others have sold out meanwhile is refused, and the next one taken; the time that costs counts. */
function put(shopper: Shopper): Promise<void> {
  return shopper.add().catch((error: unknown) => {
    if (!/"code":"(not_available|quantity_over_stock)"/.test(String(error))) throw error
    return put(shopper)
  })
}

type Shopper = { add(): Promise<void>; call(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> }

export function openShopper(agent: Agent, port: number, nextSku: () => string): Shopper {
  let cookie = ''
  // A shopper does one thing after the other.
  let before: Promise<unknown> = Promise.resolve()
  function send(method: 'GET' | 'POST', path: string, body?: object): Promise<{ status: number; text: string }> {
    return new Promise((done, fail) => {
      const sent = body === undefined ? '' : JSON.stringify(body)
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent), cookie }
      const requested = request({ host: '127.0.0.1', port, agent, method, path, headers }, (answer) => {
        let text = ''
        for (const line of answer.headers['set-cookie'] ?? []) cookie = line.split(';')[0] ?? ''
        answer.setEncoding('utf8')
        answer.on('data', (chunk: string) => (text += chunk))
        answer.on('end', () => done({ status: answer.statusCode ?? 0, text }))
        answer.on('error', fail)
      })
      requested.on('error', fail)
      requested.end(sent)
    })
  }
  async function call(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
    const { status, text } = await send(method, path, body)
    if (status !== 200) throw new Error(`${method} ${path} answered ${status}: ${text.slice(0, 500)}`)
    return JSON.parse(text)
  }
  return {
    call,
    add() {
      const done = before.then(() => call('POST', '/api/cart/product/', { sku: nextSku(), quantity: 1 }))
      before = done.catch(() => {})
      return done.then(() => {})
    },
  }
}
