import { CompactEncrypt, importX509 } from 'jose'

/** Encrypts a card in the shopper's browser for the gateway; the shop itself can never read it (decision payments-07). */

export type Card = {
  /** Digits, with or without spaces. */
  readonly number: string
  readonly cvc: string
  /** 1 to 12. */
  readonly expiryMonth: number
  /** Four digits. */
  readonly expiryYear: number
  readonly holderName: string
}

/**
 * A compact JWE, RSA-OAEP-256 with A256GCM, for the merchant whose certificate this is; the gateway refuses it 15 minutes after `now`.
 * Rejects when the certificate cannot be used.
 */
export const encryptCard = (certificateBase64Der: string, card: Card, now: Date): Promise<string> =>
  encrypt(certificateBase64Der, {
    number: card.number.replace(/\D/g, ''),
    cvc: card.cvc.replace(/\D/g, ''),
    expiryMonth: String(card.expiryMonth).padStart(2, '0'),
    expiryYear: String(card.expiryYear),
    holderName: card.holderName,
    generationtime: now.toISOString(),
  })

/** The same for a payload as the gateway wants it. */
export async function encrypt(certificateBase64Der: string, payload: object): Promise<string> {
  const lines = certificateBase64Der.match(/.{1,64}/g) ?? []
  const pem = ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----'].join('\n')
  const key = await importX509(pem, 'RSA-OAEP-256')
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: await fingerprint(certificateBase64Der) })
    .encrypt(key)
}

/** SHA-256 of the DER certificate as lower-case hex, by which the gateway finds its key. */
async function fingerprint(certificateBase64Der: string): Promise<string> {
  const der = Uint8Array.from(atob(certificateBase64Der), (character) => character.charCodeAt(0))
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', der))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
