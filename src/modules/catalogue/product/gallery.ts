import { pictureOfWidth, readPictureAddress } from '../../../platform/files/picture-address.ts'
import type { ProductVideo } from './product-media.ts'

/** A product's pictures and videos in the order of its page. */

export type ProductPicture = {
  /** In its largest size: what its link opens. The page itself asks for smaller ones by srcset. */
  readonly url: string
  readonly alt: string
  /** Width and height of the original in pixels; left out for drawings and pictures on other hosts. */
  readonly size?: readonly [number, number]
  /** A photo with a background of its own, such as a room; others stand on the page's ground. */
  readonly isOpaque?: true
  /** The drawing with its measurements, which is no photo. */
  readonly isDrawing?: true
}

/** `url` and `alt` of a video are its file and its title. */
export type GalleryVideo = ProductPicture & ProductVideo
export type GalleryItem = ProductPicture | GalleryVideo

export const isVideo = (item: GalleryItem): item is GalleryVideo => 'src' in item

/** Photos first, then videos; the dimension drawing is last. */
export function galleryOf({
  title,
  pictures,
  videos,
  dimensions,
}: {
  readonly title: string
  readonly pictures: readonly ProductPicture[]
  readonly videos: readonly ProductVideo[]
  /** The address of the dimension drawing; null without one. */
  readonly dimensions: string | null
}): GalleryItem[] {
  return [
    ...pictures,
    ...videos.map((video) => ({ ...video, url: video.src, alt: video.title, isOpaque: true as const })),
    ...(dimensions === null ? [] : [{ url: dimensions, alt: `Measurements of ${title}`, isDrawing: true as const }]),
  ]
}

/** The pictures for programs that show no videos and need no measurements. */
export const photosOf = (gallery: readonly GalleryItem[]): ProductPicture[] =>
  gallery.filter((item) => !isVideo(item) && item.isDrawing !== true)

/** The photos of a record as its page shows them, each with an alt text of its own: feeds give all of them the title, or none. */
export function shownPictures(
  images: readonly { readonly url: string; readonly alt: string }[],
  title: string,
): ProductPicture[] {
  const texts = images.map(({ alt }) => (alt === '' ? title : alt))
  return images.map(({ url }, at) => {
    const text = texts[at] ?? title
    const isAlone = texts.filter((one) => one === text).length === 1
    const facts = readPictureAddress(url)
    return {
      url: pictureOfWidth(url, 2_400),
      alt: isAlone ? text : `${text}, picture ${at + 1} of ${images.length}`,
      ...(facts === null ? {} : { size: [facts.width, facts.height] as const }),
      ...(facts === null || facts.colour === '0000' ? {} : { isOpaque: true as const }),
    }
  })
}
