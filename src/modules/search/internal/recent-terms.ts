/** What somebody searched for in this browser, newest first. It never leaves the browser. */

const key = 'recentTerms'
const maxTerms = 6
const cardLike = /(?:\d[ -]?){13}/

export function recentTerms(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string').slice(0, maxTerms) : []
  } catch {
    // A browser may refuse its storage, and people can write anything into it.
    return []
  }
}

/** Remembers a search that found something, as `searchTermOf` writes it. What could be a card number is not remembered. */
export function rememberTerm(term: string): void {
  if (term === '' || cardLike.test(term)) return
  store([term, ...recentTerms().filter((one) => one !== term)].slice(0, maxTerms))
}

export function forgetTerms(): void {
  store([])
}

function store(terms: readonly string[]): void {
  try {
    if (terms.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(terms))
  } catch {
    // Then nothing is remembered.
  }
}
