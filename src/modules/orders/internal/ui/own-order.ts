import { callApi } from '../../../../ui/browser/api.ts'
import { failedToLoad, loaded, loading, notLoaded, type Loaded } from '../../../../ui/browser/load-state.ts'
import { isAuthenticated } from '../../../identity/ui/token-storage.ts'
import type { Confirmation } from '../../orders.ts'

/** Loads the order of the page's cart for its signed-in owner, with the loading state; anyone else gets nothing. */
export async function loadOwnOrder(notify: (own: Loaded<Confirmation>) => void): Promise<void> {
  if (!isAuthenticated()) return
  notify(loading(notLoaded))
  const id = new URLSearchParams(location.search).get('id') ?? ''
  const answer = await callApi('GET', '/api/checkout/confirmation', { query: { id } })
  notify(answer.ok ? loaded(answer.value) : failedToLoad(notLoaded, answer))
}
