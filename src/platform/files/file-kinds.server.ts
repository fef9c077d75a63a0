import { pdfProblem, type PdfProblem } from './passive-pdf.server.ts'
import { ok, err, type Result } from '../result.ts'

/**
 * Detects an uploaded file's type from its bytes and never from its name. Pictures are decoded afterwards, in a process of their own
 * (modules/media), and only pictures that were encoded again are served. A PDF is kept as it is and only ever served as a download.
 */

export type FileKind = 'jpg' | 'png' | 'webp' | 'avif' | 'pdf'
export type KnownFile = { readonly kind: FileKind; readonly bytes: Buffer }

export const contentTypes = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  pdf: 'application/pdf',
} as const satisfies Record<FileKind, string>

/** What names of a kind end with. */
const endings: Readonly<Record<FileKind, RegExp>> = {
  jpg: /\.jpe?g$/i,
  png: /\.png$/i,
  webp: /\.webp$/i,
  avif: /\.avif$/i,
  pdf: /\.pdf$/i,
}

export const maxFileBytes = 20 * 1_048_576

export const fileTexts = {
  empty: 'The file is empty.',
  kind: 'The file must be a JPEG, PNG, WebP or AVIF picture, or a PDF.',
  size: 'The file must be at most 20 MB.',
  name: 'The file name’s extension does not match its content.',
  animated: 'The picture is animated. Please upload a still picture.',
} as const

const pdfTexts: Readonly<Record<PdfProblem, string>> = {
  'cut-off': 'The PDF is incomplete. Please save it again.',
  locked: 'The PDF is protected with a password. Please save it without one.',
  large: 'The PDF is too large to be checked. Please save a smaller one.',
  active: 'The PDF contains scripts or attached files. Please save it without them.',
}

/** The file with its kind, or what is wrong with it. `declared` is the type in the upload; a file without a name is told by its bytes alone. */
export async function knownFile(
  bytes: Buffer,
  { name, declared }: { name: string | null; declared: string },
): Promise<Result<KnownFile, string>> {
  if (bytes.byteLength === 0) return err(fileTexts.empty)
  if (bytes.byteLength > maxFileBytes) return err(fileTexts.size)
  const kind = kindOf(bytes)
  if (kind === null) return err(isAnimation(bytes) ? fileTexts.animated : fileTexts.kind)
  if ((name !== null && !endings[kind].test(name)) || (declared !== '' && declared !== contentTypes[kind]))
    return err(fileTexts.name)
  if (kind === 'png' && isAnimatedPng(bytes)) return err(fileTexts.animated)
  const problem = kind === 'pdf' ? await pdfProblem(bytes) : null
  return problem === null ? ok({ kind, bytes }) : err(pdfTexts[problem])
}

const latin = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to)

/** Null for what is none of the kinds. */
export function kindOf(bytes: Buffer): FileKind | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpg'
  if (bytes.subarray(0, 8).equals(pngSignature)) return 'png'
  if (latin(bytes, 0, 4) === 'RIFF' && latin(bytes, 8, 12) === 'WEBP') return 'webp'
  // A still picture; `avis` is a sequence (AV1 Image File Format §6.3).
  if (latin(bytes, 4, 12) === 'ftypavif') return 'avif'
  return latin(bytes, 0, 5) === '%PDF-' ? 'pdf' : null
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const isAnimation = (bytes: Buffer): boolean => latin(bytes, 4, 12) === 'ftypavis'

/** An animated PNG says so before its pixels (PNG, third edition, §11.3.6); decoders that know no animation see its first frame. */
function isAnimatedPng(bytes: Buffer): boolean {
  const control = bytes.indexOf('acTL')
  return control > 0 && control < bytes.indexOf('IDAT')
}
