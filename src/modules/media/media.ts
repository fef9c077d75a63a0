import type { Brand } from '../../brands/brands.ts'
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

/** Default alt texts, by locale. */
export type AltTexts = Readonly<Partial<Record<Brand['locale'], string>>>

/** A picture's default alt text in a locale: Australia's where it has none of its own, and '' without any. */
export const altIn = (texts: AltTexts | null | undefined, locale: Brand['locale']): string =>
  texts?.[locale] || texts?.en_AU || ''

export const maxFileName = 200

/** The name of an uploaded file without its folders, as a text of one line that keeps its ending; null when nothing is left of it. */
export function fileNameOf(sent: string): string | null {
  const name = (sent.split(/[\\/]/).at(-1) ?? '').replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  const ending = /\.\w{1,5}$/.exec(name)?.[0] ?? ''
  const short = name.length > maxFileName ? `${name.slice(0, maxFileName - ending.length)}${ending}` : name
  return short === '' ? null : short
}
