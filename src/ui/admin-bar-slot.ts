import type { ComponentType } from 'react'
import { createStore } from './browser/store.ts'

/** The bar of whoever has signed in, once it is known that they have one and its code is here; a page itself knows nothing of it. */
export const adminBarStore = createStore<{ readonly Bar: ComponentType } | null>(null)
