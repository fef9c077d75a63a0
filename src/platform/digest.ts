import { createHash } from 'node:crypto'

/** SHA-256 as hex: how secrets are kept where only a comparison is needed. */
export function sha256(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex')
}
