import { readFile, stat } from 'node:fs/promises'
import { z } from 'zod'
import type { Log } from '../../../platform/log.server.ts'

/** The public certificates that cards are encrypted with, one per merchant account (decision payments-06). */

export type MerchantCertificates = () => Promise<Readonly<Record<string, string>>>

const CertificateFile = z.record(z.string(), z.base64().min(1))

/**
 * Answers merchant account → base64 DER as the JSON file says now, reading it again only when it has changed. A missing file is an
 * empty answer: the sandbox may not have written it yet. Never throws: while the file is unusable, what it said before holds.
 */
export function merchantCertificates(file: string, log?: Log): MerchantCertificates {
  let version = ''
  let certificates: Readonly<Record<string, string>> = {}
  return async () => {
    try {
      const { mtimeMs, size, ino } = await stat(file)
      // Time alone would miss two changes within the file system's resolution; a replaced file is another inode.
      const found = `${mtimeMs} ${size} ${ino}`
      if (found === version) return certificates
      version = found
      certificates = CertificateFile.parse(JSON.parse(await readFile(file, 'utf8')))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
        log?.error({ provider: 'card', err: error }, 'the certificate file is not usable; what it said before holds')
        return certificates
      }
      version = ''
      certificates = {}
    }
    return certificates
  }
}
