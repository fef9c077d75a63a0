import { createStore } from '../../../ui/browser/store.ts'
import type { TrayState } from '../internal/tray.ts'

/** What the tray shows beside the list: the limit's dialog, or that a product could not be looked up. */
export type CompareState = TrayState & { readonly notice: 'full' | 'failed' | null }

/** Null until there is something to show. */
export const compareStore = createStore<CompareState | null>(null)

export const storageKey = 'compare-products'
