/**
 * The addresses of pictures that the shop serves in several sizes, for browser and server:
 *
 *     /media/pictures/{hash of the original}/{width}x{height}[-{colour}]-{signature}/{width asked for}[.{format}]
 *
 * An address says everything that a page needs to show the picture: its proportions, and its average colour while it loads. Width and height
 * are those of the original in pixels. Without a format the request's Accept header decides. The server signs what stands before the width.
 */

/** In pixels. A picture is also served in its own width, and never enlarged. */
export const pictureWidths = [160, 240, 320, 480, 640, 800, 1_200, 1_600, 2_400] as const

export const pictureFormats = ['avif', 'webp', 'jpg', 'png'] as const
export type PictureFormat = (typeof pictureFormats)[number]

export type PictureFacts = {
  /** 32 hexadecimal digits of the original's SHA-256. */
  readonly hash: string
  readonly width: number
  readonly height: number
  /** Average colour, six hexadecimal digits; null for a picture with transparent parts, which shows what is behind it. */
  readonly colour: string | null
}

export type PictureRequest = PictureFacts & {
  readonly signature: string
  readonly requestedWidth: number
  /** Null where the browser's Accept header decides. */
  readonly format: PictureFormat | null
}

const grammar =
  /^\/media\/pictures\/([0-9a-f]{32})\/(\d{1,5})x(\d{1,5})(?:-([0-9a-f]{6}))?-([\w-]{11})\/(\d{1,5})(?:\.(avif|webp|jpg|png))?$/

/** Reads the path of an address; null for any other path, and for a width that is not served. */
export function readPictureAddress(path: string): PictureRequest | null {
  const [, hash = '', width, height, colour = null, signature = '', requested, format = null] = grammar.exec(path) ?? []
  if (hash === '') return null
  const facts = { hash, width: Number(width), height: Number(height), colour, signature }
  const requestedWidth = Number(requested)
  return servedWidths(facts.width).includes(requestedWidth)
    ? { ...facts, requestedWidth, format: format as PictureFormat | null }
    : null
}

/** What the signature covers. */
export const signedPartOf = ({ hash, width, height, colour }: PictureFacts): string =>
  `${hash}/${width}x${height}${colour === null ? '' : `-${colour}`}`

/** `width` in pixels must be one of `servedWidths`. */
export const pictureAddress = (facts: PictureFacts, signature: string, width: number): string =>
  `/media/pictures/${signedPartOf(facts)}-${signature}/${width}`

/** The widths of a picture that is `width` pixels wide: those of the list below it, and its own. */
export function servedWidths(width: number): number[] {
  const largest = pictureWidths.at(-1) ?? width
  return [...pictureWidths.filter((one) => one < width), Math.min(width, largest)]
}

/** The same picture in the smallest served width of at least `width` pixels; any other address stays as it is. */
export function pictureOfWidth(address: string, width: number, format?: PictureFormat): string {
  const read = readPictureAddress(address)
  if (read === null) return address
  const widths = servedWidths(read.width)
  const chosen = widths.find((one) => one >= width) ?? widths.at(-1) ?? read.width
  return `${pictureAddress(read, read.signature, chosen)}${format === undefined ? '' : `.${format}`}`
}

/** The candidates of `srcset` up to a width in pixels; null for an address that has only one size. */
export function srcSetOf(address: string, upTo: number): string | null {
  const read = readPictureAddress(address)
  if (read === null) return null
  const widths = servedWidths(read.width)
  const last = widths.find((one) => one >= upTo) ?? widths.at(-1) ?? read.width
  return widths
    .filter((one) => one <= last)
    .map((one) => `${pictureAddress(read, read.signature, one)} ${one}w`)
    .join(', ')
}
