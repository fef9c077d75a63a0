import {
  constants,
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  privateDecrypt,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'

/**
 * The gateway's keys: an RSA pair and a self-signed X.509 certificate per merchant account. The shop gets the certificates; the private
 * keys stay in the sandbox's folder, as they would stay with the gateway. Two are valid at once, so that a page loaded before a change
 * of keys can still pay.
 */

const KeyFile = z.array(
  z.object({ merchantAccount: z.string(), privateKey: z.string(), certificate: z.string(), createdAt: z.string() }),
)

type Key = {
  readonly merchantAccount: string
  readonly privateKey: KeyObject
  /** Base64 DER. */
  readonly certificate: string
  readonly createdAt: string
}

/** A card encrypted by a page. Never stored, never logged. */
export type CardData = {
  readonly number: string
  readonly cvc: string
  readonly expiryMonth: number
  readonly expiryYear: number
  readonly holderName: string
}

/** The security code of a stored card, encrypted by a page. */
export type CodeData = { readonly cvc: string }

/** The gateway's own codes for a card it cannot read. */
export type UnreadableCard = {
  readonly errorCode: '170' | '171' | '172' | '173' | '174' | '175'
  readonly message: string
}

export type Certificates = Awaited<ReturnType<typeof openCertificates>>

const validAtOnce = 2

/**
 * Reads the keys of the folder, makes what is missing, and writes `certificates.json` for the shop: merchant account → base64 DER of the
 * newest certificate.
 */
export async function openCertificates(folder: string, merchantAccounts: readonly string[]) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const keyFile = join(folder, 'keys.json')
  const certificateFile = join(folder, 'certificates.json')
  let keys = readKeys(keyFile)
  for (const merchantAccount of merchantAccounts) {
    if (!keys.some((key) => key.merchantAccount === merchantAccount)) keys = [await newKey(merchantAccount), ...keys]
  }
  publish()

  /** The newest certificate of each account. Keys are in order, newest first. */
  function current(): Record<string, string> {
    const newest: Record<string, string> = {}
    for (const merchantAccount of merchantAccounts) {
      const key = keys.find((one) => one.merchantAccount === merchantAccount)
      if (key !== undefined) newest[merchantAccount] = key.certificate
    }
    return newest
  }

  function publish(): void {
    const stored = keys.map((key) => ({
      ...key,
      privateKey: key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    }))
    writeAtomically(keyFile, JSON.stringify(stored, null, 2), 0o600)
    writeAtomically(certificateFile, `${JSON.stringify(current(), null, 2)}\n`, 0o644)
  }

  const keysOf = (merchantAccount: string) => (kid: string) =>
    keys.find((key) => key.merchantAccount === merchantAccount && fingerprint(key.certificate) === kid)?.privateKey

  return {
    certificateFile,
    current,
    /** Rotates the key of every account, or of one; the previous key stays valid, older ones do not. */
    async rotate(only?: string): Promise<void> {
      for (const merchantAccount of merchantAccounts) {
        if (only !== undefined && only !== merchantAccount) continue
        const earlier = keys.filter((key) => key.merchantAccount === merchantAccount).slice(0, validAtOnce - 1)
        const others = keys.filter((key) => key.merchantAccount !== merchantAccount)
        keys = [await newKey(merchantAccount), ...earlier, ...others]
      }
      publish()
    },
    /** The card inside a compact JWE made for this merchant account, or why it cannot be read. */
    open(merchantAccount: string, jwe: string, now: Date): CardData | UnreadableCard {
      const payload = decrypted(jwe, keysOf(merchantAccount), CardPayload, now)
      if ('errorCode' in payload) return payload
      const { number, cvc, expiryMonth, expiryYear, holderName } = payload
      return { number, cvc, expiryMonth: Number(expiryMonth), expiryYear: Number(expiryYear), holderName }
    },
    /** The same of a security code alone. */
    openCode(merchantAccount: string, jwe: string, now: Date): CodeData | UnreadableCard {
      return decrypted(jwe, keysOf(merchantAccount), CodePayload, now)
    },
  }
}

/** SHA-256 of a base64 DER certificate, as lower-case hex: the `kid` of what is encrypted with it. */
export function fingerprint(certificate: string): string {
  return createHash('sha256').update(Buffer.from(certificate, 'base64')).digest('hex')
}

function readKeys(file: string): Key[] {
  if (!existsSync(file)) return []
  return KeyFile.parse(JSON.parse(readFileSync(file, 'utf8'))).map((key) => ({
    ...key,
    privateKey: createPrivateKey(key.privateKey),
  }))
}

async function newKey(merchantAccount: string): Promise<Key> {
  const pair = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const createdAt = new Date()
  const certificate = selfSigned(pair.privateKey, merchantAccount, createdAt).toString('base64')
  return { merchantAccount, privateKey: pair.privateKey, certificate, createdAt: createdAt.toISOString() }
}

