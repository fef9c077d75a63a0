import { createStore } from '../../../ui/browser/store.ts'

/** Whoever is signed in, for the header and its neighbours. The rest of what the account knows is fetched by the pages that show it. */
export type KnownMember = {
  readonly firstName: string
  /** What the shop's own people have; null for customers. */
  readonly winningUserId: string | null
  readonly winningCmsUrl: string | null
  readonly salespersonCode: string | null
}
export const memberStore = createStore<KnownMember | null>(null)

/** What else a sign-in waits for, once the shop knows of it. */
export const afterSignIn: { run?: () => Promise<unknown> } = {}

/** Who is told when nobody could say who is signed in, with the status of the answer. */
export const memberFailure: { reported?: (status: number) => void } = {}
