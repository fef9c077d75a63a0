import { useSyncExternalStore } from 'react'

/**
 * State of the browser that several parts of a page show: the cart, the chosen suburb. Only ever written in the browser; the server
 * renders the initial value for everyone, so nothing can leak between requests.
 */
export interface Store<State> {
  get(): State
  set(next: State): void
  subscribe(listener: () => void): () => void
  readonly initial: State
}

export function createStore<State>(initial: State): Store<State> {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    initial,
    get: () => state,
    set(next) {
      if (typeof document === 'undefined') throw new Error('A browser store must not be written on the server.')
      state = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function useStore<State>(store: Store<State>): State {
  return useSyncExternalStore(store.subscribe, store.get, () => store.initial)
}
