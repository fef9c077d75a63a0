import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Authenticated encryption of database texts, with a key derived from SECRET_KEY for one purpose. */
export interface Sealing {
  seal(text: string): string
  /** Throws for a text that was encrypted with another key or altered. */
  open(sealed: string): string
  /** Six digits derived from a text with the key. */
  digits(text: string): string
}

/** AES-256-GCM: 12 bytes of nonce, 16 of tag, then the text. */
export function createSealing(secretKey: string, purpose: string): Sealing {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32))
  return {
    seal(text) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8')
    },
    digits: (text) =>
      String(createHmac('sha256', key).update(text).digest().readUIntBE(0, 6) % 1_000_000).padStart(6, '0'),
  }
}

/** The purpose of encrypting known-device marks. */
export const knownDeviceSealing = 'known devices'

/** The purpose of encrypting authenticator secrets. */
export const secondFactorSealing = 'second factors'

/** The purpose of encrypting the private keys that sign tokens. */
export const signingKeySealing = 'identity signing keys'
