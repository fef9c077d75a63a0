import { callApi, type ApiAnswer } from '../../../ui/browser/api.ts'
import { createStore } from '../../../ui/browser/store.ts'
import { laterId, type WishlistResponse } from '../wishlists.ts'

/** The visitor's lists in the browser, and the API calls that change them. */

export type ListsState = {
  /** Null until they have loaded. */
  readonly lists: readonly WishlistResponse[] | null
  /** The last error; cleared by the next call. */
  readonly problem: string | null
  /** What was done last, for screen readers and for sighted visitors. */
  readonly done: string | null
  /** What was moved to the cart last, which can be undone; cleared by the next call. */
  readonly moved: MovedItem | null
}

/** `quantity` left the list with the id `list`. */
export type MovedItem = {
  readonly list: string
  readonly sku: string
  readonly title: string
  readonly quantity: number
}

export const noLists: ListsState = { lists: null, problem: null, done: null, moved: null }

export const listsStore = createStore(noLists)

export async function loadLists(): Promise<boolean> {
  const answer = await callApi('GET', '/api/wishlists/')
  const now = listsStore.get()
  if (answer.ok) listsStore.set({ ...now, lists: answer.value.lists })
  // The caller has gone: nobody has to be told.
  else if (answer.status !== -1) listsStore.set({ ...now, problem: answer.message })
  return answer.ok
}

/** The API call of a form of the pages: the same forms are posted where there is no script. */
function callOf(fields: FormData): Promise<ApiAnswer<unknown>> {
  const text = (name: string) => String(fields.get(name) ?? '')
  const [id, sku] = [text('list'), text('sku')]
  switch (text('intent')) {
    case 'create':
      return callApi('POST', '/api/wishlists/', { body: { name: text('name'), sku: sku === '' ? undefined : sku } })
    case 'rename':
      return callApi('PATCH', '/api/wishlists/:id', { params: { id }, body: { name: text('name') } })
    case 'delete':
      return callApi('DELETE', '/api/wishlists/:id', { params: { id } })
    case 'link-on':
      return callApi('PATCH', '/api/wishlists/:id', { params: { id }, body: { link: 'on' } })
    case 'link-off':
      return callApi('PATCH', '/api/wishlists/:id', { params: { id }, body: { link: 'off' } })
    case 'link-new':
      return callApi('PATCH', '/api/wishlists/:id', { params: { id }, body: { link: 'new' } })
    case 'mail-on':
      return callApi('PATCH', '/api/wishlists/:id', { params: { id }, body: { wantsMail: true } })
    case 'mail-off':
      return callApi('PATCH', '/api/wishlists/:id', { params: { id }, body: { wantsMail: false } })
    case 'quantity':
      return callApi('PUT', '/api/wishlists/:id/products/:sku', {
        params: { id, sku },
        body: { quantity: Number(text('quantity')) },
      })
    case 'remove':
      return callApi('DELETE', '/api/wishlists/:id/products/:sku', { params: { id, sku } })
    case 'cart':
      return callApi('POST', '/api/wishlists/:id/products/:sku/cart', { params: { id, sku } })
    default:
      return callApi('PUT', '/api/wishlists/:id/products/:sku', { params: { id, sku }, body: {} })
  }
}

const texts: Readonly<Record<string, (title: string) => string>> = {
  create: () => 'List created.',
  rename: () => 'List renamed.',
  delete: () => 'List deleted.',
  'link-on': () => 'Anyone with the link can see this list now.',
  'link-off': () => 'The link no longer works.',
  'link-new': () => 'New link created. The old one no longer works.',
  'mail-on': () => 'We will email you about price drops and stock.',
  'mail-off': () => 'We will no longer email you about this list.',
  quantity: (title) => `Quantity of ${title} changed.`,
  remove: (title) => `Removed ${title}.`,
  cart: (title) => `Moved ${title} to your cart.`,
  add: (title) => `Saved ${title}.`,
}

/** Submits a form of the pages by the API; `title` names its product in what is said afterwards. False when it was refused. */
export async function submitList(fields: FormData, title = ''): Promise<boolean> {
  listsStore.set({ ...listsStore.get(), problem: null, done: null, moved: null })
  const intent = String(fields.get('intent') ?? 'add')
  const moved = intent === 'cart' ? movedItem(String(fields.get('list')), String(fields.get('sku')), title) : null
  const answer = await callOf(fields)
  if (!answer.ok) {
    listsStore.set({ ...listsStore.get(), problem: answer.message })
    return false
  }
  if (intent === 'cart') void cartCalls().then(({ loadCart }) => loadCart())
  await loadLists()
  listsStore.set({ ...listsStore.get(), done: texts[intent]?.(title) ?? null, moved })
  return true
}

const cartCalls = () => import('../../cart/ui/cart-calls.ts')

/** What is to leave the list with this id in calls, as it stands there. */
function movedItem(list: string, sku: string, title: string): MovedItem | null {
  const there = listsStore.get().lists?.find(({ id }) => id === list)
  const item = there?.items.find((one) => one.sku === sku)
  return item === undefined ? null : { list, sku, title, quantity: item.quantity }
}

/** Brings what was moved to the cart last back to its list, and takes as many out of the cart. False when it was refused. */
export async function undoMove(): Promise<boolean> {
  const { moved } = listsStore.get()
  if (moved === null) return false
  const { list, sku, title, quantity } = moved
  listsStore.set({ ...listsStore.get(), problem: null, done: null, moved: null })
  // The list first: if the cart is not changed the product is in both, and never in neither.
  const answer = await callApi('PUT', '/api/wishlists/:id/products/:sku', {
    params: { id: list, sku },
    body: { quantity },
  })
  if (!answer.ok) {
    listsStore.set({ ...listsStore.get(), problem: answer.message, moved })
    return false
  }
  const isOut = await (await cartCalls()).takeFromCart(sku, quantity)
  await loadLists()
  const done = isOut ? `Moved ${title} back to your list.` : `${title} is on your list again, and still in your cart.`
  listsStore.set({ ...listsStore.get(), done })
  return true
}

/** Moves a line of the cart to what is saved for later; the cart and the list show it when it is done. */
export async function saveLineForLater(productCode: string): Promise<boolean> {
  const { showChange } = await cartCalls()
  const isMoved = await showChange(() =>
    callApi('POST', '/api/cart/product/:code/later', { params: { code: productCode } }),
  )
  if (isMoved) await loadLists()
  return isMoved
}

/** What was saved for later; undefined while that is not known. */
export const savedLines = ({ lists }: ListsState): WishlistResponse['items'] | undefined =>
  lists === null ? undefined : (lists.find(({ id }) => id === laterId)?.items ?? [])
