import { hasBit } from '../listing/bitset.ts'
import {
  corrections,
  headsIn,
  isEverydayLanguage,
  pairsIn,
  plan,
  shortestForgivenCode,
  type QueryWord,
  withUnitTypedOut,
  wordsOfTerm,
} from './query-plan.ts'
import { isCommonWord } from './common-words.ts'
import { typoCost } from './typos.ts'
import { maximumTermLength, sanitiseTerm } from '../../../search.ts'
import { field, gtinTerm, type TextIndex, weightOfBits, weightOfKeyword } from './text-index.ts'
import { codeOf, gtinOf } from './tokens.ts'
import { termKind } from './vocabulary.ts'

// Slots come from postings and are below `slotCount`, so `!` on a read hides nothing; scoring walks every posting of every word.

export type TermQuery = {
  readonly term: string
  /** The last word may be the beginning of a longer one. */
  readonly isTyping: boolean
  readonly autoCorrect: boolean
  readonly relax: boolean
  /** Slots that are found in any case, and come first in this order. */
  readonly pinned?: readonly number[]
  /** The products that may be found, as bits. */
  readonly visible: Int32Array
  readonly slotCount: number
  /** By slot, the place in the order by popularity; equally popular products share one. */
  readonly places: Uint32Array
}

export type TermOutcome = { readonly correctedTerm: string | null; readonly relaxed: boolean }

/** How much better the most popular product scores than the least popular one. */
const popularityShare = 0.25
/** How much a word in a short title says more about the product than one in a long title: 0 not at all, 1 in proportion. */
const lengthShare = 0.5
/** The same of the description, whose length differs far more (the b of BM25F; decision 0072). */
const keywordLengthShare = 0.75
/** The weight at which a word is halfway to all it can say; more places that hold it add ever less (the k of BM25). */
const halfWeight = 12
/** What a word scores at most, before its rarity. */
const wordScore = 20
/** For two words of the term that stand side by side in the title. */
const pairScore = 6.5
/** For a product that is what the term names. */
const headScore = 6
/** Of several words the noun alone says only half: a 'coffee table' is more than a table. */
const headShareOfPhrase = 0.5
/** Where any word will do, being what the term names counts as so many words more: a table is nearer to an 'end table' than a book end. */
const wordsOfRelaxedHead = 1
/** A term is searched again at most this often to find what a typo was meant to be. */
const maxAttempts = 10

/** What a model scores that is one slip away; a likely slip weighs more than popularity, an unlikely one less. */
const forgivenScore = 40
const leastLikely = 1.2

const tier = { exact: 2, alike: 1 } as const

/**
 * Finds the products that answer a term. The results stand in `found` and the arrays beside it, by slot, until the next search.
 *
 * In this order: every word must be held; the last one may be a beginning; typos are corrected (decision search-10); any word will do
 * (decision search-08). A sku, model or GTIN typed in full comes before everything else, whether it can be bought or not.
 */
export class TextSearch {
  found = new Uint32Array(0)
  foundCount = 0
  tiers = new Uint8Array(0)
  matchedWords = new Uint8Array(0)
  scores = new Float32Array(0)
  /** By slot, the place among those that come first, from 0; of the last search. */
  readonly pinnedPlaces = new Map<number, number>()
  /** The words last searched for, corrections made. */
  words: readonly string[] = []
  private wantedCount = 0
  private lastSeen = new Uint8Array(0)
  /** Of the word that is being looked at, by slot: where it stands, how close it is to what was typed, and what that scores. */
  private wordBits = new Uint8Array(0)
  private wordStrengths = new Float32Array(0)
  private wordScores = new Float32Array(0)
  private readonly index: TextIndex

  constructor(index: TextIndex) {
    this.index = index
  }

