import { headsRequested } from './head-nouns.ts'
import { contentWords, synonymTerm } from './synonyms.ts'
import { compoundTerm, pairTerm, type TextIndex } from './text-index.ts'
import { editDistance } from './edit-distance.ts'
import { isLikelySlip } from './typos.ts'
import { measureBeingTyped, numberInMeasure, tokenise } from './tokens.ts'
import { termKind } from './vocabulary.ts'

/** One thing a product must have: any of these terms. The weights say how close a term is to what was typed. */
export type QueryWord = { readonly terms: readonly number[]; readonly weights: readonly number[] }

/** The least characters of a sku or model in which one typo is forgiven. */
export const shortestForgivenCode = 5

/** Words as short as this have many neighbours that mean something else: 'slow' is no 'slot'. Only likely slips are corrected. */
const longestCareful = 5

/** A word that is still being typed stands for models and skus from this many characters on. */
const shortestBegunCode = 3
const maxWords = 12
/** A model written with spaces is put together from at most this many pieces. */
const maxCodeParts = 4
const weightOf = { typed: 1, begun: 0.9, sameStem: 0.85, synonym: 0.5 } as const

/** The words of a term that decide something; all of them when none does. */
export function wordsOfTerm(term: string): string[] {
  const words = contentWords(term)
  return (words.length > 0 ? words : tokenise(term)).slice(0, maxWords)
}

/** What a product must have to hold every word. With `isTyping` the last word may be the beginning of a longer one. */
export function plan(words: readonly string[], isTyping: boolean, index: TextIndex): QueryWord[] {
  const requested: QueryWord[] = []
  for (let start = 0; start < words.length;) {
    const code = codeAt(words, start, index)
    const phrase = phraseAt(words, start, index)
    if (code) {
      requested.push({ terms: [code.term], weights: [weightOf.typed] })
      start += code.length
    } else if (phrase) {
      requested.push(phrase.word)
      start += phrase.length
    } else {
      requested.push(alternatives(words, start, isTyping && start === words.length - 1, index))
      start++
    }
  }
  return requested
}

/** The same words with a number and the beginning of its unit as one: '500 lit' is on its way to '500 litres'. Null when it is not. */
export function withUnitTypedOut(words: readonly string[]): string[] | null {
  const measured = measureBeingTyped(words.at(-2) ?? '', words.at(-1) ?? '')
  return measured === null ? null : [...words.slice(0, -2), measured]
}

/** Whether these are everyday words and amounts, so that together they are no model number: 'tv 65 inch'. */
export function isEverydayLanguage(words: readonly string[], { vocabulary }: TextIndex): boolean {
  return words.every((word) => {
    if (numberInMeasure(word) !== null || /^\d{1,4}(\.\d+)?$/.test(word)) return true
    const term = vocabulary.numberOf(word)
    return term !== undefined && vocabulary.is(term, termKind.word)
  })
}

export type Correction = { readonly words: readonly string[]; readonly distance: number; readonly frequency: number }

/**
 * What may have been meant by the word at `position`, best first: one edit away for words of 4 to 7 characters, two for longer ones, one
 * for models and skus of at least 5; written apart or together; and, while typing, the beginning of a word. Only terms that products in
 * sight hold count.
 */
