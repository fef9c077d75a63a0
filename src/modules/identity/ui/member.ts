import { createStore } from '../../../ui/store.ts'

/** Whoever is signed in, for the header. The rest of what the account knows is fetched by the pages that show it. */
export const memberStore = createStore<{ readonly firstName: string } | null>(null)
