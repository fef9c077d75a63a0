import { promisify } from 'node:util'
import { crc32, deflate, inflate } from 'node:zlib'
import { pdfProblem, type PdfProblem } from './passive-pdf.server.ts'
import { ok, err, type Result } from '../result.ts'

/**
 * Detects an uploaded file's type from its bytes and never from its name, and rewrites it from known parts only. A PNG is re-encoded from
 * its pixels. A JPEG or WebP keeps its coded picture and what that needs; everything else a file may carry (locations, names, previews,
 * scripts after the end) is dropped. A PDF is kept as it is and only ever served as a download.
 *
 * Pixels are decoded and encoded by zlib's threads, one picture at a time, and only when the header says that there are not too many: 8,000
 * × 5,000 pixels blocked the process for seconds.
 */

export type FileKind = 'jpg' | 'png' | 'webp' | 'pdf'
export type KnownFile = { readonly kind: FileKind; readonly bytes: Buffer }

export const contentTypes = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  pdf: 'application/pdf',
} as const satisfies Record<FileKind, string>

/** What names of a kind end with. */
const endings: Readonly<Record<FileKind, RegExp>> = {
  jpg: /\.jpe?g$/i,
  png: /\.png$/i,
  webp: /\.webp$/i,
  pdf: /\.pdf$/i,
}

export const maxFileBytes = 5 * 1_048_576
const maxSide = 8_000
const maxPixels = 40_000_000
/** Limit on decompressed pixels: 40 million with four bytes each, fewer with more depth. */
const maxPixelBytes = 160_000_000

const texts = {
  kind: 'The file must be a JPEG, PNG or WebP picture, or a PDF.',
  size: 'The file must be at most 5 MB.',
  name: 'The file name’s extension does not match its content.',
  broken: 'The picture is damaged. Please save it again.',
  large: 'The picture must have at most 8,000 pixels per side and 40 million in total.',
  turned: 'The picture is rotated by its metadata. Please save it upright.',
} as const

const pdfTexts: Readonly<Record<PdfProblem, string>> = {
  'cut-off': 'The PDF is incomplete. Please save it again.',
  locked: 'The PDF is protected with a password. Please save it without one.',
  large: 'The PDF is too large to be checked. Please save a smaller one.',
  active: 'The PDF contains scripts or attached files. Please save it without them.',
}

/** The file as it may be stored, or what is wrong with it. `declared` is the type in the upload. */
export async function knownFile(
  bytes: Buffer,
  { name, declared }: { name: string; declared: string },
): Promise<Result<KnownFile, string>> {
  if (bytes.byteLength > maxFileBytes) return err(texts.size)
  const kind = kindOf(bytes)
  if (kind === null) return err(texts.kind)
  if (!endings[kind].test(name) || (declared !== '' && declared !== contentTypes[kind])) return err(texts.name)
  try {
    return ok({ kind, bytes: await remade[kind](bytes) })
  } catch (error) {
    return err(error instanceof Unfit ? error.message : texts.broken)
  }
}

function kindOf(bytes: Buffer): FileKind | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpg'
  if (bytes.subarray(0, 8).equals(pngSignature)) return 'png'
  if (latin(bytes, 0, 4) === 'RIFF' && latin(bytes, 8, 12) === 'WEBP') return 'webp'
  return latin(bytes, 0, 5) === '%PDF-' ? 'pdf' : null
}

/** A known problem that is not stored; any other failure counts as damage. */
class Unfit extends Error {}

const latin = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to)

function assertSize(width: number, height: number): void {
  if (width < 1 || height < 1) throw new Error('no pixels')
  if (width > maxSide || height > maxSide || width * height > maxPixels) throw new Unfit(texts.large)
}

const remade: Readonly<Record<FileKind, (bytes: Buffer) => Buffer | Promise<Buffer>>> = {
  jpg: remadeJpeg,
  png: remadePng,
  webp: remadeWebp,
  pdf: checkedPdf,
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Kept beside the pixels: palette, transparency and colour space. */
const allowedPngChunks = new Set(['PLTE', 'tRNS', 'gAMA', 'sRGB'])
const samplesOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

const inflated = promisify(inflate)
const deflated = promisify(deflate)

/** One at a time: each takes up to 160 MB. */
let lastPicture: Promise<unknown> = Promise.resolve()

function inSequence<Value>(work: () => Promise<Value>): Promise<Value> {
  const next = lastPicture.then(work)
  lastPicture = next.catch(() => null)
  return next
}

async function remadePng(bytes: Buffer): Promise<Buffer> {
  const parts: { type: string; data: Buffer }[] = []
  for (let at = 8; ;) {
    const length = bytes.readUInt32BE(at)
    const [type, data] = [latin(bytes, at + 4, at + 8), bytes.subarray(at + 8, at + 8 + length)]
    if (bytes.readUInt32BE(at + 8 + length) !== crc32(bytes.subarray(at + 4, at + 8 + length)))
      throw new Error('checksum')
    parts.push({ type, data })
    if (type === 'IEND') break
    at += 12 + length
  }
  const [head] = parts
  if (head?.type !== 'IHDR' || head.data.byteLength !== 13) throw new Error('no head')
  const [width, height] = [head.data.readUInt32BE(0), head.data.readUInt32BE(4)]
  assertSize(width, height)
  const [depth = 0, colour = 0, , , interlace = 0] = head.data.subarray(8)
  const bits = depth * (samplesOf[colour] ?? Number.NaN)
  const requested = passesOf(width, height, interlace).map(([w, h]) => ({
    lines: h,
    length: w === 0 ? 0 : 1 + Math.ceil((w * bits) / 8),
  }))
  const total = requested.reduce((sum, { lines, length }) => sum + lines * length, 0)
  const compressed = Buffer.concat(parts.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  if (total > maxPixelBytes) throw new Unfit(texts.large)
  return inSequence(async () => {
    const pixels = await inflated(compressed, { maxOutputLength: total + 1 })
    if (pixels.byteLength !== total) throw new Error('too few or too many pixels')
    let line = 0
    for (const { lines, length } of requested)
      for (const end = line + lines * length; line < end; line += length)
        if ((pixels[line] ?? 9) > 4) throw new Error('filter')
    const output = parts.filter(({ type }) => allowedPngChunks.has(type))
    const again = [
      head,
      ...output,
      { type: 'IDAT', data: await deflated(pixels) },
      { type: 'IEND', data: Buffer.alloc(0) },
    ]
    return Buffer.concat([pngSignature, ...again.map(pngPart)])
  })
}

function pngPart({ type, data }: { type: string; data: Buffer }): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.byteLength)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** Width and height of each pass of the pixels; one for a picture that comes line by line. */
function passesOf(width: number, height: number, interlace: number): readonly (readonly [number, number])[] {
  if (interlace === 0) return [[width, height]]
  const passes = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ] as const
  return passes.map(([x, y, dx, dy]) => [
    Math.max(0, Math.ceil((width - x) / dx)),
    Math.max(0, Math.ceil((height - y) / dy)),
  ])
}

