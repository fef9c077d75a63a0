import type { ApiCall } from '../../../ui/browser/api.ts'
import { createStore } from '../../../ui/browser/store.ts'

/** The signed-in account, for the header and its neighbours. Pages load the rest of the account themselves. */
export type KnownMember = Pick<
  ApiCall<'GET', '/api/account'>['answer'],
  // The last three are null for customers.
  'firstName' | 'winningUserId' | 'winningCmsUrl' | 'salespersonCode'
>
export const memberStore = createStore<KnownMember | null>(null)

/** Further callbacks after login, once the account is known. */
export const afterSignIn: { run?: () => Promise<unknown> } = {}

/** Called when the account could not be loaded, with the status of the response. */
export const memberFailure: { reported?: (status: number) => void } = {}
