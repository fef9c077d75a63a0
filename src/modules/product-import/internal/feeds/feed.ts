/** What readers of feeds have in common: rows with the line they began on, and no opinion on what they mean. */

/** A value as the format gives it: text from CSV, anything from JSON, text or nested elements from XML; a list when repeated. */
export type Fields = Readonly<Record<string, unknown>>

export type FeedRow =
  | { readonly line: number; readonly fields: Fields }
  /** A row that cannot be read; the ones after it can. */
  | { readonly line: number; readonly error: string; readonly fields?: undefined }

/** The file as a whole cannot be trusted from here on, so none of it is taken. */
export class FeedError extends Error {
  override name = 'FeedError'
}

export const feedFormats = ['jsonl', 'csv', 'tsv', 'xml'] as const
export type FeedFormat = (typeof feedFormats)[number]

/** The format a file's name promises, whether or not it is compressed; null when the name does not tell. */
export function formatOf(fileName: string): FeedFormat | null {
  const name = fileName.toLowerCase().replace(/\.gz$/, '')
  if (/\.(jsonl|ndjson|json)$/.test(name)) return 'jsonl'
  if (name.endsWith('.csv')) return 'csv'
  if (/\.(tsv|tab|txt)$/.test(name)) return 'tsv'
  return /\.(xml|rss|atom)$/.test(name) ? 'xml' : null
}

/** Puts a value beside those that already stand under the name. */
export function addField(fields: Record<string, unknown>, name: string, value: unknown): void {
  const before = fields[name]
  fields[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value]
}