  search(query: TermQuery): TermOutcome {
    this.reserve(query.slotCount)
    const typed = sanitiseTerm(query.term).slice(0, maximumTermLength)
    this.words = wordsOfTerm(typed)
    this.foundCount = 0
    this.pinnedPlaces.clear()
    if (this.words.length === 0) return { correctedTerm: null, relaxed: false }
    const outcome = this.searchWords(typed, query)
    for (const pair of pairsIn(this.words, this.index)) this.addToFound(pair, pairScore)
    const ofHead = this.words.length > 1 ? headScore * headShareOfPhrase : headScore
    const heads = headsIn(this.words, { typed, isTyping: query.isTyping }, this.index)
    for (const head of heads) {
      // The last of them, a group of synonyms where there is one, has the products of the other too.
      const isLast = head === heads.at(-1)
      this.addToFound(head, ofHead, outcome.relaxed && isLast ? wordsOfRelaxedHead : 0)
    }
    for (let i = 0; i < this.foundCount; i++) {
      const slot = this.found[i]!
      const popularity = 1 + popularityShare * (1 - query.places[slot]! / query.slotCount)
      this.scores[slot]! *= popularity
    }
    this.pin(query)
    return outcome
  }

  private pin({ pinned = [], visible }: TermQuery): void {
    if (pinned.length === 0) return
    const known = new Set(this.found.subarray(0, this.foundCount))
    for (const slot of pinned) {
      if (!hasBit(visible, slot) || this.pinnedPlaces.has(slot)) continue
      if (!known.has(slot)) this.found[this.foundCount++] = slot
      this.pinnedPlaces.set(slot, this.pinnedPlaces.size)
    }
  }

  /** Whether the last search found the product in this slot by all that was wanted. */
  isFound(slot: number): boolean {
    return this.matchedWords[slot] === this.wantedCount
  }

  /** The products whose sku, model or GTIN is exactly the term, forgiving letter case and separators. */
  exactSlots(term: string, visible: Int32Array): number[] {
    const slots: number[] = []
    for (const code of this.exactTerms(term)) {
      this.index.postings.some(code, (slot, bits) => {
        if (bits & field.code && hasBit(visible, slot)) slots.push(slot)
        return false
      })
    }
    return slots
  }

  bytes(): number {
    return this.found.length * 20
  }

  private searchWords(typed: string, query: TermQuery): TermOutcome {
    const { words } = this
    let count = this.match(plan(words, query.isTyping, this.index), query)
    if (count === 0 && !query.isTyping) count = this.match(plan(words, true, this.index), query)
    if (count === 0 && query.isTyping) {
      const measured = withUnitTypedOut(words)
      if (measured) count = this.match(plan(measured, false, this.index), query)
    }
    const isEveryday = isEverydayLanguage(words, this.index)
    const hasCode = this.addCodes(typed, isEveryday, query)
    // The parts of a mistyped model may stand apart in other products; a single word that some product holds is no typo.
    const couldBeMistypedCode = count === 0 || (words.length > 1 && !isEveryday)
    if (!hasCode && query.autoCorrect && couldBeMistypedCode) {
      const meant = this.addForgivenCodes(codeOf(typed), query)
      if (meant !== null) return { correctedTerm: meant, relaxed: false }
    }
    if (this.foundCount > 0) return { correctedTerm: null, relaxed: false }

    const corrected = query.autoCorrect ? this.correct(query) : null
    const correctedTerm = corrected ? corrected.join(' ') : null
    if (this.foundCount > 0 || !query.relax) {
      if (corrected) this.words = corrected
      return { correctedTerm: this.foundCount > 0 ? correctedTerm : null, relaxed: false }
    }
    // No product holds all of the correction either. It counts only where it leads to more than the words as they were typed.
    const relax = (requested: readonly string[]) => this.match(plan(requested, query.isTyping, this.index), query, true)
    const asTyped = relax(this.words)
    const asCorrected = corrected === null ? 0 : relax(corrected)
    if (corrected !== null && asCorrected > asTyped) this.words = corrected
    else relax(this.words)
    const relaxed = this.foundCount > 0
    return { correctedTerm: relaxed && this.words === corrected ? correctedTerm : null, relaxed }
  }

