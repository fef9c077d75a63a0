import type { PictureFormat } from '../../platform/files/picture-address.ts'
import { slug } from '../../platform/text/slug.ts'

/** What pictures and documents may be, in the words that people read, and what browsers take. */

export const pictureTypes: Readonly<Record<PictureFormat, string>> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
}

export const pictureProblemTexts = {
  damaged: 'The picture is damaged or incomplete. Please save it again.',
  large: 'The picture must have at most 12,000 pixels per side and 50 million in total.',
  animated: 'The picture is animated. Please upload a still picture.',
} as const

/** Where a document that was fetched from another host is served; it is saved under its title. */
export const documentAddress = (hash: string, title: string): string =>
  `/media/documents/${hash}/${slug(title) || 'document'}.pdf`

/** The hash of such an address; null for any other. */
export const hashOfDocument = (path: string): string | null =>
  /^\/media\/documents\/([0-9a-f]{32})\/[a-z0-9-]+\.pdf$/.exec(path)?.[1] ?? null

/** The best format that a browser's Accept header names (RFC 9110 §12.5.1). Groups such as `image/*` get JPEG. */
export function formatFor(accept: string): PictureFormat {
  const taken = accept
    .split(',')
    .map((one) => one.split(';').map((part) => part.trim().toLowerCase()))
    .filter(([, ...terms]) => !terms.some((term) => /^q=0(\.0*)?$/.test(term)))
    .map(([type]) => type)
  return (['avif', 'webp'] as const).find((format) => taken.includes(pictureTypes[format])) ?? 'jpg'
}
