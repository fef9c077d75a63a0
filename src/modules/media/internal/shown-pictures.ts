import { pictureAttributes, readPictureAddress } from '../../../platform/files/picture-address.ts'

/** Addresses of uploads within the values that pages are made of. */

const whole = /^\/media\/files\/[0-9a-f]{32}\.(?:jpg|png|webp|avif)$/
/** The attribute of a picture in HTML that has been cleaned, which writes attributes in one way only. */
const inHtml = /\bsrc="(\/media\/files\/[0-9a-f]{32}\.(?:jpg|png|webp|avif))"/g
/** Texts are in one column, at most this wide in CSS pixels. */
const columnWidth = 800

/** A copy of plain data with the addresses that `addressOf` gives; null keeps one. What contains none is returned as it is. */
export function withPictures<Value>(value: Value, addressOf: (address: string) => string | null): Value {
  return changed(value, addressOf) as Value
}

function changed(value: unknown, addressOf: (address: string) => string | null): unknown {
  if (typeof value === 'string') return inText(value, addressOf)
  if (Array.isArray(value))
    return sameUnlessChanged(
      value,
      value.map((one) => changed(one, addressOf)),
    )
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value
  const entries = Object.entries(value)
  const copies = entries.map(([name, one]) => [name, changed(one, addressOf)] as const)
  return copies.every(([, copy], at) => copy === entries[at]?.[1]) ? value : Object.fromEntries(copies)
}

const sameUnlessChanged = (before: readonly unknown[], after: readonly unknown[]): readonly unknown[] =>
  after.every((one, at) => one === before[at]) ? before : after

function inText(text: string, addressOf: (address: string) => string | null): string {
  if (!text.includes('/media/files/')) return text
  if (whole.test(text)) return addressOf(text) ?? text
  return text.replaceAll(inHtml, (attribute, address: string) => {
    const shown = addressOf(address)
    const read = shown === null ? null : readPictureAddress(shown)
    if (shown === null || read === null) return attribute
    // A smaller picture keeps its own size.
    const width = Math.min(columnWidth, read.width)
    const srcSet = pictureAttributes(shown, width)?.srcSet ?? shown
    return `src="${shown}" srcset="${srcSet}" sizes="(max-width: ${width}px) 100vw, ${width}px"`
  })
}
