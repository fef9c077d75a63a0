import type { IndexedProduct } from '../listing/indexed-product.ts'
import { SlotLists } from '../listing/slot-lists.ts'
import { headKeys, headTerm, nounPhraseOf, nounPhraseOfDescription, qualitiesOf } from './head-nouns.ts'
import { stemOf } from './stem.ts'
import { contentWords, Synonyms, synonymTerm } from './synonyms.ts'
import { codeOf, gtinOf, measure, numberInMeasure, stopWords, tokenise } from './tokens.ts'
import { TextLengths } from './text-lengths.ts'
import { termKind, Vocabulary } from './vocabulary.ts'

/** Where in a product a term stands; a posting has one bit for each place. */
export const field = {
  title: 1,
  brand: 2,
  /** The whole sku, model or GTIN. */
  code: 4,
  /** The last word of the leaf category's title, which says what the thing is: the 'Fridges' of 'French Door Fridges'. */
  categoryHead: 8,
  category: 16,
  ancestorCategory: 32,
  attribute: 64,
  keyword: 128,
} as const

/** How much a place says about what the product is. */
const weightOfField: ReadonlyMap<number, number> = new Map([
  [field.title, 6],
  [field.brand, 6],
  [field.code, 30],
  [field.categoryHead, 12],
  [field.category, 4],
  [field.ancestorCategory, 2],
  [field.attribute, 1.5],
])

/** The same of a keyword in keywords of average length. */
export const weightOfKeyword = 8

/** Where a word may be said in another way. */
const widened = field.title | field.categoryHead | field.category | field.keyword

/** By the bits of a posting, the sum of its places' weights without that of keywords, which depends on their length. */
export const weightOfBits: Float32Array = Float32Array.from({ length: 256 }, (_, bits) =>
  Array.from(weightOfField).reduce((sum, [bit, weight]) => (bits & bit ? sum + weight : sum), 0),
)

/** Texts that many products share are cut into words once. */
const rememberedTexts = 20_000

/** Which products hold which words, and where. Postings are in ascending slot order; those of removed products stay until `compact`. */
export class TextIndex {
  readonly synonyms: Synonyms
  vocabulary = new Vocabulary()
  postings = new SlotLists()
  readonly titleLengths = new TextLengths()
  /** Of the keywords, and of what a title says after 'for'. */
  readonly keywordLengths = new TextLengths()
  private readonly bitsByTerm = new Map<number, number>()
  private readonly wordsOfText = new Map<string, readonly string[]>()

  constructor(synonyms = new Synonyms()) {
    this.synonyms = synonyms
  }

  add(slot: number, product: IndexedProduct): void {
    const { own, others } = titleParts(product.title)
    this.addTitle(own)
    this.addHeads(product)
    this.addWords(this.wordsOf(product.brand), field.brand, false)
    this.addCategories(product)
    this.addAttributes(product.attributes)
    const keywords = this.wordsOf(product.keywords)
    for (const words of [others, keywords]) this.addWords(words, field.keyword, true)
    this.titleLengths.put(slot, own.length + others.length)
    this.keywordLengths.put(slot, others.length + keywords.length)
    for (const code of [product.sku, product.mpn ?? '']) this.addCode(code)
    const gtin = gtinOf(product.gtin ?? '')
    if (gtin !== '') this.addTerm(gtinTerm(gtin), termKind.gtin, field.code)
    for (const [term, bits] of this.bitsByTerm) this.postings.append(term, slot, bits)
    this.bitsByTerm.clear()
  }

  /**
   * Makes these the synonyms of all products, without reading any product again: who holds a phrase is told by the words that are known.
   * Of a phrase of several words they need not stand side by side, as they must in products that come later.
   */
  setSynonyms(groups: readonly (readonly string[])[]): void {
    for (const { number, phrases } of this.synonyms.replace(groups)) {
      const bitsBySlot = new Map<number, number>()
      for (const phrase of phrases)
        for (const [slot, bits] of this.holdersOf(phrase)) bitsBySlot.set(slot, (bitsBySlot.get(slot) ?? 0) | bits)
      const term = this.termOf(synonymTerm(number), termKind.synonyms)
      for (const [slot, bits] of [...bitsBySlot].toSorted(([a], [b]) => a - b)) this.postings.append(term, slot, bits)
      this.setHeadsOf(number, phrases)
    }
  }

