import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import type { Card, CardRules } from '../../modules/catalogue/product/card.ts'
import { CardContent } from '../../modules/catalogue/ui/product-card.tsx'

/** About 2 kB each. A crawler that reads every list of a large catalogue would otherwise fill the memory with them. */
const maxCached = 20_000

/** Keyed by object identity: cards and rules are new objects when anything about them changes, and unreferenced ones are collected. */
let made = new WeakMap<CardRules, WeakMap<Card, string>>()
let stored = 0

/** The markup of a card for an anonymous visitor. */
export function cardMarkup(card: Card, rules: CardRules): string {
  let ofRules = made.get(rules)
  if (ofRules === undefined) made.set(rules, (ofRules = new WeakMap()))
  let markup = ofRules.get(card)
  if (markup === undefined) {
    const content = createElement(CardContent, { card, rules, state: null, space: null, delivery: null, eager: false })
    // The renderer returns a rope of hundreds of pieces, which every page would flatten again; a copy is one piece.
    markup = Buffer.from(renderToString(content)).toString()
    if (++stored > maxCached) {
      made = new WeakMap([[rules, (ofRules = new WeakMap())]])
      stored = 1
    }
    ofRules.set(card, markup)
  }
  return markup
}
