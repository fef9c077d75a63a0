import { createStore } from '../../../ui/browser/store.ts'

/** The products this browser has looked at. They are stored here only, and a visitor can clear them or have none stored. */

/** The stored data of a viewed product: enough for a link, and nothing that goes out of date, such as a price. */
export type Viewed = { readonly uri: string; readonly title: string; readonly picture: string }

/** Local storage: the products as JSON, or this word of a visitor who wants none stored. */
const storageKey = 'recently-viewed'
const off = 'off'
const maxStored = 9

/** The last one first. */
export const viewedStore = createStore<readonly Viewed[]>([])

/** Reads what is stored, with the product that is looked at now. */
export function viewProduct(current: Viewed | null): void {
  const text = stored()
  if (text === off) return
  const before = parsed(text)
  const next = current === null ? before : [current, ...before.filter((one) => one.uri !== current.uri)]
  save(next.slice(0, maxStored))
}

export const clearViewed = (): void => save([])

/** From now on none is stored. */
export function forgetViewed(): void {
  viewedStore.set([])
  write(off)
}

export function rememberViewed(): void {
  if (stored() === off) save([])
}

function save(products: readonly Viewed[]): void {
  viewedStore.set(products)
  write(JSON.stringify(products))
}

function write(text: string): void {
  try {
    localStorage.setItem(storageKey, text)
  } catch {
    // Full or forbidden: then nothing is remembered.
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

function parsed(text: string | null): Viewed[] {
  try {
    const products: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(products) ? products.filter(isViewed) : []
  } catch {
    // An unreadable value was not written by the shop.
    return []
  }
}

function isViewed(value: unknown): value is Viewed {
  const { uri, title, picture } = (value ?? {}) as Record<string, unknown>
  return [uri, title, picture].every((one) => typeof one === 'string')
}
