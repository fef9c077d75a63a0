import { useSyncExternalStore } from 'react'
import { createStore } from '../../../ui/browser/store.ts'

/**
 * Ids of the products whose compare control is on: those in the comparison, and those being added. Set by the compare module, which this
 * module must not import.
 */
export const comparedStore = createStore<ReadonlySet<number>>(new Set())

/** Renders a control again when its own product changes, and not with every other. */
export const useIsCompared = (id: number): boolean =>
  useSyncExternalStore(
    comparedStore.subscribe,
    () => comparedStore.get().has(id),
    () => false,
  )
