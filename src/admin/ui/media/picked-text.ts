import type { Picks } from '../../../platform/forms/field-array.ts'
import { element, htmlOf } from '../../../platform/text/markup.ts'

/** The text of a field with a file of the media library in it, and where the cursor is then. No I/O. */

type Picked = { readonly address: string; readonly name: string; readonly alt: string; readonly kilobytes: number }

export function withPicked(
  picks: Picks,
  text: string,
  cursor: number,
  { address, name, alt, kilobytes }: Picked,
): { readonly text: string; readonly at: number } {
  const inserted = (part: string) => ({
    text: `${text.slice(0, cursor)}${part}${text.slice(cursor)}`,
    at: cursor + part.length,
  })
  const asLine = (line: string) => {
    const next = text.trim() === '' ? line : `${text.trimEnd()}\n${line}`
    return { text: next, at: next.length }
  }
  // A bar would end the part of a line.
  const plain = (words: string) => words.replaceAll('|', ' ').trim()
  switch (picks) {
    case 'address':
      return { text: address, at: address.length }
    case 'at the cursor':
      return inserted(address)
    case 'line':
      return asLine(`${address} | ${plain(alt)}`)
    case 'document line':
      return asLine(`${address} | ${plain(name.replace(/\.pdf$/i, '')).slice(0, 120)} | ${kilobytes}`)
    case 'html':
      return inserted(htmlOf(element('figure', {}, element('img', { src: address, alt }))))
  }
}