  /** The products that are what one of these phrases names: they hold all of it, and its last word says what they are. */
  private setHeadsOf(number: number, phrases: readonly (readonly string[])[]): void {
    const slots = new Set<number>()
    for (const phrase of phrases) {
      const head = this.vocabulary.numberOf(headTerm(phrase.at(-1) ?? ''))
      if (head === undefined) continue
      const holders = this.holdersOf(phrase)
      this.postings.some(head, (slot) => {
        if (holders.has(slot)) slots.add(slot)
        return false
      })
    }
    const term = this.termOf(headTerm(synonymTerm(number)), termKind.pair)
    for (const slot of [...slots].toSorted((a, b) => a - b)) this.postings.append(term, slot, field.title)
  }

  /** By slot, the places that say all words of a phrase. */
  private holdersOf(phrase: readonly string[]): Map<number, number> {
    let holders: Map<number, number> | null = null
    for (const word of phrase) {
      const own = new Map<number, number>()
      const exact = this.vocabulary.numberOf(word)
      for (const term of new Set([...this.vocabulary.family(word), ...(exact === undefined ? [] : [exact])]))
        this.postings.some(term, (slot, bits) => {
          const before = holders === null ? widened : (holders.get(slot) ?? 0)
          if ((bits & before) !== 0) own.set(slot, (own.get(slot) ?? 0) | (bits & before))
          return false
        })
      holders = own
    }
    return holders ?? new Map<number, number>()
  }

  /** Whether a product that `has` accepts holds the term in one of these places. */
  holds(term: number, bits: number, has: (slot: number) => boolean): boolean {
    return this.postings.some(term, (slot, places) => (places & bits) !== 0 && has(slot))
  }

  /** Renumbers the slots; `newSlotOf` is -1 for those that go. Terms that nothing holds any more go once they are many. */
  compact(newSlotOf: Int32Array): void {
    const { size } = this.vocabulary
    const held: number[] = []
    for (let term = 0; term < size; term++) if (!this.postings.isEmptyWithout(term, newSlotOf)) held.push(term)
    const areManyUnused = held.length < size * 0.75
    const terms = Uint32Array.from(areManyUnused ? held : Array.from({ length: size }, (_, term) => term))
    this.postings = this.postings.compacted(terms, newSlotOf)
    this.titleLengths.compact(newSlotOf)
    this.keywordLengths.compact(newSlotOf)
    if (areManyUnused) this.vocabulary = this.vocabulary.compacted(terms)
  }

  bytes(): number {
    return this.vocabulary.bytes() + this.postings.bytes() + this.titleLengths.of.byteLength * 2
  }

  private addCategories({ categoryTitles, categoryUri }: IndexedProduct): void {
    const titles = categoryTitles.length > 0 ? categoryTitles : categoryUri.split('/')
    for (const [depth, title] of titles.entries()) {
      const words = this.wordsOf(title)
      const isLeaf = depth === titles.length - 1
      this.addWords(words, isLeaf ? field.category : field.ancestorCategory, isLeaf)
      const head = words.at(-1)
      if (isLeaf && head !== undefined) this.addWords([head], field.categoryHead, true)
    }
  }

  private addAttributes(attributes: IndexedProduct['attributes']): void {
    for (const [code, value] of Object.entries(attributes)) {
      if (typeof value === 'number') {
        const unit = code.slice(code.lastIndexOf('_') + 1)
        const amount = measure(String(value), unit)
        if (amount !== null) this.addWords([amount], field.attribute, false)
      } else if (value === true) {
        this.addWords(this.wordsOf(code.replaceAll('_', ' ')), field.attribute, false)
      } else if (value !== false) {
        for (const text of typeof value === 'string' ? [value] : value)
          this.addWords(this.wordsOf(text), field.attribute, false)
        // A fridge whose ice maker is 'Automatic' has one; one whose ice maker is 'Trays' has not.
        if (typeof value === 'string' && saysThatItIsThere.test(value))
          this.addWords(this.wordsOf(code.replaceAll('_', ' ')), field.attribute, false)
      }
    }
  }

