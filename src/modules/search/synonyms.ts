import { stemOf } from './stem.ts'
import { stopWords, tokenise } from './tokens.ts'

/**
 * What people here call the same thing. One list is one group: a product that says any of them in its title, category or keywords is
 * found by each of them. Plurals need no entry. Only true alternatives belong here, because the widening works in both directions.
 */
const sameThing: readonly (readonly string[])[] = [
  ['fridge', 'refrigerator'],
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
  ['bbq', 'barbecue', 'barbeque', 'grill'],
  ['microwave', 'micro wave'],
  ['air fryer', 'airfryer'],
  ['soundbar', 'sound bar'],
  ['tv unit', 'tv cabinet', 'tv stand', 'entertainment unit'],
  ['sideboard', 'buffet', 'credenza'],
  ['chest of drawers', 'tallboy'],
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
  ['clothes airer', 'drying rack', 'clothes horse'],
]

const longestPhrase = 3

const groupOfPhrase: ReadonlyMap<string, number> = new Map(
  sameThing.flatMap((phrases, group) =>
    phrases.map((phrase): [string, number] => [phraseKey(contentWords(phrase)), group]),
  ),
)

/** The words of a text that decide something. */
export function contentWords(text: string): string[] {
  return tokenise(text).filter((token) => !stopWords.has(token))
}

/** The group of the longest phrase that begins at `start`, and how many words it takes; null when none does. */
export function synonymAt(words: readonly string[], start: number): { group: number; length: number } | null {
  for (let length = Math.min(longestPhrase, words.length - start); length >= 1; length--) {
    const group = groupOfPhrase.get(phraseKey(words.slice(start, start + length)))
    if (group !== undefined) return { group, length }
  }
  return null
}

/** Every group that a text mentions: 'washer dryer' mentions two, 'tv cabinet' the cabinet and the television. */
export function synonymGroupsIn(words: readonly string[]): Set<number> {
  const groups = new Set<number>()
  for (let start = 0; start < words.length; start++) {
    for (let length = 1; length <= longestPhrase && start + length <= words.length; length++) {
      const group = groupOfPhrase.get(phraseKey(words.slice(start, start + length)))
      if (group !== undefined) groups.add(group)
    }
  }
  return groups
}

function phraseKey(words: readonly string[]): string {
  return words.length === 1 ? stemOf(words[0] ?? '') : words.map(stemOf).join(' ')
}
