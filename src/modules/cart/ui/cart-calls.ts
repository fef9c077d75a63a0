import { callApi, type ApiAnswer, type ApiCall } from '../../../ui/browser/api.ts'
import { firstMessage } from '../../../platform/http/problem.ts'
import { messageStore, showMessage } from '../../../ui/overlays/message.ts'
import { isSmall, screenSize } from '../../../ui/browser/screen-size.ts'
import { createStore } from '../../../ui/browser/store.ts'
import { placeChoices, placeStore } from '../../geo/ui/place.ts'
import { navigationView } from '../../navigation/ui/view.ts'
import { cartCount, noCartId, type CartResponse, type CartLineResponse } from '../cart.ts'
import { giftCardName } from '../gift-cards.ts'
import { lineGoneText } from '../line-texts.ts'
import { cartStore, openCart, type ChosenIds } from './cart-state.ts'

/** The calls of the cart, and what its state makes of their answers. */

export type RemovedLine = Pick<
  CartLineResponse,
  'sku' | 'productCode' | 'title' | 'quantity' | 'warrantyId' | 'installId'
>

/** The line removed last, with all it takes to bring it back; null once something else was changed. */
export const removedStore = createStore<RemovedLine | null>(null)

const unknownError = 'An unknown error occurred, please try again later'

/** How many calls were made, how many of them wait, and which of them the cart on screen is the answer of. */
const count = { requested: 0, waiting: 0, taken: 0 }

/** One call of the cart: loading begins and ends with it (CART-07). Null when it failed, and then the state says why. */
async function ask<Value>(
  question: () => Promise<ApiAnswer<Value>>,
  otherwise = unknownError,
): Promise<{ readonly value: Value; readonly at: number } | null> {
  const at = ++count.requested
  count.waiting++
  cartStore.set({ ...cartStore.get(), isLoading: true, errorMessage: null })
  const answer = await question()
  count.waiting--
  // What went wrong with an older call is of no use to somebody who has gone on.
  const failed = !answer.ok && at === count.requested ? { errorMessage: firstMessage(answer.body, otherwise) } : {}
  cartStore.set({ ...cartStore.get(), isLoading: count.waiting > 0, ...failed })
  return answer.ok ? { value: answer.value, at } : null
}

/**
 * The cart of an answer becomes the cart of the page, unless it is late. Of one cart the higher version is the newer; of one version, and
 * of two carts, the one that was asked for later.
 */
function take(cart: CartResponse, at: number): void {
  const known = cartStore.get().cart
  const isAnotherVersion = known?.cartId === cart.cartId && known.version !== cart.version
  if (isAnotherVersion ? cart.version < known.version : at < count.taken) return
  count.taken = at
  cartStore.set({
    ...cartStore.get(),
    cart,
    cartCount: cartCount(cart),
    hasProformaDelivery: cart.products.some((line) => line.isProforma),
  })
  notify()
}

/** A reload: it starts no other (decision cart-11). With a chosen place every line says whether it is delivered there (cart-12). */
export async function loadCart(): Promise<boolean> {
  const place = placeStore.get()
  const query =
    place?.localityId == null
      ? {}
      : { suburb: place.suburb ?? '', postcode: place.postcode ?? '', state: place.state ?? '' }
  const got = await ask(() => callApi('GET', '/api/cart/', { query }))
  if (got !== null) take(got.value, got.at)
  return got !== null
}

/** A change of the cart; other tabs hear of it, and one reload follows (CART-08). */
async function change(
  question: () => Promise<ApiAnswer<CartResponse>>,
  { otherwise, done }: { otherwise?: string; done?: () => void } = {},
): Promise<boolean> {
  const got = await ask(question, otherwise)
  if (got === null) return false
  take(got.value, got.at)
  // A channel has one origin anyway.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  otherTabs?.postMessage({ cartId: got.value.cartId, version: got.value.version } satisfies News)
  done?.()
  await loadCart()
  return true
}

/** A product is put into the cart, or its line changed: what was removed before is not given back any more. */
const put = (body: ApiCall<'POST', '/api/cart/product/'>['body'], done?: () => void): Promise<boolean> =>
  change(() => callApi('POST', '/api/cart/product/', { body }), {
    done() {
      removedStore.set(null)
      done?.()
    },
  })

/** Opens the panel once it is in, where there is room for one (decision cart-15); what went wrong is said where the shopper is. */
export async function addToCart(sku: string, quantity = 1, choices: ChosenIds = {}): Promise<boolean> {
  const { warrantyId, installId } = choices
  const isIn = await put({ sku, quantity, warrantyId, installId }, () => {
    if (isSmall(screenSize(window.innerWidth))) showMessage('success', 'Added to your cart.')
    else openCart(true)
  })
  const { errorMessage, isCartOpen } = cartStore.get()
  // The open panel shows it itself.
  if (!isIn && !isCartOpen && errorMessage !== null) {
    showMessage('error', errorMessage)
    cartStore.set({ ...cartStore.get(), errorMessage: null })
  }
  return isIn
}

