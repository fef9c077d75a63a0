import { stemOf } from './engine/text/stem.ts'
import { tokenise } from './engine/text/tokens.ts'

/**
 * Words for many kinds of things at once. They are no synonyms: every fridge is one of the whitegoods, and who looks for a fridge does
 * not want a dryer. So products are found by them, and not the other way round. Each is one word that says nothing else: a 'white' among
 * them would make every fridge a white one.
 */
const umbrellas: readonly { readonly words: string; readonly kinds: string }[] = [
  {
    words: 'whitegoods',
    kinds: 'fridges freezers dishwashers washers dryers combos ovens cooktops rangehoods microwaves',
  },
  {
    words: 'furniture',
    kinds: 'sofas armchairs tables chairs beds drawers wardrobes desks bookcases sideboards stools benches',
  },
]

const byKind = new Map<string, string[]>()
for (const { words, kinds } of umbrellas)
  for (const kind of kinds.split(' ')) byKind.set(stemOf(kind), [...(byKind.get(stemOf(kind)) ?? []), words])

/** What a product of a category is found by besides its own words; '' for none. `categoryTitles` begin at the root. */
export function umbrellaWords(categoryTitles: readonly string[]): string {
  const heads = categoryTitles.map((title) => stemOf(tokenise(title).at(-1) ?? ''))
  return [...new Set(heads.flatMap((head) => byKind.get(head) ?? []))].join(' ')
}
