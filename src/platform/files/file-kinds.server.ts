import { isUtf8 } from 'node:buffer'
import { glbProblem, isGlb } from './glb.ts'
import { pdfProblem, type PdfProblem } from './passive-pdf.server.ts'
import type { PictureFormat } from './picture-address.ts'
import { ok, err, type Result } from '../result.ts'

/**
 * Detects an uploaded file's type from its bytes and never from its name. Pictures are decoded afterwards, in a process of their own
 * (modules/media), and only pictures that were encoded again are served. A PDF is kept as it is and only ever served as a download; so are
 * a product's 3D model, videos and captions, which only their players read.
 */

export type FileKind = PictureFormat | 'pdf' | 'glb' | 'mp4' | 'webm' | 'vtt'
export type KnownFile = { readonly kind: FileKind; readonly bytes: Buffer }

export const contentTypes = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  pdf: 'application/pdf',
  glb: 'model/gltf-binary',
  mp4: 'video/mp4',
  webm: 'video/webm',
  vtt: 'text/vtt; charset=utf-8',
} as const satisfies Record<FileKind, string>

/** What names of a kind end with. */
const endings: Readonly<Record<FileKind, RegExp>> = {
  jpg: /\.jpe?g$/i,
  png: /\.png$/i,
  webp: /\.webp$/i,
  avif: /\.avif$/i,
  pdf: /\.pdf$/i,
  glb: /\.glb$/i,
  mp4: /\.(mp4|m4v)$/i,
  webm: /\.webm$/i,
  vtt: /\.vtt$/i,
}

export const isPictureKind = (kind: FileKind): kind is PictureFormat => contentTypes[kind].startsWith('image/')

/** Files that only a product can have. */
const ofProducts: ReadonlySet<FileKind> = new Set(['glb', 'mp4', 'webm', 'vtt'])

export const maxFileBytes = 20 * 1_048_576

export const fileTexts = {
  empty: 'The file is empty.',
  kind: 'The file must be a JPEG, PNG, WebP or AVIF picture, or a PDF.',
  productKind:
    'The file must be a JPEG, PNG, WebP or AVIF picture, a PDF, a GLB model, an MP4 or WebM video, or WebVTT captions.',
  captions: 'The captions are not in UTF-8. Please save them again as WebVTT in UTF-8.',
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

/** What an upload says of itself; a file without a name is told by its bytes alone. */
export type DeclaredFile = {
  readonly name: string | null
  readonly declared: string
  /** Whether it is for a product, which can have a 3D model, videos and captions besides. */
  readonly isOfProduct?: boolean
}

/** The file with its kind, or what is wrong with it. */
export async function knownFile(
  bytes: Buffer,
  { name, declared, isOfProduct = false }: DeclaredFile,
): Promise<Result<KnownFile, string>> {
  if (bytes.byteLength === 0) return err(fileTexts.empty)
  if (bytes.byteLength > maxFileBytes) return err(fileTexts.size)
  const kind = kindOf(bytes)
  if (kind === null || (ofProducts.has(kind) && !isOfProduct))
    return err(isAnimation(bytes) ? fileTexts.animated : isOfProduct ? fileTexts.productKind : fileTexts.kind)
  if ((name !== null && !endings[kind].test(name)) || !isDeclaredAs(declared, kind)) return err(fileTexts.name)
  const problem = await problemOf(kind, bytes)
  return problem === null ? ok({ kind, bytes }) : err(problem)
}

/** Browsers know no type of a GLB file on most systems, and name captions without their character set. */
function isDeclaredAs(declared: string, kind: FileKind): boolean {
  if (declared === '' || (kind === 'glb' && declared === 'application/octet-stream')) return true
  return declared === contentTypes[kind].split(';')[0]
}

async function problemOf(kind: FileKind, bytes: Buffer): Promise<string | null> {
  if (kind === 'png') return isAnimatedPng(bytes) ? fileTexts.animated : null
  if (kind === 'glb') return glbProblem(bytes)
  if (kind === 'vtt') return isUtf8(bytes) ? null : fileTexts.captions
  const problem = kind === 'pdf' ? await pdfProblem(bytes) : null
  return problem === null ? null : pdfTexts[problem]
}

const latin = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to)

/** Null for what is none of the kinds. */
export function kindOf(bytes: Buffer): FileKind | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpg'
  if (bytes.subarray(0, 8).equals(pngSignature)) return 'png'
  if (latin(bytes, 0, 4) === 'RIFF' && latin(bytes, 8, 12) === 'WEBP') return 'webp'
  // A still picture; `avis` is a sequence (AV1 Image File Format §6.3).
  if (latin(bytes, 4, 12) === 'ftypavif') return 'avif'
  if (latin(bytes, 0, 5) === '%PDF-') return 'pdf'
  if (isGlb(bytes)) return 'glb'
  if (latin(bytes, 4, 8) === 'ftyp' && mp4Brands.has(latin(bytes, 8, 12))) return 'mp4'
  // Matroska says in its header that it is the part of it that browsers play.
  if (bytes.subarray(0, 4).equals(ebmlSignature) && latin(bytes, 4, 64).includes('webm')) return 'webm'
  return /^(\u00EF\u00BB\u00BF)?WEBVTT(?=[\t\n\r ]|$)/.test(latin(bytes, 0, 10)) ? 'vtt' : null
}

/** ISO base media files for browsers (mp4ra.org); QuickTime, HEIF and audio have others. */
const mp4Brands: ReadonlySet<string> = new Set([
  'isom',
  'iso2',
  'iso4',
  'iso5',
  'iso6',
  'mp41',
  'mp42',
  'avc1',
  'av01',
  'dash',
  'M4V ',
])
const ebmlSignature = Buffer.from([0x1a, 0x45, 0xdf, 0xa3])

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const isAnimation = (bytes: Buffer): boolean => latin(bytes, 4, 12) === 'ftypavis'

/** An animated PNG says so before its pixels (PNG, third edition, §11.3.6); decoders that know no animation see its first frame. */
function isAnimatedPng(bytes: Buffer): boolean {
  const control = bytes.indexOf('acTL')
  return control > 0 && control < bytes.indexOf('IDAT')
}
