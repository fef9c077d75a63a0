import { useEffect } from 'react'
import { callApi } from '../../../ui/browser/api.ts'
import { createStore, useStore } from '../../../ui/browser/store.ts'
import { placeStore } from '../../geo/ui/place.ts'

/** 'Tue 24 Nov · FREE' by sku, or the first date and on a line of its own the first free one, for the chosen place; filled a page of cards at a time. */
export const estimatesStore = createStore<Readonly<Record<string, string>>>({})

/** The limit of one call; a list may show several pages. */
const maxAtOnce = 50

let requestedFor = ''

export function loadEstimates(localityId: string, skus: readonly string[]): void {
  if (localityId !== requestedFor) {
    requestedFor = localityId
    estimatesStore.set({})
  }
  const missing = skus.filter((sku) => estimatesStore.get()[sku] === undefined)
  if (missing.length === 0) return
  for (let at = 0; at < missing.length; at += maxAtOnce) void ask(localityId, missing.slice(at, at + maxAtOnce))
}

async function ask(localityId: string, skus: readonly string[]): Promise<void> {
  const answer = await callApi('GET', '/api/v2/delivery/estimates', { query: { localityId, sku: skus } })
  // The shopper may have changed the location meanwhile.
  if (!answer.ok || localityId !== requestedFor) return
  const found = Object.entries(answer.value.estimates).map(
    ([sku, one]) => [sku, one.free === null ? one.text : `${one.text}\n${one.free}`] as const,
  )
  estimatesStore.set({ ...estimatesStore.get(), ...Object.fromEntries(found) })
}

/** The delivery estimates of some products for the visitor's location, loaded when it is known. */
export function useEstimates(skus: readonly string[]): Readonly<Record<string, string>> {
  const localityId = useStore(placeStore)?.localityId ?? null
  const estimates = useStore(estimatesStore)
  // As text, so that a list of the same products loads only once.
  const requested = skus.join('~')
  useEffect(() => {
    if (localityId !== null && requested !== '') loadEstimates(localityId, requested.split('~'))
  }, [localityId, requested])
  return estimates
}
