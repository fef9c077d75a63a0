import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStorage } from '../../src/platform/storage/open-storage.server.ts'
import { startSandbox } from '../sandbox.ts'
import { decodeAwsChunked } from './aws-chunked.ts'
import { startS3, type S3Server } from './s3-for-tests.ts'
import { s3Bucket as Bucket, s3Keys } from './s3.ts'

/** The stand-in against the SDK of AWS, which signs and reads as S3 is documented. */

let server: S3Server
let client: S3Client
beforeAll(async () => {
  server = await startS3()
  client = clientOf({})
})
afterAll(() => server.close())

function clientOf({
  accessKeyId = s3Keys.accessKeyId,
  secretAccessKey = s3Keys.secretAccessKey,
  region = s3Keys.region,
  port = server.port,
}) {
  return new S3Client({
    region,
    endpoint: `http://127.0.0.1:${port}`,
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: { accessKeyId, secretAccessKey },
  })
}

async function codeOf(call: Promise<unknown>): Promise<readonly [string, number | undefined]> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof S3ServiceException)) return expect.fail(`not an error of S3: ${String(error)}`)
  return [error.name, error.$metadata.httpStatusCode]
}

describe('signatures', () => {
  const read = (from: S3Client) => from.send(new GetObjectCommand({ Bucket, Key: 'a' }))

  test.each([
    [{ secretAccessKey: 'another' }, 'SignatureDoesNotMatch', 403],
    [{ accessKeyId: 'another' }, 'InvalidAccessKeyId', 403],
    [{ region: 'eu-west-1' }, 'AuthorizationHeaderMalformed', 400],
  ])('a client with %j is refused', async (change, code, status) => {
    expect(await codeOf(read(clientOf(change)))).toEqual([code, status])
  })

  test('a request from more than 15 minutes ago or ahead is refused', async () => {
    for (const aheadMs of [-16 * 60_000, 16 * 60_000]) {
      const other = await startS3({ now: () => new Date(Date.now() + aheadMs) })
      expect(await codeOf(read(clientOf({ port: other.port })))).toEqual(['RequestTimeTooSkewed', 403])
      await other.close()
    }
  })

  test.each([
    ['path', (request: { path: string }) => void (request.path = '/media/b')],
    ['query', (request: { query: object }) => void Object.assign(request.query, { versionId: '1' })],
    [
      'an added header',
      (request: { headers: object }) => void Object.assign(request.headers, { 'x-amz-acl': 'public-read' }),
    ],
    ['method', (request: { method: string }) => void (request.method = 'DELETE')],
    [
      'a header',
      (request: { headers: object }) =>
        void Object.assign(request.headers, { 'x-amz-date': `${new Date().getUTCFullYear()}0101T000000Z` }),
    ],
  ])('%s changed after signing is refused', async (_what, change) => {
    const changing = clientOf({})
    changing.middlewareStack.add(
      (next) => (args) => {
        change(args.request as never)
        return next(args)
      },
      { step: 'finalizeRequest', priority: 'low' },
    )
    const [code] = await codeOf(read(changing))
    expect(['SignatureDoesNotMatch', 'AuthorizationHeaderMalformed', 'AccessDenied']).toContain(code)
  })

  test('a body changed after signing is refused', async () => {
    const changing = clientOf({})
    changing.middlewareStack.add(
      (next) => (args) => {
        Object.assign(args.request as object, { body: Buffer.from('evil') })
        return next(args)
      },
      { step: 'finalizeRequest', priority: 'low' },
    )
    const put = changing.send(new PutObjectCommand({ Bucket, Key: 'a', Body: Buffer.from('good') }))
    expect(await codeOf(put)).toEqual(['XAmzContentSHA256Mismatch', 400])
  })

  test('a request without a signature is refused as XML', async () => {
    const response = await fetch(`http://127.0.0.1:${server.port}/media/a`)
    expect([response.status, response.headers.get('content-type')]).toEqual([403, 'application/xml'])
    expect(await response.text()).toContain('<Code>AccessDenied</Code>')
  })
})

describe('objects', () => {
  test('keys of any characters and their content types are stored', async () => {
    for (const Key of ['a b+c/d', "it's (1)*!", 'ä/€', 'per%20cent', 'a&b="c"']) {
      await client.send(new PutObjectCommand({ Bucket, Key, Body: Key, ContentType: 'text/plain' }))
      const { Body, ContentType, ETag } = await client.send(new GetObjectCommand({ Bucket, Key }))
      expect([await Body?.transformToString(), ContentType]).toEqual([Key, 'text/plain'])
      expect(ETag).toMatch(/^"[0-9a-f]{32}"$/)
    }
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }))
    expect(Contents.map((one) => one.Key)).toContain('a&b="c"')
    const Objects = Contents.map(({ Key }) => ({ Key }))
    const { Deleted = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }))
    expect(Deleted).toEqual(Objects)
    expect((await client.send(new ListObjectsV2Command({ Bucket }))).KeyCount).toBe(0)
  })

  test('a body that the SDK sends in chunks with a checksum is stored without the chunks', async () => {
    const Body = Readable.from([Buffer.alloc(70_000, 'a'), Buffer.alloc(30_000, 'b')])
    await client.send(new PutObjectCommand({ Bucket, Key: 'stream', Body, ContentLength: 100_000 }))
    const { ContentLength } = await client.send(new HeadObjectCommand({ Bucket, Key: 'stream' }))
    expect(ContentLength).toBe(100_000)
  })

  test('chunks that are cut or malformed are not accepted', () => {
    expect(decodeAwsChunked(Buffer.from('3\r\nabc\r\n0\r\n\r\n'))).toEqual(Buffer.from('abc'))
    for (const body of ['', '3\r\nab', '3\r\nabcd\r\n0\r\n', 'x\r\nabc\r\n0\r\n', '3\r\nabc\r\n'])
      expect([body, decodeAwsChunked(Buffer.from(body))]).toEqual([body, null])
  })

  test('a list is cut at max-keys and continued by its token', async () => {
    for (const Key of ['l/1', 'l/2', 'l/3']) await client.send(new PutObjectCommand({ Bucket, Key, Body: Key }))
    const first = await client.send(new ListObjectsV2Command({ Bucket, Prefix: 'l/', MaxKeys: 2 }))
    expect([first.Contents?.length, first.IsTruncated]).toEqual([2, true])
    const rest = await client.send(
      new ListObjectsV2Command({ Bucket, Prefix: 'l/', ContinuationToken: first.NextContinuationToken }),
    )
    expect([rest.Contents?.map(({ Key }) => Key), rest.IsTruncated]).toEqual([['l/3'], false])
  })
})

test('the sandbox stores objects on its own port and keeps them over a restart', { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-s3-'))
  const lines: string[] = []
  const start = () => startSandbox({ folder, port: 0, log: (line) => void lines.push(line) })
  const open = (port: number) =>
    openStorage({ url: `s3://sandbox:sandbox-secret@127.0.0.1:${port}/media?tls=off&style=path`, folder })
  const first = await start()
  await (await open(first.port)).put('products/1.jpg', Buffer.from('picture'), { contentType: 'image/jpeg' })
  expect((await fetch(`${first.url}/media/products/1.jpg`)).status).toBe(404)
  expect(lines).toContain('PUT s3 200')
  await first.close(0)
  const second = await start()
  expect(await (await open(second.port)).get('products/1.jpg')).toEqual(Buffer.from('picture'))
  await second.close(0)
  await rm(folder, { recursive: true, force: true })
})
