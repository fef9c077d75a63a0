import { searchAddress } from '../search.ts'
import type { Suggestions, TermKind } from './search-calls.ts'

/** What a search field offers without asking for anything: rules; no I/O. */

/** What a shop knows before anything is typed. */
export type KnownTerms = {
  /** What many visitors have searched for and found. */
  readonly popular: readonly string[]
  /** Pages that answer questions, each with what people type for it. */
  readonly help: readonly { readonly title: string; readonly url: string; readonly phrases: readonly string[] }[]
}

export type OwnTerm = Suggestions['terms'][number]

const maxPopular = 6
const maxHelp = 2
const maxGuesses = 4

/** For an empty field: the browser's own searches, then popular ones. Null when there are none. */
export function startSuggestions(
  recent: readonly string[],
  { popular }: Pick<KnownTerms, 'popular'>,
): Suggestions | null {
  const own = recent.map((text): OwnTerm => ({ text, url: searchAddress(text), kind: 'recent' }))
  const others = popular
    .filter((text) => !recent.includes(text))
    .slice(0, maxPopular)
    .map((text): OwnTerm => ({ text, url: searchAddress(text), kind: 'popular' }))
  return own.length + others.length === 0 ? null : { terms: [...own, ...others], products: [] }
}

/** Pages of help for what is being typed: those that a word or a phrase of theirs begins with. */
export function helpFor(term: string, { help }: Pick<KnownTerms, 'help'>): OwnTerm[] {
  const words = term.split(' ')
  return help
    .filter(({ title, phrases }) => {
      const own = title.toLowerCase().split(' ')
      return (
        phrases.some((phrase) => phrase.startsWith(term)) ||
        words.every((word) => own.some((one) => one.startsWith(word)))
      )
    })
    .slice(0, maxHelp)
    .map(({ title, url }) => ({ text: title, url, kind: 'help' }))
}

/** Until the shop answers: searches and help that begin with what was typed, and those of the products shown before that still fit. */
export function guessedSuggestions(
  term: string,
  {
    recent,
    known,
    before,
  }: { readonly recent: readonly string[]; readonly known: KnownTerms; readonly before: Suggestions | null },
): Suggestions {
  const fits = (text: string) => term.split(' ').every((word) => ` ${text.toLowerCase()}`.includes(` ${word}`))
  const searches = [...new Set([...recent, ...known.popular])]
    .filter((text) => text !== term && fits(text))
    .slice(0, maxGuesses)
    .map((text): OwnTerm => ({ text, url: searchAddress(text), kind: 'term' }))
  return {
    terms: [...searches, ...helpFor(term, known)],
    products: (before?.products ?? []).filter(({ title }) => fits(title)),
  }
}

/** What the shop suggests, with help after it. */
export function withHelp(suggestions: Suggestions, term: string, known: KnownTerms): Suggestions {
  const urls = new Set(suggestions.terms.map(({ url }) => url))
  const help = helpFor(term, known).filter(({ url }) => !urls.has(url))
  return { ...suggestions, terms: inGroups([...suggestions.terms, ...help]) }
}

/** The terms with their kinds, those of one kind together: the arrow keys move as the eye does. */
function inGroups(terms: readonly OwnTerm[]): OwnTerm[] {
  const groups = Map.groupBy(terms, (one) => one.kind ?? kindOfAddress(one.url))
  return [...groups].flatMap(([kind, own]) => own.map((one) => ({ ...one, kind })))
}

function kindOfAddress(url: string): TermKind {
  if (url.startsWith('/c/') || url.includes('?filter=category')) return 'category'
  return url.startsWith('/brands/') ? 'brand' : 'term'
}
