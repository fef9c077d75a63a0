import { createServer, type AddressInfo } from 'node:net'
import { createHash } from 'node:crypto'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startS3, type S3Server } from '../../../sandbox/s3/s3-for-tests.ts'
import { minutes } from '../clock.ts'
import { pictureHost } from '../http/picture-host-for-tests.ts'
import { StorageError, type ObjectStorage } from './object-storage.ts'
import { openStorage } from './open-storage.server.ts'
import { openS3Storage, type S3Limits } from './s3-storage.server.ts'
import { parseStorageAddress } from './storage-address.ts'

/** What only a server can do to its client: refuse, be slow, be away. */

let server: S3Server
let clockAheadMs = 0
beforeAll(async () => {
  server = await startS3({ now: () => new Date(Date.now() + clockAheadMs) })
})
afterAll(() => server.close())
afterEach(() => vi.unstubAllEnvs())

async function open(url: string, limits: Partial<S3Limits> = {}): Promise<ObjectStorage> {
  const address = parseStorageAddress(url)
  if (!address.ok) return expect.fail(address.problem)
  return openS3Storage(address.value, limits)
}

async function problemOf(work: Promise<unknown>): Promise<StorageError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return error instanceof StorageError ? error : expect.fail(`not a StorageError: ${String(error)}`)
}

const png = { contentType: 'image/png' }
const secret = 'a-secret-that-must-not-show'

test('a wrong secret is named without showing it, on every call', async () => {
  const storage = await open(server.url({ secret }), { maxTries: 1 })
  const calls: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['SignatureDoesNotMatch', () => storage.put('t/a', Buffer.from('1'), png)],
    ['SignatureDoesNotMatch', () => storage.get('t/a')],
    ['SignatureDoesNotMatch', () => storage.remove('t/a')],
    ['SignatureDoesNotMatch', () => storage.removeAll('t/')],
    ['SignatureDoesNotMatch', () => Array.fromAsync(storage.list('t/'))],
    // A response to HEAD has no body that could say more.
    ['Forbidden', () => storage.stat('t/a')],
  ]
  for (const [code, call] of calls) {
    const error = await problemOf(call())
    expect(error.code).toBe(code)
    expect(error.message).toMatch(/in bucket media at http:\/\/127\.0\.0\.1:\d+ .*[Cc]heck the (secret|credentials)/)
    expect(`${error.message}${error.stack ?? ''}${JSON.stringify(error)}`).not.toContain(secret)
  }
  const error = await problemOf(storage.get('t/a'))
  expect(error.message).toBe(
    `Media storage: cannot read t/a in bucket media at http://127.0.0.1:${server.port} (SignatureDoesNotMatch). The secret is wrong: check the secret in MEDIA_URL, where / is written %2F.`,
  )
})

test.each([
  [{ accessKey: 'unknown' }, 'InvalidAccessKeyId', 'check the key in MEDIA_URL'],
  [{ path: 'other' }, 'NoSuchBucket', 'create it, or check its name in MEDIA_URL'],
  [{ query: '&region=ap-southeast-2' }, 'AuthorizationHeaderMalformed', 'check region= in MEDIA_URL'],
])('a mistake in the address (%j) is explained', async (change, code, advice) => {
  const storage = await open(server.url(change), { maxTries: 1 })
  const error = await problemOf(storage.get('t/a'))
  expect([error.code, error.message]).toEqual([code, expect.stringContaining(advice)])
})

test('a missing bucket is an error and not a missing object', async () => {
  const storage = await open(server.url({ path: 'other' }), { maxTries: 1 })
  const calls = [
    () => storage.get('t/a'),
    () => storage.put('t/a', Buffer.from('1'), png),
    () => storage.removeAll('t/'),
  ]
  for (const call of calls) expect((await problemOf(call())).code).toBe('NoSuchBucket')
})

test("a clock that differs from the server's is corrected, and named when it cannot be", async () => {
  clockAheadMs = minutes(20)
  try {
    const once = await open(server.url(), { maxTries: 1 })
    const error = await problemOf(once.put('t/a', Buffer.from('1'), png))
    expect([error.code, error.message]).toEqual([
      'RequestTimeTooSkewed',
      expect.stringContaining("Check this machine's clock"),
    ])
    const storage = await open(server.url())
    await storage.put('t/a', Buffer.from('1'), png)
    expect(await storage.get('t/a')).toEqual(Buffer.from('1'))
  } finally {
    clockAheadMs = 0
  }
})

