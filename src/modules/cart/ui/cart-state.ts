import { createStore } from '../../../ui/browser/store.ts'
import { closeView, navigationView, openView } from '../../navigation/ui/view.ts'
import type { CartResponse } from '../cart.ts'

/** The browser's copy of the cart (CART-05). Only the server computes figures. Loading and changes are in cart-actions.ts. */
export type CartState = {
  /** Null until it has loaded. */
  readonly cart: CartResponse | null
  /** The last error; cleared by the next call of the cart. */
  readonly errorMessage: string | null
  /** Lines and rewards (CART-06). */
  readonly cartCount: number
  readonly isCartOpen: boolean
  /** From the first pending call to the response of the last one (CART-07). */
  readonly isLoading: boolean
  readonly hasProformaDelivery: boolean
}

export const cartStore = createStore<CartState>({
  cart: null,
  errorMessage: null,
  cartCount: 0,
  isCartOpen: false,
  isLoading: false,
  hasProformaDelivery: false,
})

// The panel is one of the views beside the page (decision cart-15).
navigationView.subscribe(() => cartStore.set({ ...cartStore.get(), isCartOpen: navigationView.get() === 'cart' }))

export function openCart(isOpen: boolean): void {
  if (isOpen) openView('cart')
  else closeView('cart')
}

/** Ids of a warranty and an install: null takes one off, one left out stays as it is. */
export type ChosenIds = { readonly warrantyId?: number | null; readonly installId?: number | null }
