import { createContext } from 'react'
import type { Card, CardRules } from '../product/card.ts'

/**
 * The markup of a card that has been rendered before, or null when it has to be rendered in place. Provided on the server only: the same
 * card is in many lists, and rendering 24 of them is most of the work of a list. In the browser there is none, and React finds the elements
 * it expects, because the markup was rendered from the same component.
 */
export const CardMarkupContext = createContext<((card: Card, rules: CardRules) => string) | null>(null)
