import type { S3Client } from '@aws-sdk/client-s3'
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { seconds } from '../clock.ts'
import { noTracing, type Tracing } from '../tracing/tracing.ts'
import {
  checkedKey,
  checkedPrefix,
  checkedRange,
  checkedRemovalPrefix,
  type ByteRange,
  type ObjectStorage,
  type StoredObject,
} from './object-storage.ts'
import { explainedS3Error, nameOfS3Error } from './s3-errors.server.ts'
import type { StorageAddress } from './storage-address.ts'

/** Limits of a call in milliseconds, and how often the SDK tries it. */
export type S3Limits = {
  readonly connectMs: number
  /** Without a byte from the server. */
  readonly silenceMs: number
  /** With all tries and the body. */
  readonly callMs: number
  readonly maxTries: number
}

const defaultLimits: S3Limits = { connectMs: seconds(3), silenceMs: seconds(15), callMs: seconds(60), maxTries: 4 }

/** DeleteObjects takes this many keys. */
const maxKeysPerDelete = 1_000

/**
 * Opens a bucket of an S3-compatible server: AWS, R2, MinIO, Ceph. Sends nothing yet, so that the shop starts while the server is away.
 * Calls throw a StorageError that names bucket, key and what to check.
 */
export async function openS3Storage(
  address: StorageAddress,
  limits: Partial<S3Limits> = {},
  tracing: Tracing = noTracing,
): Promise<ObjectStorage> {
  // Loaded here: the SDK is heavy, and most installations store files in a folder.
  const sdk = await import('@aws-sdk/client-s3')
  const { callMs, ...clientLimits } = { ...defaultLimits, ...limits }
  const client = createClient(sdk, address, clientLimits)
  const Bucket = address.bucket
  const fullKey = (key: string) => `${address.prefix}${key}`

  const call = createCall({ address, callMs, tracing })

  async function* list(prefix: string): AsyncGenerator<StoredObject> {
    let ContinuationToken: string | undefined
    do {
      const input = {
        Bucket,
        Prefix: fullKey(prefix),
        ...(ContinuationToken === undefined ? {} : { ContinuationToken }),
      }
      const page = await call('list', prefix, (abortSignal) =>
        client.send(new sdk.ListObjectsV2Command(input), { abortSignal }),
      )
      for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? [])
        yield { key: Key.slice(address.prefix.length), bytes: Size, modifiedAt: LastModified }
      ContinuationToken = page.IsTruncated === true ? page.NextContinuationToken : undefined
    } while (ContinuationToken !== undefined)
  }

  async function removeKeys(prefix: string, keys: readonly string[]): Promise<void> {
    const Objects = keys.map((key) => ({ Key: fullKey(key) }))
    await call('remove', prefix, async (abortSignal) => {
      const command = new sdk.DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } })
      const { Errors = [] } = await client.send(command, { abortSignal })
      const [first] = Errors
      if (first !== undefined) throw Object.assign(new Error(first.Message), { name: first.Code ?? 'InternalError' })
    })
  }

  return {
    put: async (key, bytes, { contentType }) => {
      const input = { Bucket, Key: fullKey(checkedKey(key)), Body: bytes, ContentType: contentType }
      await call('write', key, (abortSignal) => client.send(new sdk.PutObjectCommand(input), { abortSignal }))
    },
    get: async (key, range) => {
      const Range = range === undefined ? {} : { Range: rangeHeader(range) }
      const input = { Bucket, Key: fullKey(checkedKey(key)), ...Range }
      return call('read', key, async (abortSignal) => {
        try {
          const { Body } = await client.send(new sdk.GetObjectCommand(input), { abortSignal })
          return await bytesOf(Body as Readable)
        } catch (error) {
          if (isMissing(error)) return null
          // The range begins after the last byte.
          if (nameOfS3Error(error) === 'InvalidRange') return Buffer.alloc(0)
          throw error
        }
      })
    },
    stat: async (key) => {
      const input = { Bucket, Key: fullKey(checkedKey(key)) }
      return call('read', key, async (abortSignal) => {
        try {
          const { ContentLength = 0, LastModified = new Date(0) } = await client.send(
            new sdk.HeadObjectCommand(input),
            { abortSignal },
          )
          return { bytes: ContentLength, modifiedAt: LastModified }
        } catch (error) {
          if (isMissing(error)) return null
          throw error
        }
      })
    },
    remove: async (key) => {
      const input = { Bucket, Key: fullKey(checkedKey(key)) }
      await call('remove', key, (abortSignal) => client.send(new sdk.DeleteObjectCommand(input), { abortSignal }))
    },
    removeAll: async (prefix) => {
      checkedRemovalPrefix(prefix)
      let batch: string[] = []
      for await (const { key } of list(prefix)) {
        batch.push(key)
        if (batch.length < maxKeysPerDelete) continue
        await removeKeys(prefix, batch)
        batch = []
      }
      if (batch.length > 0) await removeKeys(prefix, batch)
    },
    list: (prefix) => list(checkedPrefix(prefix)),
  }
}

/** Runs one call within the time limit, and explains its failure. */
const createCall =
  ({ address, callMs, tracing }: { address: StorageAddress; callMs: number; tracing: Tracing }) =>
  <Value>(what: string, key: string, work: (signal: AbortSignal) => Promise<Value>): Promise<Value> => {
    const signal = AbortSignal.timeout(callMs)
    const attributes = { 'aws.s3.bucket': address.bucket }
    return tracing.span({ name: `S3 ${what}`, kind: 'client', attributes }, async () => {
      try {
        return await work(signal)
      } catch (error) {
        throw explainedS3Error(error, { what, key, address, isLate: signal.aborted })
      }
    })
  }

type Sdk = typeof import('@aws-sdk/client-s3')

function createClient(
  sdk: Sdk,
  { region, endpoint, credentials, isPathStyle }: StorageAddress,
  { connectMs, silenceMs, maxTries }: Omit<S3Limits, 'callMs'>,
): S3Client {
  const client = new sdk.S3Client({
    region,
    forcePathStyle: isPathStyle,
    ...(endpoint === null ? {} : { endpoint }),
    ...(credentials === null ? {} : { credentials }),
    // The SDK adds CRC-32 checksums by default, which other servers than AWS's often reject.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: maxTries,
    requestHandler: { connectionTimeout: connectMs, requestTimeout: silenceMs, throwOnRequestTimeout: true },
  })
  addDigestToDeletes(client)
  return client
}

/** Older servers accept DeleteObjects with Content-MD5 only, as S3 itself once did; newer ones accept both. */
function addDigestToDeletes(client: S3Client): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        const request = args.request as { body?: unknown; headers: Record<string, string> }
        if (commandName === 'DeleteObjectsCommand' && typeof request.body === 'string')
          request.headers['content-md5'] = md5(request.body)
        return next(args)
      },
    { step: 'build', name: 'digestOfDeletes' },
  )
}

const md5 = (text: string): string => createHash('md5').update(text).digest('base64')

function rangeHeader(range: ByteRange): string {
  const { start, end } = checkedRange(range)
  return `bytes=${start}-${end}`
}

/** Reads a body to its end. The SDK ends it at the time limit, like the rest of the call. */
async function bytesOf(body: Readable): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of body as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts)
}

/** A bucket that does not exist is a mistake of the operator's and not a missing object; only HEAD cannot tell the two apart. */
const isMissing = (error: unknown): boolean => ['NoSuchKey', 'NotFound'].includes(nameOfS3Error(error))
