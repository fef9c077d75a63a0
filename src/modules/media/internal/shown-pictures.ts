import { pictureAttributes, readPictureAddress } from '../../../platform/files/picture-address.ts'
import { escaped } from '../../../platform/text/markup.ts'

/** Addresses of pictures within the values that pages are made of. */

/** Where a picture is served, and its alt text where a record has none. */
export type ShownPicture = { readonly address: string; readonly alt: string }
type Find = (address: string) => ShownPicture | null

const whole = /^\/media\/(?:files\/[0-9a-f]{32}|demo\/[a-z0-9-]+)\.(?:jpg|png|webp|avif)$/
/** The attributes of a picture in HTML that has been cleaned, which writes them in one way only and gives `src` to pictures alone. */
const inHtml = /\bsrc="(\/media\/[^"]+|https?:\/\/[^"]+)"( alt="")?/gi
/** Texts are in one column, at most this wide in CSS pixels. */
const columnWidth = 800

/** The properties that name a picture in any address, unless a `format` beside it says that it is a video. */
const pictureNames: ReadonlySet<string> = new Set(['src', 'srcMobile', 'thumbnailImg'])

export const isForeign = (address: string): boolean => /^https?:\/\//i.test(address)

/** A copy of plain data with the pictures that `find` gives; null keeps an address. What contains none is returned as it is. */
export function withPictures<Value>(value: Value, find: Find): Value {
  return changed(value, find) as Value
}

function changed(value: unknown, find: Find): unknown {
  if (typeof value === 'string') return inText(value, find)
  if (Array.isArray(value))
    return sameUnlessChanged(
      value,
      value.map((one) => changed(one, find)),
    )
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value
  const entries = Object.entries(value)
  const copies = entries.map(([name, one]) => {
    const isPicture = typeof one === 'string' && pictureNames.has(name) && isForeign(one) && !('format' in value)
    return [name, isPicture ? (find(one)?.address ?? one) : changed(one, find)] as const
  })
  if (copies.every(([, copy], at) => copy === entries[at]?.[1])) return value
  return withAlt(Object.fromEntries(copies), value, find)
}

/** A picture of a record: `src` with an empty `alt`. */
function withAlt(copy: Record<string, unknown>, { src, alt }: { src?: unknown; alt?: unknown }, find: Find): unknown {
  const isPicture = typeof src === 'string' && alt === '' && !('format' in copy)
  const found = isPicture ? find(src) : null
  return found === null ? copy : { ...copy, alt: found.alt }
}

const sameUnlessChanged = (before: readonly unknown[], after: readonly unknown[]): readonly unknown[] =>
  after.every((one, at) => one === before[at]) ? before : after

function inText(text: string, find: Find): string {
  if (whole.test(text)) return find(text)?.address ?? text
  if (!text.includes('src="')) return text
  return text.replaceAll(inHtml, (attributes, escapedAddress: string, emptyAlt: string | undefined) => {
    const shown = find(escapedAddress.replaceAll('&amp;', '&'))
    if (shown === null) return attributes
    const alt = emptyAlt === undefined ? '' : ` alt="${escaped(shown.alt)}"`
    const read = readPictureAddress(shown.address)
    if (read === null) return `src="${shown.address}"${alt}`
    // A smaller picture keeps its own size.
    const width = Math.min(columnWidth, read.width)
    const srcSet = pictureAttributes(shown.address, width)?.srcSet ?? shown.address
    return `src="${shown.address}"${alt} srcset="${srcSet}" sizes="(max-width: ${width}px) 100vw, ${width}px"`
  })
}
