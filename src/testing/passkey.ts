import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** A software passkey: returns what `navigator.credentials` would, and invalid data when a test requests it. */

type PasskeyRequest = { readonly challenge: string; readonly rpId?: string; readonly rp?: { readonly id?: string } }
export type Lies = {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  /** The user-present or user-verified flag is missing. */
  readonly flags?: number
  readonly counter?: number
  readonly id?: string
}

const userPresent = 0x01
const userVerified = 0x04
const hasCredential = 0x40

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest()

export function createPasskey(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let counter = 0

  const clientData = (type: string, requested: PasskeyRequest, lies: Lies): Buffer =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: lies.challenge ?? requested.challenge,
        origin: lies.origin ?? origin,
        crossOrigin: false,
      }),
    )

  function authenticatorData(flags: number, lies: Lies, more: Uint8Array = new Uint8Array()): Buffer {
    const head = Buffer.alloc(5)
    head.writeUInt8(flags, 0)
    head.writeUInt32BE(lies.counter ?? ++counter, 1)
    return Buffer.concat([sha256(lies.rpId ?? new URL(origin).hostname), head, more])
  }

  const credential = (response: object, lies: Lies) => ({
    id: lies.id ?? base64url(id),
    rawId: lies.id ?? base64url(id),
    type: 'public-key',
    clientExtensionResults: {},
    authenticatorAttachment: 'platform',
    response,
  })

  return {
    id: base64url(id),
    create(requested: PasskeyRequest, lies: Lies = {}) {
      const data = clientData('webauthn.create', requested, lies)
      const key = isoCBOR.encode(coseKey(publicKey) as never)
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, key])
      const authData = authenticatorData(lies.flags ?? userPresent | userVerified | hasCredential, lies, attested)
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ])
      return credential(
        {
          clientDataJSON: base64url(data),
          attestationObject: base64url(isoCBOR.encode(attestation as never)),
          transports: ['internal'],
        },
        lies,
      )
    },
    get(requested: PasskeyRequest, lies: Lies = {}) {
      const data = clientData('webauthn.get', requested, lies)
      const authData = authenticatorData(lies.flags ?? userPresent | userVerified, lies)
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)
      return credential(
        {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(authData),
          signature: base64url(signature),
        },
        lies,
      )
    },
  }
}

/** EC2, ES256, P-256 and its two coordinates (RFC 9053). */
function coseKey(publicKey: KeyObject): Map<number, unknown> {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ])
}
