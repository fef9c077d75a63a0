import { pictureAttributes } from '../../platform/files/picture-address.ts'

type PictureProps = {
  readonly src: string
  /** Empty where the text beside it says the same. */
  readonly alt: string
  /** The space it takes on a page, in CSS pixels. Its own proportions may differ. */
  readonly width?: number
  readonly height?: number
  /** How wide it is shown where that depends on the window; `widest` otherwise. */
  readonly sizes?: string
  /** The widest it is ever shown, in CSS pixels; `width` otherwise. Screens with two or more pixels each get up to twice that. */
  readonly widest?: number
  /** `eager` for pictures of the first view. */
  readonly loading?: 'eager' | 'lazy'
  /** `high` for the picture that the page is waited for. */
  readonly fetchPriority?: 'high' | undefined
  readonly className?: string | undefined
}

/** A picture in the size that the browser needs, on its average colour until it has loaded. Other addresses than the shop's have one size. */
export function Picture({ widest, ...image }: PictureProps) {
  // oxlint-disable-next-line jsx-a11y/alt-text -- the properties require it
  return <img loading="lazy" {...pictureAttributes(image.src, widest ?? image.width ?? 0)} {...image} />
}