export const setLine = (
  { sku, productCode }: Pick<CartLineResponse, 'sku' | 'productCode'>,
  to: { readonly quantity: number } & ChosenIds,
): Promise<boolean> => put({ sku, productCode, ...to })

/** One line as it is now: what may be chosen beside it can be another by the time somebody chooses. */
export async function loadLine(productCode: string): Promise<boolean> {
  const got = await ask(() => callApi('GET', '/api/cart/product/:code', { params: { code: productCode } }))
  const { cart } = cartStore.get()
  const before = cart?.products.find((line) => line.productCode === productCode)
  if (got === null || cart === null || before === undefined) return false
  const { upsells, price } = got.value
  cartStore.set({
    ...cartStore.get(),
    cart: { ...cart, products: cart.products.map((line) => (line === before ? { ...line, upsells } : line)) },
  })
  // A line's price is never shown beside a total of another moment.
  return price === before.price || loadCart()
}

/** Removes a line and remembers what it takes to bring it back. */
export async function removeLine(line: RemovedLine): Promise<boolean> {
  const { productCode } = line
  if (!cartStore.get().cart?.products.some((one) => one.productCode === productCode)) {
    cartStore.set({ ...cartStore.get(), errorMessage: lineGoneText })
    return false
  }
  return change(() => callApi('DELETE', '/api/cart/product/:code', { params: { code: productCode } }), {
    done: () => removedStore.set(line),
  })
}

/** Gives the line removed last back, with its quantity and what was chosen with it. */
export async function undoRemoval(): Promise<boolean> {
  const removed = removedStore.get()
  if (removed === null) return false
  const { sku, quantity, warrantyId, installId } = removed
  return put({ sku, quantity, warrantyId, installId })
}

/** Removes the whole cart: it is empty at once (CART-09). */
export const removeCart = (): Promise<boolean> =>
  change(() => callApi('DELETE', '/api/cart/'), { done: () => removedStore.set(null) })

export const applyCode = (code: string): Promise<boolean> =>
  change(() => callApi('POST', '/api/cart/coupon/', { body: { code, userEmail: null } }), {
    otherwise: 'An Error while applying the coupon.',
  })

export function removeCode(code: string): Promise<boolean> {
  const cards = cartStore.get().cart?.giftCards ?? []
  const name = cards.some((card) => card.code === code) ? giftCardName(code, cards) : code
  return change(() => callApi('DELETE', '/api/cart/coupon/:id', { params: { id: name } }), {
    otherwise: 'An Error while deleting the coupon.',
  })
}

/** What was said last, and of which version of which cart: said again when the cart has changed. */
let said = { of: '', text: '' }

/**
 * The messages of the cart as one error over the page that stays (CART-13, decision cart-10). Not at the checkout, whose summary has them,
 * and not behind the open panel, which has them too and lets nobody reach what lies outside of it.
 */
function notify(): void {
  const { cart, isCartOpen } = cartStore.get()
  if (cart === null || isCartOpen || location.pathname.startsWith('/customer/checkout')) return
  const text = [...new Set(cart.messages.map((one) => one.message))].join('\n\n')
  const of = `${cart.cartId} ${cart.version}`
  if (said.of === of && said.text === text) return
  const isShown = said.text !== '' && messageStore.get()?.text === said.text
  said = { of, text }
  if (text !== '') showMessage('error', text, { keepAlive: true })
  else if (isShown) messageStore.set(null)
}

/** What tabs of one browser tell each other of their cart. */
type News = { readonly cartId: string; readonly version: number }

let otherTabs: BroadcastChannel | null = null

/** Hears of changes in other tabs. */
function listen(): void {
  otherTabs = new BroadcastChannel('cart')
  otherTabs.addEventListener('message', ({ data }: MessageEvent<News>) => {
    const known = cartStore.get().cart
    if (known?.cartId !== data.cartId || known.version < data.version) void loadCart()
  })
}

let isFollowing = false

/** Reads the cart once it is known where things go, and again when that or the cart itself is changed, here or in another tab. */
export async function followCart(placed: Promise<void>): Promise<void> {
  if (!isFollowing) {
    isFollowing = true
    listen()
    navigationView.subscribe(notify)
    placeChoices.subscribe(() => {
      if ((cartStore.get().cart?.cartId ?? noCartId) !== noCartId) void loadCart()
    })
    // Another device may have changed the account's cart meanwhile (decision 0042).
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') void loadCart()
    })
    // A page with an open channel is not kept for the way back; one that comes back has heard nothing meanwhile.
    addEventListener('pagehide', () => {
      otherTabs?.close()
      otherTabs = null
    })
    addEventListener('pageshow', ({ persisted }) => {
      if (!persisted) return
      listen()
      void loadCart()
    })
  }
  await placed
  await loadCart()
}
