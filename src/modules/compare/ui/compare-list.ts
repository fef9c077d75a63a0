import { callApi } from '../../../ui/browser/api.ts'
import { comparedStore } from '../../catalogue/ui/compared-products.ts'
import {
  compareProductOf,
  maxCompared,
  readStored,
  storedText,
  withProduct,
  withProducts,
  type CompareList,
  type CompareProduct,
} from '../compare.ts'
import { emptyTray, nextTray, type TrayEvent, type TrayState } from '../internal/tray.ts'
import { compareStore, storageKey, type CompareState } from './compare-state.ts'

/**
 * The list of products to compare: in the browser's storage, which is the truth, with a copy on the server (decision compare-02), which
 * is the account's after sign-in. Tabs agree by the storage's own event.
 */

/** The list where the storage would not take it: it lasts as long as the page then. */
let unstored: string | null = null

function stored(): readonly CompareProduct[] | null {
  if (unstored !== null) return readStored(unstored)
  try {
    return readStored(localStorage.getItem(storageKey))
  } catch {
    return null
  }
}

function store(products: readonly CompareProduct[]): void {
  const text = storedText(products)
  try {
    localStorage.setItem(storageKey, text)
    unstored = null
  } catch {
    // Full or forbidden.
    unstored = text
  }
}

const current = (): CompareState => compareStore.get() ?? { ...emptyTray, notice: null }

function show(tray: TrayState, notice: CompareState['notice']): void {
  compareStore.set(tray.products.length === 0 && notice === null ? null : { ...tray, notice })
  markControls()
}

const notify = (event: TrayEvent): void => show(nextTray(current(), event), current().notice)

export const minimize = (): void => notify({ type: 'hidden' })
export const expand = (): void => notify({ type: 'expanded' })
/** The shopper has read the notice. */
export const dismiss = (): void => show(current(), null)

let first: Promise<void> | null = null

/** Takes the list over from storage, as it is now; at the first start in a browser from the server (decision compare-02). */
export function load(): Promise<void> {
  const products = stored()
  if (products !== null) {
    notify({ type: 'loaded', products })
    return Promise.resolve()
  }
  return (first ??= loadFirst().finally(() => (first = null)))
}

async function loadFirst(): Promise<void> {
  // An unknown browser has no list on the server.
  const answer = isKnown() ? await callApi('GET', '/api/compare/') : null
  if (answer !== null && !answer.ok) return
  // Another tab may have been faster.
  const products = stored() ?? (answer === null ? [] : productsOf(answer.value))
  store(products)
  notify({ type: 'loaded', products })
}

/** After login: adds products of the account's list, as far as there is room. The page is loaded again afterwards (decision 0048). */
export async function joinAccount(): Promise<void> {
  const answer = await callApi('GET', '/api/compare/')
  if (answer.ok) store(withProducts(stored() ?? [], productsOf(answer.value)))
}

const productsOf = (list: CompareList): CompareProduct[] => list.products.map(({ sku: _same, ...product }) => product)

function isKnown(): boolean {
  try {
    return localStorage.getItem('isRepeatUser') === 'true'
  } catch {
    return true
  }
}

/** Products that are being looked up, by id: shown as chosen already. */
const lookups = new Set<number>()

/** The control of a product was pressed: adds the product, or removes it when it is in the list (decision compare-04). */
export async function toggle(id: number): Promise<void> {
  await load()
  const products = stored() ?? []
  const saved = products.find((one) => one.productId === id)
  if (saved !== undefined) return remove(saved.productSKU)
  // Pressed again before the answer is there.
  if (lookups.delete(id)) return markControls()
  if (products.length + lookups.size >= maxCompared) return show(current(), 'full')
  lookups.add(id)
  show(current(), null)
  const answer = await callApi('GET', '/api/v2/product/id/:id/', { params: { id } })
  if (!lookups.delete(id)) return
  if (!answer.ok) return show(current(), 'failed')
  const product = compareProductOf(answer.value.product)
  const added = withProduct(stored() ?? [], product)
  if (!added.ok) return show(current(), 'full')
  change(added.value)
  mirror(() => callApi('POST', '/api/compare/product/', { body: { sku: product.productSKU }, keepalive: true }))
}

export function remove(sku: string): void {
  change((stored() ?? []).filter((one) => one.productSKU !== sku))
  mirror(() => callApi('DELETE', '/api/compare/product/:sku', { params: { sku }, keepalive: true }))
}

function change(products: readonly CompareProduct[]): void {
  store(products)
  show(nextTray(current(), { type: 'changed', products }), null)
}

/** The server's copy; that it fails changes nothing for the shopper. They are sent one after the other, so that the last word is the last. */
function mirror(change: () => Promise<unknown>): void {
  mirrored = mirrored.then(change)
}
let mirrored: Promise<unknown> = Promise.resolve()

/** The state of compare controls: products being looked up count as selected. */
function markControls(): void {
  comparedStore.set(new Set([...lookups, ...current().products.map((one) => one.productId)]))
}
