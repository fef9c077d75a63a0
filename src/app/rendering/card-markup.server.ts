import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import type { Card, CardRules } from '../../modules/catalogue/card.ts'
import { CardContent } from '../../modules/catalogue/ui/product-card.tsx'

/** About 2 kB each. A crawler that reads every list of a large catalogue would otherwise fill the memory with them. */
const maxCached = 20_000

/** By the objects themselves: cards and rules are made anew when anything about them changes, and what nobody holds is forgotten. */
let made = new WeakMap<CardRules, WeakMap<Card, string>>()
let stored = 0

/** What stands in a card's frame, for a visitor nobody knows anything about. */
export function cardMarkup(card: Card, rules: CardRules): string {
  let ofRules = made.get(rules)
  if (ofRules === undefined) made.set(rules, (ofRules = new WeakMap()))
  let markup = ofRules.get(card)
  if (markup === undefined) {
    const content = createElement(CardContent, { card, rules, state: null, space: null, delivery: null, eager: false })
    // The renderer gives a string of hundreds of pieces, which every page would put together anew; a copy is one piece.
    markup = Buffer.from(renderToString(content)).toString()
    if (++stored > maxCached) {
      made = new WeakMap([[rules, (ofRules = new WeakMap())]])
      stored = 1
    }
    ofRules.set(card, markup)
  }
  return markup
}
