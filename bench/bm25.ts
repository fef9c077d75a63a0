/** Okapi BM25 over weighted fields (BM25F, Robertson and Zaragoza 2009) and plain words: the floor that relevance is measured against. */

export type Bm25Constants = { readonly k1: number; readonly b: number; readonly weights: readonly number[] }

type Posting = { readonly at: number; readonly counts: readonly number[] }

/**
 * The documents are lists of fields in one order; `weights` of the constants has one number for each. Answers the positions of the
 * documents that fit a query best; one with none of its words is not among them.
 */
export function bm25(
  documents: readonly (readonly string[])[],
): (query: string, limit: number, constants: Bm25Constants) => number[] {
  const fieldCount = documents[0]?.length ?? 0
  const lengths = Array.from({ length: fieldCount }, () => new Float64Array(documents.length))
  const postings = new Map<string, Posting[]>()
  for (const [at, fields] of documents.entries()) {
    const counts = new Map<string, number[]>()
    for (const [field, text] of fields.entries()) {
      const words = wordsOf(text)
      const length = lengths[field]
      if (length !== undefined) length[at] = words.length
      for (const word of words) {
        const own = counts.get(word) ?? Array.from({ length: fieldCount }, () => 0)
        own[field] = (own[field] ?? 0) + 1
        counts.set(word, own)
      }
    }
    for (const [word, own] of counts) {
      const all = postings.get(word)
      if (all === undefined) postings.set(word, [{ at, counts: own }])
      else all.push({ at, counts: own })
    }
  }
  const averages = lengths.map((length) => Math.max(1, length.reduce((sum, one) => sum + one, 0) / documents.length))
  return (query, limit, { k1, b, weights }) => {
    const scores = new Map<number, number>()
    for (const word of new Set(wordsOf(query))) {
      const found = postings.get(word) ?? []
      const rarity = Math.log(1 + (documents.length - found.length + 0.5) / (found.length + 0.5))
      for (const { at, counts } of found) {
        let count = 0
        for (const [field, weight] of weights.entries()) {
          const length = (lengths[field]?.[at] ?? 0) / (averages[field] ?? 1)
          count += (weight * (counts[field] ?? 0)) / (1 - b + b * length)
        }
        if (count > 0) scores.set(at, (scores.get(at) ?? 0) + (rarity * count) / (count + k1))
      }
    }
    return [...scores]
      .toSorted((one, other) => other[1] - one[1] || one[0] - other[0])
      .slice(0, limit)
      .map(([at]) => at)
  }
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{Nd}]+/gu) ?? []
}