test(
  'calls are repeated when the server asks for fewer, and give up when it goes on',
  { timeout: 60_000 },
  async () => {
    const storage = await open(server.url())
    server.slowDown(2)
    await storage.put('t/slow', Buffer.from('1'), png)
    server.slowDown(2)
    expect(await storage.get('t/slow')).toEqual(Buffer.from('1'))
    server.slowDown(2)
    await storage.removeAll('t/')
    server.slowDown(1_000)
    const impatient = await open(server.url(), { maxTries: 2 })
    try {
      expect((await problemOf(impatient.get('t/slow'))).code).toBe('SlowDown')
    } finally {
      server.slowDown(0)
    }
  },
)

test('a server that is away fails within the time limit and names MEDIA_URL', async () => {
  const closed = createServer()
  await new Promise<void>((done) => closed.listen(0, '127.0.0.1', done))
  const { port } = closed.address() as AddressInfo
  await new Promise((done) => closed.close(done))
  const started = performance.now()
  const storage = await openStorage({ url: `s3://a:${secret}@127.0.0.1:${port}/media?tls=off`, folder: '' })
  const error = await problemOf(storage.put('t/a', Buffer.from('1'), png))
  expect([error.code, error.message]).toEqual([
    'ECONNREFUSED',
    `Media storage: cannot write t/a in bucket media at http://127.0.0.1:${port} (ECONNREFUSED). Nothing listens there: check the host and port in MEDIA_URL.`,
  ])
  expect(performance.now() - started).toBeLessThan(10_000)
})

/** A server of TCP that does with each connection what it is told. */
async function withServer(
  onConnection: (write: (text: string) => void) => void,
  work: (port: number) => Promise<void>,
) {
  const silent = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => onConnection((text) => socket.writable && socket.write(text)))
  })
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
  const connections: { destroy(): void }[] = []
  silent.on('connection', (socket) => void connections.push(socket))
  try {
    await work((silent.address() as AddressInfo).port)
  } finally {
    for (const socket of connections) socket.destroy()
    await new Promise((done) => silent.close(done))
  }
}

test('a server that never answers fails within the time limit', async () => {
  await withServer(
    () => {},
    async (port) => {
      const limits = { silenceMs: 200, callMs: 5_000, maxTries: 2 }
      const storage = await open(`s3://a:b@127.0.0.1:${port}/media?tls=off`, limits)
      const started = performance.now()
      const error = await problemOf(storage.get('t/a'))
      expect([error.code, error.message]).toEqual(['TimeoutError', expect.stringContaining('in MEDIA_URL')])
      expect(performance.now() - started).toBeLessThan(4_000)
    },
  )
})

test('objects are removed together with a Content-MD5, which older servers require', async () => {
  const digests: unknown[] = []
  const older = createHttpServer((request, response) => {
    if (request.method === 'GET') {
      response.end('<ListBucketResult><Contents><Key>t/a</Key></Contents></ListBucketResult>')
      return
    }
    const hash = createHash('md5')
    request.on('data', (part: Buffer) => void hash.update(part))
    request.on('end', () => {
      digests.push([request.headers['content-md5'], hash.digest('base64')])
      response.end('<DeleteResult/>')
    })
  })
  await new Promise<void>((done) => void older.listen(0, '127.0.0.1', done))
  const { port } = older.address() as AddressInfo
  await (await open(`s3://a:b@127.0.0.1:${port}/media?tls=off`)).removeAll('t/')
  expect(digests).toHaveLength(1)
  const [[sent, computed]] = digests as [[string, string]]
  expect(sent).toBe(computed)
  older.closeAllConnections()
  await new Promise((done) => void older.close(done))
})

