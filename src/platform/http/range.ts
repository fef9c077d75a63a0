/** The part of a file that a request asks for (RFC 9110 §14): the first and the last byte, both inclusive. */
export type Range = { readonly start: number; readonly end: number }

/**
 * Null where the whole file is sent: without a range, for several at once, for other units, and for a version (`If-Range`) that is not this
 * one. A strong entity tag is needed.
 */
export function readRange(
  header: string | undefined,
  { bytes, etag, ifRange }: { readonly bytes: number; readonly etag: string; readonly ifRange: string | undefined },
): Range | 'unsatisfiable' | null {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === undefined || to === undefined || from + to === '') return null
  if (ifRange !== undefined && ifRange !== etag) return null
  // The last bytes, as many as there are.
  if (from === '')
    return Number(to) === 0 ? 'unsatisfiable' : { start: Math.max(0, bytes - Number(to)), end: bytes - 1 }
  const start = Number(from)
  const end = to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)
  if (to !== '' && Number(to) < start) return null
  return start >= bytes ? 'unsatisfiable' : { start, end }
}
