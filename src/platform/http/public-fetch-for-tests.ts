import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer, type Socket } from 'node:net'
import { fetchPublicFile, type PublicFetchOptions } from './public-fetch.server.ts'

/** Real servers of this machine, which only the hook for tests lets through. */

const closing: (() => Promise<void>)[] = []
const ownPorts = new Set<number>()
/** What `serve` has received in this test. */
export const requests: IncomingMessage[] = []

/** To be called after each test. */
export async function closeServers(): Promise<void> {
  for (const close of closing.splice(0)) await close()
  ownPorts.clear()
  requests.splice(0)
}

/** Listens until the end of the test, and is let through by `options`. Returns the port. */
export async function listening(server: TcpServer, host = '127.0.0.1', port = 0) {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    socket.on('error', () => {})
    sockets.add(socket)
  })
  await new Promise<void>((done) => server.listen(port, host, () => done()))
  closing.push(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise<void>((done) => void server.close(() => done()))
  })
  const address = server.address() as AddressInfo
  ownPorts.add(address.port)
  return address.port
}

/** A server of HTTP, as the address of its root by a name that only the test resolves. */
export async function serve(onRequest: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    requests.push(request)
    onRequest(request, response)
  })
  return `http://pictures.example:${await listening(server)}`
}

/** A server that writes what it is told, right or wrong, once a request has come. */
export async function serveRaw(onRequest: (socket: Socket) => void): Promise<string> {
  const server = createTcpServer((socket) => void socket.once('data', () => onRequest(socket)))
  return `http://pictures.example:${await listening(server)}`
}

export const options: PublicFetchOptions = {
  maxBytes: 100_000,
  timeoutMs: 5_000,
  accept: 'image/*',
  shopUrl: 'https://shop.example/',
  lookup: async () => [{ address: '127.0.0.1', family: 4 }],
  isAllowed: (address, port) => address === '127.0.0.1' && ownPorts.has(port),
}
export const load = (address: string, changed: Partial<PublicFetchOptions> = {}) =>
  fetchPublicFile(address, { ...options, ...changed })
export const problem = (rest: object) => ({ ok: false, problem: rest })
export const away = problem({ code: 'unavailable', status: null, retryAfterMs: null })

export async function timed<Value>(work: Promise<Value>): Promise<readonly [Value, number]> {
  const started = performance.now()
  const value = await work
  return [value, performance.now() - started]
}
