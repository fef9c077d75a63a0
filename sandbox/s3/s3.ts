import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { decodeAwsChunked } from './aws-chunked.ts'
import type { ObjectRow, ObjectStore } from './object-store.ts'
import { deletedBody, deleteRequest, errorBody, listBody, type S3Problem } from './s3-bodies.ts'
import { signatureProblem, type SignatureKeys } from './signature.ts'

/** Stands in for an S3-compatible server: one bucket in path style, with the calls that storing files takes. */

export const s3Keys: SignatureKeys = {
  accessKeyId: 'sandbox',
  secretAccessKey: 'sandbox-secret',
  region: 'us-east-1',
}

export const s3Bucket = 'media'

export type S3StandIn = {
  handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>
  /** Answers the next requests, so many, with 503 SlowDown. */
  slowDown(count: number): void
}

type S3Answer = {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

type S3Request = {
  readonly method: string
  readonly bucket: string
  readonly key: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

const largestBody = 64 * 1024 * 1024
const maxListed = 1_000

export function createS3({
  store,
  now,
  log,
}: {
  readonly store: ObjectStore
  readonly now: () => Date
  /** One line per request that changes something or fails: no key, no body. */
  readonly log: (line: string) => void
}): S3StandIn {
  let slowDowns = 0

  async function answerOf(incoming: IncomingMessage): Promise<S3Answer> {
    const body = await readBytes(incoming)
    const target = incoming.url ?? '/'
    const { pathname, searchParams: query } = new URL(target, 'http://s3')
    const [, bucket = '', ...rest] = decodeURIComponent(pathname).split('/')
    const { method = 'GET', headers } = incoming
    const refuse = (problem: S3Problem): S3Answer => ({
      status: problem.status,
      headers: { 'content-type': 'application/xml' },
      body: errorBody(problem, pathname),
    })
    if (body === null) return refuse({ status: 400, code: 'EntityTooLarge', message: 'The body is over 64 MiB.' })
    if (slowDowns > 0) {
      slowDowns--
      return refuse({ status: 503, code: 'SlowDown', message: 'Please reduce your request rate.' })
    }
    const problem = signatureProblem({ method, target, headers }, s3Keys, now())
    if (problem !== null) return refuse(problem)
    if (bucket !== s3Bucket) return refuse({ status: 404, code: 'NoSuchBucket', message: 'The bucket does not exist.' })
    const content = contentOf(headers, body)
    if ('code' in content) return refuse(content)
    const answer = respond(store, now, { method, bucket, key: rest.join('/'), query, headers, body: content.bytes })
    return 'code' in answer ? refuse(answer) : answer
  }

  return {
    slowDown: (count) => void (slowDowns = count),
    async handle(incoming, outgoing) {
      const { method = 'GET' } = incoming
      const { status, headers = {}, body = '' } = await answerOf(incoming)
      outgoing.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers, date: now().toUTCString() })
      outgoing.end(method === 'HEAD' ? '' : body)
      if (status >= 400 || (method !== 'GET' && method !== 'HEAD')) log(`${method} s3 ${status}`)
    },
  }
}

