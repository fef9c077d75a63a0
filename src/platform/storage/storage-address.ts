import { err, ok, type Result } from '../result.ts'
import { isObjectKey } from './object-storage.ts'

/** A bucket of an S3-compatible server, from one address: MEDIA_URL. */
export type StorageAddress = {
  readonly bucket: string
  /** Empty, or segments that end with a slash: what keys begin with inside the bucket. */
  readonly prefix: string
  readonly region: string
  /** The server's origin; null for AWS by its own rules. */
  readonly endpoint: string | null
  /** Null for the default chain of the SDK: environment, profile or the instance's role. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null
  /** Whether the bucket is in the path (MinIO, Ceph) and not in the host name. */
  readonly isPathStyle: boolean
}

/** How the address is written; problems end with it. */
const forms =
  's3://ACCESS_KEY:SECRET@host/bucket for a server, or s3://bucket?region=ap-southeast-2 for AWS with credentials of the environment'

/** Servers without regions, such as MinIO, expect this one in signatures. */
const defaultRegion = 'us-east-1'

/**
 * Parses `s3://ACCESS_KEY:SECRET@host[:port]/bucket[/prefix]?region=…&tls=off&style=path`, or `s3://bucket[/prefix]?region=…` for AWS. The
 * problem is a sentence for the operator that continues "MEDIA_URL …" and repeats no part of the credentials.
 */
export function parseStorageAddress(text: string): Result<StorageAddress, string> {
  if (!text.startsWith('s3://')) return err(`must begin with s3://: ${forms}`)
  if (!URL.canParse(text))
    return err(`cannot be read: inside ACCESS_KEY and SECRET write / as %2F, @ as %40 and % as %25; ${forms}`)
  const url = new URL(text)
  const unknown = [...url.searchParams.keys()].find((name) => !['region', 'tls', 'style'].includes(name))
  if (unknown !== undefined) return err('can have the parameters region, tls and style only')
  const region = url.searchParams.get('region')
  if (region !== null && !/^[a-z0-9-]+$/.test(region)) return err('must have a region such as region=ap-southeast-2')
  return url.username === '' && url.password === '' ? awsAddress(url, region) : serverAddress(url, region)
}

/** Without credentials, the host is the bucket's name. */
function awsAddress(url: URL, region: string | null): Result<StorageAddress, string> {
  if (url.port !== '') return err(`must have ACCESS_KEY:SECRET@ before a host with a port: ${forms}`)
  if (region === null) return err(`must have the bucket's region: s3://bucket?region=ap-southeast-2`)
  if (url.searchParams.has('tls') || url.searchParams.has('style'))
    return err('can have tls and style only with ACCESS_KEY:SECRET@host')
  return bucketAddress(url.hostname, url.pathname, { region, endpoint: null, credentials: null, isPathStyle: false })
}

function serverAddress(url: URL, region: string | null): Result<StorageAddress, string> {
  const credentials = { accessKeyId: decoded(url.username), secretAccessKey: decoded(url.password) }
  const { accessKeyId, secretAccessKey } = credentials
  if (accessKeyId === null || secretAccessKey === null) return err('must have % as %25 in ACCESS_KEY and SECRET')
  if (accessKeyId === '' || secretAccessKey === '') return err(`must have both ACCESS_KEY and SECRET: ${forms}`)
  const tls = url.searchParams.get('tls') ?? 'on'
  if (tls !== 'on' && tls !== 'off') return err('must have tls=on or tls=off')
  const style = url.searchParams.get('style') ?? 'path'
  if (style !== 'path' && style !== 'host') return err('must have style=path or style=host')
  if (region === null && url.hostname.endsWith('.amazonaws.com'))
    return err("must have the bucket's region, such as region=ap-southeast-2")
  const [, bucket = '', ...rest] = url.pathname.split('/')
  return bucketAddress(bucket, `/${rest.join('/')}`, {
    region: region ?? defaultRegion,
    endpoint: `${tls === 'off' ? 'http' : 'https'}://${url.host}`,
    credentials: { accessKeyId, secretAccessKey },
    isPathStyle: style === 'path',
  })
}

function bucketAddress(
  bucket: string,
  path: string,
  rest: Omit<StorageAddress, 'bucket' | 'prefix'>,
): Result<StorageAddress, string> {
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    return err(`must name a bucket (3 to 63 of a-z, 0-9, "." and "-"): ${forms}`)
  const segments = path.split('/').filter((segment) => segment !== '')
  const prefix = segments.join('/')
  if (prefix !== '' && !isObjectKey(prefix)) return err('must have a prefix of a-z, 0-9, ".", "_", "-" and "/"')
  return ok({ ...rest, bucket, prefix: prefix === '' ? '' : `${prefix}/` })
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
