/**
 * The addresses of pictures that the shop serves in several sizes, for browser and server:
 *
 *     /media/pictures/{hash of the original}/{width}x{height}[+{left}+{top}][@{x}x{y}]-{colour}-{signature}/{width asked for}[.{format}]
 *
 * An address says everything that a page needs to show the picture: its proportions, and its average colour while it loads. Width and height
 * are in pixels, of the original or of the part of it that begins at left and top. After @ is what must stay in view where the picture is
 * shown cut, in percent. Without a format the request's Accept header decides. The server signs what stands before the width.
 */

/** In pixels. A picture that is narrower than the width asked for is sent as wide as it is. */
export const pictureWidths = [160, 240, 320, 480, 640, 800, 1_200, 1_600, 2_400] as const

export const pictureFormats = ['avif', 'webp', 'jpg', 'png'] as const
export type PictureFormat = (typeof pictureFormats)[number]

export type PictureFacts = {
  /** 32 hexadecimal digits of the original's SHA-256. */
  readonly hash: string
  /** Of the picture as it is shown: the original, or its crop. */
  readonly width: number
  readonly height: number
  /** Where the crop begins in the original, in pixels; absent without one. */
  readonly crop?: { readonly left: number; readonly top: number }
  /** What stays in view where the picture is shown cut, in percent of what is shown; absent for the middle. */
  readonly focus?: { readonly x: number; readonly y: number }
  /** Average colour as CSS has it, without `#`: six hexadecimal digits, or `0000` for a picture with transparent parts. */
  readonly colour: string
}

export type PictureRequest = PictureFacts & {
  readonly signature: string
  readonly requestedWidth: number
  /** Null where the browser's Accept header decides. */
  readonly format: PictureFormat | null
}

const grammar =
  /^\/media\/pictures\/([0-9a-f]{32})\/(\d{1,5})x(\d{1,5})(?:\+(\d{1,5})\+(\d{1,5}))?(?:@(\d{1,3})x(\d{1,3}))?-([0-9a-f]{4}|[0-9a-f]{6})-([\w-]{11})\/(\d{1,5})(?:\.(avif|webp|jpg|png))?$/

/** Reads the path of an address; null for any other path, and for a width that is not served. */
export function readPictureAddress(path: string): PictureRequest | null {
  const [, hash = '', width, height, left, top, x, y, colour = '', signature = '', requested, format = null] =
    grammar.exec(path) ?? []
  if (hash === '') return null
  const facts = {
    hash,
    width: Number(width),
    height: Number(height),
    ...(left === undefined ? {} : { crop: { left: Number(left), top: Number(top) } }),
    ...(x === undefined ? {} : { focus: { x: Number(x), y: Number(y) } }),
    colour,
    signature,
  }
  const requestedWidth = Number(requested)
  return servedWidths(facts.width).includes(requestedWidth)
    ? { ...facts, requestedWidth, format: format as PictureFormat | null }
    : null
}

/** What the signature covers. */
export const signedPartOf = ({ hash, width, height, crop, focus, colour }: PictureFacts): string =>
  `${hash}/${width}x${height}${crop === undefined ? '' : `+${crop.left}+${crop.top}`}${
    focus === undefined ? '' : `@${focus.x}x${focus.y}`
  }-${colour}`

/** `width` in pixels must be one of `servedWidths`. */
export const pictureAddress = (facts: PictureFacts, signature: string, width: number): string =>
  `/media/pictures/${signedPartOf(facts)}-${signature}/${width}`

/** The widths of a picture that is `width` pixels wide: up to the first that holds all of it. */
export const servedWidths = (width: number): number[] =>
  pictureWidths.filter((_, at) => (pictureWidths[at - 1] ?? 0) < width)

/** `--focal-point` is the `object-position` of style rules that cut pictures. */
type PictureStyle = { readonly background: string; readonly '--focal-point'?: string | undefined }

/**
 * Attributes of an `img` that is shown up to `width` CSS pixels wide: its sizes, for screens with up to two pixels each, its colour
 * meanwhile, and its focal point. Undefined for an address of one size, and for one with a format.
 */
export function pictureAttributes(
  address: string,
  width: number,
): { readonly srcSet: string; readonly sizes: string; readonly style: PictureStyle } | undefined {
  // By hand, behind the hash: each byte of the grammar would be script of every page.
  const facts = address.split('/media/pictures/')[1]
  if (facts) {
    const own = Number.parseInt(facts.slice(33))
    return {
      srcSet: servedWidths(Math.min(width * 2, own))
        .map((one) => address.replace(/\d{3,4}$/, `${one} ${Math.min(one, own)}w`))
        .join(),
      sizes: `${width}px`,
      style: {
        background: `#${facts.split('-')[1]}`,
        '--focal-point': /@(\d+)x(\d+)/.exec(facts)?.slice(1).join('% ').concat('%'),
      },
    }
  }
}

/** The same picture in the smallest served width of at least `width` pixels; any other address stays as it is. */
export function pictureOfWidth(address: string, width: number, format?: PictureFormat): string {
  const read = readPictureAddress(address)
  if (read === null) return address
  const chosen = servedWidths(Math.min(width, read.width)).at(-1) ?? width
  return `${pictureAddress(read, read.signature, chosen)}${format === undefined ? '' : `.${format}`}`
}
