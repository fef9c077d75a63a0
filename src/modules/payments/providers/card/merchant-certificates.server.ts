import { readFile, stat } from 'node:fs/promises'
import { z } from 'zod'
import type { Log } from '../../../../platform/log.server.ts'

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
  // Whoever asks while the file is being read waits for it: the first visitors of a fresh process come together.
  let reading = Promise.resolve()
  const fail = (error: unknown) =>
    log?.error({ provider: 'card', err: error }, 'the certificate file is not usable; what it said before holds')

  async function read(): Promise<void> {
    try {
      certificates = CertificateFile.parse(JSON.parse(await readFile(file, 'utf8')))
    } catch (error) {
      fail(error)
    }
  }

  return async () => {
    try {
      const { mtimeMs, size, ino } = await stat(file)
      // Time alone would miss two changes within the file system's resolution; a replaced file is another inode.
      const found = `${mtimeMs} ${size} ${ino}`
      if (found !== version) {
        version = found
        reading = read()
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
        version = ''
        certificates = {}
      } else fail(error)
    }
    await reading
    return certificates
  }
}