  /** Collects the visible products that hold all that is wanted (or any of it) and scores them. Answers how many. */
  private match(requested: readonly QueryWord[], { visible, slotCount }: TermQuery, anyWord = false): number {
    const { found, matchedWords, lastSeen, wordBits, wordStrengths, wordScores, scores } = this
    const { pool, starts, lengths } = this.index.postings
    matchedWords.fill(0)
    lastSeen.fill(0)
    this.tiers.fill(0)
    this.wantedCount = requested.length
    this.foundCount = 0
    if (!anyWord && requested.some(({ terms }) => terms.length === 0)) return 0
    const size = ({ terms }: QueryWord) => terms.reduce((sum, term) => sum + lengths[term]!, 0)
    // The rarest word first: the others then only look at the products that hold it.
    const inOrder = anyWord ? requested : requested.toSorted((a, b) => size(a) - size(b))
    const { titleLengths, keywordLengths } = this.index
    const lengthFactor = lengthShare / titleLengths.average
    const keywordWeights = keywordLengths.factors(keywordLengthShare).map((factor) => factor * weightOfKeyword)
    let count = 0
    for (const [before, { terms, weights }] of inOrder.entries()) {
      const number = before + 1
      for (let t = 0; t < terms.length; t++) {
        const term = terms[t]!
        const length = lengths[term]!
        const rarity = 1 + Math.log2((slotCount + 1) / (length + 1)) / 16
        const factor = weights[t]! * rarity * wordScore
        const end = starts[term]! + length
        for (let at = starts[term]!; at < end; at++) {
          const posting = pool[at]!
          const slot = posting >>> 8
          const isSeen = lastSeen[slot] === number
          // All the places that hold the word in one of its forms say together what it means for the product.
          const bits = isSeen ? wordBits[slot]! | (posting & 255) : posting & 255
          const strength = isSeen ? Math.max(wordStrengths[slot]!, factor) : factor
          const weight =
            weightOfBits[bits]! + ((bits & field.keyword) === 0 ? 0 : keywordWeights[keywordLengths.of[slot]!]!)
          const half = halfWeight * (1 - lengthShare + lengthFactor * titleLengths.of[slot]!)
          const score = (strength * weight) / (weight + half)
          if (isSeen) {
            scores[slot]! += score - wordScores[slot]!
            wordBits[slot] = bits
            wordStrengths[slot] = strength
            wordScores[slot] = score
            continue
          }
          const matched = matchedWords[slot]!
          if (!anyWord && matched !== before) continue
          if (matched === 0) {
            if (!hasBit(visible, slot)) continue
            found[count++] = slot
            scores[slot] = 0
          }
          lastSeen[slot] = number
          matchedWords[slot] = matched + 1
          wordBits[slot] = bits
          wordStrengths[slot] = strength
          wordScores[slot] = score
          scores[slot]! += score
        }
      }
    }
    if (!anyWord) {
      let complete = 0
      for (let i = 0; i < count; i++) if (matchedWords[found[i]!] === requested.length) found[complete++] = found[i]!
      count = complete
    }
    this.foundCount = count
    return count
  }

  /** Adds to the score of each product that was found and holds the term, and to the words that it holds. */
  private addToFound(term: number, score: number, words = 0): void {
    this.index.postings.some(term, (slot) => {
      if (!this.matchedWords[slot]) return false
      this.scores[slot]! += score
      this.matchedWords[slot]! += words
      return false
    })
  }

  /** Puts exact skus, models and GTINs first and those that begin with the term next. False when there are none. */
  private addCodes(typed: string, isEveryday: boolean, query: TermQuery): boolean {
    let added = 0
    for (const term of this.exactTerms(typed)) added += this.addCode(term, tier.exact, query)
    const code = codeOf(typed)
    if (!isEveryday && code.length >= 4 && /\d/.test(code)) {
      this.index.vocabulary.codesAndAmountsWithPrefix(code, (term) => {
        if (this.index.vocabulary.is(term, termKind.code)) added += this.addCode(term, tier.alike, query)
      })
    }
    return added > 0
  }

