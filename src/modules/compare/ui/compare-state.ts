import { createStore } from '../../../ui/browser/store.ts'
import type { TrayState } from '../internal/tray.ts'

/** The tray's dialogs beside the list: the limit, or a failed lookup. */
export type CompareState = TrayState & { readonly notice: 'full' | 'failed' | null }

/** Null until there is something to show. */
export const compareStore = createStore<CompareState | null>(null)

export const storageKey = 'compare-products'
