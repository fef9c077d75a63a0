import { readPictureAddress, srcSetOf } from '../../platform/files/picture-address.ts'

type PictureProps = {
  readonly src: string
  /** Empty where the text beside it says the same. */
  readonly alt: string
  /** The space it takes on a page, in CSS pixels. Its own proportions may differ. */
  readonly width?: number
  readonly height?: number
  /** How wide it is shown where that depends on the window, as the `sizes` attribute; `width` otherwise. */
  readonly sizes?: string
  /** The widest it is ever shown, in CSS pixels; `width` otherwise. Screens with two or more pixels each get up to twice that. */
  readonly widest?: number
  /** `first` for the picture that the page is waited for, `soon` for one in the first view, `late` for the rest. */
  readonly loading?: 'first' | 'soon' | 'late'
  readonly className?: string | undefined
}

/** A picture in the size that the browser needs, on its average colour until it has loaded. Other addresses than the shop's have one size. */
export function Picture({ src, alt, width, height, sizes, widest, loading = 'late', className }: PictureProps) {
  const largest = widest ?? width ?? 1_200
  const srcSet = srcSetOf(src, largest * 2)
  const colour = srcSet === null ? null : (readPictureAddress(src)?.colour ?? null)
  return (
    <img
      src={src}
      srcSet={srcSet ?? undefined}
      sizes={srcSet === null ? undefined : (sizes ?? `${largest}px`)}
      alt={alt}
      width={width}
      height={height}
      loading={loading === 'late' ? 'lazy' : undefined}
      fetchPriority={loading === 'first' ? 'high' : undefined}
      style={colour === null ? undefined : { backgroundColor: `#${colour}` }}
      className={className}
    />
  )
}
