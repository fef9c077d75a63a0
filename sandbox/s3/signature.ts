import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { S3Problem } from './s3-bodies.ts'

/** AWS Signature Version 4 in the Authorization header, verified as S3 does; presigned addresses are not supported. */

export type SignedRequest = {
  readonly method: string
  /** As it was sent: path and query, still encoded. */
  readonly target: string
  readonly headers: IncomingHttpHeaders
}

export type SignatureKeys = {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly region: string
}

const algorithm = 'AWS4-HMAC-SHA256'
const maxSkewMs = 15 * 60_000

/** Whether a request is one of S3: nothing else the sandbox imitates signs like this. */
export const isS3Request = (headers: IncomingHttpHeaders): boolean =>
  headers.authorization?.startsWith(`${algorithm} `) === true

type Authorization = {
  readonly accessKeyId: string
  readonly day: string
  readonly region: string
  readonly signedHeaders: readonly string[]
  readonly signature: string
}

function parseAuthorization(text: string): Authorization | null {
  const fields = new Map(
    text
      .slice(algorithm.length)
      .split(',')
      .map((pair) => pair.trim().split('='))
      .map(([name = '', value = '']) => [name, value] as const),
  )
  const [accessKeyId = '', day = '', region = '', service, end] = fields.get('Credential')?.split('/') ?? []
  const signedHeaders = fields.get('SignedHeaders')?.split(';') ?? []
  const signature = fields.get('Signature') ?? ''
  const isWhole = /^\d{8}$/.test(day) && /^[0-9a-f]{64}$/.test(signature) && signedHeaders.includes('host')
  return isWhole && service === 's3' && end === 'aws4_request'
    ? { accessKeyId, day, region, signedHeaders, signature }
    : null
}

/** Null when the signature is right; else what S3 answers. The body's own hash is compared by the caller. */
export function signatureProblem(request: SignedRequest, keys: SignatureKeys, now: Date): S3Problem | null {
  const { headers } = request
  if (!isS3Request(headers)) return { status: 403, code: 'AccessDenied', message: 'Requests must be signed.' }
  const given = parseAuthorization(headers.authorization ?? '')
  const at = headers['x-amz-date']
  if (given === null || typeof at !== 'string' || !at.startsWith(given.day))
    return { status: 400, code: 'AuthorizationHeaderMalformed', message: 'The authorization header is malformed.' }
  if (given.accessKeyId !== keys.accessKeyId)
    return { status: 403, code: 'InvalidAccessKeyId', message: 'The access key does not exist in our records.' }
  if (given.region !== keys.region)
    return {
      status: 400,
      code: 'AuthorizationHeaderMalformed',
      message: `The region '${given.region}' is wrong; expecting '${keys.region}'`,
    }
  const unsigned = Object.keys(headers).find((name) => name.startsWith('x-amz-') && !given.signedHeaders.includes(name))
  if (unsigned !== undefined)
    return { status: 403, code: 'AccessDenied', message: `The header ${unsigned} is not signed.` }
  if (!(Math.abs(timeOf(at) - now.getTime()) <= maxSkewMs))
    return {
      status: 403,
      code: 'RequestTimeTooSkewed',
      message: "The difference between the request time and the server's time is too large.",
    }
  const expected = Buffer.from(signatureOf(request, given, at, keys.secretAccessKey), 'hex')
  return timingSafeEqual(expected, Buffer.from(given.signature, 'hex'))
    ? null
    : { status: 403, code: 'SignatureDoesNotMatch', message: 'The request signature does not match.' }
}

/** Of '20261127T113000Z', in milliseconds; NaN for anything else. */
function timeOf(text: string): number {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? []
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

function signatureOf(
  { method, target, headers }: SignedRequest,
  { day, region, signedHeaders }: Authorization,
  at: string,
  secret: string,
): string {
  const [path = '', query = ''] = target.split('?')
  const canonical = [
    method,
    path,
    canonicalQuery(query),
    ...signedHeaders.map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    signedHeaders.join(';'),
    headers['x-amz-content-sha256'] ?? '',
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = [algorithm, at, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secretKey, part) => createHmac('sha256', secretKey).update(part).digest(),
    `AWS4${secret}`,
  )
  return createHmac('sha256', key).update(toSign).digest('hex')
}

/** Parameters in one spelling, ordered by name and then by value. */
function canonicalQuery(query: string): string {
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', value = ''] = pair.split('=')
      return `${encoded(name)}=${encoded(value)}`
    })
    .toSorted()
    .join('&')
}

/** RFC 3986: everything but letters, digits and -._~ is encoded. */
const encoded = (text: string): string =>
  encodeURIComponent(decodeURIComponent(text)).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
