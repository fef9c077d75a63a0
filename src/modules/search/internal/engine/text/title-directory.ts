import { compareNaturally } from '../listing/natural-order.ts'
import { stemOf } from './stem.ts'
import { contentWords, type Synonyms } from './synonyms.ts'
import { tokenise } from './tokens.ts'

type Entry = {
  readonly uri: string
  readonly title: string
  /** The words of the title alone, so that 'Fisher & Paykel' and 'fisher and paykel' are the same. */
  readonly key: string
  readonly words: readonly string[]
  readonly stems: ReadonlySet<string>
  groups: ReadonlySet<number>
}

export type Titled = { readonly uri: string; readonly title: string }

/** The titles of categories or of brands by uri, to find the ones a term names. */
export class TitleDirectory {
  private readonly entries = new Map<string, Entry>()
  private readonly synonyms: Synonyms

  constructor(synonyms: Synonyms) {
    this.synonyms = synonyms
  }

  put(uri: string, title: string): void {
    if (this.entries.get(uri)?.title === title) return
    const words = contentWords(title)
    const stems = new Set(words.map(stemOf))
    this.entries.set(uri, { uri, title, key: keyOf(title), words, stems, groups: this.synonyms.in(words) })
  }

  /** Other synonyms hold from now on. */
  synonymsChanged(): void {
    for (const entry of this.entries.values()) entry.groups = this.synonyms.in(entry.words)
  }

  /** Those whose title is the term, letter case, accents and punctuation apart; nearest to the root first. */
  named(term: string): Titled[] {
    const key = keyOf(term)
    return key === '' ? [] : this.all((entry) => entry.key === key).toSorted((a, b) => depthOf(a) - depthOf(b))
  }

  /** Those whose title holds every word, the last one perhaps only begun; the shortest titles first. */
  matching(words: readonly string[]): Titled[] {
    if (words.length === 0) return []
    const phrase = this.synonyms.at(words, 0)
    return this.all((entry) => {
      if (phrase?.length === words.length && entry.groups.has(phrase.group)) return true
      return words.every((word, position) => {
        if (entry.stems.has(stemOf(word))) return true
        const group = this.synonyms.at([word], 0)?.group
        if (group !== undefined && entry.groups.has(group)) return true
        return position === words.length - 1 && entry.words.some((own) => own.startsWith(word))
      })
    }).toSorted(
      (a, b) => a.words.length - b.words.length || depthOf(a) - depthOf(b) || compareNaturally(a.title, b.title),
    )
  }

  bytes(): number {
    return this.entries.size * 600
  }

  private all(accepts: (entry: Entry) => boolean): Entry[] {
    return Array.from(this.entries.values()).filter(accepts)
  }
}

function keyOf(title: string): string {
  const words = contentWords(title)
  return (words.length > 0 ? words : tokenise(title)).join(' ')
}

function depthOf({ uri }: Titled): number {
  return uri.split('/').length
}
