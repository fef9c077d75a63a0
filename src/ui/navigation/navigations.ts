import { createStore } from '../browser/store.ts'

/** Where the router is and where it is going, for what lives outside of its pages: messages, modals. */
export type Navigations = {
  /** A name of the page shown, another one after every completed navigation, even to the same address. */
  readonly at: string
  /** The path being loaded; null when idle. */
  readonly target: string | null
}

export const navigationsStore = createStore<Navigations>({ at: '', target: null })
