import type { Brand } from '../../brands/brands.ts'
import type { PictureFormat } from '../../platform/files/picture-address.ts'
import type { FieldError } from '../../platform/result.ts'
import { slug } from '../../platform/text/slug.ts'
import { numberText } from '../../platform/text/number-text.ts'

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
  slow: 'The picture took too long to read. Please try again in a minute, or save it at a smaller size.',
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

export const kindNames = {
  jpg: 'JPEG',
  png: 'PNG',
  webp: 'WebP',
  avif: 'AVIF',
  pdf: 'PDF',
  glb: 'GLB',
  mp4: 'MP4',
  webm: 'WebM',
  vtt: 'WebVTT',
} as const

/** A crop as a form has it: four numbers, or none. */
export type CropValues = Readonly<Record<'left' | 'top' | 'width' | 'height', number | null>>

const cropFields = {
  left: ['cropLeft', 'Left edge'],
  top: ['cropTop', 'Top edge'],
  width: ['cropWidth', 'Width of the crop'],
  height: ['cropHeight', 'Height of the crop'],
} as const satisfies Record<keyof CropValues, readonly [string, string]>

/** What is wrong with a crop of a picture of this size in pixels. */
export function cropErrors(
  crop: CropValues,
  picture: { readonly width?: unknown; readonly height?: unknown },
): FieldError[] {
  const names = Object.keys(cropFields) as (keyof CropValues)[]
  const missing = names.filter((name) => crop[name] === null)
  if (missing.length === names.length) return []
  if (missing.length > 0)
    return missing.map((name) => ({
      field: cropFields[name][0],
      message: `${cropFields[name][1]} is missing: a crop needs all four numbers, or none.`,
    }))
  const sides = [
    ['left', 'width', Number(picture.width), 'wide'],
    ['top', 'height', Number(picture.height), 'high'],
  ] as const
  return sides.flatMap(([start, size, whole, word]): FieldError[] => {
    const [from, length] = [crop[start] ?? 0, crop[size] ?? 0]
    if (from + length <= whole) return []
    const [field, label] = cropFields[from < whole ? size : start]
    const max = from < whole ? whole - from : whole - 1
    return [{ field, message: `${label} must be at most ${max}: the picture is ${whole} pixels ${word}.` }]
  })
}

/** '240 kB', '1.2 MB'. */
export const weightText = (bytes: number): string =>
  bytes < 1_000_000
    ? `${numberText(Math.max(1, Math.round(bytes / 1_000)), true)} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`
