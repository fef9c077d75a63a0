import type { PictureFormat } from '../../../platform/files/picture-address.ts'

/** What the processes that read pictures are asked and answer. */

export type PictureTask =
  | { readonly kind: 'inspect'; readonly bytes: Uint8Array }
  | {
      readonly kind: 'render'
      readonly bytes: Uint8Array
      readonly crop?: Crop | null
      readonly width: number
      readonly format: PictureFormat
    }

/** A part of a picture, in pixels as it is seen. */
export type Crop = { readonly left: number; readonly top: number; readonly width: number; readonly height: number }

/** Width and height in pixels as the picture is seen, after the orientation in its metadata. */
export type Inspection = {
  readonly width: number
  readonly height: number
  /** Average colour, six hexadecimal digits; `0000` where parts are transparent. */
  readonly colour: string
}

/** `slow` is a picture that was not read in time, be it for itself or for what else the machine has to do. */
export type PictureProblem = 'damaged' | 'large' | 'animated' | 'slow'

export type PictureAnswer =
  | { readonly kind: 'inspected'; readonly inspection: Inspection }
  | { readonly kind: 'rendered'; readonly bytes: Uint8Array }
  | { readonly kind: 'problem'; readonly problem: PictureProblem; readonly detail: string }

export const maxPictureSide = 12_000
/** Decoded with four bytes each, so 200 MB in the process that does it. */
export const maxPicturePixels = 50_000_000
