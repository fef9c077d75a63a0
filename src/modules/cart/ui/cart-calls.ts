import { callApi, type ApiAnswer, type ApiCall } from '../../../ui/browser/api.ts'
import { firstMessage } from '../../../platform/http/problem.ts'
import { messageStore, showMessage } from '../../../ui/overlays/message.ts'
import { isSmall, screenSize } from '../../../ui/browser/screen-size.ts'
import { createStore } from '../../../ui/browser/store.ts'
import { placeChoices, placeStore } from '../../geo/ui/place.ts'
import { navigationView } from '../../navigation/ui/view.ts'
import { withQuantity } from '../optimistic-quantity.ts'
import { cartCount, noCartId, type CartResponse, type CartLineResponse } from '../cart.ts'
import { giftCardName } from '../gift-cards.ts'
import { lineGoneText } from '../line-texts.ts'
import { addedStore } from './added-product.ts'
import { cartStore, openCart, type ChosenIds } from './cart-state.ts'

/** API calls of the cart, and their effect on its state. */

export type RemovedLine = Pick<
  CartLineResponse,
  'sku' | 'productCode' | 'title' | 'quantity' | 'warrantyId' | 'installId'
>

/** The line removed last, with all it takes to bring it back; null once something else was changed. */
export const removedStore = createStore<RemovedLine | null>(null)

const unknownError = 'An unknown error occurred, please try again later'

/** The number of calls made, the number pending, and the one whose response is displayed. */
const count = { requested: 0, waiting: 0, taken: 0 }

/** One call of the cart: loading starts and ends with it (CART-07). Null when it failed, with the reason in the state. */
async function ask<Value>(
  question: () => Promise<ApiAnswer<Value>>,
  otherwise = unknownError,
): Promise<{ readonly value: Value; readonly at: number } | null> {
  const at = ++count.requested
  count.waiting++
  cartStore.set({ ...cartStore.get(), isLoading: true, errorMessage: null })
  const answer = await question()
  count.waiting--
  // Errors of older calls are irrelevant once the shopper has moved on.
  const failed = !answer.ok && at === count.requested ? { errorMessage: firstMessage(answer.body, otherwise) } : {}
  cartStore.set({ ...cartStore.get(), isLoading: count.waiting > 0, ...failed })
  return answer.ok ? { value: answer.value, at } : null
}

/**
 * Displays the cart of a response, unless it is late. Of one cart the higher version is newer; of one version, and of two carts, the one
 * requested later.
 */
function take(cart: CartResponse, at: number): void {
  const known = cartStore.get().cart
  const isAnotherVersion = known?.cartId === cart.cartId && known.version !== cart.version
  if (isAnotherVersion ? cart.version < known.version : at < count.taken) return
  count.taken = at
  confirmed = cart
  show(cart)
  notify()
}

/** The cart of the newest response, without what is only pending. */
let confirmed: CartResponse | null = null

/** Quantities that the shopper has chosen and the server has not answered yet, by product code: shown at once. */
const pending = new Map<string, number>()
/** Codes of lines whose quantity is being sent. */
const sending = new Set<string>()

/** Displays a cart of the server with the quantities that are still pending. */
function show(answered: CartResponse): void {
  const cart = [...pending].reduce((is, [code, quantity]) => withQuantity(is, code, quantity), answered)
  cartStore.set({
    ...cartStore.get(),
    cart,
    cartCount: cartCount(cart),
    hasProformaDelivery: cart.products.some((line) => line.isProforma),
  })
}

/** A reload, which triggers no other (decision cart-11). With a location every line says whether it is delivered there (cart-12). */
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
  const { delivery = null, parcels = [] } = cartStore.get().cart ?? {}
  // The answer of a change knows no place: what was shown of the delivery stays until the reload, which follows.
  take(got.value.products.length === 0 ? got.value : { ...got.value, delivery, parcels }, got.at)
  // A channel has one origin anyway.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  otherTabs?.postMessage({ cartId: got.value.cartId, version: got.value.version } satisfies News)
  done?.()
  await loadCart()
  return true
}

/** The same for a call of another module that answers the cart. */
export const showChange = (question: () => Promise<ApiAnswer<CartResponse>>): Promise<boolean> =>
  change(question, { done: () => removedStore.set(null) })