test('an object that the server does not remove is an error', async () => {
  const partial = createHttpServer((request, response) => {
    const isList = request.method === 'GET'
    request.resume()
    response.end(
      isList
        ? '<ListBucketResult><Contents><Key>t/a</Key></Contents></ListBucketResult>'
        : '<DeleteResult><Error><Key>t/a</Key><Code>AccessDenied</Code><Message>no</Message></Error></DeleteResult>',
    )
  })
  await new Promise<void>((done) => void partial.listen(0, '127.0.0.1', done))
  const { port } = partial.address() as AddressInfo
  const storage = await open(`s3://a:b@127.0.0.1:${port}/media?tls=off`, { maxTries: 1 })
  expect((await problemOf(storage.removeAll('t/'))).code).toBe('AccessDenied')
  partial.closeAllConnections()
  await new Promise((done) => void partial.close(done))
})

test('TLS where there is none, and a certificate that is not trusted, are named', async () => {
  const noTls = await open(`s3://a:b@127.0.0.1:${server.port}/media`, { maxTries: 1 })
  expect((await problemOf(noTls.get('t/a'))).message).toContain('set tls=off in MEDIA_URL')
  const secure = createSecureServer(pictureHost, (_request, response) => response.end())
  await new Promise<void>((done) => void secure.listen(0, '127.0.0.1', done))
  const { port } = secure.address() as AddressInfo
  const untrusted = await open(`s3://a:b@127.0.0.1:${port}/media`, { maxTries: 1 })
  expect((await problemOf(untrusted.get('t/a'))).message).toContain('in NODE_EXTRA_CA_CERTS')
  await new Promise((done) => void secure.close(done))
})

/** What the SDK finds in the environment, and nothing of this machine's own. */
function stubAws(env: Readonly<Record<string, string>>): void {
  const none = { AWS_CONFIG_FILE: '/none', AWS_SHARED_CREDENTIALS_FILE: '/none', AWS_EC2_METADATA_DISABLED: 'true' }
  for (const [name, value] of Object.entries({ ...none, ...env })) vi.stubEnv(name, value)
}

test('a bucket of AWS is reached with credentials of the environment', async () => {
  stubAws({
    AWS_ACCESS_KEY_ID: 'sandbox',
    AWS_SECRET_ACCESS_KEY: 'sandbox-secret',
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${server.port}`,
  })
  const storage = await open('s3://media/aws?region=us-east-1')
  await storage.put('t/a', Buffer.from('1'), png)
  const same = await open(server.url({ path: 'media/aws' }))
  expect(await same.get('t/a')).toEqual(Buffer.from('1'))
})

test('missing credentials are named with what to set', async () => {
  stubAws({ AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '', AWS_PROFILE: '' })
  const error = await problemOf((await open('s3://media?region=us-east-1', { maxTries: 1 })).get('t/a'))
  expect([error.code, error.message]).toEqual([
    'CredentialsProviderError',
    'Media storage: cannot read t/a in bucket media at AWS (us-east-1) (CredentialsProviderError). No credentials were found: put ACCESS_KEY:SECRET@host into MEDIA_URL, or give this machine a role.',
  ])
})

test('a body that trickles without end fails at the limit of the call', async () => {
  const timers: NodeJS.Timeout[] = []
  await withServer(
    (write) => {
      write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n')
      timers.push(setInterval(() => write('x'), 50))
    },
    async (port) => {
      const limits = { silenceMs: 5_000, callMs: 500, maxTries: 1 }
      const storage = await open(`s3://a:b@127.0.0.1:${port}/media?tls=off`, limits)
      const started = performance.now()
      expect((await problemOf(storage.get('t/a'))).code).toBe('TimeoutError')
      expect(performance.now() - started).toBeLessThan(4_000)
    },
  )
  for (const timer of timers) clearInterval(timer)
})

test('a body that ends early is an error and not half an object', async () => {
  await withServer(
    (write) => write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\nconnection: close\r\n\r\nhalf'),
    async (port) => {
      const storage = await open(`s3://a:b@127.0.0.1:${port}/media?tls=off`, { callMs: 1_000, maxTries: 1 })
      expect((await problemOf(storage.get('t/a'))).message).toContain('cannot read t/a')
    },
  )
})

test('an address that cannot be read stops the start with the name of the setting', async () => {
  await expect(openStorage({ url: 'https://files.example', folder: '' })).rejects.toThrow(
    /^MEDIA_URL must begin with s3/,
  )
})