export function corrections(
  words: readonly string[],
  position: number,
  {
    index,
    isTyping,
    isInSight,
  }: {
    readonly index: TextIndex
    readonly isTyping: boolean
    readonly isInSight: (term: number) => boolean
  },
): Correction[] {
  const { vocabulary, postings } = index
  const word = words[position] ?? ''
  const found = new Map<number, number>()
  for (const { term, distance } of nearTerms(word, index)) found.set(term, distance)
  if (isTyping && position === words.length - 1 && word.length >= 4) {
    for (const term of vocabulary.nearPrefix(word)) if (!found.has(term)) found.set(term, 1.5)
  }
  const replaced = (from: number, count: number, ...by: string[]) => words.toSpliced(from, count, ...by)
  const single = Array.from(found, ([term, distance]) => {
    const text = vocabulary.texts[term] ?? ''
    // People get the first letter right far more often than the others.
    const surprise = text[0] === word[0] ? 0 : 0.25
    return { term, text, distance: distance + surprise, frequency: postings.lengths[term] ?? 0 }
  })
    .toSorted((a, b) => a.distance - b.distance || b.frequency - a.frequency || (a.text < b.text ? -1 : 1))
    .filter(({ term }, place) => place < 40 && isInSight(term))
    .map(({ text, distance, frequency }) => ({ words: replaced(position, 1, text), distance, frequency }))
    .concat(
      synonymsNear(word, index)
        .filter(({ term }) => isInSight(term))
        .map(({ text, distance }) => ({ words: replaced(position, 1, text), distance, frequency: 0 })),
    )

  const isWord = (text: string) => {
    const term = vocabulary.numberOf(text)
    return term !== undefined && vocabulary.is(term, termKind.word) && isInSight(term)
  }
  const spaced: Correction[] = []
  const together = `${word}${words[position + 1] ?? ''}`
  if (position + 1 < words.length && isWord(together)) {
    spaced.push({ words: replaced(position, 2, together), distance: 1, frequency: 0 })
  }
  for (let cut = 3; cut <= word.length - 3; cut++) {
    const [left, right] = [word.slice(0, cut), word.slice(cut)]
    if (isWord(left) && isWord(right))
      spaced.push({ words: replaced(position, 1, left, right), distance: 1, frequency: 0 })
  }
  return [...spaced, ...single]
}

function nearTerms(word: string, { vocabulary }: TextIndex): { term: number; distance: number }[] {
  if (/\d/.test(word)) return word.length < shortestForgivenCode ? [] : vocabulary.near(word, 1, termKind.code)
  if (word.length < 4) return []
  return vocabulary
    .near(word, word.length < 8 ? 1 : 2, termKind.word | termKind.code)
    .filter(({ term, distance }) => distance === 1 || vocabulary.is(term, termKind.word))
    .filter(({ term }) => word.length > longestCareful || isLikelySlip(word, vocabulary.texts[term] ?? ''))
}

/** Other names of what is sold, though no product is called so: a 'refridgerator' where all are fridges. */
function synonymsNear(word: string, { synonyms, vocabulary }: TextIndex) {
  if (word.length < 4) return []
  const limit = word.length < 8 ? 1 : 2
  return synonyms.singleWords().flatMap(({ word: text, group }) => {
    const distance = editDistance(word, text, limit)
    const term = vocabulary.numberOf(synonymTerm(group))
    return distance < 1 || distance > limit || term === undefined || vocabulary.numberOf(text) !== undefined
      ? []
      : [{ text, term, distance }]
  })
}

/** The longest run of words that together are a known model or sku: 'wfe 6400 whb'. */
function codeAt(
  words: readonly string[],
  start: number,
  { vocabulary }: TextIndex,
): { term: number; length: number } | null {
  for (let length = Math.min(maxCodeParts, words.length - start); length >= 2; length--) {
    const whole = words
      .slice(start, start + length)
      .join('')
      .replaceAll('.', '')
    if (whole.length < shortestForgivenCode || !/\d/.test(whole)) continue
    const term = vocabulary.numberOf(whole)
    if (term !== undefined && vocabulary.is(term, termKind.code)) return { term, length }
  }
  return null
}

