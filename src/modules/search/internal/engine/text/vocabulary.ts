import { editDistance } from './edit-distance.ts'
import { stemOf } from './stem.ts'
import { TermOrder } from './term-order.ts'
import { grown, roomFor } from '../listing/typed-arrays.ts'

// Term numbers come from this file alone, so `!` on a read hides nothing; looking for a misspelt word walks many of them.

/** What a term is; one can be several. Terms with digits that are no code, such as '500l', are none of them. */
export const termKind = { word: 1, code: 2, gtin: 4, synonyms: 8, pair: 32 } as const
/** Set for a term that stands in the order of codes and amounts. */
const inCodeOrder = 16

/** Longer terms are found exactly and by prefix, but never as what a typo was meant to be. */
const longestForgiven = 40

/**
 * Every term that products hold, numbered from 0. Typos are found without a second copy of the words: each term has a signature, one
 * bit for each letter it contains, and terms that are one edit apart differ in at most two bits. Comparing signatures of terms of
 * about the same length leaves so few candidates that measuring the distance to each is cheap.
 */
export class Vocabulary {
  readonly texts: string[] = []
  private readonly numbers = new Map<string, number>()
  private kinds = new Uint8Array(256)
  private signatures = new Uint32Array(256)
  private readonly families = new Map<string, number[]>()
  private readonly byLength: number[][] = Array.from({ length: longestForgiven + 1 }, () => [])
  private readonly words = new TermOrder(this.texts)
  private readonly codesAndAmounts = new TermOrder(this.texts)

  get size(): number {
    return this.texts.length
  }

  numberOf(text: string): number | undefined {
    return this.numbers.get(text)
  }

  is(term: number, kinds: number): boolean {
    return (this.kinds[term]! & kinds) !== 0
  }

  /** The number of a term, new or known, that is from now on also of this kind (0 for none). */
  intern(text: string, kind: number): number {
    const known = this.numbers.get(text)
    const term = known ?? this.create(text)
    const kindsBefore = this.kinds[term]!
    this.kinds[term] = kindsBefore | kind
    if (kind === termKind.gtin || kind === termKind.synonyms || kind === termKind.pair) return term
    if (known === undefined && text.length <= longestForgiven) this.byLength[text.length]!.push(term)
    if (kind === termKind.word) {
      if ((kindsBefore & termKind.word) === 0) this.addWord(term)
    } else if ((kindsBefore & inCodeOrder) === 0) {
      this.kinds[term]! |= inCodeOrder
      this.codesAndAmounts.add(term)
    }
    return term
  }

  /** Words with the same stem, the word itself among them when it is known. */
  family(word: string): readonly number[] {
    return this.families.get(stemOf(word)) ?? []
  }

  /** Calls back for each word that begins with `prefix`. */
  wordsWithPrefix(prefix: string, visit: (term: number) => void): void {
    this.words.withPrefix(prefix, visit)
  }

  /** Calls back for each model, sku, number and amount that begins with `prefix`. */
  codesAndAmountsWithPrefix(prefix: string, visit: (term: number) => void): void {
    this.codesAndAmounts.withPrefix(prefix, visit)
  }

  /** Terms of these kinds that are 1 up to `limit` edits away, nearest first. */
  near(text: string, limit: number, kinds: number): { term: number; distance: number }[] {
    const signature = signatureOf(text)
    const found: { term: number; distance: number }[] = []
    for (let length = Math.max(1, text.length - limit); length <= text.length + limit; length++) {
      for (const term of this.byLength[length] ?? []) {
        if (bitCount(this.signatures[term]! ^ signature) > limit * 2 || !this.is(term, kinds)) continue
        const distance = editDistance(text, this.texts[term]!, limit)
        if (distance >= 1 && distance <= limit) found.push({ term, distance })
      }
    }
    return found.toSorted((a, b) => a.distance - b.distance)
  }

  /** Words with the same first letter whose beginning is one edit away: what a word typed halfway may become. */
  nearPrefix(text: string): number[] {
    const found: number[] = []
    this.words.withPrefix(text.slice(0, 1), (term) => {
      const whole = this.texts[term]!
      if (whole.length < text.length) return
      // A letter left out or added moves the end of what was typed.
      for (let length = text.length - 1; length <= text.length + 1; length++) {
        if (editDistance(text, whole.slice(0, length), 1) > 1) continue
        found.push(term)
        return
      }
    })
    return found
  }

  /** Sorts what is sorted late, so that the next search does not wait for it. */
  settle(): void {
    this.words.settle()
    this.codesAndAmounts.settle()
  }

  /** The vocabulary of these terms only, numbered by their position in the list. */
  compacted(terms: Uint32Array): Vocabulary {
    const compacted = new Vocabulary()
    const kindsOf = Object.values(termKind)
    for (const term of terms) {
      const kinds = kindsOf.filter((kind) => this.is(term, kind))
      if (this.is(term, inCodeOrder) && !this.is(term, termKind.code)) compacted.intern(this.texts[term]!, 0)
      for (const kind of kinds) compacted.intern(this.texts[term]!, kind)
    }
    return compacted
  }

  bytes(): number {
    // A term costs about 24 bytes of text header, 40 in the map, 8 in each of three lists; a word about 60 more in its family.
    const texts = this.texts.reduce((sum, text) => sum + 88 + text.length, 0)
    return texts + this.families.size * 100 + this.kinds.byteLength + this.signatures.byteLength
  }

  private create(text: string): number {
    const term = this.texts.push(text) - 1
    this.numbers.set(text, term)
    if (term >= this.kinds.length) {
      this.kinds = grown(this.kinds, roomFor(term + 1, this.kinds.length))
      this.signatures = grown(this.signatures, this.kinds.length)
    }
    this.signatures[term] = signatureOf(text)
    return term
  }

  private addWord(term: number): void {
    this.words.add(term)
    const stem = stemOf(this.texts[term]!)
    const family = this.families.get(stem)
    if (family) family.push(term)
    else this.families.set(stem, [term])
  }
}

/** One bit for each letter or digit; the digits share six bits, which only lets a few more candidates through. */
function signatureOf(text: string): number {
  let signature = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const bit = code >= 97 && code <= 122 ? code - 97 : 26 + (code % 6)
    signature |= 1 << bit
  }
  return signature >>> 0
}

function bitCount(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555)
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333)
  return (((count + (count >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}