  private addWords(words: readonly string[], bits: number, couldHaveSynonyms: boolean): void {
    for (const word of words) {
      this.addTerm(word, /\d/.test(word) ? 0 : termKind.word, bits)
      const amount = numberInMeasure(word)
      if (amount !== null) this.addTerm(amount, 0, bits)
    }
    if (!couldHaveSynonyms) return
    for (const group of this.synonyms.in(words)) this.addTerm(synonymTerm(group), termKind.synonyms, bits)
  }

  private addTitle(words: readonly string[]): void {
    this.addWords(words, field.title, true)
    this.addPairs(words)
  }

  /** What the product is: the nouns that its title, its category and the name that begins its description end in. */
  private addHeads({ title, brand, attributes, categoryTitles, categoryUri, keywords }: IndexedProduct): void {
    const leaf = categoryTitles.at(-1) ?? categoryUri.split('/').at(-1) ?? ''
    const qualities = qualitiesOf(brand, attributes, (text) => this.wordsOf(text))
    const description = nounPhraseOfDescription(keywords, qualities)
    for (const phrase of [nounPhraseOf(title, qualities), this.wordsOf(leaf), description])
      for (const key of headKeys(phrase, this.synonyms)) this.addTerm(key, termKind.pair, field.title)
  }

  /** Neighbours in a title: 'smart watch' is found by 'smartwatch', and comes before a smart thing with a watch in its box. */
  private addPairs(words: readonly string[]): void {
    for (let at = 1; at < words.length; at++) {
      const pair = pairTerm(words[at - 1] ?? '', words[at] ?? '')
      if (pair !== null) this.addTerm(pair, termKind.pair, field.title)
    }
  }

  /** A code is found whole, and by the parts it is written in. */
  private addCode(code: string): void {
    const whole = codeOf(code)
    if (whole === '') return
    this.addTerm(whole, termKind.code, field.code)
    const parts = tokenise(code)
    if (parts.length > 1) for (const part of parts) this.addTerm(part, 0, field.attribute)
  }

  private termOf(text: string, kind: number): number {
    const term = this.vocabulary.intern(text, kind)
    if (term === this.postings.size) this.postings.create()
    return term
  }

  private addTerm(text: string, kind: number, bits: number): void {
    const term = this.termOf(text, kind)
    this.bitsByTerm.set(term, (this.bitsByTerm.get(term) ?? 0) | bits)
  }

  private wordsOf(text: string): readonly string[] {
    const known = this.wordsOfText.get(text)
    if (known) return known
    if (this.wordsOfText.size >= rememberedTexts) this.wordsOfText.clear()
    const words = contentWords(text)
    this.wordsOfText.set(text, words)
    return words
  }
}

/** The words of a title. What stands after 'for' is not the thing itself: a hose for a washing machine is no washing machine. */
function titleParts(title: string): { readonly own: readonly string[]; readonly others: readonly string[] } {
  const words = tokenise(title)
  const isFor = words.indexOf('for')
  const cut = isFor < 1 ? words.length : isFor
  const isContent = (word: string) => !stopWords.has(word)
  return { own: words.slice(0, cut).filter(isContent), others: words.slice(cut).filter(isContent) }
}

/** Kept apart from words by a first character that no word has. */
export function gtinTerm(gtin: string): string {
  return `#${gtin}`
}

/** The term of every product whose title has these two words side by side; null for numbers and codes, which stand beside anything. */
export function pairTerm(first: string, second: string): string | null {
  return lettersOnly.test(first) && lettersOnly.test(second) ? compoundTerm(stemOf(first) + second) : null
}

/** The term of every product whose title has the two parts of this word side by side. */
export function compoundTerm(word: string): string {
  return `=${stemOf(word)}`
}

const saysThatItIsThere = /^(?:yes|automatic|included|plumbed|tank)\b/i

const lettersOnly = /^\p{L}+$/u