const jpegFrames = new Set([0xc0, 0xc1, 0xc2])
/** Tables, frames, scans, and the two segments with colour information. */
const allowedJpegMarkers = new Set([0xc0, 0xc1, 0xc2, 0xc4, 0xda, 0xdb, 0xdd, 0xe0, 0xee])

function remadeJpeg(bytes: Buffer): Buffer {
  const output: Buffer[] = [bytes.subarray(0, 2)]
  let hasFrame = false
  for (let at = 2; ;) {
    if (bytes.readUInt8(at) !== 0xff) throw new Error('no marker')
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker === 0xd9) break
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    const part = bytes.subarray(at, end)
    if (part.byteLength !== end - at) throw new Error('cut off')
    if (jpegFrames.has(marker)) {
      assertSize(part.readUInt16BE(7), part.readUInt16BE(5))
      hasFrame = true
    }
    if (marker === 0xe1 && orientationOf(part) > 1) throw new Unfit(texts.turned)
    const fits = marker === 0xe0 ? latin(part, 4, 8) === 'JFIF' : marker !== 0xee || latin(part, 4, 9) === 'Adobe'
    if (allowedJpegMarkers.has(marker) && fits) output.push(marker === 0xe0 ? jfif : part)
    at = end
    if (marker !== 0xda) continue
    const scanned = endOfScan(bytes, at)
    output.push(bytes.subarray(at, scanned))
    at = scanned
  }
  if (!hasFrame) throw new Error('no picture')
  return Buffer.concat([...output, Buffer.from([0xff, 0xd9])])
}

/** Without the preview that it may contain. */
const jfif = Buffer.from([0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0])

/** After the coded picture: the next marker that does not belong to it. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes.readUInt8(at + 1)
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  throw new Error('no end')
}

/** How a picture is to be turned: 1 is as it is. */
function orientationOf(part: Buffer): number {
  if (latin(part, 4, 8) !== 'Exif') return 1
  const notes = part.subarray(10)
  const isLittle = latin(notes, 0, 2) === 'II'
  const short = (at: number) => (isLittle ? notes.readUInt16LE(at) : notes.readUInt16BE(at))
  const start = isLittle ? notes.readUInt32LE(4) : notes.readUInt32BE(4)
  for (let entry = 0; entry < short(start); entry++) {
    const at = start + 2 + entry * 12
    if (short(at) === 0x0112) return short(at + 8)
  }
  return 1
}

const allowedWebpChunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF'])

function remadeWebp(bytes: Buffer): Buffer {
  const end = Math.min(bytes.byteLength, 8 + bytes.readUInt32LE(4))
  const output: Buffer[] = []
  let hasPicture = false
  for (let at = 12; at + 8 <= end;) {
    const [type, length] = [latin(bytes, at, at + 4), bytes.readUInt32LE(at + 4)]
    const part = Buffer.from(bytes.subarray(at, at + 8 + length + (length % 2)))
    if (part.byteLength < 8 + length) throw new Error('cut off')
    if (type === 'VP8X') {
      assertSize(1 + part.readUIntLE(12, 3), 1 + part.readUIntLE(15, 3))
      // Only transparency and animation flags: metadata flags are dropped.
      part.writeUInt8(part.readUInt8(8) & 0b0001_0010, 8)
    } else if (type === 'VP8 ') assertSize(part.readUInt16LE(14) & 0x3fff, part.readUInt16LE(16) & 0x3fff)
    else if (type === 'VP8L') {
      const size = part.readUInt32LE(9)
      assertSize(1 + (size & 0x3fff), 1 + ((size >> 14) & 0x3fff))
    }
    hasPicture ||= type === 'VP8 ' || type === 'VP8L' || type === 'ANMF'
    if (allowedWebpChunks.has(type)) output.push(part)
    at += 8 + length + (length % 2)
  }
  if (!hasPicture) throw new Error('no picture')
  const body = Buffer.concat(output)
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(4 + body.byteLength, 4)
  return Buffer.concat([head, body])
}

async function checkedPdf(bytes: Buffer): Promise<Buffer> {
  const problem = await pdfProblem(bytes)
  if (problem !== null) throw new Unfit(pdfTexts[problem])
  return bytes
}
