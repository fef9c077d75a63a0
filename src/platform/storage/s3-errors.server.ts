import { StorageError } from './object-storage.ts'
import type { StorageAddress } from './storage-address.ts'

const noTls = 'The server does not speak TLS on this port: check the port, or set tls=off in MEDIA_URL'
const untrusted =
  "The server's certificate is not trusted: name the file of its authority's certificate in NODE_EXTRA_CA_CERTS"

/** What an operator checks, by the error's name: those of S3, of the SDK and of connections. */
const advice: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'The server does not know the access key: check the key in MEDIA_URL',
  SignatureDoesNotMatch: 'The secret is wrong: check the secret in MEDIA_URL, where / is written %2F',
  AccessDenied: 'Check that this access key may read, write, list and delete in the bucket',
  Forbidden: 'Check the credentials, and that they may read, write, list and delete in the bucket',
  RequestTimeTooSkewed: "Check this machine's clock: it differs from the server's by more than 15 minutes",
  RequestExpired: "Check this machine's clock",
  ExpiredToken: 'The temporary credentials have expired: check how this machine gets them',
  CredentialsProviderError:
    'No credentials were found: put ACCESS_KEY:SECRET@host into MEDIA_URL, or give this machine a role',
  NoSuchBucket: 'The bucket does not exist: create it, or check its name in MEDIA_URL',
  PermanentRedirect: 'The bucket is in another region: check region= in MEDIA_URL',
  AuthorizationHeaderMalformed: 'The region is wrong: check region= in MEDIA_URL',
  IllegalLocationConstraintException: 'The region is wrong: check region= in MEDIA_URL',
  SlowDown: 'The server asks for fewer requests; they succeed when repeated later',
  ServiceUnavailable: 'The server is overloaded or starting; requests succeed when repeated later',
  QuotaExceeded: "The bucket's quota is used up",
  TimeoutError: 'The server did not answer in time: check the host and port in MEDIA_URL, and the network',
  ECONNREFUSED: 'Nothing listens there: check the host and port in MEDIA_URL',
  ENOTFOUND: 'The host has no address: check the host in MEDIA_URL',
  EAI_AGAIN: 'The name server does not answer: check the network',
  ECONNRESET: 'The connection was cut: check tls= in MEDIA_URL, and the network',
  EPROTO: noTls,
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: "The server's certificate is for another name: check the host in MEDIA_URL, and style=",
  CERT_HAS_EXPIRED: "The server's certificate has expired: renew it",
}

/** Responses to HEAD have no body, so their errors have a status only. */
const nameOfStatus: Readonly<Record<number, string>> = { 301: 'PermanentRedirect', 403: 'Forbidden', 404: 'NotFound' }

/** The name of an error: the server's own, the connection's code, or what the status means. */
export function nameOfS3Error(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code, $metadata } = error as { code?: unknown; $metadata?: { httpStatusCode?: number } }
  if (advice[error.name] !== undefined || error.name === 'NoSuchKey') return error.name
  if (typeof code === 'string') return code
  const status = $metadata?.httpStatusCode
  return status === undefined ? error.name : (nameOfStatus[status] ?? error.name)
}

/** The same failure as an operator reads it. The SDK's own message is left out, because servers repeat credentials in it. */
export function explainedS3Error(
  error: unknown,
  {
    what,
    key,
    address: { bucket, prefix, endpoint, region },
    isLate,
  }: { readonly what: string; readonly key: string; readonly address: StorageAddress; readonly isLate: boolean },
): StorageError {
  const code = isLate ? 'TimeoutError' : nameOfS3Error(error)
  const name = `${prefix}${key}` || 'objects'
  const place = endpoint === null ? `at AWS (${region})` : `at ${endpoint}`
  return new StorageError(
    `Media storage: cannot ${what} ${name} in bucket ${bucket} ${place} (${code}). ${advice[code] ?? 'Check MEDIA_URL and the server'}.`,
    code,
  )
}
