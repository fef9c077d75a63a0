import { maxPerLine } from './cart.ts'

/** The address of a cart's contents, `/cart?add=SKU:2,SKU2:1`: for mails, advertisements and friends. No prices, nothing about a person. */

export const maxLinkedLines = 50

export type LinkedLine = { readonly sku: string; readonly quantity: number }

/** SKUs are encoded by themselves, so that they may have commas and colons. */
export function cartLink(lines: readonly LinkedLine[]): string {
  const parts = lines.map(({ sku, quantity }) => (quantity === 1 ? encodePart(sku) : `${encodePart(sku)}:${quantity}`))
  return `/cart?add=${parts.join(',')}`
}

/** Twice where a query would read it back as a separator. */
const encodePart = (sku: string): string => encodeURIComponent(encodeURIComponent(sku))

/**
 * The lines of the parameter, each SKU once with its quantities added; and the parts that are none, as they were written. The quantity is 1
 * when left out.
 */
export function readCartLink(text: string): {
  readonly lines: readonly LinkedLine[]
  readonly invalid: readonly string[]
} {
  const lines = new Map<string, number>()
  const invalid: string[] = []
  for (const part of text.split(',').map((one) => one.trim())) {
    if (part === '') continue
    const read = readPart(part)
    const quantity = read === null ? 0 : (lines.get(read.sku.toLowerCase()) ?? 0) + read.quantity
    const isNew = read !== null && !lines.has(read.sku.toLowerCase())
    if (read === null || quantity > maxPerLine || (isNew && lines.size >= maxLinkedLines))
      invalid.push(part.slice(0, 80))
    else lines.set(read.sku.toLowerCase(), quantity)
  }
  return { lines: Array.from(lines, ([sku, quantity]) => ({ sku, quantity })), invalid }
}

function readPart(part: string): LinkedLine | null {
  const [, name = '', number = '1'] = /^([^:]+)(?::(\d{1,2}))?$/.exec(part) ?? []
  const quantity = Number(number)
  if (quantity < 1) return null
  try {
    const sku = decodeURIComponent(name).trim()
    return sku === '' || sku.length > 60 ? null : { sku, quantity }
  } catch {
    // A lone percent sign is a part of no link that this shop wrote.
    return null
  }
}
