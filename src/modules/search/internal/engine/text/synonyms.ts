import { stemOf } from './stem.ts'
import { stopWords, tokenise } from './tokens.ts'

/**
 * What people here call the same thing; a new shop starts with these, and its people keep them. One list is one group: a product that
 * says any of them in its title, category or keywords is found by each of them. Plurals need no entry. Only true alternatives belong
 * here, because the widening works in both directions.
 */
export const defaultSynonyms: readonly (readonly string[])[] = [
  ['fridge', 'refrigerator'],
  ['integrated', 'built in', 'inbuilt'],
  ['freezer', 'deep freezer', 'deep freeze'],
  ['tv', 'television', 'telly'],
  ['washer', 'washing machine', 'clothes washer'],
  ['dryer', 'drier', 'tumble dryer', 'clothes dryer'],
  ['dishwasher', 'dish washer'],
  ['couch', 'sofa', 'lounge', 'settee'],
  ['cooktop', 'cook top', 'hob', 'stovetop'],
  ['stove', 'cooker', 'freestanding cooker', 'upright cooker'],
  ['rangehood', 'range hood', 'cooker hood', 'extractor hood'],
  ['aircon', 'air con', 'air conditioner', 'air conditioning', 'split system'],
  ['bedside', 'bedside table', 'nightstand', 'night stand'],
  ['vac', 'vacuum', 'vacuum cleaner', 'hoover'],
  ['bbq', 'barbecue', 'barbeque', 'barbie', 'grill'],
  ['top load', 'top loader', 'top loading'],
  ['front load', 'front loader', 'front loading'],
  ['microwave', 'micro wave'],
  ['air fryer', 'airfryer'],
  ['soundbar', 'sound bar'],
  ['tv unit', 'tv cabinet', 'tv stand', 'entertainment unit'],
  ['sideboard', 'buffet', 'credenza'],
  ['chest of drawers', 'tallboy', 'dresser'],
  ['bookcase', 'bookshelf', 'book shelf'],
  ['coffee machine', 'coffee maker'],
  ['wardrobe', 'armoire'],
  ['doona', 'duvet', 'quilt'],
  ['kettle', 'jug'],
  ['tap', 'faucet', 'mixer tap'],
  ['bin', 'rubbish bin', 'trash can'],
  ['earbuds', 'earphones', 'in ear headphones'],
  ['torch', 'flashlight'],
  ['power board', 'powerboard', 'power strip'],
  ['hair dryer', 'hairdryer', 'blow dryer'],
  ['bench top', 'benchtop', 'countertop'],
  ['grey', 'gray'],
  ['clothes airer', 'drying rack', 'clothes horse'],
]

/** The words of a text that decide something. */
export function contentWords(text: string): string[] {
  return tokenise(text).filter((token) => !stopWords.has(token))
}

/** So many words a phrase has at most. */
export const longestPhrase = 3

export type SynonymGroup = {
  /** Never used again for other phrases. */
  readonly number: number
  /** Each as its words. */
  readonly phrases: readonly (readonly string[])[]
}

/** Groups of phrases that mean the same, as they are now. */
export class Synonyms {
  private groupOfPhrase = new Map<string, SynonymGroup>()
  private numberOfGroup = new Map<string, number>()
  private nextNumber = 0

  constructor(groups: readonly (readonly string[])[] = defaultSynonyms) {
    this.replace(groups)
  }

  /** From now on these and no others. Answers those that were not there before. */
  replace(groups: readonly (readonly string[])[]): readonly SynonymGroup[] {
    const before = this.numberOfGroup
    this.groupOfPhrase = new Map()
    this.numberOfGroup = new Map()
    const added: SynonymGroup[] = []
    for (const texts of groups) {
      const phrases = texts.map(contentWords).filter((words) => words.length > 0 && words.length <= longestPhrase)
      const keys = phrases.map(phraseKey)
      const name = keys.toSorted().join('|')
      const known = before.get(name)
      const group = { number: known ?? this.nextNumber++, phrases }
      if (known === undefined) added.push(group)
      this.numberOfGroup.set(name, group.number)
      for (const key of keys) this.groupOfPhrase.set(key, group)
    }
    return added
  }

  /** The group of the longest phrase that begins at `start`, and how many words it takes; null when none does. */
  at(words: readonly string[], start: number): { group: number; length: number } | null {
    for (let length = Math.min(longestPhrase, words.length - start); length >= 1; length--) {
      const group = this.groupOfPhrase.get(phraseKey(words.slice(start, start + length)))
      if (group !== undefined) return { group: group.number, length }
    }
    return null
  }

  /** The single words that are phrases, each with its group. */
  singleWords(): { readonly word: string; readonly group: number }[] {
    return [...new Set(this.groupOfPhrase.values())].flatMap(({ number, phrases }) =>
      phrases.flatMap(([word, ...more]) => (word === undefined || more.length > 0 ? [] : [{ word, group: number }])),
    )
  }

  /** The positions of words that are part of a phrase of several. */
  wordsInPhrases(words: readonly string[]): ReadonlySet<number> {
    const positions = new Set<number>()
    for (let start = 0; start < words.length; start++) {
      const length = this.at(words, start)?.length ?? 0
      if (length > 1) for (let at = start; at < start + length; at++) positions.add(at)
    }
    return positions
  }

  /** Every group that a text mentions: 'washer dryer' mentions two, 'tv cabinet' the cabinet and the television. */
  in(words: readonly string[]): Set<number> {
    const groups = new Set<number>()
    for (let start = 0; start < words.length; start++) {
      for (let length = 1; length <= longestPhrase && start + length <= words.length; length++) {
        const group = this.groupOfPhrase.get(phraseKey(words.slice(start, start + length)))
        if (group !== undefined) groups.add(group.number)
      }
    }
    return groups
  }
}

/** By which a phrase is found: 'washing machines' and 'washing machine' are one. */
export function phraseKey(words: readonly string[]): string {
  return words.length === 1 ? stemOf(words[0] ?? '') : words.map(stemOf).join(' ')
}

/** The term of every product that mentions one of a group of synonyms. */
export function synonymTerm(group: number): string {
  return `~${group}`
}
