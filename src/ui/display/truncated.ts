/**
 * A text of at most so many characters, then three dots (FMT-09, decision ui-11). Each place passes its own limit; a text of exactly the
 * limit stays whole. Characters as people count them, so that none is cut in two.
 */
export function truncated(text: string, limit = 84): string {
  const characters = [...text]
  return characters.length <= limit ? text : `${characters.slice(0, limit).join('').trimEnd()}...`
}