/** Readers see the old file or the new one, never half of one. */
function writeAtomically(file: string, text: string, mode: number): void {
  mkdirSync(dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}.new`
  writeFileSync(draft, text, { mode, flush: true })
  chmodSync(draft, mode)
  renameSync(draft, file)
}

// X.509 in DER, as far as one self-signed certificate needs it (RFC 5280 section 4.1, ITU-T X.690).

/** One DER element: tag, length, content. */
function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents)
  if (content.length < 128) return Buffer.concat([Buffer.from([tag, content.length]), content])
  const length = Buffer.from(content.length.toString(16).padStart(content.length > 0xff ? 4 : 2, '0'), 'hex')
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, content])
}

const sequence = (...contents: readonly Uint8Array[]): Buffer => der(0x30, ...contents)

// sha256WithRSAEncryption, 1.2.840.113549.1.1.11, with the NULL it asks for.
const sha256WithRsa = sequence(der(0x06, Buffer.from('2a864886f70d01010b', 'hex')), der(0x05))

/** A Name of one common name, 2.5.4.3. */
function distinguishedName(commonName: string): Buffer {
  const pair = sequence(der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from(commonName, 'utf8')))
  return sequence(der(0x31, pair))
}

/** UTCTime "YYMMDDHHMMSSZ", right for years up to 2049. */
function utcTime(at: Date): Buffer {
  const digits = at.toISOString().replace(/\D/g, '').slice(2, 14)
  return der(0x17, Buffer.from(`${digits}Z`, 'ascii'))
}

/** A version 3 certificate of this key for itself, valid from 2020 until ten years from now. */
export function selfSigned(privateKey: KeyObject, commonName: string, now: Date): Buffer {
  // Long ago, whatever day it is: tests stand still on a day of their own, which may lie behind the machine's.
  const notBefore = new Date('2020-01-01T00:00:00Z')
  const notAfter = new Date(now)
  notAfter.setUTCFullYear(Math.min(now.getUTCFullYear() + 10, 2049))
  // A first byte of 0x01 to 0x7f keeps the serial number positive and in its shortest form.
  const serial = Buffer.concat([Buffer.from([0x01 + ((randomBytes(1)[0] ?? 0) % 0x7f)]), randomBytes(15)])
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    sha256WithRsa,
    distinguishedName(`${commonName} (sandbox)`),
    sequence(utcTime(notBefore), utcTime(notAfter)),
    distinguishedName(`${commonName} (sandbox)`),
    createPublicKey(privateKey).export({ type: 'spki', format: 'der' }),
  )
  const signature = sign('sha256', signed, privateKey)
  return sequence(signed, sha256WithRsa, der(0x03, Buffer.from([0]), signature))
}

// The encrypted card (decision payments-07; RFC 7516 compact serialisation).

const Header = z.strictObject({ alg: z.literal('RSA-OAEP-256'), enc: z.literal('A256GCM'), kid: z.string() })

const CodePayload = z.strictObject({ cvc: z.string().regex(/^\d{3,4}$/), generationtime: z.string().optional() })
const CardPayload = CodePayload.extend({
  number: z.string().regex(/^\d{12,19}$/),
  expiryMonth: z.string().regex(/^(0?[1-9]|1[0-2])$/),
  expiryYear: z.string().regex(/^\d{4}$/),
  holderName: z.string().min(1).max(120),
})

const oldestMs = 15 * 60_000
const furthestAheadMs = 2 * 60_000

function decrypted<Payload extends { readonly generationtime?: string | undefined }>(
  jwe: string,
  keyOf: (kid: string) => KeyObject | undefined,
  schemaOfPayload: z.ZodType<Payload>,
  now: Date,
): Payload | UnreadableCard {
  const parts = jwe.split('.')
  const [header = '', encryptedKey = '', iv = '', ciphertext = '', tag = ''] = parts
  const checkedHeader = Header.safeParse(jsonOf(Buffer.from(header, 'base64url').toString('utf8')))
  if (parts.length !== 5 || !checkedHeader.success) return { errorCode: '174', message: 'Unable to decrypt data' }
  const privateKey = keyOf(checkedHeader.data.kid)
  if (privateKey === undefined) return { errorCode: '173', message: 'Unable to load Private Key for decryption' }

  let plain: string
  try {
    const contentKey = privateDecrypt(
      { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
      Buffer.from(encryptedKey, 'base64url'),
    )
    const decipher = createDecipheriv('aes-256-gcm', contentKey, Buffer.from(iv, 'base64url'), { authTagLength: 16 })
    decipher.setAAD(Buffer.from(header, 'ascii'))
    decipher.setAuthTag(Buffer.from(tag, 'base64url'))
    plain = decipher.update(Buffer.from(ciphertext, 'base64url'), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return { errorCode: '174', message: 'Unable to decrypt data' }
  }

  const payload = schemaOfPayload.safeParse(jsonOf(plain))
  if (!payload.success) return { errorCode: '175', message: 'Unable to parse JSON data' }
  const { generationtime } = payload.data
  if (generationtime === undefined) return { errorCode: '170', message: 'Generation Date required but missing' }
  const ageMs = now.getTime() - Date.parse(generationtime)
  if (Number.isNaN(ageMs)) return { errorCode: '171', message: 'Unable to parse Generation Date' }
  if (ageMs > oldestMs || ageMs < -furthestAheadMs) {
    return { errorCode: '172', message: 'Encrypted data used outside of valid time period' }
  }
  return payload.data
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
