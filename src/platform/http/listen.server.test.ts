import { Agent, get, type IncomingMessage } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { listen, type Listening } from './listen.server.ts'

const opened: Listening[] = []
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

async function open(): Promise<Listening> {
  const one = await listen({
    part: 'test',
    setting: 'PORT',
    host: '127.0.0.1',
    port: 0,
    onRequest: (_, outgoing) => void outgoing.end('served'),
  })
  opened.push(one)
  return one
}

function fetched({ port }: Listening): Promise<IncomingMessage> {
  return new Promise((done, fail) => {
    get({ host: '127.0.0.1', port, agent }, (answer) => {
      answer.resume()
      answer.once('end', () => done(answer))
    }).once('error', fail)
  })
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close(0)))
})

test('while it drains, it serves on, and each response ends its connection', async () => {
  const server = await open()
  expect((await fetched(server)).headers.connection).toBe('keep-alive')
  server.drain()
  for (let at = 0; at < 2; at++) {
    const answer = await fetched(server)
    expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close'])
  }
})

test('closed, it refuses connections', async () => {
  const server = await open()
  await fetched(server)
  await server.close(1_000)
  await expect(fetched(server)).rejects.toThrow()
})
