import { createPrivateKey, generateKeyPairSync, randomUUID, sign, X509Certificate, type KeyObject } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { selfSigned } from '../gateway/certificates.ts'
import type { Route } from '../http.ts'

/**
 * How PayPal's notices are signed: RSA with SHA-256 over transmission id, time, webhook id and the CRC32 of the
 * body, against a certificate that the notice names and PayPal's own host serves.
 */

export type PayPalEvent = {
  readonly id: string
  readonly event_version: '1.0'
  readonly create_time: string
  readonly resource_type: string
  readonly event_type:
    | 'CHECKOUT.ORDER.APPROVED'
    | 'PAYMENT.CAPTURE.COMPLETED'
    | 'PAYMENT.CAPTURE.DENIED'
    | 'PAYMENT.CAPTURE.PENDING'
    | 'PAYMENT.CAPTURE.REFUNDED'
  readonly summary: string
  readonly resource: object
}

export type PayPalSigner = ReturnType<typeof openPayPalSigner>

const certificatePath = '/paypal/v1/notifications/certs/CERT-sandbox'

/** Reads the key of the folder, or makes it. */
export function openPayPalSigner(folder: string, webhookId: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const privateKey = readKey(join(folder, 'paypal-key.pem'))
  const certificate = new X509Certificate(selfSigned(privateKey, 'messageverificationcerts', new Date())).toString()

  return {
    /** The headers of one transmission. `origin` is where the certificate is served. */
    headersFor(body: string, origin: string, now: Date, isForged = false): Record<string, string> {
      const id = randomUUID()
      const time = now.toISOString()
      const signed = [id, time, webhookId, crc32(body) + (isForged ? 1 : 0)].join('|')
      return {
        'paypal-transmission-id': id,
        'paypal-transmission-time': time,
        'paypal-transmission-sig': sign('sha256', Buffer.from(signed), privateKey).toString('base64'),
        'paypal-cert-url': `${origin}${certificatePath}`,
        'paypal-auth-algo': 'SHA256withRSA',
      }
    },
    route: {
      name: 'paypal.certificate',
      method: 'GET',
      path: certificatePath,
      handle: () => ({ status: 200, headers: { 'content-type': 'application/x-pem-file' }, body: certificate }),
    } satisfies Route,
  }
}

function readKey(file: string): KeyObject {
  if (existsSync(file)) return createPrivateKey(readFileSync(file, 'utf8'))
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  return privateKey
}
