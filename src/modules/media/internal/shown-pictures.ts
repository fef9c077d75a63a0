import { pictureAttributes, readPictureAddress } from '../../../platform/files/picture-address.ts'

/** Addresses of pictures within the values that pages are made of. */

const whole = /^\/media\/(?:files\/[0-9a-f]{32}|demo\/[a-z0-9-]+)\.(?:jpg|png|webp|avif)$/
/** The attribute of a picture in HTML that has been cleaned, which writes attributes in one way only and gives it to pictures alone. */
const inHtml = /\bsrc="(\/media\/[^"]+|https?:\/\/[^"]+)"/gi
/** Texts are in one column, at most this wide in CSS pixels. */
const columnWidth = 800

/** The properties that name a picture in any address, unless a `format` beside it says that it is a video. */
const pictureNames: ReadonlySet<string> = new Set(['src', 'srcMobile', 'thumbnailImg'])

export const isForeign = (address: string): boolean => /^https?:\/\//i.test(address)

type AddressOf = (address: string) => string | null

/** A copy of plain data with the addresses that `addressOf` gives; null keeps one. What contains none is returned as it is. */
export function withPictures<Value>(value: Value, addressOf: AddressOf): Value {
  return changed(value, addressOf) as Value
}

function changed(value: unknown, addressOf: AddressOf): unknown {
  if (typeof value === 'string') return inText(value, addressOf)
  if (Array.isArray(value))
    return sameUnlessChanged(
      value,
      value.map((one) => changed(one, addressOf)),
    )
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value
  const entries = Object.entries(value)
  const copies = entries.map(([name, one]) => {
    const isPicture = typeof one === 'string' && pictureNames.has(name) && isForeign(one) && !('format' in value)
    return [name, isPicture ? (addressOf(one) ?? one) : changed(one, addressOf)] as const
  })
  return copies.every(([, copy], at) => copy === entries[at]?.[1]) ? value : Object.fromEntries(copies)
}

const sameUnlessChanged = (before: readonly unknown[], after: readonly unknown[]): readonly unknown[] =>
  after.every((one, at) => one === before[at]) ? before : after

function inText(text: string, addressOf: AddressOf): string {
  if (whole.test(text)) return addressOf(text) ?? text
  if (!text.includes('src="')) return text
  return text.replaceAll(inHtml, (attribute, escapedAddress: string) => {
    const shown = addressOf(escapedAddress.replaceAll('&amp;', '&'))
    const read = shown === null ? null : readPictureAddress(shown)
    if (shown === null) return attribute
    if (read === null) return `src="${shown}"`
    // A smaller picture keeps its own size.
    const width = Math.min(columnWidth, read.width)
    const srcSet = pictureAttributes(shown, width)?.srcSet ?? shown
    return `src="${shown}" srcset="${srcSet}" sizes="(max-width: ${width}px) 100vw, ${width}px"`
  })
}