/** A product is put into the cart, or its line changed: what was removed before is not given back any more. */
const put = (body: ApiCall<'POST', '/api/cart/product/'>['body'], done?: () => void): Promise<boolean> =>
  change(() => callApi('POST', '/api/cart/product/', { body }), {
    done() {
      removedStore.set(null)
      done?.()
    },
  })

/** Opens the panel once the product is added, where there is room for one (decision cart-15); errors are shown where the shopper is. */
export async function addToCart(sku: string, quantity = 1, choices: ChosenIds = {}): Promise<boolean> {
  const { warrantyId, installId } = choices
  const isIn = await put({ sku, quantity, warrantyId, installId }, () => {
    if (!isSmall(screenSize(window.innerWidth))) return openCart(true)
    const line = cartStore.get().cart?.products.find((one) => one.sku === sku)
    if (line !== undefined) addedStore.set({ ...line, at: count.requested })
  })
  const { errorMessage, isCartOpen } = cartStore.get()
  // The open panel shows it itself.
  if (!isIn && !isCartOpen && errorMessage !== null) {
    showMessage('error', errorMessage)
    cartStore.set({ ...cartStore.get(), errorMessage: null })
  }
  return isIn
}

/** Changes a line. A quantity is shown at once, and as it was, with the reason, when the server refuses it. */
export const setLine = (
  line: Pick<CartLineResponse, 'sku' | 'productCode'>,
  to: { readonly quantity: number } & ChosenIds,
): Promise<boolean> => {
  const { sku, productCode } = line
  const isQuantityOnly = to.warrantyId === undefined && to.installId === undefined
  return isQuantityOnly ? setQuantity(line, to.quantity) : put({ sku, productCode, ...to })
}

/** One call at a time for each line, so that none overtakes another; of the quantities chosen meanwhile only the last is sent. */
async function setQuantity(
  { sku, productCode }: Pick<CartLineResponse, 'sku' | 'productCode'>,
  quantity: number,
): Promise<boolean> {
  pending.set(productCode, quantity)
  if (confirmed !== null) show(confirmed)
  if (sending.has(productCode)) return true
  sending.add(productCode)
  let isIn = true
  for (let sent: number | undefined; isIn && pending.get(productCode) !== sent;) {
    sent = pending.get(productCode)
    if (sent !== undefined) isIn = await put({ sku, productCode, quantity: sent })
  }
  sending.delete(productCode)
  pending.delete(productCode)
  if (confirmed !== null) show(confirmed)
  return isIn
}

/** The current state of a line: its options may have changed by the time the shopper chooses. */
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

/** Removes a line and remembers what is needed to undo it. */
export async function removeLine(line: RemovedLine): Promise<boolean> {
  const { productCode } = line
  if (!cartStore.get().cart?.products.some((one) => one.productCode === productCode)) {
    cartStore.set({ ...cartStore.get(), errorMessage: lineGoneText })
    return false
  }
  pending.delete(productCode)
  return change(() => callApi('DELETE', '/api/cart/product/:code', { params: { code: productCode } }), {
    done: () => removedStore.set(line),
  })
}

/** Restores the line removed last, with its quantity and options. */
export async function undoRemoval(): Promise<boolean> {
  const removed = removedStore.get()
  if (removed === null) return false
  const { sku, quantity, warrantyId, installId } = removed
  return put({ sku, quantity, warrantyId, installId })
}

/** Takes some of a product out of the cart again; what else the cart has of it stays. */
export async function takeFromCart(sku: string, count: number): Promise<boolean> {
  if (!(await loadCart())) return false
  const line = cartStore.get().cart?.products.find((one) => one.sku === sku)
  if (line === undefined) return true
  if (line.quantity > count) return setLine(line, { quantity: line.quantity - count })
  return change(() => callApi('DELETE', '/api/cart/product/:code', { params: { code: line.productCode } }))
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

/** The last message, and the version of the cart it was about: shown again when the cart has changed. */
let said = { of: '', text: '' }

/**
 * The cart's messages as one persistent error over the page (CART-13, decision cart-10). Not at the checkout, whose summary has them, and
 * not behind the open panel, which has them too and is modal.
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

/** Messages between tabs of one browser about their cart. */
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

/** Loads the cart once the location is known, and again when that or the cart itself changes, here or in another tab. */
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
    // A page with an open channel cannot enter the back/forward cache; a restored page has missed messages.
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
