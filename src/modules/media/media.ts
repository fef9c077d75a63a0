import type { PictureFormat } from '../../platform/files/picture-address.ts'

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

/** The best format that a browser's Accept header names (RFC 9110 §12.5.1). Groups such as `image/*` get JPEG. */
export function formatFor(accept: string): PictureFormat {
  const taken = accept
    .split(',')
    .map((one) => one.split(';').map((part) => part.trim().toLowerCase()))
    .filter(([, ...terms]) => !terms.some((term) => /^q=0(\.0*)?$/.test(term)))
    .map(([type]) => type)
  return (['avif', 'webp'] as const).find((format) => taken.includes(pictureTypes[format])) ?? 'jpg'
}
