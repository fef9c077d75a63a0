/**
 * Looks for malware in files that people upload and that are fetched from other hosts, before they are stored. The shop comes with none: an
 * operator who has a scanner, such as ClamAV, passes a function that asks it.
 */
export type FileScan = (bytes: Buffer) => Promise<FileScanResult>

export type FileScanResult =
  | { readonly kind: 'clean' }
  /** `name` is the scanner's for what it found, for the log. */
  | { readonly kind: 'infected'; readonly name: string }

export const scanTexts = {
  infected: 'The virus scanner refused the file.',
  /** The scanner did not answer: nothing is stored unseen. */
  unavailable: 'The file could not be scanned for viruses. Please try again later.',
} as const

/** What is wrong with a file; null when it may be stored, also where nobody scans. */
export async function scanProblem(scan: FileScan | null, bytes: Buffer): Promise<keyof typeof scanTexts | null> {
  if (scan === null) return null
  try {
    return (await scan(bytes)).kind === 'clean' ? null : 'infected'
  } catch {
    return 'unavailable'
  }
}
