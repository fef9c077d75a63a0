import { callApi } from '../../../../ui/browser/api.ts'
import { recentTerms } from '../recent-terms.ts'
import { guessedSuggestions, startSuggestions, withHelp, type KnownTerms } from '../start-suggestions.ts'
import { destinationCall, suggestionsCall, suggestionsIn, type Suggestions } from '../search-calls.ts'
import { searchTermOf, type SearchSettings } from '../../search.ts'
import { typedTermOf } from '../../understanding/typed-term.ts'

/** What a search field asks the shop. Fetched when somebody goes into one. */

const nothingKnown: KnownTerms = { popular: [], help: [] }

/** What the shop knows before anything is typed; asked for once a page. */
let request: Promise<KnownTerms> | null = null
let known = nothingKnown
/** What was found last, for what still fits while somebody types on. */
let lastFound: Suggestions | null = null

function knownTerms(): Promise<KnownTerms> {
  request ??= callApi('GET', '/api/v2/popular-terms', {}).then((answer) => {
    if (answer.ok) known = answer.value
    else request = null
    return known
  })
  return request
}

/** What the browser knows itself of what is being typed; null when that is nothing. */
export function guess(typed: string): { readonly term: string; readonly answer: Suggestions } | null {
  const term = searchTermOf(typed)
  const answer = guessedSuggestions(term, { recent: recentTerms(), known, before: lastFound })
  return answer.terms.length + answer.products.length === 0 ? null : { term, answer }
}

/** The suggestions for what somebody typed, and for '' what to offer before; null when they could not be had. */
export async function findMatches(
  typed: string,
  settings: SearchSettings,
  signal: AbortSignal,
): Promise<Suggestions | null> {
  if (typed === '') return startSuggestions(recentTerms(), await knownTerms())
  const term = typedTermOf(typed)
  const call = suggestionsCall(term, settings, { isAuthenticated: isAuthenticated() })
  const answer = await askForSuggestions(call, signal)
  if (answer.ok) {
    lastFound = withHelp(suggestionsIn(term, answer.value, settings), term, await knownTerms())
    return lastFound
  }
  if (!signal.aborted) logFailure(call.path, answer.message)
  return null
}

function askForSuggestions(call: ReturnType<typeof suggestionsCall>, signal: AbortSignal) {
  switch (call.path) {
    case '/api/v3/search/products':
      return callApi('GET', call.path, { query: call.query, signal })
    case '/api/search/products':
      return callApi('GET', call.path, { query: call.query, signal })
    case '/api/v3/search/suggestions':
      return callApi('GET', call.path, { query: call.query, signal })
  }
}

/** Where what somebody typed leads; null when that could not be had. */
export async function destinationOf(
  typed: string,
  settings: SearchSettings,
  signal: AbortSignal,
): Promise<string | null> {
  const call = destinationCall(typedTermOf(typed), settings, { isAuthenticated: isAuthenticated() })
  const answer = await (call.path === '/api/v3/search/destination'
    ? callApi('GET', call.path, { query: call.query, signal })
    : callApi('GET', call.path, { query: call.query, signal }))
  if (answer.ok) return answer.value.url
  if (!signal.aborted) logFailure(call.path, answer.message)
  return null
}

/** The mark of a visitor who has signed in (decision platform-09); the server believes only the token. */
function isAuthenticated(): boolean {
  try {
    return localStorage.getItem('loggedin') === 'true'
  } catch {
    // A browser may refuse its storage; then nobody can be signed in.
    return false
  }
}

/** A search that fails is written down and stops nobody (SRCH-27). */
function logFailure(path: string, message: string): void {
  // oxlint-disable-next-line no-console -- the shopper sees no message, so this is where it can be found
  console.warn(`${path}: ${message}`)
}
