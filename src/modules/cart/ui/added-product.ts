import { createStore } from '../../../ui/browser/store.ts'
import type { CartLineResponse } from '../cart.ts'

/** What was put into the cart last on a small screen, until its sheet is closed. */
export type AddedProduct = Pick<CartLineResponse, 'sku' | 'title' | 'image' | 'quantity'> & {
  /** Counts the additions of this page: the same product can be added again. */
  readonly at: number
}

export const addedStore = createStore<AddedProduct | null>(null)
