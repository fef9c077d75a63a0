/** What an empty list says: what was looked for, and what to do about it. `term` is null where nothing was searched for. */
export function nothingFoundText(filters: number, term: string | null, unknownBrand: string | null = null): string {
  if (term === null && unknownBrand !== null) return 'Try another brand, or search for the product without one.'
  if (term === null) {
    if (filters === 0) return 'No products here at the moment.'
    return filters === 1 ? 'No products match this filter.' : 'No products match all of these filters.'
  }
  if (filters === 0) return `No results for “${term}”. Check the spelling or try a broader term.`
  return `No results for “${term}” with ${filters === 1 ? 'this filter' : 'all of these filters'}. Remove a filter or try a broader term.`
}
