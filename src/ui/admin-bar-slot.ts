import type { ComponentType } from 'react'
import { createStore } from './browser/store.ts'

/**
 * The slot of the staff toolbar, filled once the visitor is known to have one and its code is loaded; a page itself is the same for
 * everyone.
 */
export const adminBarStore = createStore<{ readonly Bar: ComponentType } | null>(null)
