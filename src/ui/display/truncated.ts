/**
 * A text cut to a maximum number of characters, then three dots (FMT-09, decision ui-11). Each caller passes its own limit; a text of
 * exactly the limit stays whole. Counts graphemes, so that none is cut in two.
 */
export function truncated(text: string, limit = 84): string {
  const characters = [...text]
  return characters.length <= limit ? text : `${characters.slice(0, limit).join('').trimEnd()}...`
}