async function readBytes(incoming: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of incoming as AsyncIterable<Buffer>) {
    size += part.length
    if (size > largestBody) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** The bytes of a body after its encoding, if it is what its headers say. */
function contentOf(headers: IncomingMessage['headers'], body: Buffer): { readonly bytes: Buffer } | S3Problem {
  const hash = headers['x-amz-content-sha256']
  const md5 = headers['content-md5']
  if (md5 !== undefined && createHash('md5').update(body).digest('base64') !== md5)
    return { status: 400, code: 'BadDigest', message: 'The Content-MD5 does not match the body.' }
  if (hash === 'STREAMING-UNSIGNED-PAYLOAD-TRAILER') {
    const bytes = decodeAwsChunked(body)
    if (bytes !== null && String(bytes.length) === headers['x-amz-decoded-content-length']) return { bytes }
    return { status: 400, code: 'IncompleteBody', message: 'The chunks are not what the headers say.' }
  }
  if (typeof hash === 'string' && hash.startsWith('STREAMING-'))
    return { status: 501, code: 'NotImplemented', message: 'Chunks with signatures are not imitated.' }
  if (hash !== 'UNSIGNED-PAYLOAD' && createHash('sha256').update(body).digest('hex') !== hash)
    return { status: 400, code: 'XAmzContentSHA256Mismatch', message: 'The hash does not match the body.' }
  return { bytes: body }
}

function respond(store: ObjectStore, now: () => Date, request: S3Request): S3Answer | S3Problem {
  const { method, bucket, key, query, headers, body } = request
  if (key === '') return respondForBucket(store, request)
  if (method === 'PUT') {
    const contentType = headers['content-type'] ?? 'binary/octet-stream'
    return { status: 200, headers: { etag: store.put(bucket, { key, bytes: body, contentType, modifiedAt: now() }) } }
  }
  if (method === 'DELETE') {
    store.remove(bucket, key)
    return { status: 204 }
  }
  if (method !== 'GET' && method !== 'HEAD') return notImplemented
  const found = store.get(bucket, key)
  if (found === null) return { status: 404, code: 'NoSuchKey', message: 'The key does not exist.' }
  return method === 'HEAD' || query.size === 0 || query.has('x-id')
    ? objectAnswer(found, headers.range)
    : notImplemented
}

const notImplemented: S3Problem = { status: 501, code: 'NotImplemented', message: 'This call is not imitated.' }

function respondForBucket(store: ObjectStore, { method, bucket, query, body }: S3Request): S3Answer | S3Problem {
  const xml = { 'content-type': 'application/xml' }
  if (method === 'GET' && query.get('list-type') === '2')
    return { status: 200, headers: xml, body: listOf(store, bucket, query) }
  if (method !== 'POST' || !query.has('delete')) return notImplemented
  const request = deleteRequest(body.toString('utf8'))
  if (request === null || request.keys.length > maxListed)
    return { status: 400, code: 'MalformedXML', message: 'The XML is not well-formed or has over 1,000 keys.' }
  for (const key of request.keys) store.remove(bucket, key)
  return { status: 200, headers: xml, body: deletedBody(request.keys, request.isQuiet) }
}

/** A page of keys. A token is the last key of the page before, in base64 as S3's look too. */
function listOf(store: ObjectStore, bucket: string, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? ''
  const maxKeys = Math.min(Number(query.get('max-keys') ?? maxListed), maxListed)
  const token = query.get('continuation-token')
  const after = token === null ? (query.get('start-after') ?? '') : Buffer.from(token, 'base64').toString('utf8')
  const rows = store.list(bucket, { prefix, after, max: maxKeys + 1 })
  const shown = rows.slice(0, maxKeys)
  const last = shown.at(-1)
  const nextToken =
    rows.length > shown.length && last !== undefined ? Buffer.from(last.key, 'utf8').toString('base64') : null
  return listBody({ bucket, prefix, maxKeys, token, rows: shown, nextToken })
}

function objectAnswer(
  { bytes, contentType, etag, modifiedAt }: ObjectRow,
  range: string | undefined,
): S3Answer | S3Problem {
  const headers = {
    'content-type': contentType,
    etag,
    'last-modified': modifiedAt.toUTCString(),
    'accept-ranges': 'bytes',
  }
  const [, first, last = ''] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? []
  if (first === undefined)
    return { status: 200, headers: { ...headers, 'content-length': String(bytes.length) }, body: bytes }
  const start = Number(first)
  const end = Math.min(last === '' ? Infinity : Number(last), bytes.length - 1)
  if (start >= bytes.length) return { status: 416, code: 'InvalidRange', message: 'The range is not satisfiable.' }
  const part = bytes.subarray(start, end + 1)
  const length = String(part.length)
  const contentRange = `bytes ${start}-${end}/${bytes.length}`
  return { status: 206, headers: { ...headers, 'content-length': length, 'content-range': contentRange }, body: part }
}
