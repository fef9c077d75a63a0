import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openFaultyProxy, type FaultyProxy } from './faulty-proxy.ts'

let server: Server
let proxy: FaultyProxy
/** What arrived at the upstream. */
let arrived: string[]
const answer = 'a'.repeat(2_000)

beforeEach(async () => {
  arrived = []
  server = createServer((incoming, outgoing) => {
    let body = ''
    incoming.on('data', (piece: Buffer) => (body += String(piece)))
    incoming.on('end', () => {
      arrived.push(body)
      outgoing.end(answer)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  proxy = await openFaultyProxy({ target: (server.address() as AddressInfo).port, random: () => 0 })
})
afterEach(async () => {
  await proxy.close()
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})

/** The outcome of a request through the proxy: its response, or the error code. */
function ask(body = 'pay'): Promise<string> {
  return new Promise((done) => {
    const call = request({ port: proxy.port, host: '127.0.0.1', method: 'POST', agent: false }, (incoming) => {
      let text = ''
      incoming.on('data', (piece: Buffer) => (text += String(piece)))
      incoming.on('end', () => done(text))
      incoming.on('error', () => done('broken answer'))
    })
    call.on('error', (error: NodeJS.ErrnoException) => done(error.code ?? 'error'))
    call.end(body)
  })
}

const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((done) => setImmediate(done))
}

test('forwards bytes in both directions', async () => {
  expect(await ask()).toBe(answer)
  expect(arrived).toEqual(['pay'])
})

test.each(['latency', 'lossy', 'sliced', 'slow-close'] as const)('with %s all data still arrives', async (kind) => {
  proxy.fail(kind)
  expect(await ask()).toBe(answer)
  expect(arrived).toEqual(['pay'])
})

test('a refused connection never reaches the target', async () => {
  proxy.fail('refused')
  expect(await ask()).toBe('ECONNRESET')
  expect(arrived).toEqual([])
})

test('a request that is cut off does not arrive in full', async () => {
  proxy.fail('cut-request')
  expect(await ask('p'.repeat(1_000))).toBe('ECONNRESET')
  expect(arrived).toEqual([])
})

test('a response that is cut off reaches the caller as an error', async () => {
  proxy.fail('cut-answer')
  expect(['broken answer', 'ECONNRESET']).toContain(await ask())
  expect(arrived).toEqual(['pay'])
})

describe('delayed data arrives once the fault is removed', () => {
  test('a black hole holds back the request', async () => {
    proxy.fail('black-hole')
    const requested = ask()
    let isDone = false
    void requested.then(() => (isDone = true))
    // Meanwhile a round trip on another path to the server has completed.
    await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { method: 'POST', body: 'other' })
    expect([arrived, isDone]).toEqual([['other'], false])
    proxy.mend()
    expect(await requested).toBe(answer)
    expect(arrived).toEqual(['other', 'pay'])
  })

  test('a one-way fault holds back the response', async () => {
    proxy.fail('one-way')
    const requested = ask()
    await until(() => arrived.length === 1)
    proxy.mend()
    expect(await requested).toBe(answer)
  })
})

test('a request is sent twice', async () => {
  proxy.fail('duplicate')
  expect(await ask()).toBe(answer)
  await until(() => arrived.length === 2)
  expect(arrived).toEqual(['pay', 'pay'])
})

test('a bandwidth limit slows the transfer', async () => {
  proxy.fail('narrow')
  const requested = ask()
  let isDone = false
  void requested.then(() => (isDone = true))
  await until(() => arrived.length === 1)
  expect(isDone).toBe(false)
  expect(await requested).toBe(answer)
})

test('can be pointed at another target', async () => {
  await ask('before')
  const other = createServer((_incoming, outgoing) => outgoing.end('another server'))
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
  proxy.aim((other.address() as AddressInfo).port)
  expect(await ask()).toBe('another server')
  await new Promise((done) => other.close(done))
})
