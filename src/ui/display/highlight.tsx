export type HighlightPart = { readonly text: string; readonly isMatch: boolean }

/**
 * A text split at the words of the search term, so that a page can build text nodes and marks, never HTML. Words are split on whitespace
 * and matched case-insensitively, the longest first (FMT-10, decision ui-12). Joined again the parts are the text.
 */
export function highlightParts(text: string, term: string): HighlightPart[] {
  const words = term.split(/\s+/).filter((word) => word !== '')
  if (words.length === 0) return text === '' ? [] : [{ text, isMatch: false }]
  const escaped = words
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  return text
    .split(new RegExp(`(${escaped.join('|')})`, 'giu'))
    .map((part, position) => ({ text: part, isMatch: position % 2 === 1 }))
    .filter((part) => part.text !== '')
}

/** A text with the words of the term marked. */
export function Highlighted({ text, term }: { readonly text: string; readonly term: string }) {
  return highlightParts(text, term).map((part, at) => (part.isMatch ? <mark key={at}>{part.text}</mark> : part.text))
}
