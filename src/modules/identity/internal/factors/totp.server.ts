import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Codes by the time (RFC 6238), as authenticator apps make them: SHA-1, six digits, a new one every 30 seconds. */

const stepSeconds = 30
const digits = 6
/** Clocks differ: the code before and the one after are right too. */
const drift = 1

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 random bits in base 32, as apps take them. */
export const newTotpSecret = (): string =>
  Array.from(randomBytes(32), (byte) => alphabet[byte % alphabet.length]).join('')

/** Bytes of base 32 (RFC 4648) without padding; letter case and spaces do not matter. */
export function bytesOfBase32(text: string): Buffer {
  const bytes: number[] = []
  let bits = 0
  let held = 0
  for (const character of text.toUpperCase().replaceAll(/[\s=]/g, '')) {
    const value = alphabet.indexOf(character)
    if (value === -1) throw new Error('not base 32')
    held = ((held << 5) | value) & 0xfff
    bits += 5
    if (bits >= 8) bytes.push((held >> (bits -= 8)) & 0xff)
  }
  return Buffer.from(bytes)
}

export const totpStep = (now: Date): number => Math.floor(now.getTime() / 1_000 / stepSeconds)

export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', bytesOfBase32(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The step a code is right for, later than the last one that was taken; null when it is right for none. */
export function stepOfCode(
  secret: string,
  code: string,
  { now, lastStep }: { readonly now: Date; readonly lastStep: number },
): number | null {
  const given = Buffer.from(code.replaceAll(/\s/g, ''))
  const present = totpStep(now)
  for (let step = present - drift; step <= present + drift; step++) {
    const right = Buffer.from(totpCode(secret, step))
    if (step > lastStep && given.length === right.length && timingSafeEqual(given, right)) return step
  }
  return null
}

/** The otpauth address for the QR code. */
export function totpAddress(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&digits=${digits}&period=${stepSeconds}`
}
