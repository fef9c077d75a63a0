import type { IndexedProduct } from '../listing/indexed-product.ts'
import { stemOf } from './stem.ts'
import { contentWords, longestPhrase, type Synonyms, synonymTerm } from './synonyms.ts'
import { folded, stopWords, tokenise } from './tokens.ts'

/**
 * What a thing is, by the noun that ends its name: a 'fridge water filter' is a filter and a 'monitor arm' an arm, so that what belongs
 * to a thing does not outrank it. English puts the noun last; titles go on with models, colours and what the thing comes with.
 */

/** The term of every product that is what this noun, or this group of synonyms, names. */
export function headTerm(noun: string): string {
  return `^${stemOf(noun)}`
}

/** The terms of what a phrase names: of its last word, and of what else its end is called. */
export function headKeys(phrase: readonly string[], synonyms: Synonyms): string[] {
  const head = phrase.at(-1)
  if (head === undefined) return []
  return [headTerm(head), ...groupsAtEnd(phrase, synonyms).map(({ group }) => headTerm(synonymTerm(group)))]
}

/** The words of a title as far as the noun that says what the product is. `qualities` are words that only say what it is like. */
export function nounPhraseOf(title: string, qualities: ReadonlySet<string>): readonly string[] {
  const name = folded(title).split(endOfName, 1)[0] ?? ''
  const words = tokenise(name).filter((word) => !stopWords.has(word))
  const end = words.findLastIndex((word) => lettersOnly.test(word) && word.length > 1 && !qualities.has(word))
  return words.slice(0, end + 1)
}

/**
 * The same of the name that a description begins with, as 'Bar table, 140x80 cm' does; nothing where it begins with a sentence. It says
 * what a product is whose title is a model or a name of its range.
 */
export function nounPhraseOfDescription(description: string, qualities: ReadonlySet<string>): readonly string[] {
  const name = folded(description).split(endOfDescribedName, 1)[0] ?? ''
  return sentenceWords.test(name) || verbFirst.test(name) ? [] : nounPhraseOf(name, qualities)
}

/**
 * The words of a product's brand and attributes that say what it is like. Of values of several words only looks count: a 'compact
 * camera' is a camera, while a fridge in 'brushed steel' is no steel.
 */
export function qualitiesOf(
  brand: string,
  attributes: IndexedProduct['attributes'],
  wordsOf: (text: string) => readonly string[],
): ReadonlySet<string> {
  const qualities = new Set(wordsOf(brand))
  for (const [code, value] of Object.entries(attributes)) {
    if (typeof value === 'number' || typeof value === 'boolean') continue
    for (const text of typeof value === 'string' ? [value] : value) {
      const words = wordsOf(text)
      if (words.length === 1 || namesLook.test(code)) for (const word of words) qualities.add(word)
    }
  }
  return qualities
}

/**
 * The terms of the products that are what a search names, by its last words that any product is; empty when there are none.
 * 'fridge with ice maker' asks for a fridge. `isKnown` tells whether a product has a term.
 */
export function headsRequested(
  typed: string,
  words: readonly string[],
  synonyms: Synonyms,
  isKnown: (term: string) => boolean,
): string[] {
  const named = contentWords(typed.toLowerCase().split(endOfName, 1)[0] ?? '')
  // A corrected search has other words than those typed.
  const phrase = named.length > 0 && named.every((word) => words.includes(word)) ? named : words
  for (let end = phrase.length; end > 0; end--) {
    const own = phrase.slice(0, end)
    const [longest] = groupsAtEnd(own, synonyms)
    const group = longest === undefined ? [] : [headTerm(synonymTerm(longest.group))]
    // 'washing machine' names more than machines.
    const heads = longest !== undefined && longest.length > 1 ? group : [headTerm(own.at(-1) ?? ''), ...group]
    if (heads.some(isKnown)) return heads.filter(isKnown)
  }
  return []
}

/** The groups of synonyms that the end of a phrase belongs to, of the longest end first. */
function groupsAtEnd(phrase: readonly string[], synonyms: Synonyms): { group: number; length: number }[] {
  const found: { group: number; length: number }[] = []
  for (let length = Math.min(longestPhrase, phrase.length); length >= 1; length--) {
    const group = synonyms.at(phrase.slice(-length), 0)
    if (group?.length === length) found.push(group)
  }
  return found
}

const endOfName = / (?:for|with|w|without|and|including) | [-–—|] |[,(]/
const endOfDescribedName =
  /[.:;!?](?: |$)|,| (?:after|against|at|by|from|in|into|of|on|over|that|to|under|which|who) | [-–—|] /
const sentenceWords = /\b(?:are|can|has|have|is|it|its|will|you|your)\b/
/** 'Cleans glass cooktops' is no cooktop. */
const verbFirst = /^[a-z]+s /
const namesLook = /colou?r|finish|material|fabric/
const lettersOnly = /^\p{L}+$/u
