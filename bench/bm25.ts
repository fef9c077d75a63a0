/** Okapi BM25 over plain words (Robertson and Walker 1994) with its usual constants: the floor that relevance is measured against. */

const k1 = 1.2
const b = 0.75

/** Answers the positions of the texts that fit a query best; a text with none of its words is not among them. */
export function bm25(texts: readonly string[]): (query: string, limit: number) => number[] {
  const lengths = new Float64Array(texts.length)
  const postings = new Map<string, Map<number, number>>()
  for (const [at, text] of texts.entries()) {
    const words = wordsOf(text)
    lengths[at] = words.length
    for (const word of words) {
      const texts = postings.get(word) ?? new Map<number, number>()
      postings.set(word, texts.set(at, (texts.get(at) ?? 0) + 1))
    }
  }
  const average = lengths.reduce((sum, length) => sum + length, 0) / texts.length
  return (query, limit) => {
    const scores = new Map<number, number>()
    for (const word of new Set(wordsOf(query))) {
      const found = postings.get(word) ?? new Map<number, number>()
      const rarity = Math.log(1 + (texts.length - found.size + 0.5) / (found.size + 0.5))
      for (const [at, count] of found) {
        const share = (count * (k1 + 1)) / (count + k1 * (1 - b + (b * (lengths[at] ?? 0)) / average))
        scores.set(at, (scores.get(at) ?? 0) + rarity * share)
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
