import { callApi, type ApiAnswer } from '../../../ui/api.ts'
import { firstMessage } from '../../../platform/http/problem.ts'
import { showMessage } from '../../../ui/message.ts'
import { createStore } from '../../../ui/store.ts'
import { closeView, navigationView, openView } from '../../navigation/ui/view.ts'
import type { WireCart, WireCartLine } from '../cart.ts'

/** The cart as the browser knows it; null until asked. The server's figures are the only figures. */
export type CartState = {
  readonly cart: WireCart | null
  readonly isLoading: boolean
  readonly error: string | null
  /** A line just removed, so that it can be brought back. */
  readonly removed: RemovedLine | null
}

type RemovedLine = Pick<WireCartLine, 'sku' | 'title' | 'quantity' | 'warrantyId' | 'installId'>

/** Ids of a warranty and an install: null takes one off, one left out stays as it is. */
export type ChosenIds = { readonly warrantyId?: number | null; readonly installId?: number | null }

export const cartStore = createStore<CartState>({
  cart: null,
  isLoading: false,
  error: null,
  removed: null,
})

const unknownError = 'An unknown error occurred, please try again later'

// Answers may overtake each other; only the newest question's answer is taken.
let newest = 0

async function ask(
  question: () => Promise<ApiAnswer<WireCart>>,
  after: Partial<CartState> = {},
  otherwise = unknownError,
): Promise<boolean> {
  const mine = ++newest
  cartStore.set({ ...cartStore.get(), isLoading: true, error: null })
  const answer = await question()
  if (mine !== newest) return answer.ok
  const state = cartStore.get()
  if (answer.ok) cartStore.set({ ...state, cart: answer.value, isLoading: false, ...after })
  else
    cartStore.set({
      ...state,
      isLoading: false,
      error: firstMessage(answer.body, otherwise),
    })
  return answer.ok
}

export const loadCart = () => ask(() => callApi('GET', '/api/cart/'))

/** Opens the panel once it is in (decision cart-15); what went wrong is said where the shopper is. */
export async function addToCart(
  sku: string,
  quantity = 1,
  { warrantyId, installId }: ChosenIds = {},
): Promise<boolean> {
  const question = () => callApi<WireCart>('POST', '/api/cart/product/', { sku, quantity, warrantyId, installId })
  const isIn = await ask(question, { removed: null })
  const { error } = cartStore.get()
  if (isIn) openCart(true)
  // The open panel shows it itself.
  else if (navigationView.get() !== 'cart' && error !== null) {
    showMessage('error', error)
    cartStore.set({ ...cartStore.get(), error: null })
  }
  return isIn
}

export const setLine = (
  { sku, productCode }: Pick<WireCartLine, 'sku' | 'productCode'>,
  change: { readonly quantity: number } & ChosenIds,
) => ask(() => callApi('POST', '/api/cart/product/', { sku, productCode, ...change }), { removed: null })

/** Removes a line and remembers what it takes to bring it back. */
export const removeLine = (removed: RemovedLine & Pick<WireCartLine, 'productCode'>) =>
  ask(() => callApi('DELETE', `/api/cart/product/${encodeURIComponent(removed.productCode)}`), { removed })

export const applyCode = (code: string) =>
  ask(() => callApi('POST', '/api/cart/coupon/', { code, userEmail: null }), {}, 'An Error while applying the coupon.')

export const removeCode = (code: string) =>
  ask(
    () => callApi('DELETE', `/api/cart/coupon/${encodeURIComponent(code)}`),
    {},
    'An Error while deleting the coupon.',
  )

/** The panel is one of the views beside the page (decision cart-15). */
export function openCart(isOpen: boolean): void {
  if (isOpen) openView('cart')
  else closeView('cart')
}
