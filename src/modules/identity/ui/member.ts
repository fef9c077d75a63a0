import { createStore } from '../../../ui/browser/store.ts'

/** The signed-in account, for the header and its neighbours. Pages load the rest of the account themselves. */
export type KnownMember = {
  readonly firstName: string
  /** Additional data of staff; null for customers. */
  readonly winningUserId: string | null
  readonly winningCmsUrl: string | null
  readonly salespersonCode: string | null
}
export const memberStore = createStore<KnownMember | null>(null)

/** Further callbacks after login, once the account is known. */
export const afterSignIn: { run?: () => Promise<unknown> } = {}

/** Called when the account could not be loaded, with the status of the response. */
export const memberFailure: { reported?: (status: number) => void } = {}
