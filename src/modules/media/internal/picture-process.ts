import sharp, { type Sharp } from 'sharp'
import type { PictureFormat } from '../../../platform/files/picture-address.ts'
import {
  maxPicturePixels,
  maxPictureSide,
  type Inspection,
  type PictureAnswer,
  type PictureProblem,
  type PictureTask,
} from './picture-tasks.ts'

/**
 * A process of its own that decodes and encodes pictures, one at a time: what a hostile file does to the decoder hurts neither the shop nor
 * its secrets, and the shop's own processor time is left alone. It is started by picture-processes.server.ts.
 */

class Unfit extends Error {
  readonly problem: PictureProblem
  constructor(problem: PictureProblem) {
    super(problem)
    this.problem = problem
  }
}

sharp.cache(false)
sharp.concurrency(1)
// Whatever a file claims to be, only these decoders are there.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
})

process.on('message', (task: PictureTask) => {
  void answerTo(task).then((answer) => process.send?.(answer))
})
process.on('disconnect', () => process.exit())

async function answerTo(task: PictureTask): Promise<PictureAnswer> {
  try {
    return task.kind === 'inspect'
      ? { kind: 'inspected', inspection: await inspected(task.bytes) }
      : { kind: 'rendered', bytes: await rendered(task) }
  } catch (error) {
    const problem = error instanceof Unfit ? error.problem : 'damaged'
    return { kind: 'problem', problem, detail: error instanceof Error ? error.message : String(error) }
  }
}

const open = (bytes: Uint8Array, failOn: 'warning' | 'error') =>
  sharp(bytes, { limitInputPixels: maxPicturePixels, failOn })

/** Decodes every pixel, so that a file which was cut off is found out before it is stored. */
async function inspected(bytes: Uint8Array): Promise<Inspection> {
  const head = await sharp(bytes, { limitInputPixels: false }).metadata()
  // The decoder accepts a PNG whose end is missing.
  if (head.format === 'png' && !Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('IEND'))
    throw new Unfit('damaged')
  if (head.width > maxPictureSide || head.height > maxPictureSide || head.width * head.height > maxPicturePixels)
    throw new Unfit('large')
  if ((head.pages ?? 1) > 1) throw new Unfit('animated')
  const { width, height } = head.autoOrient
  const { data } = await open(bytes, 'warning')
    .resize(32, 32, { fit: 'fill' })
    .ensureAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width, height, colour: averageColour(data) }
}

/** Of red, green, blue and alpha in turn; transparent when any part lets through what is behind. */
function averageColour(pixels: Uint8Array): string {
  const sums = [0, 0, 0]
  for (let at = 0; at < pixels.length; at += 4) {
    if ((pixels[at + 3] ?? 0) < 250) return '0000'
    for (let channel = 0; channel < 3; channel++) sums[channel] = (sums[channel] ?? 0) + (pixels[at + channel] ?? 0)
  }
  return sums
    .map((sum) =>
      Math.round((sum * 4) / pixels.length)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')
}

async function rendered({ bytes, crop, width, format }: Extract<PictureTask, { kind: 'render' }>): Promise<Uint8Array> {
  const source = open(bytes, 'error').autoOrient()
  if (crop) source.extract(crop)
  source.resize({ width, withoutEnlargement: true })
  const { icc } = await sharp(bytes).metadata()
  // Everything else becomes sRGB, which needs no profile: one would weigh as much as a small picture.
  if (icc !== undefined && isWide(icc)) source.withIccProfile('p3')
  return encoders[format](source).toBuffer()
}

const wideGamuts = /Display P3|sP3C|Adobe RGB|ProPhoto|2020/

/** Whether a colour profile is one of cameras and phones. Its description is in the clear, as ASCII or UTF-16. */
const isWide = (icc: Uint8Array): boolean => wideGamuts.test(Buffer.from(icc).toString('latin1').replaceAll('\0', ''))

/** White behind what is transparent, where a format has no transparency. */
const encoders: Readonly<Record<PictureFormat, (source: Sharp) => Sharp>> = {
  avif: (source) => source.avif({ quality: 55, effort: 3, chromaSubsampling: '4:2:0' }),
  webp: (source) => source.webp({ quality: 78, effort: 4, smartSubsample: true }),
  jpg: (source) => source.flatten({ background: '#ffffff' }).jpeg({ quality: 80, mozjpeg: true }),
  png: (source) => source.png({ compressionLevel: 9 }),
}