function alternatives(words: readonly string[], at: number, isBeginning: boolean, index: TextIndex): QueryWord {
  const { vocabulary } = index
  const word = words[at] ?? ''
  const group = index.synonyms.at([word], 0)?.group ?? null
  const weights = new Map<number, number>()
  const offer = (term: number | undefined, weight: number) => {
    if (term !== undefined && (weights.get(term) ?? 0) < weight) weights.set(term, weight)
  }
  offer(vocabulary.numberOf(word), weightOf.typed)
  for (const term of vocabulary.family(word)) offer(term, weightOf.sameStem)
  if (group !== null) offer(vocabulary.numberOf(synonymTerm(group)), weightOf.synonym)
  // 'smartwatch' is a smart watch, and who types 'head set' also means a headset.
  offer(vocabulary.numberOf(compoundTerm(word)), weightOf.sameStem)
  for (const joined of [`${words[at - 1] ?? ''}${word}`, `${word}${words[at + 1] ?? ''}`]) {
    if (joined !== word) for (const term of vocabulary.family(joined)) offer(term, weightOf.sameStem)
  }
  if (isBeginning) {
    vocabulary.wordsWithPrefix(word, (term) => {
      offer(term, weightOf.begun)
      const begun = index.synonyms.at([vocabulary.texts[term] ?? ''], 0)
      if (begun) offer(vocabulary.numberOf(synonymTerm(begun.group)), weightOf.synonym * weightOf.begun)
    })
    // One or two letters begin thousands of models, and nobody looks for all of them.
    const isCodeBegun = word.length >= shortestBegunCode
    if (isCodeBegun || /^\d/.test(word)) {
      vocabulary.codesAndAmountsWithPrefix(word, (term) => {
        if (isCodeBegun || !vocabulary.is(term, termKind.code)) offer(term, weightOf.begun)
      })
    }
  }
  return { terms: [...weights.keys()], weights: [...weights.values()] }
}

/** The longest phrase of several words that begins at `start` and that a product is called by; its words count one by one otherwise. */
function phraseAt(
  words: readonly string[],
  start: number,
  index: TextIndex,
): { readonly word: QueryWord; readonly length: number } | null {
  const synonym = index.synonyms.at(words, start)
  if (!synonym || synonym.length === 1) return null
  const word = synonymsOf(synonym.group, words.slice(start, start + synonym.length), index)
  return word.terms.length === 0 ? null : { word, length: synonym.length }
}

/** The phrase itself where it stands in a title, and all that it may be called. */
function synonymsOf(group: number, phrase: readonly string[], index: TextIndex): QueryWord {
  const { vocabulary } = index
  const synonyms = vocabulary.numberOf(synonymTerm(group))
  const literal = phrase.length === 2 ? pairsIn(phrase, index) : []
  return {
    terms: [...literal, ...(synonyms === undefined ? [] : [synonyms])],
    weights: [...literal.map(() => weightOf.typed), ...(synonyms === undefined ? [] : [weightOf.synonym])],
  }
}

/** The terms of words that stand side by side in the term and in a title. */
export function pairsIn(words: readonly string[], { vocabulary }: TextIndex): number[] {
  return words.slice(1).flatMap((word, at) => {
    const pair = pairTerm(words[at] ?? '', word)
    return (pair === null ? undefined : vocabulary.numberOf(pair)) ?? []
  })
}

/** The terms of the products that are what a search names; see `headsRequested`. */
export function headsIn(
  words: readonly string[],
  { typed, isTyping }: { readonly typed: string; readonly isTyping: boolean },
  index: TextIndex,
): number[] {
  const { vocabulary, synonyms, postings } = index
  const isKnown = (text: string) => {
    const term = vocabulary.numberOf(text)
    return term !== undefined && (postings.lengths[term] ?? 0) > 0
  }
  const whole = isTyping ? typedOut(words, index) : null
  const requested = headsRequested(whole === null ? typed : '', whole ?? words, synonyms, isKnown)
  return requested.flatMap((term) => vocabulary.numberOf(term) ?? [])
}

/** The words with the last one as titles most often go on: 'washing m' as 'washing machine'. Null where none does. */
function typedOut(words: readonly string[], { vocabulary, postings }: TextIndex): readonly string[] | null {
  const [before, last] = [words.at(-2), words.at(-1)]
  if (before === undefined || last === undefined) return null
  let best: string | null = null
  let maxCount = 0
  vocabulary.wordsWithPrefix(last, (term) => {
    const word = vocabulary.texts[term] ?? ''
    const pair = vocabulary.numberOf(pairTerm(before, word) ?? '')
    const count = pair === undefined ? 0 : (postings.lengths[pair] ?? 0)
    if (count <= maxCount) return
    best = word
    maxCount = count
  })
  return best === null ? null : [...words.slice(0, -1), best]
}