  /** Adds models and skus that are one typo away, the likeliest slip first, and answers that one; null when there is none. */
  private addForgivenCodes(code: string, query: TermQuery): string | null {
    if (code.length < shortestForgivenCode || !/\d/.test(code)) return null
    const { vocabulary } = this.index
    let [meant, bestCost, bestPlace]: [string | null, number, number] = [null, Infinity, Infinity]
    for (const { term } of vocabulary.near(code, 1, termKind.code)) {
      const text = vocabulary.texts[term]!
      const cost = typoCost(code, text)
      if (this.addCode(term, tier.alike, query, forgivenScore * (leastLikely - cost)) === 0) continue
      this.index.postings.some(term, (slot) => {
        const place = query.places[slot]!
        if (hasBit(query.visible, slot) && (cost < bestCost || (cost === bestCost && place < bestPlace))) {
          bestCost = cost
          bestPlace = place
          meant = text
        }
        return false
      })
    }
    return meant
  }

  private addCode(term: number, tierOfCode: number, { visible }: TermQuery, score = 0): number {
    let added = 0
    this.index.postings.some(term, (slot, bits) => {
      if (!(bits & field.code) || !hasBit(visible, slot)) return false
      if (!this.isFound(slot)) {
        this.found[this.foundCount++] = slot
        this.scores[slot] = 0
        this.matchedWords[slot] = this.wantedCount
      }
      if (this.scores[slot]! < score) this.scores[slot] = score
      if (this.tiers[slot]! < tierOfCode) this.tiers[slot] = tierOfCode
      added++
      return false
    })
    return added
  }

  private exactTerms(typed: string): number[] {
    const { vocabulary } = this.index
    const gtin = gtinOf(typed)
    const texts = [codeOf(typed), ...(gtin === '' ? [] : [gtinTerm(gtin)])]
    return texts.map((text) => vocabulary.numberOf(text)).filter((term) => term !== undefined)
  }

  /**
   * Searches again with the likeliest corrections until something is found, and leaves that in `found`. Answers the corrected words:
   * those found, else the best guess for relaxing, else null.
   */
  private correct(query: TermQuery): readonly string[] | null {
    const { words, index } = this
    const isSeen = (slot: number) => hasBit(query.visible, slot)
    const isInSight = (term: number) => index.holds(term, 255, isSeen)
    const options = { index, isTyping: query.isTyping, isInSight }
    const isMissing = (word: string) => !plan([word], false, index).some(({ terms }) => terms.some(isInSight))
    // Whoever types a phrase that is known meant it, also where nothing of it is sold: a clothes horse is no clothes hose.
    const inPhrases = index.synonyms.wordsInPhrases(words)
    const isMeant = (word: string, position: number) => isCommonWord(word) || inPhrases.has(position)
    const missing = words.flatMap((word, position) => (!isMeant(word, position) && isMissing(word) ? [position] : []))
    let [guess, attempts]: [readonly string[] | null, number] = [null, 0]
    const succeeds = (attempt: readonly string[]) => {
      attempts++
      return this.match(plan(attempt, query.isTyping, index), query) > 0
    }
    if (missing.length > 0) {
      // Later words first, so that a correction into two words does not move those still to be corrected.
      let partly: readonly string[] = words
      for (const position of missing.slice(1).toReversed())
        partly = corrections(partly, position, options)[0]?.words ?? partly
      for (const { words: attempt } of corrections(partly, missing[0] ?? 0, options)) {
        if (succeeds(attempt)) return attempt
        guess ??= attempt
        if (attempts >= maxAttempts) break
      }
      return guess ?? (partly === words ? null : partly)
    }
    const candidates = words
      .flatMap((word, position) => (isMeant(word, position) ? [] : corrections(words, position, options).slice(0, 5)))
      .toSorted((a, b) => a.distance - b.distance || b.frequency - a.frequency)
    for (const { words: attempt } of candidates.slice(0, maxAttempts)) if (succeeds(attempt)) return attempt
    return null
  }

  private reserve(slots: number): void {
    if (this.found.length >= slots) return
    const room = Math.ceil(slots * 1.25)
    this.found = new Uint32Array(room)
    this.tiers = new Uint8Array(room)
    this.matchedWords = new Uint8Array(room)
    this.lastSeen = new Uint8Array(room)
    this.scores = new Float32Array(room)
    this.wordBits = new Uint8Array(room)
    this.wordStrengths = new Float32Array(room)
    this.wordScores = new Float32Array(room)
  }
}
