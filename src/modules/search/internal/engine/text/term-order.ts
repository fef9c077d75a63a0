// Positions are bounded by the lists' own lengths, so `!` on a read hides nothing; a prefix of a busy letter walks hundreds of terms.

/** More new terms than this are sorted in before the next prefix is looked up; fewer are just tried one by one. */
const fewEnoughToTry = 256

/** Terms in alphabetical order, to find those that begin with what was typed so far. */
export class TermOrder {
  private sorted: number[] = []
  private unsorted: number[] = []
  private readonly texts: readonly string[]

  /** `texts` are the vocabulary's: the text of term 5 is texts[5]. */
  constructor(texts: readonly string[]) {
    this.texts = texts
  }

  add(term: number): void {
    this.unsorted.push(term)
  }

  withPrefix(prefix: string, visit: (term: number) => void): void {
    if (this.unsorted.length > fewEnoughToTry) this.settle()
    for (let at = this.firstNotBefore(prefix); at < this.sorted.length; at++) {
      const term = this.sorted[at]!
      if (!this.texts[term]!.startsWith(prefix)) break
      visit(term)
    }
    for (const term of this.unsorted) if (this.texts[term]!.startsWith(prefix)) visit(term)
  }

  settle(): void {
    if (this.unsorted.length === 0) return
    const byText = (a: number, b: number) => (this.texts[a]! < this.texts[b]! ? -1 : 1)
    const old = this.sorted
    const merged: number[] = []
    let at = 0
    for (const term of this.unsorted.toSorted(byText)) {
      while (at < old.length && byText(old[at]!, term) < 0) merged.push(old[at++]!)
      merged.push(term)
    }
    while (at < old.length) merged.push(old[at++]!)
    this.sorted = merged
    this.unsorted = []
  }

  private firstNotBefore(text: string): number {
    let [low, high] = [0, this.sorted.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.texts[this.sorted[middle]!]! < text) low = middle + 1
      else high = middle
    }
    return low
  }
}
